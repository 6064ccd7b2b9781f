# ruff: noqa: E501 - one pattern is one row, however long
"""Parameters of a setting by pattern: groups, batch, lengths, drafts, acceptance, layout, sparsity, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from classifier.figures.number_words import SPELLED, WORD_NUMBERS, spelled
from classifier.figures.stated import PART, SHARE, N, Stated, decimal_thousands, digit_first, numbers, one_number, share
from classifier.figures.two_counts import TWO_COUNTS
from classifier.words.at_words import needs_of
from classifier.words.held import EDGE, Needs, has_each, held, pieces

_K = r"(?:\s?[kK](?:\s?tokens?)?(?![\w/])|(?![\w%.]*\w)|(?=\s?tokens?))"
_W = "|".join((*WORD_NUMBERS, "one"))
_CALLED = r"(?:[A-Z][\w.-]*\s+){0,2}"  # the drafter's name between a number and what it counts: "five Qwen3-0.6B draft tokens"
_NUMBERS = rf"(?:{N})(?:\s?[kKM](?![A-Za-z]))?(?:(?:,\s?(?:{N})\s?[kKM]?)+,?\s?(?:and|or)\s?(?:{N})\s?[kKM]?|(?:\s?(?:-|~|to|and|/|or)\s?(?:{N})(?!\s?[kKM]?[\s-]?(?:tokens?|context|users|GPUs?|cards|outputs?|inputs?|prompts?|new|generated))\s?[kKM]?(?![\w%×]|[.,]\d))*)"
_LIST = rf"(?P<v>{_NUMBERS})"
_MANY = rf"(?P<v>{_NUMBERS}|{SPELLED})"  # a batch is often spelled out: "sixty-four users"

# One rate or a range of two: "85-90 %", "85% to 90%", "between 85 and 90 %"; "0.85 to 0.9"
_PERCENT = r"(?:\d{1,3}(?:\.\d+)?\s?%?\s?(?:-|–|to)\s?|\d{1,3}(?:\.\d+)?\s?%\s?and\s|(?<=between\s)\d{1,3}(?:\.\d+)?\s?%?\sand\s)?\d{1,3}(?:\.\d+)?\s?%"
_CHANCE = r"(?:0?\.\d+\s?(?:-|–|to)\s?|(?<=between\s)0?\.\d+\sand\s)?0?\.\d+"
_RATE = rf"(?:{_PERCENT}|{_CHANCE})"
_TIME = r"(?:ms|µs|us|s|msec|milliseconds?|microseconds?|seconds?)"
_A_STEP = r"(?:(?:decode|decoding|generation|whole|full|forward|target|inference|model|prefill|single)[\s-])?(?:steps?|pass|tokens?|iterations?|forward)"
_PARTS_OF = "%|half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|sixteenth|twentieth"  # triggers of a share

# (name, trigger substring in the lower-case text, pattern with group v). A list of numbers becomes a list of values.
_ROWS: tuple[tuple[str, str, str], ...] = (
    # the trigger: one of these substrings is in the lower-case text wherever the pattern can match
    ("batch", "batch", rf"batch(?:es|[-_ ]?sizes?)?(?:\s*\(?\s*(?:bs|B)\s*\)?)?\s*(?:of|is|are|=|:|at|to|set|at most|up to|around|about|below|under|≤|<=?|from|around|near|reaches|\s|~|\(|-(?=\d))*{_MANY}(?!\s?[%x×]|\.\d|\d)"),
    ("batch", f"{EDGE}b{EDGE}|{EDGE}bs", rf"(?<![\w])(?:(?:bs|bsz)\s?[=:]?\s?|b\s?=\s?){_MANY}(?![\w%])"),
    ("batch", "conc", rf"(?<![\w-])conc\.?\s?[=:]?\s?{_MANY}(?![\w%]|\.\d)"),
    ("batch", "request=", rf"(?<![\w.-])request={_MANY}(?![\w%/]|\.\d)"),
    ("batch", "concurren", rf"concurrenc(?:y|ies)\s*(?:of|=|:|is|at|as|level|levels|(?:is|was|are|were)? ?(?:set to|varied from|ranging from|from)|\s)*{_MANY}(?!\s?[%x×])"),
    ("batch", "concurrent|simultaneous|parallel", rf"{_MANY}\s+(?:concurrent|simultaneous|parallel)\s+(?:chats?|conversations?|prompts?|users?|requests?|clients?|sequences?|sessions?|streams?|connections)"),
    ("batch", "users|clients|streams", rf"(?<![\w.]){_MANY}\s+(?:users|clients|streams)\b"),
    ("batch", "user|request|client|sequence|session|stream|way", rf"(?<![\w.-]){_MANY}-(?:user|request|client|sequence|session|stream)s?\b"),
    ("batch", "concurren", rf"(?<![\w.-]){_MANY}[- ](?:way|fold)[- ]concurren\w+"),
    ("batch", "batch", rf"\b(?:batch(?:ed|es|ing)?|group(?:s|ed)?)\s+(?:together\s+)?(?:of\s+)?{_MANY}(?:\s+[\w-]+)?\s+(?:sequences|requests|prompts|users|sessions|streams|queries)\b"),
    ("batch", "sequences|sessions|streams|chats|conversations|users", rf"(?:\b(?:with|for|across|over|of|and|to|among|serv\w+|holds?|holding)\s+(?:all\s+|about\s+|up to\s+|some\s+)?|[(,]\s?){_MANY}\s+(?:(?:active|open|live|in-?flight|decoding|running|resident|co-?batched|batched|long|short)\s+)?(?:sequences|sessions|streams|chats|conversations|users)\b(?!\s+(?:lengths?|of\s+(?:text|data)|per\b|each\b))"),
    ("batch", "request", rf"[(,]\s?{_MANY}\s+(?:(?:active|open|in-?flight|batched|running)\s+)?requests\s?(?=[,)])"),
    ("batch", "batch", rf"(?<![\w.]){_MANY}\s+(?:sequences|requests|prompts)\s+(?:per|in a|in one|in the)\s+batch"),
    ("batch", "at|flight|parallel|simultan|together|concurren", rf"(?<![\w.,]){_MANY}\s+(?:(?:active|open|live|in-?flight|independent|long|short|decoding|running|resident)\s+)*(?:sequences|requests|users|sessions|streams|conversations|chats|clients|prompts)\s+(?:at once|at a time|at the same time|in parallel|simultaneously|together|in flight|concurrently)"),
    ("batch", "people", rf"(?<![\w.,]){_MANY}\s+(?:people|readers|customers|agents)\s+(?:at once|at a time|at the same time|in parallel|simultaneously|chat\w*|talk\w*|online|connected)\b"),
    ("batch", "sequences|requests|sessions|streams|chats|conversations", rf"\b(?:its|their) own {_MANY}\s+(?:(?:active|open|decoding|running|resident)\s+)?(?:sequences|requests|sessions|streams|chats|conversations)\b"),
    ("batch", "sequences|requests|users|sessions|streams|chats", rf"(?<![\w.,]){_MANY}\s+(?:concurrent\s|active\s|running\s|decoding\s)?(?:sequences|requests|users|sessions|streams|chats)\s+(?:per|on each|on every|for each|/)\s?(?:GPU|card|device|chip|accelerator|rank)\b"),
    ("batch", "#", rf"(?<![\w])#\s?(?:users|requests|reqs|seqs|sequences|streams)\s?[=:]\s?{_MANY}(?![\w%]|\.\d)"),
    ("batch", "in-flight|inflight", rf"(?<![\w.,]){_MANY}\s+in-?flight\b(?!\s+(?:batch|weights|tokens))"),
    ("batch", "each of", rf"\beach of (?:the\s+|all\s+)?{_MANY}\s+(?:[\w-]+\s+){{0,2}}(?:users?|requests?|clients?|sequences?|sessions?|streams?|connections|conversations|chats)"),
    ("batch", "of", rf"(?<![\w.,]){_MANY}\s+(?:(?:concurrent|parallel|simultaneous|active)\s+)?(?:sequences|requests|prompts|conversations|sessions|users)\s+(?:of|with|at)\s+(?:about\s+|up to\s+|around\s+|roughly\s+|some\s+|~)?(?:{N})\s?[kK]?[\s-]?(?:tokens?|contexts?)"),
    ("batch", "token", rf"(?<![\w.,]){_MANY}\s+(?:(?:concurrent|parallel|simultaneous|active)\s+)?(?:{N})\s?[kK]?[- ]tokens?\s(?:long\s)?(?:chats|conversations|sequences|sessions|streams|requests|dialog(?:ue)?s|users)\b"),
    ("batch=1", "one|single|lone|1", r"\b(?:for|to|with|by|serving|serves?|from|gives?|giving|lets?|letting|answers?|answering|handles?|handling|on|in|of)\s+(?:just\s+|only\s+)?(?:an?\s+|the\s+|its\s+)?(?P<v>(?:one|1|single|lone|solo|sole)\s+(?:(?:chat|interactive|long|active|running|lonely|decoding|user|local)\s+)?(?:user|request|sequence|stream|client|conversation|chat|session|caller|prompt))\b(?!s|\s?-|'s)"),
    ("batch=1", "single|lone|one", r"\b(?P<v>single|lone|one)(?=\s[\d.,]+\s?[kK]?[- ]token\s(?:chat|conversation|request|sequence|session|prompt|stream)\b(?!s))"),
    ("batch=1", "one|single|1", r"[(,]\s?(?P<v>(?:one|a single|single|1)\s(?:user|request|sequence|stream|client|conversation|chat|session|prompt))(?=\s?[,;)]|\.?$|\.\s|\s(?:open|only|alone|on the (?:machine|server|node|box|card))\b)"),
    ("batch=1", "single|lone", r"\b(?:an?|one)\s+(?P<v>(?:single|lone)\s+(?:[\w.-]+\s+){0,2}?(?:stream|request|sequence|conversation))\b"),
    ("batch=1", "single", r"\bfor\s+(?P<v>single\s+(?:requests|users|sequences|streams|chats|prompts))\b"),
    ("batch=1", "batch", r"(?P<v>(?<!in a )(?<!in one )single[- ]batch|batch[- ]one|unbatched|single[- ]sequence|batch-?1|bs-?1|batch(?:[- ]sizes?)?\s(?:of\s)?one|without batching)\b"),
    ("batch=1", "single|one |no batching", r"(?P<v>single[- ](?:request|sequence|user|stream|chat)(?:-serving)?\b(?!\s+(?:batches))|requests? (?:one by one|one at a time)|one (?:user|request|sequence|stream|chat|prompt|conversation|client) at a time|no batching)\b"),
    ("batch x context", "x|×", rf"(?<![\w.,/])(?P<v>\d{{1,4}})(?:\s(?:users|requests|sequences|streams|clients|prompts|chats))?\s?[x×]\s?(?P<w>{N})\s?(?P<l>[kK])?[- ]?(?:tokens?|contexts?|of context|cached)\b"),
    ("of", "tokens|positions|entries|keys", rf"(?<![\w.,])(?P<v>{N})\s?(?P<k>[kK])?\s+(?:out\s+)?of\s+(?:its\s+|the\s+|all\s+|their\s+|some\s+)?(?P<w>{N})\s?(?P<l>[kK])?[\s-](?:cached\s+|kv\s+|context\s+|past\s+|prompt\s+|input\s+)*(?:tokens|positions|entries|keys)\b"),
    ("squeezed", "token", rf"(?P<v>{N})\s?(?P<k>[kK])?[- ]?tokens?[- ](?:long\s)?(?:prompts?|inputs?|contexts?|documents?|histor(?:y|ies))\s+(?:down\s)?(?:to|into)\s+(?:about\s|just\s|only\s|around\s)?(?P<w>{N})\s?(?P<l>[kK])?(?![\w%]|[.,]\d)"),
    ("squeezed", "prompt|input|context|document", rf"(?:prompts?|inputs?|contexts?|documents?|histor(?:y|ies))\s+(?:[\w-]+\s+){{0,3}}?from\s+(?P<v>{N})\s?(?P<k>[kK])?(?:[- ]?tokens?)?\s+(?:down\s)?to\s+(?:about\s|just\s|only\s)?(?P<w>{N})\s?(?P<l>[kK])?[- ]?tokens?\b"),
    ("isl/osl", "isl", rf"ISL\s?/\s?OSL\s*(?:of|=|:|\s)*(?P<v>(?:{N})\s?[kK]?\s?[/:]\s?(?:{N})\s?[kK]?)"),
    ("isl/osl", "input/output|in/out|prompt/output", rf"\b(?:in|input|prompt)\s?/\s?(?:out|output|gen\w*)(?:[-_ ](?:lengths?|len|tokens?|sizes?))?\s?(?:of|=|:|is|are)?\s?(?P<v>(?:{N})\s?[kK]?\s?/\s?(?:{N})\s?[kK]?)(?![\w/.])"),
    ("isl/osl", " out", rf"(?<![\w./])(?P<v>(?:{N})\s?[kK]?(?:\stokens?)?[\s-]in(?:put)?\s?[/,+]\s?(?:{N})\s?[kK]?)(?:\stokens?)?[\s-]out(?:put)?\b(?!\s?(?:tokens?|tok)\s?/)"),
    ("isl/osl", "out=", rf"(?<![\w-])in(?:put)?\s?=\s?(?P<v>(?:{N})\s?[kK]?(?:\stokens?)?[\s,;/]{{1,2}}out(?:put)?\s?=\s?(?:{N})\s?[kK]?)(?![\w.]*\w)"),
    ("isl/osl", "input|prompt", rf"(?<![\w./])(?P<v>(?:{N})\s?[kK]?(?:\s|-)(?:input|prompt)s?(?:\stokens?)?\s(?:and|plus|with|&|\+)\s(?:{N})\s?[kK]?)(?:\s|-)(?:output|generated|new|completion|decode)s?(?:\stokens?)?\b(?!\s?(?:tokens?|toks?)?\s?(?:/|per\b|a second))"),
    ("isl/osl", "length", rf"(?:input|prompt)s?\s?(?:and|/|&)\s?(?:output|generation|generated|decode|completion)s?(?:\s(?:text|token|sequence))?\s(?:lengths?|tokens)[^.;\d]{{0,48}}?(?P<v>(?:{N})\s?[kK]?\s?(?:/|and|,)\s?(?:{N})\s?[kK]?)(?=\s?(?:tokens?|,|\.|;|\)|respectively|$|\s))"),
    ("isl/osl", "/o", rf"(?P<v>(?:{N})\s?[kK]?\s?(?:input|in|prompt)?\s?/\s?(?:{N})\s?[kK]?)\s?(?:ISL/OSL|in/out|input/output|prompt/output|tokens? in/out)"),
    ("input_len", "input|prompt|isl|prefill", rf"(?<!num )(?<!num_)(?<!num-)(?:input|prompt(?!s)|prompts(?=\s(?:of|with|at|to|is|was)\s)|ISL|input sequence|prefill)(?:[-_ ]?(?:lengths?|len|size|tokens)(?:\s*\(?\s*(?:just|only|about|~)\s*)?)?\s*(?:of|=|:|is|was|to|at|with|~|\s)*{_LIST}(?!\s?%|\s?(?:x|×|times)\b|\s?[kK]?\s?(?:tok\w*|t)\s?(?:/|per\b)){_K}"),
    ("input_len", "isl", rf"\bISL\s*(?:of|=|:|\s)*{_LIST}{_K}"),
    ("input_len", "isl", rf"(?<![\w./])(?P<v>{N})\s?(?P<k>[kK])?\s?ISL\b(?!/OSL|\s?[:=]\s?\d)"),
    ("output_len", "osl", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?\s?OSL\b(?!\s?[:=]\s?\d)"),
    ("input_len", "prompt|input", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kKM]|\smillion)?[- ]?tokens?[- ](?:long\s|uncached\s|cold\s|fresh\s)?(?:input|prompt)s?\b(?!\s+tokens?\s+(?:per|a)\b)"),
    ("input_len", "prompt", rf"prompts?\s+(?:of|with|has|have|having|are|is|at)\s+(?:about\s+|up to\s+|roughly\s+)?(?P<v>{N})\s?(?P<k>[kK])?[- ]?tokens?"),
    ("input_len", "prompt", rf"(?<![\w.])(?P<v>{N})(?:\s?(?P<k>[kK])(?:[- ]tokens?)?|[- ]tokens?)[- ](?:long[- ])?prompts?\b(?!\s+tokens?\s+(?:per|a)\b)"),
    ("input_len", "document|article|system prompt|prefill|chunk", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?[- ]?tokens?[- ](?:long\s)?(?:documents?|articles?|system prompts?|histor(?:y|ies)|prefill|chunks?)\b"),
    ("input_len", "prefill", r"(?<![\w.])(?P<v>\d{1,2})\s?(?P<k>M)[- ]tokens?[- ]pre-?fill\b"),
    ("input_len", "input|prompt|prefill", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?\s(?:(?:uncached|fresh|new|cold|unseen|unshared|distinct)\s)?(?:input|prompt|prefill)\s(?:tokens?)\b(?!\s?(?:/|per|a second))"),
    ("input_len", "prefill|prompt", rf"(?:prefill\w*|(?:prompt|context)[- ](?:processing|ingestion|eval\w*|encoding))(?:[- ](?:time|latency|speed|throughput|phase|stage|cost))?\s+(?:[\w.'-]+\s+){{0,6}}?(?:at|of|over|for|with)\s+(?:a\s+)?(?P<v>{N})\s?(?P<k>[kK])?[- ]?tokens?\b(?!\s?(?:/|per|a second))"),
    ("input_len", "prefill|pre-fill|ingest", rf"\b(?:pre-?fill(?:s|ed|ing)?|ingest(?:s|ed|ing)?)\s(?:a\s|all\s|of\s)?(?P<v>{N})\s?(?P<k>[kKM]|\smillion)?[- ]?tokens?\b(?!\s?(?:/|per\b|a second|every second))"),
    ("input_len=M", "million", rf"\b(?:pre-?fill(?:s|ed|ing)?|ingest(?:s|ed|ing)?|process(?:es|ed|ing)?)\s(?P<v>{SPELLED}|one|a)[\s-]million[\s-]tokens?\b"),
    ("input_len", "prompt", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?[- ]tokens?[- ](?:BF16|FP16|FP8|cold|fresh|single|shared|user|system|long|uncached)\s(?:prompts?|inputs?)\b"),
    ("input_len", "first token|ttft|time to first", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?[- ]tokens?[- ]requests?\b(?!\s?(?:/|per\b))"),
    ("input_len", "pp", r"(?<![\w.])pp\s?=?(?P<v>\d{3,6})(?![\w.])"),
    ("input_len", "input", rf"\b(?:at|with|for|of)\s(?:an?\s)?(?P<v>{N})\s?(?P<k>[kK])[\s-]inputs?\b(?!\s?(?:tokens?|tok|/|and\b))"),
    ("input_len", "ttft|first token", rf"\b(?:ttft|first token)\b[^.;\d]{{0,24}}(?:\d[\d.,]*\s?m?s\s)?(?:for|at|on|with|of)\s(?:a\s|an\s)?(?P<v>{N})\s?(?P<k>[kK])?(?:[- ]tokens?)\b(?!\s?(?:/|per\b|a second))"),
    ("output_len", "out|gen|osl", rf"(?:output|generation|OSL|output sequence|gen(?=[-_ ]?(?:len|tok)|\s?=))[-_ ]?(?:lengths?|len|tokens)?\s*(?:of|=|:|is|was|to|\s)*{_LIST}{_K}(?!\s?(?:tokens?|toks?|t)\s?(?:/|per))"),
    ("output_len", "max_new_tokens|max-new-tokens|max new tokens", rf"\bmax[-_ ]new[-_ ]tokens\s?[=:]?\s?(?P<v>{N})(?![\w.]*\w)"),
    ("output_len", "osl", rf"\bOSL\s*(?:of|=|:|\s)*{_LIST}{_K}"),
    ("output_len", "token", rf"(?:generat\w+|decod\w+|produc\w+)\s+(?:up to\s+)?(?P<v>{N})\s?(?P<k>[kK])?\s(?:new\s|output\s)?tokens?\b(?!\s?(?:/|per|a second|each second|every second))"),
    ("output_len", "generat", rf"\bgenerat(?:es?|ed|ing)\s+(?:up to\s+)?(?P<v>{N})\s?(?P<k>[kK])?(?=\s?tokens?\b|[.,;)](?!\d)|$)(?!\s?(?:tokens?|toks?)\s?(?:/|per second|a second|each second|every second))"),
    ("output_len", "output", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?\s(?:output|generated|new)\s(?:tokens?)\b(?!\s?(?:/|per|a second))"),
    ("output_len", "token", rf"(?:answers?|outputs?|completions?|repl(?:y|ies)|responses?|generations?)\s+of\s+(?:about\s+)?(?P<v>{N})\s?(?P<k>[kK])?[- ]tokens?"),
    ("output_len", "token", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?[- ]tokens?[- ](?:long\s)?(?:answers?|outputs?|completions?|repl(?:y|ies)|responses?|generations?)\b"),
    ("context_len", "context|seq", rf"(?<!max-)(?<!max_)(?:context|sequence|seq)[-_. ]{{0,2}}(?:lengths?|len|window|size)?s?\s*(?:of|=|:|is|at|to|up to|beyond|over|around|from|\s)*{_LIST}{_K}(?!\s?x|[\d,.]*\s?[kK]?\s?tok\w*\s?(?:/|per\b|a\ssecond))"),
    ("context_len", "ctx", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?(?:\stokens?)?[- ](?:of\s)?ctx\b"),
    ("context_len", "@", rf"@\s?(?P<v>{N})\s?(?P<k>[kK])(?:\stokens?|\sctx|\scontext)?(?![\w/]|\s?(?:tok\w*|t)\s?/)"),
    ("context_len", "@", rf"@\s?(?P<v>{N})\s(?:tokens?|ctx|context)\b(?!\s?/)"),
    ("context_len", "ctx", rf"\bctx(?:[-_ ]?len(?:gth)?)?\s?(?:of|=|:)?\s?(?P<v>{N})\s?(?P<k>[kK])?(?![\w%.]*\w)"),
    ("context_len=0", "empty|zero", r"(?P<v>(?:an? |the )?(?:empty|zero) (?:context|cache|kv cache)|zero[- ]context)"),
    ("context_len", "of", rf"(?:sequences|requests|prompts|conversations|sessions|users|chats|streams|documents|caches?)\s+(?:of|with|at|each of|holding)\s+(?:about\s+|up to\s+|roughly\s+|around\s+|some\s+|~\s?)?(?P<v>{N})\s?(?P<k>[kKM])?[- ]?(?:cached\s)?tokens?\b(?!\s?(?:/|per|a second))"),
    ("context_len", "of", rf"(?:batch(?:es)? of \d+|batch size \d+)\s+(?:x|×|with|at|and)\s+(?P<v>{N})\s?(?P<k>[kKM])?[- ]?tokens?\b(?!\s?(?:/|per))"),
    ("context_len", "each|apiece", rf"(?:sequences|requests|conversations|sessions|users|people|chats|streams|clients)\b[^.;]{{0,24}}?[\s(,](?P<v>{N})\s?(?P<k>[kKM])?[- ]?tokens?\s(?:(?:of\s)?(?:context|history|cache)\s)?(?:each|apiece)\b"),
    ("context_len", "cache", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kKM])?[- ]?(?:cached|past)\s+tokens?"),
    ("context_len", "chat|conversation|dialog|history|session|requests|streams|users", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?[- ]tokens?[- ](?:long\s)?(?:chats?|conversations?|dialog(?:ue)?s?|histor(?:y|ies)|sessions?|requests|streams|users)\b"),
    ("context_len", "at", r"\bat\s(?:up to\s)?(?P<v>8|16|32|64|128|256|512)(?P<k>[kK])(?=[,.;)]|$|\s(?:with|on|for|and|in|by|\())"),
    ("context_len", "chat|conversation|dialog|history", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])\s(?:long\s)?(?:chats?|conversations?|dialog(?:ue)?s?|histor(?:y|ies))\b"),
    ("context_len", "m token", r"\b(?:at|with|over|beyond)\s(?:a\s|up to\s)?(?P<v>\d{1,2})\s?(?P<k>M)\s(?:cached\s)?tokens?\b(?!\s?(?:/|per\b|a\b))"),
    ("context_len", "million", rf"(?<![\w.])(?P<v>{SPELLED}|one|an?|{N})[\s-](?:million)[\s-]tokens?[\s-](?:of\s|long\s)?(?:contexts?|context[- ](?:windows?|lengths?)|windows?|histor(?:y|ies)|sessions?|conversations?|sequences?|caches?)\b"),
    ("context_len", "token", rf"(?:histor(?:y|ies)|contexts?|caches?|conversations?)\s(?:lengths?\s)?(?:of|at|with|holding|averag\w+|up to)\s(?:about\s|around\s|roughly\s|some\s|~\s?)?(?P<v>{N})\s?(?P<k>[kKM])?[- ]?tokens?\b(?!\s?(?:/|per\b|a second))"),
    ("context_len", "history", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kKM])?[- ]tokens?\s(?:of\s)(?:chat\s|conversation\s|cached\s)?(?:history|cache|kv)\b"),
    ("context_len", "cache", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kKM])?[- ]tokens?[- ](?:BF16|FP16|FP8|INT8|bf16|fp16|fp8|int8|16-bit|8-bit|complete|whole|entire)\s(?:kv[- ])?caches?\b"),
    ("context_len", "users|sequences|requests|chats|sessions|streams|conversations", rf"\b(?:users|sequences|requests|chats|sessions|streams|conversations)\s(?:each\s)?(?:at|with|of)\s(?:about|around|roughly|some|~)\s?(?P<v>{N})\s?(?P<k>[kK])\b(?!\s?(?:tok\w*)?\s?(?:/|per\b|a second))"),
    ("context_len", "cache", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kKM])?[- ]tokens?[- ](?:kv[- ])?caches?\b"),
    ("context_len", "context", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kKM]|\smillion)?[- ]?(?:tokens?)?[- ](?:of\s|long\s|each of\s)?(?:contexts?|context[- ]lengths?|context windows?)\b"),
    ("context_len", "sequence", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kKM])?[- ]?(?:tokens?)?[- ](?:sequence length|seq)\b"),
    ("context_len", "sequence", rf"(?<![\w.])(?P<v>{N})(?:\s?(?P<k>[kKM])(?:[- ]tokens?)?|[- ]tokens?)[- ](?:long\s)?sequences?\b"),
    ("batch", "shar", rf"(?<![\w.,]){_MANY}\s+(?:sequences|requests|prompts|users|conversations|branches|samples)\s+(?:that\s+)?(?:all\s+)?shar(?:e|ing)\b"),
    ("context_len", "prefix", rf"(?<![\w.])(?P<v>{N})(?:\s?(?P<k>[kK])(?:[- ]tokens?)?|[- ]tokens?)[- ](?:long\s)?(?:shared\s|common\s)?prefix(?:es)?\b"),
    ("context_len", "token|seq|context", r"\b(?:at|with|for|over|beyond)\s(?:a\s)?(?P<v>\d{1,4})(?P<k>[kK])\s?(?:tokens?)?(?=[\s,.;)]|$)(?!\s?tok\w*\s?/)"),
    ("block_size", "blocks of|pages of", r"(?:pag\w+|cache)\b[^.;]{0,40}?\b(?:blocks|pages)\sof\s(?P<v>\d{1,4})\stokens"),
    ("draft_len", "medusa|hydra", rf"(?:medusa|hydra)\w*[-\d\s]*(?:with|using|of)\s+(?P<v>\d|{_W})\s+heads\b"),
    ("draft_len", "token", rf"(?:draft(?:s|ed|ing)?|speculat\w+|propos\w+|guess\w*)\s+(?:length\s*(?:of|=|:)?\s*)?(?:up to\s+)?(?P<v>\d{{1,3}}|{_W})\s+(?:draft\s+|speculative\s+|candidate\s+|future\s+)?tokens?"),
    ("draft_len", " of ", rf"(?:candidate|cop(?:ied|ying)|match(?:ed|ing)|draft|suggested|looked-up)\s(?:[\w-]+\s)?(?:spans?|runs?|snippets?|continuations?|strings?|phrases?)\s(?:of|with)\s(?:up to\s)?(?P<v>\d{{1,3}}|{_W})\s+tokens?"),
    ("draft_len", "depth", rf"\b(?:tree|root|candidates?|nodes|chain|draft(?:er|s)?)\b[^.;]{{0,40}}?\bdepths?\s?(?:of|is|=|:)?\s?(?P<v>\d{{1,2}}|{_W})(?![\w%])"),
    ("draft_len", "cop", rf"cop(?:y|ies|ied|ying)\s+(?:up to\s+)?(?P<v>\d{{1,3}}|{_W})\s+tokens?"),
    ("tokens_per_step", "token", rf"(?:emit\w*|decod\w+|generat\w+|produc\w+|unmask\w*|commit\w*|reveal\w*|denois\w+|predict\w*)\s+(?:about\s+|on average\s+|up to\s+|roughly\s+)?(?P<v>\d{{1,3}}(?:\.\d+)?|{_W})\s+tokens?\s+(?:per|a|each|in each|in every|at every|every)\s+(?:denoising\s+|forward\s+|diffusion\s+)?(?:step|pass|iteration|forward)"),
    ("tokens_per_step", "token", rf"(?<![\w.])(?P<v>\d{{1,3}}(?:\.\d+)?|{_W})\s+tokens?\s+(?:are\s+)?(?:finali[sz]ed|unmasked|committed|revealed|denoised|decoded|generated|emitted|fixed|settled)\s+(?:per|a|each|in each|in every|at every|at each|every)\s+(?:denoising\s+|diffusion\s+|forward\s+)?(?:step|pass|iteration)"),
    ("draft_len", "token", rf"(?:draft(?:s|ed|ing)?|speculat\w+|propos\w+|guess\w*|predict(?:s|ed|ing)?)\s+(?:[\w.-]+\s+){{0,2}}?(?P<v>\d{{1,3}}|{_W}|single)\s+(?:draft\s+|speculative\s+|candidate\s+|future\s+|extra\s+|more\s+)?tokens?\s+(?:ahead|at a time|per|a|each|in|at once|for|with)\b"),
    ("draft_len", "token", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s+(?:mtp|nextn|lookahead|eagle|medusa|guessed|candidate|predicted|extra|spec\.?)\s+(?:draft\s+)?(?:tokens?|steps)"),
    ("draft_len", "token", r"\b(?:MTP|NextN|(?-i:EAGLE)[\w-]*|speculat\w+)(?:\sdecoding)?\s?(?:—|–|-|:)\s?(?P<v>\d{1,2})\s(?:draft\s|spec(?:ulative)?\s)?tokens?\b(?!\s?(?:/|per|a\b|each))"),
    ("draft_len", "token", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s+tokens?\s+(?:are\s+|is\s+|being\s+)?(?:drafted|speculated|proposed|guessed|copied)"),
    ("draft_len", "token", rf"(?:chains?|draft(?:s|ing)?|blocks?)\s+of\s+(?P<v>\d{{1,3}}|{_W})\s+(?:draft(?:ed)?\s+)?tokens?"),
    ("draft_len", "ahead", rf"(?<![\w.])(?P<v>\d{{1,2}}|{_W})\s+tokens?\s+ahead\b"),
    ("draft_len", "token", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s+tokens?\s+of\s+(?:prompt[- ]lookup|n-?gram|speculation|drafts?|draft(?:ed|ing)|look-?ahead)\b"),
    ("draft_len", "deep", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s+(?:draft\s+)?(?:steps\s+|tokens\s+|levels\s+)?(?:deep)\b"),
    ("draft_len", "mtp|nextn", r"\b(?:MTP|NextN)(?:[- ]|\s?[=:]\s?|\s(?:depth|length|layers?|tokens?|steps?|k)\s?(?:of|=|:|is)?\s?)?(?P<v>[1-9])(?![\w%×]|\.\d|\s?(?:x\b|×|%|times|tokens? (?:per|a)))"),
    ("draft_len", "token", r"\b(?P<v>one|a single|single)\s(?:(?:extra|additional|more)\s)?(?:MTP|NextN|draft(?:ed)?|speculative|speculated|look-?ahead|guessed)\stoken\b(?!s|\s(?:costs?|takes?|needs?))"),
    ("draft_len", "heads", rf"(?<![\w.])(?P<v>\d|{_W})\s+(?:extra\s+|additional\s+)?(?:medusa|hydra|decoding|prediction|draft)\s+heads?"),
    ("draft_len", "token", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s+(?:draft|drafted|speculative|speculated|proposed)\s+tokens?"),
    ("draft_len", "draft|guess|specul", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s+(?-i:{_CALLED})(?:draft|guess|speculative|speculated|drafted|proposed)(?:ed)?\s+(?:tokens?|steps?|positions?)\b"),
    ("draft_len", "draft|guess|specul|propos", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s+(?:are\s+|is\s+|were\s+|being\s+)?(?:drafted|guessed|speculated|proposed)\b"),
    ("draft_len", "token", rf"(?:draft|speculat|propos|guess|predict)\w*\s+(?:all\s+|the next\s+|its\s+|up to\s+)(?P<v>\d{{1,3}}|{_W})\s+tokens?\b"),
    ("draft_len", "token", rf"\bnext\s+(?P<v>\d{{1,3}}|{_W})\s+tokens?\s+(?:are\s+)?(?:guess|draft|predict|propos|specul)"),
    ("draft_len", "token", rf"(?:draft\w*|speculat\w+|look-?up|n-?grams?|eagle[\w-]*|mtp|medusa|proposer|drafter)\s\(\s?(?P<v>\d{{1,2}}|{_W})\s(?:draft\s|drafted\s)?tokens?(?:\s(?:per|a|each)\s(?:cycle|step|pass|round|iteration))?\s?[,;)]"),
    ("draft_len", "guess|draft|proposal", rf"(?<![\w.])(?P<v>\d{{1,2}}|{_W})\s(?:guesses|drafts|proposals)\s(?:per|a|each|every|in each|in every)\s(?:round|step|cycle|pass|iteration|verification)\b"),
    ("draft_len", "candidate", rf"\bwith\s+(?:up to\s+)?(?P<v>\d{{1,3}}|{_W})\s+candidates?\b"),
    ("draft_len", "mtp|nextn|multi-token", r"\b(?P<v>one|single|two|three|\d)\s+(?:MTP|NextN|multi-token[- ]prediction)\s+(?:modules?|layers?|heads?|depths?)\b"),
    ("draft_len", "draft", r"\bdraft(?:ing)?[- ](?:lengths?|depths?|tokens)\sfrom\s\d{1,2}\s(?:down\s|up\s)?to\s(?P<v>\d{1,2})\b"),
    ("draft_len", "draft", rf"draft(?:[- ](?:length|depth|tokens?|size))\s*(?:of|=|:|is|\s)*{_LIST}(?!\s?[%x×.])"),
    ("draft_len", "=", rf"(?<![\w])(?:k|K|γ|gamma|num_spec\w*|num_speculative_tokens|speculative[-_]num[-_]\w+)\s?=\s?{_LIST}(?!\w)"),
    ("acceptance_rate", "accept", rf"accept\w*(?:\s(?:rate|ratio|probability))?s?\s*(?:\(?\s?(?:α|alpha)\s?\)?)?\s*(?:of|=|:|is|at|to|was|around|about|between|near|reaches|\s|~)*(?P<v>{_RATE})"),
    ("acceptance_rate", "accept", rf"(?<![\w.])(?P<v>{_RATE})\s(?:token\s|draft\s|average\s|of (?:the )?draft(?:ed)? tokens )?(?:accept\w*)"),
    ("acceptance_rate", "accept", rf"(?<![\w.])(?P<v>{_PERCENT})\s(?:of\s)?(?:the\s|all\s|its\s|them\s|these\s)*(?:drafts?|drafted|draft|proposed|proposals|guesses|candidates?|speculated|second|extra|additional|next|predicted|MTP)?\s?(?:tokens\s)?(?:are\s|being\s|were\s|get\s|is\s)?accept\w*"),
    ("acceptance_rate", "accept", rf"(?P<v>{PART})\s(?:of\s)?(?:the\s|all\s|its\s|their\s)*(?:draft\w*|proposed|proposals|guesses|candidates?|speculated)\s(?:tokens\s)?(?:are\s|being\s|were\s|get\s|is\s)?accept\w*"),
    ("acceptance_rate", "accept", rf"accept\w*\s(?:at|with)\s(?:a|an)\s(?:[\w-]+\s)?(?:rate|ratio|probability|chance)\s(?:of\s)?(?:about\s|around\s|roughly\s|~)?(?P<v>{_RATE})"),
    ("acceptance_rate", "accept", rf"accept\w*\s(?:about\s|around\s|roughly\s|on average\s|~)?(?P<v>{_PERCENT})\sof"),
    ("acceptance_rate", "accept", rf"accept\w*\s(?:\w+\s){{0,2}}?(?:with|at)\s(?:an?\s|the\s)?(?:probability|chance|likelihood|rate)\s(?:of\s)?(?:about\s|around\s|roughly\s|~)?(?P<v>{_RATE})"),
    ("acceptance_rate", "α|alpha", rf"(?:α|\balpha\b)\s?(?:=|≈|~|of|is)\s?(?:about\s|around\s|~)?(?P<v>{_RATE})(?![\w.]*\w)"),
    ("acceptance_len", "accept", r"(?:accept\w*|average|mean)\s?(?:lengths?|len)(?:\s(?:of|=|:|is|at|to|\(?τ\)?|=|about|around|~))*\s*(?P<v>\d{1,2}(?:\.\d+)?)(?![\w%x×]|\.\d)"),
    ("acceptance_len", "token", r"(?:yield\w*|giv\w+|produc\w+|emit\w*|keep\w*|commit\w*|gain\w*|average\w*|advanc\w+|get\w*|at)\s(?:about\s|around\s|roughly\s|on average\s|an average of\s|~)?(?P<v>\d{1,2}(?:\.\d+)?)\s(?:accepted\s)?tokens\s(?:per|a|each|for each|for every|in each)\s(?:target\s|model\s|forward\s|verification\s|decoding\s|verify\s)*(?:pass|step|cycle|forward|round|iteration|verification|call)"),
    ("acceptance_len", "token", r"(?<![\w.])(?P<v>\d{1,2}\.\d+)\stokens\s(?:per|a|each|for each|for every|in each)\s(?:target\s|model\s|forward\s|verification\s|decoding\s|verify\s)*(?:pass|step|cycle|forward|round|iteration|verification|call)"),
    ("acceptance_len", "token|per", r"(?<![\w.])(?P<v>\d{1,2}\.\d+)\s(?:(?:of them|tokens|accepted|land(?:ed|s|ing)?|surviv\w+|kept)\s){0,2}(?:per|for each|for every|in each)\s(?:target\s|model\s|forward\s|verification\s|decoding\s|verify\s|big-model\s|large-model\s)*(?:pass|step|cycle|forward|round|iteration|verification|call)\b"),
    ("acceptance_len", "token", r"(?<![\w.])(?P<v>\d{1,2}\.\d+)\s(?:output\s|new\s)?tokens\s(?:\([^()]{0,40}\)\s)?(?:(?:are|were|is|get|being)\s)?(?:committed|emitted|produced|gained|kept|accepted|confirmed|obtained|written)\s(?:per|for each|for every|in each|with each|by each|a|each|every)\s(?:target\s|model\s|forward\s|verification\s|decoding\s|verify\s)*(?:pass|step|cycle|forward|round|iteration|verification|call)\b"),
    ("acceptance_len", "token", r"\btokens?\s?(?:per|/|a|each)\s?(?:target\s|model\s|forward\s|verification\s|decoding\s|verify\s|draft\s)*(?:pass|step|cycle|round|iteration|verification|verify|call)\s?(?:of|is|was|=|:|averages)?\s?(?P<v>\d{1,2}(?:\.\d+)?)(?![\w%x×,]|\.\d|\s?(?:x\b|×|times|ms|us|%|tokens?|GB|MB))"),
    ("acceptance_len", "token", r"(?<![\w.])(?P<v>\d{1,2}\.\d+)\s(?:output\s|new\s)?tokens\s(?:(?:come|comes|came|result|results|emerge|emerges|drop|drops)\s)?(?:out\s(?:of|from)|from|of)\s(?:each|every|a|one)\s(?:target\s|model\s|forward\s|verification\s|decoding\s|verify\s)*(?:pass|step|cycle|forward|round|iteration|verification|call)\b"),
    ("acceptance_len", "token", r"(?:^|[:;(,]\s?)(?P<v>\d{1,2})\stokens\s(?:per|a|each)\s(?:target\s|model\s|forward\s|verification\s|verify\s)*(?:pass|verification|verify|cycle)\b"),
    ("acceptance_len", "pass|step|call", r"\bone\s(?:target\s|model\s|forward\s|decoding\s|verification\s)*(?:pass|step|call|forward)\s(?:per|for|every|for every|for each)\s(?P<v>\d{1,2}(?:\.\d+)?)\s(?:output\s|generated\s|new\s)?tokens?\b"),
    ("acceptance_len", "token", rf"\b(?:each|every|a|one)\s(?:[\w-]+\s){{0,2}}?(?:pass|step|iteration|round|forward|cycle)\b(?:[^.;,()]|\([^()]{{0,60}}\)){{0,60}}?\s(?:commits?|emits?|yields?|finali[sz]es?|unmasks?|settles?|produces?|reveals?|fixes|decodes|generates|writes|outputs?|gives)\s(?:exactly\s|on average\s|about\s|roughly\s|around\s|some\s|just\s)?(?P<v>\d{{1,2}}(?:\.\d+)?|{_W})\s(?:output\s|new\s)?tokens\b(?!\s?(?:/|per\s(?:s|second|user)|a second))"),
    ("forced", "forced|determin|fixed by|dictated", rf"(?<![\w.])(?P<v>{SHARE})\sof\s(?:the\s|all\s|its\s|our\s)*(?:[\w-]+\s){{0,2}}?tokens?\s(?:are|were|is|being)\s(?:already\s|fully\s|completely\s)?(?:forced|deterministic|determined|fixed|dictated)\b"),
    ("forced", "jump|fast-forward|grammar|json|schema", rf"\b(?:skip|jump|fast-?forward|forc|fill)\w*\s(?:over\s|in\s)?(?:about\s|some\s|up\sto\s)?(?P<v>{SHARE})\sof\s(?:the\s|all\s|its\s|our\s)*(?:[\w-]+\s){{0,2}}?tokens\b"),
    ("forced", "forc|determin", rf"\b(?:forces|determines|fixes|dictates)\s(?:about\s|some\s)?(?P<v>{SHARE})\sof\s(?:the\s|all\s|its\s|our\s)*(?:[\w-]+\s){{0,2}}?tokens\b"),
    ("acceptance_len", "commit|keep|accept|confirm|retain", r"\b(?:commit|keep|accept|confirm|retain)\w*\s(?:about\s|around\s|roughly\s)?(?P<v>\d{1,2}(?:\.\d+)?)\s(?:of\s(?:them|these|those)\s)?(?:on average|per round|a round|each round|at a time|in the mean)\b"),
    ("acceptance_len", "come|came", r"(?<![\w.])(?P<v>\d{1,2}\.\d+)\s(?:of them\s|tokens\s|of which\s)?(?:come|comes|came)\sout\b"),
    ("acceptance_len", "surviv|land|stick|pass", r"(?<![\w.])(?P<v>\d{1,2}\.\d+)\s(?:of them\s|tokens\s|of which\s)?(?:survive|land|stick|pass verification|make it through)\b"),
    ("acceptance_len", "accept", r"accept\w*\s(?:lengths?|len)\s(?:of|is|averages|=|:|at|was|comes to)?\s?(?:about\s|around\s|roughly\s|on average\s|~)?(?P<v>\d{1,2}(?:\.\d+)?)(?![\w%x×]|\.\d)"),
    ("acceptance_len", "accept|kept", r"(?<![\w.])(?P<v>\d{1,2}(?:\.\d+)?)\s(?:of them\s|tokens\s|of which\s)?(?:(?:are\s|were\s|being\s|get\s)?(?:accepted|kept))"),
    ("acceptance_len", "accept", r"(?<![\w.])(?P<v>\d{1,2}(?:\.\d+)?)\s(?:tokens\s)?(?:(?:are\s|were\s|being\s)?accepted(?:\stokens)?(?:\s(?:per|a|each)\s(?:step|cycle|pass|verification|round|iteration|forward)?)?|tokens\s(?:per|a|each)\s(?:cycle|verification|target (?:pass|step)|forward pass|decoding step))"),
    ("acceptance_len", "token", r"accept\w*\s(?:about\s|around\s|roughly\s|on average\s|an average of\s|~)?(?P<v>\d{1,2}(?:\.\d+)?)\s(?:draft\s|drafted\s)?tokens?"),
    ("acceptance_len", "accept", rf"(?<![\w.])(?P<v>{_W})\s(?:of (?:them|which)\s|tokens\s|drafts\s)?(?:are\s|were\s|being\s|get\s)?(?:accepted|kept)\s(?:tokens\s)?(?:per|a|each|in each|on average)\b"),
    ("acceptance_len", "accepted", r"\b(?:mean|average|avg\.?)\s(?:number of\s)?accepted\s(?:draft\s)?tokens\s?(?:of|=|:|is|was)?\s?(?P<v>\d{1,2}(?:\.\d+)?)(?![\w%x×]|\.\d|\s?(?:x\b|×|times))"),
    ("acceptance_len", "τ", r"(?:τ|\btau)\s?(?:=|of|≈)\s?(?P<v>\d{1,2}(?:\.\d+)?)"),
    ("acceptance_len", "tau", r"\btau\s?(?:=|of)?\s?(?P<v>\d{1,2}(?:\.\d+)?)"),
    ("tp", "tp", r"(?<![\w])(?:TP|tp)[-=:\s]{0,3}(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("tp", "way", r"(?<![\w])(?P<v>\d{1,3}|[Ff]our|[Ee]ight|[Tt]wo|[Ss]ixteen)[- ]way (?:TP|[Tt]ensor)"),
    ("tp", "way", r"[Tt]ensor[- ]parallel(?:ism)? (?P<v>\d{1,3}|two|four|eight|sixteen)[- ]way"),
    ("tp", "over", r"[Tt]ensor[- ]parallel(?:ism)? (?:over|across|on) (?P<v>two|four|eight|sixteen)(?= )"),
    ("tp", "tensor", r"[Tt]ensor[- ]parallel(?:ism)?(?:[- ]size)?(?:\s(?:of|over|across|on|with|degree|size|=|:))*\s?=?\s?(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("ep", "ep", r"(?<![\w])(?:EP|ep)[-=:\s]{0,3}(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("pp", "stage", r"(?<![\w.])(?P<v>(?i:\d{1,3}|two|three|four|eight|sixteen))[- ]stages?\s(?i:pipelin|PP)\w*"),
    ("pp", "stage", r"(?i:pipelin\w+)\s(?:[\w-]+\s){0,3}?(?:of|in|with|into|over|across)\s(?P<v>(?i:\d{1,3}|two|three|four|eight|sixteen))\sstages?\b"),
    ("pp", "stage", r"(?<![\w.])(?P<v>(?i:\d{1,3}|two|three|four|eight|sixteen))\s(?i:pipeline)[- ]stages\b"),
    ("pp", "pipeline", r"(?i:pipeline)[- ](?i:parallel\w*)(?:[- ](?:size|degree))?\s?(?:of|over|across|on|=|:)?\s?(?P<v>\d{1,3}|two|four|eight|sixteen)(?![\w.]*\w)"),
    ("pp", "way", r"(?<![\w])(?P<v>\d{1,3}|[Ff]our|[Ee]ight|[Tt]wo|[Ss]ixteen)[- ]way (?:PP|[Pp]ipeline)"),
    ("ep", "ep", r"(?<![\w])(?:[Ww]ide[- ]?)?(?:EP|[Ee]xpert[- ][Pp]arallel\w*)\s(?:over|across|on)\s(?P<v>\d{1,4})\s(?:[\w-]+\s)?(?:GPUs|chips|devices|accelerators|cards|ranks)\b"),
    ("ep", "way", r"(?<![\w])(?P<v>\d{1,3}|[Ff]our|[Ee]ight|[Tt]wo|[Ss]ixteen)[- ]way (?:EP|[Ee]xpert)"),
    ("ep", "expert", r"(?i:expert)[- ](?i:parallel\w*)(?:[- ](?:size|degree))?\s(?:of|=|:)\s?(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("tp", "way", r"(?<![\w])(?P<v>\d{1,3}|[Ff]our|[Ee]ight|[Tt]wo|[Ss]ixteen)[- ]way (?:sharding|split|model[- ]parallel)"),
    ("pp", "pp", r"(?<![\w])(?:PP)[-=:\s]{0,3}(?P<v>\d{1,3})(?![\w.]*\w)"),
    ("heads", "heads", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W}|one)\s+(?:(?:kv|key-value|key/value|key and value)[- ]?(?:heads?)?\s+)?(?:heads?\s+)?(?:instead of|rather than|in place of|for|against|versus|vs\.?|out of)\s+(?:the\s+)?(?P<w>\d{{1,3}}|{_W})(?:\s+(?:kv|key-value|key/value|query|attention))?(?:\s+heads?)?(?=[^.;]{{0,20}}heads?\b|\b)"),
    ("heads-down", "heads", rf"(?:from|replac\w+|reduc\w+|cut\w*|lower\w*|shrink\w*|swap\w+|merg\w+|convert\w+|collaps\w+|pool\w+)\s+(?:the\s+|its\s+|all\s+)?(?P<w>\d{{1,3}}|{_W})\s+(?:(?:kv|key-value|key/value|query|attention|full)[- ])*(?:heads?\s+)?(?:of\s+[\w.-]+(?:\s[\w.-]+)?\s+)?(?:down\s+)?(?:to|by|with|for|into)\s+(?:a\s+|just\s+|only\s+)?(?P<v>\d{{1,3}}|{_W}|one|single)\b(?:\s+(?:(?:shared|kv|key-value|grouped)\s+)*heads?)?"),
    ("heads-down", "heads", rf"(?<![\w.])(?P<w>\d{{1,3}}|{_W})\s(?:kv|key-value|key/value|query|attention)[- ]heads?\s(?:(?:become|became|turn(?:s|ed)? into|(?:are\s|were\s)?(?:merged|pooled|averaged|reduced|cut|grouped|collapsed)\s(?:in)?to)|->|→|down to|to)\s(?:just\s|only\s|a\s)?(?P<v>\d{{1,3}}|{_W}|one|single)\b"),
    ("n_heads", "heads", rf"(?:against|than|versus|vs\.?|compared (?:to|with)|instead of|relative to|over)\s(?:[\w-]+\s){{0,4}}?(?P<v>\d{{1,3}}|{_W})\s(?:kv|key-value|key/value)[- ]heads?\b"),
    ("n_kv_heads", "head", r"(?P<v>one|a single|single|1)\s(?:shared\s)?(?:kv|key-value|key/value|KV)[- ]head\b"),
    ("n_heads", "head", r"(?:against|than|versus|vs\.?|compared (?:to|with)|instead of|relative to)\s(?:an?\s|the\s)?(?P<v>\d{1,3})-head\s(?:(?:kv|key-value)[- ]?)?cache\b"),
    ("n_heads", "heads", r"(?:against|than|versus|vs\.?|compared (?:to|with)|instead of|relative to)\s(?:the\s)?(?:keys and values|kv|key-value pairs)\s(?:for|of)\s(?:all\s)?(?P<v>\d{1,3})\sheads\b"),
    ("n_heads", "heads", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s(?:query|attention|q)[- ]heads?"),
    ("n_kv_heads", "heads", rf"(?<![\w.])(?P<v>\d{{1,3}}|{_W})\s(?:kv|key-value|key/value|KV)[- ]heads?"),
    ("n_kv_heads", "heads", r"(?:to|with|using)\s(?P<v>\d{1,3})\s(?:kv |KV )?heads"),
    ("window", "window", rf"(?:sliding[- ]|attention[- ])?window(?:[- ](?:size|length))?\s*(?:of|=|:|is|\s)*(?P<v>{N})\s?(?P<k>[kK])?(?![\w%.]*\w)"),
    ("window", "window", rf"window(?:ed)?[- ](?:attention|caches?)\s(?:of|over)\s(?P<v>{N})\s?(?P<k>[kK])?[- ]?tokens?\b"),
    ("window", "window", rf"(?<![\w.])(?P<v>{N})(?P<k>[kK])?[- ](?:token\s)?(?:sliding[- ])?window\b"),
    ("window", "look|attend|see", rf"\b(?:look(?:s|ing)?\s(?:only\s)?back|attend(?:s|ing)?\s(?:only\s|just\s)?(?:to\s)?|sees?)\s(?:only\s|just\s|at most\s|over\s|at\s)*(?:the last\s)?(?P<v>{N})\s?(?P<k>[kK])?[- ]?tokens?\b(?!\s?(?:/|per\b|an?\b|each\b|every\b))"),
    ("window", "local|window", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?[- ]tokens?\s(?:(?:sliding|attention)[- ])*(?:local|windowed|window)\b"),
    ("window", "token", rf"\b(?:keep\w*|kept|attend\w*|retain\w*|read\w*|cach\w+|see[sn]?|hold\w*|stor\w+|look\w*|only|to|within|over|window|remember\w*|limited|restrict\w*)\b[^.;()]{{0,24}}?\b(?:the\s+)?(?:last|latest|most recent|newest|previous)\s+(?P<v>{N})\s?(?P<k>[kK])?\s?tokens?"),
    ("kept", "/", r"(?:only\s+|just\s+)?(?P<v>1\s?/\s?\d{1,4})\s+of\s+(?:the\s+|its\s+|all\s+)?(?:cached\s+)?(?:kv|key|cache|tokens|context|weights?|neurons|prompt|entries|pages|blocks|layers|experts|channels)"),
    ("kept", _PARTS_OF, rf"(?:read(?:s|ing)?|load(?:s|ing)?|fetch(?:es|ing)?|touch(?:es|ing)?|keep(?:s|ing)?|kept|retain(?:s|ed|ing)?|attend(?:s|ing)? to|stor(?:es|ing)|activat(?:es|ing)|comput(?:es|ing)|evaluat(?:es|ing)|only|just|to|budget of|cach(?:es|ing))\s+(?:only\s+|just\s+|about\s+|around\s+|roughly\s+|a\s+)*(?:(?:the\s+)?(?:heaviest|top|largest|strongest|hottest|highest|best|latest|newest|most\s+[\w-]+)\s+)?(?P<v>{SHARE})\s+(?:of\s+)(?:the\s+|its\s+|all\s+|their\s+|an?\s+|each\s+|every\s+)?(?:[\d.,]+\s?[kKM]?(?:\s+|-token\s+))?(?:original\s+|full\s+|cached\s+|input\s+|prompt\s+|causal\s+|attention\s+){{0,2}}(?:kv|keys?|cache|tokens|context|weights?|neurons|prompts?|entries|pages|blocks|channels|length|rows|vocabulary|scores|attention|positions)"),
    ("kept", "%", r"\b(?:keep(?:s|ing)?|kept|retain(?:s|ed|ing)?|read(?:s|ing)?|attend(?:s|ing)? to|load(?:s|ing)?)\s+(?:only\s+|just\s+)?(?:the\s+)?(?P<v>\d{1,2}(?:\.\d+)?\s?%)\s+(?:[\w-]+\s+){1,2}(?:tokens|keys|entries|positions|pages|blocks|pairs)\b"),
    ("kept", " in |of", rf"\b(?:read\w*|load\w*|fetch\w*|attend\w*(?:\s+to)?|keep\w*|kept|touch\w*|us(?:es|ing)|comput\w+|only|just)\s+(?:only\s+|just\s+)?(?P<v>(?:one|1)\s(?:in|of|out\sof)\s(?:every\s)?(?:\d{{1,3}}|{_W}))\s(?:of\s(?:the|its)\s)?(?:kv\s|cached\s|cache\s|key\s)?(?:pages|tokens|keys|blocks|entries|positions|scores)\b"),
    ("kept", "%", r"(?:kv |cache |token |key-value )(?:cache )?budget\s+(?:of|at|is)\s+(?P<v>\d{1,2}(?:\.\d+)?\s?%)"),
    ("kept", "budget", r"(?<![\w.])(?P<v>\d{1,2}(?:\.\d+)?\s?%) (?:(?:kv|cache|token|key-value|memory) )?(?:cache )?budget"),
    ("sparsity", "evict|drop|prun|discard|skip|remov|zero|trim|cut|leav|left|omit|ignor", rf"(?:evict(?:s|ing|ed)?|drop(?:s|ping|ped)?|prun(?:es|ing|ed)|discard(?:s|ing|ed)?|skip(?:s|ping|ped)?|remov(?:es|ing|ed)|zero(?:es|ed|ing)?|trim(?:s|med|ming)?|cut(?:s|ting)?|leav(?:es|ing)\s+out|left\s+out|omit(?:s|ting|ted)?|ignor(?:es|ing))\s+(?:out\s+)?(?:about\s+|around\s+|roughly\s+|some\s+|up to\s+|that\s+|the\s+)?(?P<v>{SHARE})\s+(?:of\s+)?(?:the\s+|its\s+|all\s+|their\s+)?(?:[\w-]+\s+){{0,4}}?(?:kv|keys?|cache|tokens|weights?|layers|blocks|entries|prompt|neurons|vocabulary|channels|rows|parameters|activations)\b"),
    ("sparsity", "compress", rf"\bcompress(?:es|ing|ed)?\s(?:away\s)?(?:about\s|around\s|some\s|over\s)?(?P<v>{SHARE})\s(?:of\s)(?:the\s|its\s|their\s)?(?:kv[- ]?)?caches?\b"),
    ("sparsity", "bytes|weight", rf"\b(?:i\.\s?e\.,?|that is,?|which is|or)\s(?:about\s|around\s|roughly\s)?(?P<v>{SHARE})\sof\s(?:the\s|all\s|its\s)*(?:weights?\s(?:bytes|reads|traffic)|weights?\b|bytes\sof\sthe\sweights)"),
    ("prompts squeezed", "compress|squeez|condens|shorten|shrink", rf"\b(?:compress|squeez|condens|shorten|shrink)\w*\s(?:(?:the|its|our|long|input|user|all)\s){{0,3}}(?:prompts?|contexts?|inputs?)\s(?P<to>to|into)?\s?(?:by\s)?(?:about\s|around\s|up to\s|roughly\s)?(?P<v>{SHARE}|\d{{1,2}}(?:\.\d+)?(?=\s?(?:[x×](?!\w)|times\b|-?fold\b)))(?=[^.;]*\d)"),
    ("tokens instead", "instead of|rather than", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>[kK])?\s(?:tokens\s|keys\s|positions\s)?(?:instead of|rather than)\s(?:all\s|the full\s)?(?P<w>{N})\s?(?P<l>[kK])?\s(?:cached\s)?(?:tokens|keys|positions|entries)\b"),
    ("kept", "layers|blocks", rf"(?:with|from|through|using|runs?|running|on)\s+(?:only\s+|just\s+)?(?P<v>{SHARE})\s+of\s+(?:its\s+|the\s+|their\s+)?(?:own\s+)?(?:transformer\s+|decoder\s+)?(?:layers|blocks)\s+(?:as\s+(?:its\s+|the\s+|a\s+)?draft|draft)"),
    ("kept", "draft", rf"draft\w*\s(?:with|from|using|on|through)\s+(?:only\s+|just\s+)?(?P<v>{SHARE})\s+of\s+(?:its\s+|the\s+|their\s+)?(?:own\s+)?(?:transformer\s+|decoder\s+)?(?:layers|blocks)\b"),
    ("sparsity", _PARTS_OF, rf"(?<![\w.])(?P<v>{SHARE})\s+of\s+(?:the\s+|its\s+|all\s+|their\s+)?(?:[\w-]+\s+){{0,2}}(?:kv|keys?|cache|tokens|weights?|layers|entries|neurons|channels|rows|vocabulary|parameters)\s+(?:entries\s+|tokens\s+)?(?:(?:are|is|being|were|get)\s+)?(?:evicted|dropped|pruned|discarded|skipped|removed|zero(?:ed)?|inactive|left out|cut)"),
    ("sparsity", "zeros", rf"(?<![\w.])(?P<v>{SHARE})\s(?:of\s(?:the\s|its\s|all\s)*weights\s(?:are\s)?)?zeros\b"),
    ("sparsity", "spars", r"(?<![\w.])(?P<v>\d{1,2}(?:\.\d+)?(?:\s?%?\s?(?:-|~|to|and)\s?\d{1,2}(?:\.\d+)?)?\s?%)[\s-](?:[\w-]+\s){0,3}spars\w+"),
    ("sparsity", "spars", r"spars\w+(?:\s(?:ratio|level|rate))?\s*(?:of|=|:|at|is|to|up to|\s)*(?P<v>\d{1,2}(?:\.\d+)?\s?%|0\.\d+)"),
    ("sparsity", "vocab|head", rf"\b(?:trim|cut|reduc|shrink|prun|slim)\w*\s(?:the\s|its\s|our\s)?(?:output\s|draft\s)?(?:vocab(?:ulary)?|lm[- ]head)\sby\s(?:about\s)?(?P<v>{SHARE})"),
    ("sparsity", "2:4", r"(?P<v>2\s?:\s?4)(?=[\s-]+(?:semi|spars|struct|pattern|prun|weight|mask|checkpoint|model|version|variant))"),
    ("sparsity", "every second|every other", r"(?P<v>every (?:second|other))\s+(?:prompt\s+|cached\s+|input\s+|transformer\s+)?(?:tokens?|layers?|blocks?|heads?|entr(?:y|ies)|neurons?|weights?)"),
    ("kept", "rank", rf"(?:to|at|with|by)\s+(?P<v>{SHARE})\s+(?:of\s+)?(?:the\s+|its\s+|their\s+)?(?:original\s+|full\s+)?rank\b"),
    ("shared layers", "layers", rf"(?P<v>pairs|(?:each|every|a)\s+pair|(?:groups|sets|blocks)\s+of\s+(?:\d|{_W})|(?:every|each)\s+(?:\d|{_W})|(?:\d|{_W}))\s+(?:of\s+)?(?:adjacent|neighbou?ring|consecutive|successive)\s+(?:[\w-]+\s)?layers\b"),
    ("shared layers", "layer", r"\b(?:every|each)\slayer\s(?P<v>pairs?)\sshares?\b"),
    ("layers", "layer", r"(?P<keep>leav|stop|end)\w*\s(?:[\w-]+\s){0,3}?(?:at|after)\slayer\s(?P<v>\d{1,3})\sof\s(?:its\s|the\s)?(?P<w>\d{1,3})\b(?!\s*(?:tokens|GPUs))"),
    ("layers", "exit", r"(?P<keep>exit)\w*\s(?:\w+\s){0,2}?(?:at|after)\s(?:layer\s)?(?P<v>\d{1,3})\sof\s(?:its\s|the\s)?(?P<w>\d{1,3})\b(?!\s*(?:tokens|GPUs))"),
    ("layers", "layers of|blocks of|layers out|blocks out", rf"(?P<keep>keep|kept|us(?:es|ing)|run(?:s|ning)|first)?\w*\s*(?<!\w)(?P<v>\d{{1,3}}|{SPELLED})\s+(?:redundant\s+|middle\s+|upper\s+|last\s+|final\s+|deepest\s+)?(?:transformer\s+|decoder\s+)?(?:layers|blocks)\s+(?:out\s+)?of\s+(?:its\s+|the\s+|all\s+)?(?P<w>\d{{1,3}}|{SPELLED})(?![\w%-]|\s+tokens|[.,]\d)"),
    ("layers", "layers|blocks", rf"(?<!\w)(?P<keep>keep|kept|us(?:es|ing)|run(?:s|ning)|after|exit|first)?\w*\s+(?:only\s+|just\s+)?(?P<v>\d{{1,3}}|{SPELLED})\s+(?:(?:(?:least|most)\s+\w+|redundant|middle|upper|last|final|deepest|unimportant|(?:transformer\s+|decoder\s+)?(?:layers|blocks))\s+){{0,2}}(?:out\s+)?of\s+(?:its\s+|the\s+|all\s+|their\s+|(?-i:[A-Z])[\w.-]*(?:\s[\w.-]+)?'s?\s+|(?:the\s+)?model's\s+)?(?P<w>\d{{1,3}}|{SPELLED})\s+(?:transformer\s+|decoder\s+)?(?:layers|blocks)"),
    ("hit_rate", "hit", r"(?:hit[- ]?(?:rate|ratio)s?)\s*(?:of|=|:|is|at|to|above|over|around|reaches|near|\s|~)*(?P<v>\d{1,3}(?:\.\d+)?\s?%|0?\.\d+)"),
    ("hit_rate", "hit", r"(?<![\w.])(?P<v>\d{1,3}(?:\.\d+)?\s?%)\s(?:\w+\s){0,3}hit(?:[- ]?(?:rate|ratio))?s?"),
    ("hit_rate", "cach|shar|common|same|identical|repeated|reus|found|served", rf"(?<![\w.])(?P<v>{SHARE})\s+of\s+(?:the\s+|all\s+|its\s+|each\s+|every\s+|a\s+)*(?:[\w,.-]+\s+){{0,3}}?(?:prompts?|tokens|inputs?|prefix|requests|context)(?:\s+tokens)?\s+(?:(?:being|already|is|are|were|was|come|comes|coming|get|gets|that|which|an?|the)\s+)*(?:found|cached|reused|shared|common|identical|same|repeated|served|hit|in the|from the|from a|in a|taken|read|resident|present)"),
    ("hit_rate", "cach|reus|shar|skip|hit", rf"(?:cach(?:e|es|ed|ing)|reus(?:e|es|ing)|shar(?:e|es|ing)|skip(?:s|ping)?|hit(?:s|ting)?)\s+(?:about\s+|around\s+|roughly\s+)?(?P<v>{SHARE})\s+of\s+(?:the\s+|all\s+|its\s+|each\s+|every\s+|a\s+)*(?:[\w,.-]+\s+){{0,2}}?(?:prompts?|tokens|inputs?|prefix)"),
    ("hit_rate", "expert", rf"(?<![\w.])(?P<v>{SHARE})\s+of\s+(?:the\s+|all\s+|its\s+|their\s+)?(?:routed\s+|active\s+|needed\s+)?experts?\s+(?:(?:are|is|being|stay|that|which|already)\s+)*(?:cached|found|resident|kept|held|stored|hit)\b"),
    ("hit_rate=0", "none|no expert|nothing", r"\b(?P<v>none|no experts?|nothing)\s(?:of\s(?:them|the experts|it)\s)?(?:(?:is|are|being|was|were|stays?)\s)?(?:(?:cached|kept|held|resident|found|stored)\s(?:on|in)\s(?:the\s|its\s|an?\s)?(?:card|gpu|device|vram|hbm|RTX|GeForce|[AHBL]\d{2,3}\b)|(?<=\bis\s)cached\b|(?<=\bare\s)cached\b)"),
    ("hit_rate", "prefix", r"(?<![\w.])(?P<v>\d{1,3}(?:\.\d+)?\s?%)\s+(?:of\s+\w+\s+)?(?:prefix[- ](?:cache[- ])?(?:reuse|overlap|sharing)|shared prefix(?:es)?|prompt reuse|cache reuse|prefix share)"),
    ("time_share", "time", r"(?<!to )(?<!in )(?<!saves )(?<!saved )(?<!saving )(?<!save )(?<!cuts )(?<!cut )(?<!removes )(?<!shaves )(?<!\w)(?P<v>\d{1,2}(?:\.\d+)?\s?%)\s+of\s+(?:the\s+|a\s+|its\s+|our\s+|each\s+|total\s+|all\s+|end-to-end\s+|overall\s+)*(?:decode|decoding|step|inference|generation|run|wall[- ]?clock|token|prefill|per-token|forward|request|latency|serving)?(?:[- ](?:step|pass))?\s?(?:time|latency|runtime|duration)(?!\s+(?:that\s+)?(?:it|they|we|[\w-]+)\s+(?:used|took|takes?|needs?|needed|requires?|required|had)\b)"),
    ("time_share", "time|latency|step|pass", rf"\b(?:attention|communication|all-?reduces?|all-?to-?all|dispatch|kernels?|gemms?|matmuls?|softmax|sampling|lm head|mlp|ffn|moe|dequanti[sz]ation|launch\w*|it|they|which|that)\b[^.;]{{0,40}}?\b(?:accounts?\s+for|accounted\s+for|was|is|were|are|takes?|took|makes?\s+up|made\s+up|costs?|cost|spent|used\s+to\s+(?:be|take|cost)|eats?|ate)\s+(?:about\s+|around\s+|roughly\s+|nearly\s+|almost\s+)?(?P<v>{SHARE})\s+of\s+(?:the\s+|our\s+|its\s+|each\s+|every\s+|a\s+|all\s+|total\s+)*(?:decode|decoding|prefill|step|inference|generation|forward|request)?[-\s]?(?:time|latency|steps?|pass|runtime)\b(?!\s+(?:that\s+)?(?:it|they|we|[\w-]+)\s+(?:used|took|takes?|needs?|needed|requires?|required|had)\b)"),
    ("time_share", "step|pass|time", rf"(?<![\w.])(?P<v>{SHARE})\sof\s(?:the\s|each\s|every\s|a\s|its\s|our\s)(?:(?:decode|decoding|prefill|inference|generation|forward|whole)[- ])?(?:steps?|pass|time)\s(?:is|was|goes\s(?:to|into)|went\s(?:to|into)|is\sspent\s(?:on|in))\s(?:the\s)?(?=(?:[\w-]+\s){{0,2}}?(?:attention|communication|all-?reduces?|all-?to-?all|dispatch|kernels?|gemms?|matmuls?|softmax|sampling|lm head|mlp|ffn|moe|dequanti[sz]ation|launch\w*)\b)"),
    ("time_share", "hid|overlap|remov|eliminat", r"\b(?:hid(?:es?|ing|den)|overlap\w*|remov(?:es?|ed|ing)|eliminat\w+)\s(?:away\s)?(?:the|those)\s(?P<v>\d{1,2}(?:\.\d+)?\s?%)\sof\s(?:every|each|an?|the)\s(?:decode\s|engine\s|decoding\s)?(?:steps?|iterations?|cycles?|pass)\b"),
    ("time_share", "%", r"(?P<v>\d{1,2}(?:\.\d+)?\s?%)\s+of\s+(?:the\s+|a\s+|each\s+|every\s+)?(?:decode|decoding|inference|generation|whole|full|forward)[- ]?(?:steps?|pass)"),
    ("time of time", " in a | in an | in the | of a | of an | of the | of each | of our | out of | per | in each ", rf"\bfrom\s(?P<v>{N})\s?(?P<k>{_TIME})?\s(?:down\s)?to\s(?:just\s|only\s|about\s)?(?P<x>{N})\s?{_TIME}\s(?:in|of|per|within|out\sof)\s(?:an?|the|each|every|our|its)\s(?P<w>{N})[\s-]?(?P<l>{_TIME})[\s-]{_A_STEP}\b"),
    ("time of time", " of ", rf"(?<![\w.])(?P<v>{N})\s?(?P<k>{_TIME})?\s(?:out\s)?of\s(?:the\s|an?\s|its\s|our\s|each\s|every\s|those\s|these\s)?(?P<w>{N})[\s-]?(?P<l>{_TIME})\b(?!\s?(?:/|per\s(?:second|minute)))"),
    ("time of time", "of which|of that|of it|of them", rf"(?<![\w.])(?P<w>{N})[\s-]?(?P<l>{_TIME})\b[^.;\d]{{0,40}}?,\s(?:of\s(?:which|that|it|them)\s(?:[\w-]+\s){{0,3}}?(?P<v>{N})\s?(?P<k>{_TIME})\b)"),
    ("time of time", "of which|of that|of it|of them", rf"(?<![\w.])(?P<w>{N})[\s-]?(?P<l>{_TIME})\b[^.;\d]{{0,40}}?,\s(?:and\s)?(?P<v>{N})\s?(?P<k>{_TIME})\sof\s(?:which|that|it|them)\b"),
    ("time of time", "of ", rf"\b[Oo]f\s(?:the|each|every|an?|its|our)\s(?P<w>{N})[\s-]?(?P<l>{_TIME})(?:\s(?!{N})[\w-]+){{0,4}}?,?\s(?:the\s)?(?:[\w-]+\s){{1,3}}?(?:takes?|took|is|was|are|were|accounts?\sfor|accounted\sfor|costs?|cost|spends?|eats?|makes?\sup)\s(?:about\s|around\s)?(?P<v>{N})\s?(?P<k>{_TIME})?\b"),
    ("block_size", "block", r"(?:block|page)[-_ ]?size\s*(?:of|=|:|is|\s)*(?P<v>\d{1,4})(?![\w%])"),
    ("block_size", "token", r"(?<![\w.])(?P<v>\d{1,4})-token (?:blocks?|pages?)"),
    ("group_size", "group", r"(?<!gqa )(?<!query )(?<!query-)(?<!gqa-)group[-_ ]?sizes?\s*(?:of|=|:|is|\s)*(?P<v>\d{1,4})(?![\w%.]|\s?x)"),
    ("group_size", "group", r"(?:(?<=[,(;]\s)|(?<=[,(;])|(?<=bit\s)|(?<=bits\s)|(?<=weights\s))groups?\s(?P<v>16|32|64|128|256|512)(?![\w.]|\s?(?:GPUs|requests|users|tokens))"),
    ("group_size", "group", r"groups? of (?P<v>\d{2,4})\b"),
    ("group_size", "group", r"(?<!gqa )(?<!query )(?<!query-)(?<!gqa-)(?<![\w-])groups?-(?P<v>16|32|64|128|256|512)(?![\w.])"),
    ("group_size", "group", r"(?<![\w.-])(?P<v>16|32|64|128|256|512)-(?:wide\s|element\s|weight\s|value\s|channel\s)?groups?\b"),
    ("group_size", "scale|zero|share", r"(?:scales?|zero[- ]points?)\s(?:(?:shared|stored|kept|is|are|each)\s)*(?:for|per|by|every|over)\s(?:each\s|every\s|a\s|group of\s|block of\s)*(?P<v>16|32|64|128|256|512)\b(?!\s?(?:%|ms|GB))"),
    ("group_size", "g", r"(?<![A-Za-z\d])g\s?[=:]?\s?(?P<v>32|64|128|256|512)(?!\w)"),
    ("draft_params_b", "draft", r"(?<![\w.-])(?P<v>\d+(?:\.\d+)?)\s?B[- ](?:parameter\s)?(?:draft|drafter|assistant|speculator)"),
    ("draft_params_b", "draft", r"(?<![\w.-])(?P<m>\d+)\s?M[- ](?:parameter\s)?(?:draft|drafter|assistant|speculator)"),
    ("draft_params_b", "draft", r"draft(?:er)?(?: model)?\s(?:of|with|has)\s(?P<v>\d+(?:\.\d+)?)\s?(?:B|billion)\b"),
    ("tree+root", "root", rf"(?<![\w.])(?P<v>\d{{1,4}}|{_W})\s(?:tree\s|draft(?:ed)?\s|candidate\s)?(?:candidates?|nodes|tokens|drafts?)\s?(?:\+|plus|and|besides)\s?(?:the\s|a\s|its\s)?root\b"),
    ("tree_size", "tree", r"\btrees?\b[^.;|]{0,40}?(?<![\w.])(?P<v>\d{1,4})\s(?:nodes|candidates)\b(?!\s(?:per|a)\b)"),
    ("tree_size", "tree", r"tree(?:s)?\s(?:of|with|size(?: of)?)\s(?P<v>\d{1,4})\b(?:\s(?:nodes|tokens|candidates))?"),
    ("tree_size", "tree", r"trees?\s(?:of\s|with\s)?(?:up to\s)?(?P<v>\d{1,4})\s(?:nodes|tokens|candidates|draft)"),
    ("tree_size", "candidate", r"(?<![\w.])(?P<v>\d{1,4})\s(?:tree\s)?(?:candidates?|nodes)\b(?:\stokens?)?(?=[^.;]{0,30}(?:tree|verif))"),
    ("tree_size", "tree", r"(?<![\w.])(?P<v>\d{1,4})-?\s?(?:node|token)s?\s(?:draft\s|token\s|candidate\s|[\w.]*[A-Z][\w.-]*\s){0,2}trees?"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table, made ready."""

    name: str
    needs: Needs  # what a text that it matches in holds
    phrases: tuple[str, ...]  # the triggers where they are of several words
    pattern: re.Pattern[str]


