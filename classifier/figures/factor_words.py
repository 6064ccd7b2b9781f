# ruff: noqa: E501 - one pattern is one row, however long
"""Words that are factors by themselves: "twice", "halves", "an order of magnitude", "cut to a third"."""

from __future__ import annotations

NTHS = (("third", 3), ("quarter", 4), ("fifth", 5), ("sixth", 6), ("seventh", 7), ("eighth", 8), ("ninth", 9), ("tenth", 10))  # fmt: skip

# Words that are factors by themselves. The sign says which way: +1 more of something, -1 less of it, 0 said by its context.
FACTOR_WORDS: tuple[tuple[str, float, int], ...] = (
    (r"two\s+orders?\s+of\s+magnitude", 100, 0),
    (r"three\s+orders?\s+of\s+magnitude", 1000, 0),
    (r"(?:an?|one|over\s+an)?\s*order[\s-]+of[\s-]+magnitude", 10, 0),
    (r"orders\s+of\s+magnitude", 10, 0),
    (r"twice", 2, 1),
    (r"half\s+as\s+(?:many|much|fast|high)(?:\s+[\w-]+){0,3}?\s+again", 1.5, 1),
    (r"(?:a|one)\s+third\s+as\s+(?:many|much|fast|high)(?:\s+[\w-]+){0,3}?\s+again", 4 / 3, 1),
    (r"(?:a|one)\s+quarter\s+as\s+(?:many|much|fast|high)(?:\s+[\w-]+){0,3}?\s+again", 1.25, 1),
    (r"half\s+again\s+as(?=\s+(?:fast|quick|much|many|high|large|long)\b)", 1.5, 1),
    (r"thrice", 3, 1),
    (r"doubl(?:es?|ed|ing)", 2, 1),
    (r"tripl(?:es?|ed|ing)|trebl(?:es?|ed|ing)", 3, 1),
    (r"quadrupl(?:es?|ed|ing)", 4, 1),
    (r"quintupl(?:es?|ed|ing)", 5, 1),
    (r"halv(?:es?|ed|ing)|(?:cut|cuts|cutting|reduced?|reduces|reducing|slash(?:es|ed)?)\s+(?:[\w-]+\s+){0,5}?(?:in|by)\s+(?:half|two(?![\s-]\w+(?:ths|rds|ters)\b))", 2, -1),
    (r"(?:cut|cuts|reduced|reduces|drops?|dropped)\s+(?:[\w-]+\s+){0,4}?to\s+(?:a|one)[\s-]third", 3, -1),
    (r"(?:cut|cuts|reduced|reduces|drops?|dropped)\s+(?:[\w-]+\s+){0,4}?to\s+(?:a|one)[\s-]quarter", 4, -1),
    (r"(?:only\s+)?(?:one[\s-])?half\s+(?:of\s+)?(?:the|as\s+much|that|its)(?!\s+(?:\S+\s+){0,3}?(?:(?<!model )size|width|depth|length)\b)", 2, -1),
    (r"(?:a|one)[\s-]third\s+(?:of\s+)?(?:the|as\s+much|that|its)", 3, -1),
    (r"(?:a|one)[\s-](?:quarter|fourth)\s+(?:of\s+)?(?:the|as\s+much|that|its)", 4, -1),
    (r"in\s+half(?!\s+precision)", 2, -1),
    (r"half\s+as\s+long(?!\s+(?:again|(?:an?\s)?(?:prompts?|contexts?|sequences?|answers?|outputs?|inputs?))\b)", 2, -1),
    *(
        (rf"(?:left\s+with|leav(?:es|ing)|holds|stores)\s+(?:just\s+|only\s+)?(?:a|an|one)[\s-]{part}\s+of\s+(?:the|its)\s+(?:kv|key-value|weights?|memory|caches?)", number, -1)
        for part, number in NTHS
    ),
    (r"quarter(?:s|ed|ing)(?=\s+(?:the|its|their|our|\w+\s+(?:latency|time|memory))\b)", 4, -1),
    *(
        (rf"(?:cuts?|cutting|reduc\w+|drops?|dropped|dropping|falls?|fell|shr\w+|lower\w*|down|brings?|brought)\s+(?:[\w.-]+\s+){{0,8}}?to\s+(?:just\s+|only\s+|about\s+)?(?:a|an|one)[\s-]{part}(?!\s+(?:time|pass|step|layer|token|head|device|gpu)\b)|(?:to|in)\s+(?:just\s+|only\s+|about\s+)?(?:a|an|one)[\s-]{part}(?=\s+(?:of|the|as|that|its)\b)", number, -1)
        for part, number in NTHS
    ),
)  # fmt: skip
