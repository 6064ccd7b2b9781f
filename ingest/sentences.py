"""Where sentences end, in the prose of papers and release notes.

Rules rather than a model: the small models split this prose no better and are 25 to 90 times slower. The rules know what
trips a plain splitter here: "Fig. 3", "et al. (2023)", "v0.6.0", "2.7x", names in lower case at the start ("vLLM achieves").
"""

from __future__ import annotations

import re

from .strand import BREAK

STOP = re.compile(
    r"""(?P<stop>[.!?…]+)            # the sign itself
        (?P<close>["'”’)\]»*]*)      # quotes and brackets that close with the sentence
        (?=\s|$)
      | [!?](?=[\u3040-\u30ff\u3400-\u9fff])
      | [。！？；](?P<cjk>[”’」』）]*)    # these need no space behind them
      | """
    + BREAK,
    re.VERBOSE,
)
ABBREVIATIONS = frozenset(
    """e.g i.e eg ie al vs cf resp fig figs eq eqs eqn eqns sec secs sect tab tabs ref refs app appx alg algs thm lem def prop
    no nos nr vol pp p ch chap ed eds dr prof mr mrs approx ca viz w.r.t wrt incl excl esp est ext inc ltd co corp
    ver jan feb mar apr jun jul aug sep sept oct nov dec dept univ conf proc trans int seq len avg temp orig a.k.a aka
    op ops cit ibid fn""".split()
)
# After these a capital letter does begin a sentence: they stand at its end as often as within it.
ALSO_LAST = frozenset("etc al inc ltd co corp len seq ops avg app no ext st def ref refs".split())
STARTERS = frozenset(
    """the this these that those we our in it its for a an and but however as at by on to with from when while if since thus
    therefore here there they their you your moreover furthermore additionally also both each all most many such unlike like
    note see using instead after before finally first second next then although because compared based given what why how
    let one two another specifically similarly consequently notably hence overall during under over across not no""".split()
)
LABEL = re.compile(
    r"(?:^|\s)(?:fig(?:ure)?|tab(?:le)?|algorithm|listing|section|step|eq(?:uation)?)s?\.?\s*[\dA-Z.]+$", re.I
)
INITIALS = re.compile(r"^(?:[A-Za-z]\.)+[A-Za-z]?$")


def split(text: str) -> list[tuple[int, int]]:
    """The spans of the sentences of clean text, white space left out."""
    spans, start = [], 0
    for found in STOP.finditer(text):
        if found[0] == BREAK or found["stop"] is None or ends(text, start, found):
            spans.append((start, found.end()))
            start = found.end()
    spans.append((start, len(text)))
    out = []
    for a, b in spans:
        piece = text[a:b].strip(BREAK + " \t\n")
        if piece and any(map(str.isalnum, piece)):
            first = text.index(piece, a)
            out.append((first, first + len(piece)))
    return out


def ends(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether the sign at `found` ends the sentence that began at `start`."""
    following = text[found.end() : found.end() + 40].lstrip()
    if not following:
        return True
    before = text[start : found.start()].lstrip()
    if (
        before[-1:].isspace()
        and (before.rstrip()[-1:] in tuple(".,") or following[0] == ".")
        and not following[0].isupper()
    ):
        return False  # "x1, . . . , xn"
    word = re.split(r"[\s(\[/]", before)[-1].lstrip("'\"“")
    after = re.split(r"[\s,;:]", following, maxsplit=1)[0]
    capital = following[0].isupper() or not (following[0].isalpha() or following[0].isdigit())
    if found["close"][:1] == ")" and found["stop"] != "." and not following[0].isupper():
        return False  # "np.dot(...) + bias", "(really!) and"
    if found["stop"] != ".":
        return capital or following[0].isdigit() or found["stop"] in ("!", "?")
    if found["close"] and found["close"][0] in ")]" and not capital and not mixed(after):
        return False
    return ends_at_dot(before, word, after, capital)


def ends_at_dot(before: str, word: str, after: str, capital: bool) -> bool:
    """The same for a single full stop after `word`."""
    low = word.lower()
    starter = after.lower().strip("'\"") in STARTERS and after[:1].isupper()
    if word in ("Ms", "St"):
        return False
    if not any(map(str.isalpha, before)):
        return False  # "1. First"
    if low in ABBREVIATIONS or low == "etc":
        return low in ALSO_LAST and starter if low != "etc" else capital and after[:1].isalpha()
    if (len(word) == 1 and word.isupper()) or INITIALS.match(word):
        return starter
    if len(before) < 24 and LABEL.search(before):
        return False  # "Table 2. Speed of ..."
    if after[:1].isalpha() and not capital:
        return mixed(after) or len(word.strip("()[]")) > 3
    return True


def mixed(word: str) -> bool:
    """A name that begins in lower case: vLLM, xFormers, llama.cpp, bitsandbytes-0.4."""
    return any(map(str.isupper, word[1:])) or any(map(str.isdigit, word)) or bool(re.search(r"[a-z][._/-][a-z]", word))