@cache  # most rows are never needed for one sentence
def _row(at: int) -> _Row:
    name, triggers, pattern = _ROWS[at]
    compiled = re.compile(digit_first(pattern), re.IGNORECASE if name not in ("tp", "ep", "pp") else 0)
    return _Row(name, needs_of(pattern), tuple(triggers.split("|")) if " " in triggers else (), compiled)


_BY_TRIGGER: dict[int, list[int]] = {}  # by the bit of a trigger
for _at, (_, _triggers, _) in enumerate(_ROWS):
    for _trigger in _triggers.split("|"):
        _BY_TRIGGER.setdefault(pieces([_trigger]), []).append(_at)
_TRIGGERS = sum(_BY_TRIGGER)


@lru_cache(maxsize=1024)
def _triggered(has: int) -> tuple[tuple[int, _Row], ...]:
    """The rows with a trigger among these bits, in the order of the table, each behind all the bits that it needs."""
    found: set[int] = set()
    while has:
        bit = has & -has
        found.update(_BY_TRIGGER[bit])
        has ^= bit
    return tuple((row.needs.every, row) for row in map(_row, sorted(found)))


def prepare() -> None:
    """Compile all rows: what is forked from this process has them then."""
    for at in range(len(_ROWS)):
        _row(at)


_INTEGER = frozenset({"batch", "input_len", "output_len", "context_len", "draft_len", "tp", "ep", "pp", "n_kv_heads", "n_heads", "window", "block_size", "group_size", "tree_size"})  # fmt: skip
_RANGE = {
    "batch": (1, 65536), "input_len": (2, 20e6), "output_len": (2, 2e6), "context_len": (64, 20e6), "draft_len": (1, 128), "acceptance_len": (0.5, 65),
    "acceptance_rate": (0, 1), "hit_rate": (0, 1), "sparsity": (0, 1), "tp": (1, 256), "ep": (1, 1024), "pp": (1, 128), "n_kv_heads": (1, 256), "window": (16, 1e6),
    "n_heads": (1, 512), "time_share": (0, 1), "kept": (0, 1), "tokens_per_step": (1.01, 128), "block_size": (1, 8192), "group_size": (2, 2048), "tree_size": (2, 4096), "draft_params_b": (0.001, 1000),
}  # fmt: skip


def parameters(text: str) -> tuple[Stated, ...]:
    """All parameters of a levelled text but the bit widths; the first reading of a place wins."""
    out: list[Stated] = []
    triggered = _triggered(held(text) & _TRIGGERS)
    has = held(text)  # again: a row asks for more when it is first made ready
    for row in [row for every, row in triggered if has & every == every]:
        if not has_each(has, row.needs) or (row.phrases and not any(map(text.lower().__contains__, row.phrases))):
            continue
        for m in row.pattern.finditer(text):
            said = _stated(row.name, m, text)
            taken = [o for o in out if o not in said]
            out.extend(s for s in said if s not in out and not any(o.start < s.end and s.start < o.end for o in taken))
    return tuple(sorted(_narrower_windows(out, text), key=lambda s: s.start))


_WINDOW = re.compile(r"\s?[kK]?[\s-](?:tokens?\s)?window\b")


def _narrower_windows(found: list[Stated], text: str) -> list[Stated]:
    """ "With a 4K window the cache at 32K ...": beside a longer context a window is not how long contexts may be."""
    lengths = [s.value for s in found if s.name == "context_len" and isinstance(s.value, int)]
    if len(lengths) < 2:
        return found
    return [
        replace(s, name="window")
        if s.name == "context_len"
        and isinstance(s.value, int)
        and s.value < max(lengths)
        and _WINDOW.match(text, s.end)
        else s
        for s in found
    ]


def _stated(name: str, m: re.Match[str], text: str) -> list[Stated]:
    if name == "batch=1":
        return [Stated("batch", 1, m.start("v"), m.end("v"), m["v"])]
    if name == "isl/osl":
        a, b = (one_number(said.replace(" ", "")) for said in _EACH_LENGTH.findall(m["v"].lower())[:2])
        return [
            Stated("input_len", int(a), m.start("v"), m.end("v"), m["v"]),
            Stated("output_len", int(b), m.start("v"), m.end("v"), m["v"]),
        ]
    groups = m.groupdict()
    if name == "context_len=0":
        return [Stated("context_len", 0, m.start("v"), m.end("v"), m["v"])]
    if name in TWO_COUNTS:
        return TWO_COUNTS[name](m)
    if name == "input_len=M" or (name.endswith("t_len") and _MILLION.match(text, m.end("v"))):
        return _millions(name.removesuffix("=M"), m)
    if (groups.get("v") or "").lower().startswith("every "):
        return (
            []
            if _SEES_LESS.search(text, m.end(), m.end() + 60)
            else [Stated(name, 0.5, m.start("v"), m.end("v"), m["v"])]
        )
    if name in ("sparsity", "hit_rate", "time_share", "acceptance_rate") and re.fullmatch(PART, m["v"], re.IGNORECASE):
        return [Stated(name, round(share(m["v"]), 4), m.start("v"), m.end("v"), m["v"])]
    if name == "forced":  # the rest take a pass each
        said = share(m["v"])
        return (
            [Stated("acceptance_len", round(1 / (1 - said), 4), m.start("v"), m.end("v"), m["v"])]
            if 0 < said < 1
            else []
        )
    if name == "kept":
        return [Stated("sparsity", round(1 - share(m["v"]), 4), m.start("v"), m.end("v"), m["v"])]
    if groups.get("m"):
        return [Stated(name, float(groups["m"]) / 1000, m.start("m"), m.end("m"), m["m"])]
    if name == "sparsity" and re.fullmatch(r"2\s?:\s?4", m["v"]):
        return [Stated(name, 0.5, m.start("v"), m.end("v"), m["v"])]
    if name == "batch":
        return _batch(m, text)
    if name == "block_size" and _QUANTISED.search(text) and not _PAGED.search(text):
        name = "group_size"  # "AWQ with a block size of 128": the weights that share a scale
    values = numbers(name, m["v"], groups.get("k"), text[m.end("v") : m.end("v") + 2], decimal_thousands(text))
    low, high = _RANGE[name]
    if not values or not all(low <= v <= high for v in values):
        return []
    if name in _INTEGER:
        values = [int(v) for v in values if v == int(v)]
    if not values:
        return []
    value = values[0] if len(values) == 1 else values
    return [Stated(name, value, m.start("v"), m.end("v"), m["v"])]


# "Every second layer looks back only 128 tokens": its window says what is left out
_SEES_LESS = re.compile(r"\b(?:window\w*|sliding|local|look\w* back|attends?|sees?)\b", re.IGNORECASE)
_MILLION = re.compile(r"[\s-]million\b", re.IGNORECASE)


def _millions(name: str, m: re.Match[str]) -> list[Stated]:
    """ "Ten-million-token context", "one million tokens": counts in words, or before the word."""
    said = m["v"].lower()
    count = 1.0 if said in ("a", "an", "one") else one_number(said) if said[0].isdigit() else spelled(said)
    value = count * 1e6
    return [Stated(name, int(value), m.start("v"), m.end("v"), m["v"])] if 0 < value <= 20e6 else []


_EACH_LENGTH = re.compile(rf"(?:{N})(?:\s?k(?![a-z]))?")
_QUANTISED = re.compile(
    r"\b(?:AWQ|GPTQ|RTN|HQQ|NF4|MatMulNBits|block-?wise|(?:weights?|models?)[^.;]{0,24}quanti[sz]ed|quanti[sz](?:ed|ation|ing)[^.;]{0,24}weights?)\b",
    re.IGNORECASE,
)
_PAGED = re.compile(r"\bpage[ds]?|\bkv\b|caches?\b|attention|sparse|keys\b|tokens\b", re.IGNORECASE)
_OTHER_COUNT = re.compile(
    r"\s?[kKM]?[\s-]?(?:tokens?|contexts?|input|prompts?|output|ms|bits?|GB|(?:NVIDIA |AMD )?[AHBLVT]\d|RTX|GPUs?|cards)",
    re.IGNORECASE,
)
_LAST_ONE = re.compile(r"\s*,?\s*(?:and|or|to|,|/|-|~)\s*[\d.,]+\s?[kKM]?$")


def _batch(m: re.Match[str], text: str) -> list[Stated]:
    """ "Batch 1 and 512 tokens of context" is one batch: the last number of the list counts something else."""
    said, end = m["v"], m.end("v")
    while _OTHER_COUNT.match(text, end) and (cut := _LAST_ONE.search(said)):
        said, end = said[: cut.start()], m.start("v") + cut.start()
    values = [int(v) for v in numbers("batch", said, None, "") if v == int(v) and 1 <= v <= 65536]
    if not values:
        return []
    return [Stated("batch", values[0] if len(values) == 1 else values, m.start("v"), end, said)]
