# ruff: noqa: E501 - one pattern is one row, however long
"""Hardware in running text: chips with form factor and memory, machines, and how many of them: "8x H100", "four A100-80GB", "DGX H100"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from classifier.figures.number_words import WORD_NUMBERS
from classifier.names.chip_names import chip_names
from classifier.names.trie import Hit
from classifier.words.held import MIXED, held, pieces

# Chips by pattern, so that one that no catalog has yet is still seen. Each row: (pattern, name; {0} is the first group).
_CHIPS: tuple[tuple[str, str], ...] = (
    (r"(?:GH200)(?:\s?Grace\s?Hopper)?|Grace[- ]Hopper", "GH200"),
    (r"(GB[23]00)(?:[- ]?NVL\s?\d+)?", "{0}"),
    (r"(?:GB200[- ])?NVL\s?72", "GB200"),  # a rack by its own name: the first of its kind, unless another one's chip is named
    (r"GB10", "DGX Spark"),
    (r"(B[123]00)", "{0}"),
    (r"H20-?3e", "H20-3e"),
    (r"([AH][12348]00|H20|A10G|A10|A16|A30|A40|A2|L40S|L40|L20|L4|V100|P100|P40|T4|K80|H800|A800)", "{0}"),
    (r"(?<![-/.=])(h[128]00|b[23]00|gb[23]00|h20|a100|a10g|l40s|v100)(?![-/.=]\w)", "{0}"),  # as people type them
    (r"RTX\s?(?:PRO|Pro)\s?(\d{4})(?:\s?Blackwell)?", "RTX-PRO-{0}"),
    (r"(?:RTX|GTX|GeForce)[\s-]?(?:RTX[\s-]?)?(A?\d{4})(\s?Ti|\s?SUPER|\s?Super|\s?D)?(?:\s?Laptop)?(?:\s?Ada)?", "RTX-{0}{1}"),
    (r"(A[456]\d00)(?:\s?Ada)?", "RTX-{0}"),
    (r"(?<![\d.,])(?:NVIDIA |Nvidia )([345]0[6789]0)(\s?Ti)?", "RTX-{0}{1}"),
    (r"(?<![\d.,])([345]0[789]0)(\s?Ti)?(?!\s?(?:tokens?|ms|[MG]B|samples|steps|requests)|[\d.,%]\d)", "RTX-{0}{1}"),
    (r"Ada\s?6000", "RTX-6000-Ada"),
    (r"MI\s?-?(\d{3}[XxA]?)", "MI{0}"),
    (r"(?:Jetson[\s-]+)?AGX[\s-](Orin|Thor|Xavier)", "Jetson-AGX-{0}"),
    (r"(?:Jetson[\s-]+)?(Orin|Xavier)\s(Nano|NX)", "Jetson-{0}-{1}"),
    (r"(?:Jetson[\s-]+)(Orin|Thor|Xavier)", "Jetson-{0}"),
    (r"(Orin)", "Jetson-{0}"),
    (r"DGX\s?Spark", "DGX Spark"),
    (r"Blackwell\s?(?:RTX|GeForce)", "Blackwell RTX"),
    (r"Apple[\s-][Ss]ilicon", "Apple Silicon"),
    (r"(?:Apple\s+)?(M[1-5])\s+(Pro|Max|Ultra)\b", "{0}-{1}"),
    (r"Apple\s+(M[1-5])", "{0}"),
    (r"(M[1-5])(?=\s\(\d{1,3}[\s-]?(?:GB|cores?)|\s(?:i?Macs?|MacBooks?|Mac[\s-]?[Mm]inis?|chips?|laptops?)\b|\s\d{1,2}.[Cc]ore)", "{0}"),  # "M2 (100 GB/s)" names itself by what a chip has
    (r"(?:Samsung\s)?Galaxy\s(S\d{2}|Tab\sS\d{1,2}|Z\sFold\s?\d)(?:\s?(?:Ultra|Plus|\+))?", "Samsung Galaxy {0}"),
    (r"Surface\s(?:Laptop|Pro)\s(\d{1,2})", "Surface-Laptop-{0}"),
    (r"iPhone\s?(\d{2})\s?(Pro)(?:\sMax)?", "iPhone-{0}-{1}"),
    (r"iPhone\s?(\d{2})", "iPhone-{0}"),
    (r"(iPhone|iPad)s?(?=\W|$)", "{0}"),
    (r"(?:Intel\s?(?:\(R\))?\s{1,3})?(?:\(R\)\s{1,3})?Xeon(?:\s?\(R\))?(?:\s+(?:Platinum|Gold|Max|Scalable))?(?:\s+(?P<xeon>\d{4}\w*))?", "Xeon"),
    (r"(?:(?<=@ )|(?<=Intel ))(?:Platinum|Gold|Silver)\s(\d{4}\w?)", "Xeon-{0}"),
    (r"(?:Sapphire|Emerald|Granite) Rapids", "Xeon-SPR"),
    (r"(?:AMD\s+)?EPYC(?:\s+\d{4}\w*)?", "EPYC"),
    (r"(?:x86(?:[-_]64)?|AMD64)[\s-]CPUs?", "x86 CPU"),
    (r"(?:ARM|Arm|arm)(?:64|v[89])?[\s-](?:based[\s-])?CPUs?", "ARM CPU"),
    (r"(?:(?<=\bon )|(?<=\bon a )|(?<=\bon the )|(?<=\bsingle )|(?<=\bbeyond ))CPUs?(?!\s*[-/+&]|\s(?:memory|offload\w*|RAM|DRAM|side|cores?|threads?|and|or|with|utili\w+|time|cycles|overhead)\b)|CPUs?(?=\s(?:inference|decoding)\b)", "CPU"),
    (r"Gaudi\s?([23])?", "Gaudi{0}"),
    (r"(?:Google\s+)?TPU\s?(v\d\w*)", "TPU-{0}"),
    (r"(?:Google\s+)?TPUs?", "TPU"),
    (r"Trillium", "TPU-v6e"),
    (r"Inferentia\s?2?|Trainium\s?2?", "Inferentia"),
    (r"Ascend(?:\s?(?:910\w*|310\w*))?", "Ascend"),
    (r"(?:Intel\s+)?(?:Arc\s+)([AB]\d{3}\w*)", "Arc-{0}"),
    (r"Ryzen(?:\s+AI)?(?:\s+\w*\d{3,4}\w*)?", "Ryzen"),
    (r"(?:Intel\s+)?Core\s+(?:i\d-\d{4,5}\w*|Ultra\s?\d*)", "Core"),
    (r"i[579]-\d{4,5}\w*", "Core"),
    (r"Snapdragon(?:\s+\w+)?(?:\s+\w+)?", "Snapdragon"),
    (r"(?:Raspberry Pi|RPi)\s?\d?", "Raspberry-Pi"),
    (r"Radeon(?:\s+(?:RX|PRO))?\s+\w?\d{4}\w*|RX\s?\d{4}(?:\s?XTX?)?", "Radeon"),
)  # fmt: skip
_MEMORY = r"(?P<mem>[\s-]{0,2}\(?x?\d{2,3}\s?G(?:B|iB)?(?!\w|\s?/)\)?(?:\s?HBM\w*)?)"
_FORM = r"(?P<form>[\s-]{0,2}(?:SXM\d?|PCIe|PCIE|NVL(?!\s?\d)|NVLink|HBM3e|Tensor Core))"
_ANY_CHIP = "|".join(rf"(?P<c{i}>{p.replace('(?P<xeon>', '(?:')})" for i, (p, _) in enumerate(_CHIPS))
# All begin with a capital, the digit of a consumer card, a small letter of these or "(R)": at most characters no row needs to be tried.
_CHIP = re.compile(rf"(?=[A-Z345iax(]|[hbglv]\w?\d)(?:{_ANY_CHIP})")
_TAIL = re.compile(rf"(?:{_FORM})?(?:{_MEMORY})?(?:{_FORM.replace('form', 'form2')})?")
_HINT = re.compile(
    r"(?=[A-Z345ihbglva])(?:[hbglva]\w?\d|[345]0[789]0|Platinum|Gold|Silver|[AHBLVTPKM]I?\d|RTX|GTX|GeForce|Jetson|Orin|DGX|NVL|Grace|Xeon|EPYC|TPU|Ascend|Gaudi|Apple|Arc|Ryzen|Core|Rapids|Snapdragon|Raspberry|CPU|Ada|RPi|Radeon|RX|Blackwell|Trillium|Inferentia|Trainium|NVIDIA|i[579]-|iP(?:hone|ad)|Galaxy|Surface)"
)
# What a text with one of these holds: most hold none, and a look at their words tells so.
_HINTED = pieces([MIXED, *(f"{n}0{m}0" for n in "345" for m in "789")]) | pieces(
    "platinum gold silver rtx gtx geforce jetson orin dgx nvl grace xeon epyc tpu ascend gaudi apple arc ryzen core rapids "
    "snapdragon raspberry cpu ada rpi radeon rx blackwell trillium inferentia trainium nvidia iphone ipad galaxy surface".split()
)
_ARCHITECTURES = pieces("hopper ampere ada turing volta blackwell".split())
_ARCH = re.compile(
    r"(?<![\w-])(Hopper|Ampere|Ada(?: Lovelace)?|Turing|Volta|Blackwell)(?:\s+(?:GPUs?|architecture|cards?|and|/))?(?!\w|\s+(?:RTX|AI))"
)
_COUNT_BEFORE = re.compile(
    rf"(?<![\w.])(?:(?P<boxes>\d{{1,2}})\s?[x×]\s?)?(?P<n>\d{{1,4}}|{'|'.join(WORD_NUMBERS)}|single|one|an?|each|every|the same|a pair of|dual|twin|quad)\s?[-]?\s?(?:[x×*]\s?|(?:GPU|card|way)\s)?(?:(?:AWS|GCP|Mac\s?(?:Studio|Mini|Pro)s?|Mac[Bb]ook(?:\s(?:Pro|Air))?s?|Azure\w*|Colab|Lambda|RunPod|Tensor|GeForce|RTX|NVIDIA|AMD|Nvidia|Intel|Google|Tesla|Huawei|DGX|HGX|of the|of|latest|consumer|desktop|lone|\d{{1,3}}[\s-]?G(?:i?B)?)\s+)*[-]?$",
    re.IGNORECASE,
)
_COUNT_AFTER = re.compile(
    r"^\s?(?:\(\d+\s?Gi?B\)\s?)?\(?[x×]\s?(?P<n>\d{1,3})(?!\d|\s?\d*\s?[GT]B)\b"
    r"|^\s?(?:(?:GPU|card)s?\s)?\((?P<m>\d{1,3})\s?(?:[x×]|chips?|GPUs?|cards?|devices?)\)"  # "B200 GPU (8x)", "TPU v5e (8 chips)"
)
_GPUS = re.compile(
    rf"(?<![\w.])(?P<n>\d{{1,4}}|{'|'.join(WORD_NUMBERS)}|single|one)\s?[-x×]?\s?(?:(?:NVIDIA|AMD|consumer|data-?center|high-end)\s+)?(?:GPUs?|gpus?|accelerators?|cards?|devices|TPU chips|chips)\b",
    re.IGNORECASE,
)
_MACHINE = re.compile(r"(?:DGX|HGX)[\s-](?P<chip>[ABH]\d00)")  # of eight chips: "two DGX H100" are sixteen
_OF_GPUS = re.compile(r"[\s-]?(?:\d{2,3}\s?GB\s)?(?:GPUs|cards|accelerators)\b")  # "8x HGX H100 GPUs" are eight


_NAME = re.compile(r"(?:RTX|GTX|GeForce|Radeon|RX|Tesla|Arc)[\s-]?$", re.IGNORECASE)  # "RTX 4090 GPUs" are no 4,090


@dataclass(frozen=True, slots=True)
class HardwareHit:
    """A chip at its place; `count` where the text says how many."""

    name: str
    start: int
    end: int
    count: int | None = None
    counted: tuple[int, int] = (0, 0)  # the words that say how many, the chip's name among them


def hardware_hits(text: str, pieces: list[tuple[int, int, str]] | None = None) -> list[HardwareHit]:
    """All chips of a text, in order: by pattern, and by the names of the catalog."""
    out: list[HardwareHit] = []
    if held(text) & _HINTED and _HINT.search(text):
        for m in _CHIP.finditer(text):
            hit = _hit(text, m)
            if hit is not None:
                out.append(hit)
    for named in chip_names(text, pieces):
        over = [h for h in out if h.start < named.end and named.start < h.end]
        if any(_keeps(text, h, named) for h in over):
            continue
        start, end = min([named.start, *(h.start for h in over)]), max([named.end, *(h.end for h in over)])
        out = [h for h in out if h not in over] + [_counting(text, named.name, start, end)]
    for m in _ARCH.finditer(text) if held(text) & _ARCHITECTURES else ():
        if not any(h.start < m.end() and m.start() < h.end for h in out):
            out.append(HardwareHit(m[1].split()[0], m.start(1), m.end(1)))
    return sorted(_without_racks(text, out), key=lambda h: h.start)


def _without_racks(text: str, hits: list[HardwareHit]) -> list[HardwareHit]:
    """ "B200 NVL72", "GB300 ... the NVL72": a rack is called by its size alone only where no chip of its kind is named."""
    bare = [h for h in hits if text.startswith("NVL", h.start)]
    named = any(h not in bare and h.name.startswith(("GB", "B2", "B3", "Blackwell")) for h in hits)
    return [h for h in hits if h not in bare] if bare and named else hits


def _keeps(text: str, seen: HardwareHit, named: Hit) -> bool:
    """A pattern's reading stays, unless the catalog knows no such chip or has a longer name: "Jetson Orin" of "Jetson Orin Nano"."""
    if seen.name in _LINES and not _MODEL_NUMBER.search(text, named.start, named.end):
        return True  # "4th Gen Xeon" is many chips, and no one of them
    row = _row(seen.name)
    return row == named.name or (row != "" and named.end - named.start <= seen.end - seen.start)


_LINES = ("Xeon", "EPYC", "Ryzen", "Core")
_MODEL_NUMBER = re.compile(r"\d{3}")


@cache
def _row(name: str) -> str:
    from estimator import UnknownName, find_hardware

    try:
        return find_hardware(name).name
    except UnknownName:
        return ""


def device_count(text: str) -> tuple[int, int, int] | None:
    """(n, start, end) of "on 4 GPUs" where no chip is named."""
    m = next((m for m in _GPUS.finditer(text) if not _NAME.search(text[max(0, m.start() - 12) : m.start()])), None)
    if m is None:
        return None
    return _count(m["n"]), m.start(), m.end()


def _hit(text: str, m: re.Match[str]) -> HardwareHit | None:
    start, end = m.start(), m.end()
    before = text[start - 1 : start]
    if before and ((before.isalnum() and not re.search(r"\d[x×]$", text[max(0, start - 4) : start])) or before in "_"):
        return None
    if (
        end < len(text)
        and ((text[end].isalnum() and text[end] not in "sx") or text[end] == "_")
        and not text[end - 1].isspace()
    ):
        return None
    at = next(i for i in range(len(_CHIPS)) if m[f"c{i}"])
    groups = [g for g in m.groups() if g is not None][1:]
    name = _CHIPS[at][1].format(*[*(g.strip() for g in groups), "", ""][:2])
    name = name.upper() if name.islower() else name
    tail = _TAIL.match(text, end)
    if tail and tail.end() > end:
        memory = re.sub(r"[^\d]", "", tail["mem"] or "")
        form = (tail["form"] or tail["form2"] or "").strip(" -").upper()
        if form.startswith(("SXM", "PCI", "NVL")) and form != "NVLINK":
            name += "-" + {"SXM": "SXM", "PCI": "PCIe", "NVL": "NVL"}[form[:3]]
        default = (memory == "80" and name in ("A100", "H100")) or name == "H20-3e"  # the usual one, or the only one
        if memory and not default and re.fullmatch(r"[ABHVMP]?I?\d+\w*", name.split("-")[0]) and int(memory) <= 300:
            name += f"-{memory}GB"
        if memory or form:
            end = tail.end()
    return _counting(text, name, start, end)


def _counting(text: str, name: str, start: int, end: int) -> HardwareHit:
    n, first, last = _counted(text, start, end) or (None, 0, 0)
    if (many := _slice(name, text, end)) is not None:
        chips, end = many
        return HardwareHit(name, start, end, chips * (n or 1), (first if n else start, end))
    return HardwareHit(name, start, end, n, (first, last))


# "4 nodes of 8xH100", "two servers with eight H100s each": cards of all machines
_NODES = re.compile(
    rf"(?<![\w.])(?:(?P<n>\d{{1,3}}|{'|'.join(WORD_NUMBERS)})\s(?:\w+\s)?(?:nodes|servers|machines|hosts|boxes)\s?(?:of|with|x|×|,?\s?each\s(?:with|of|having))"
    rf"|(?P<m>\d{{1,3}}|{'|'.join(WORD_NUMBERS)})[- ](?:node|server|machine|host)\s(?:[\w-]+\s){{0,2}}?(?:of|with))\s?$",
    re.IGNORECASE,
)
# "Two 8xH100 nodes", "three 4-GPU L40S servers"
_SO_MANY = re.compile(rf"(?<![\w.,])(?P<n>\d{{1,2}}|{'|'.join(WORD_NUMBERS)})\s$", re.IGNORECASE)
_BOXES = re.compile(r"\s(?:\w+\s)?(?:nodes|servers|machines|hosts|boxes|boards|racks)\b", re.IGNORECASE)
_RACK = re.compile(r"NVL\s?(?P<n>4|36|72|144)$")  # of so many chips, which work as one
# "an MI300X platform with 8 GPUs"
_BOX_OF = re.compile(
    rf"\s(?:platform|server|node|system|box|machine|instance|host)\s?(?:with|of|\()\s?(?P<n>\d{{1,2}}|{'|'.join(WORD_NUMBERS)})\s(?:GPUs|cards|accelerators|chips)\b",
    re.IGNORECASE,
)
_PAIR = re.compile(r"s?\s(?:pair|duo)\b")  # "an RTX 3090 pair"
_SLICE = re.compile(r"-(\d{1,5})(?!\w|\.\d)")


def _slice(name: str, text: str, end: int) -> tuple[int, int] | None:
    """(chips, end) of a slice that is named by its size: 8 of "TPU v5e-8", 4 of "v4-8", which counts cores."""
    if not name.startswith("TPU-v") or (size := _SLICE.match(text, end)) is None:
        return None
    from estimator import UnknownName, parse_hardware

    try:
        chips = parse_hardware(f"{name}-{size[1]}")[1]
    except UnknownName:
        return None
    return (chips, size.end()) if chips else None


def _counted(text: str, start: int, end: int) -> tuple[int, int, int] | None:
    """(n, start, end): how many, and the words that say so."""
    if pair := _PAIR.match(text, end):
        return 2, start, pair.end()
    machine = _MACHINE.search(text[max(0, start - 5) : end])
    rack = _RACK.search(text[start:end])
    each = 1 if _OF_GPUS.match(text, end) else int(rack["n"]) if rack else 8 if machine else 1
    at = max(0, start - 40)
    before = _COUNT_BEFORE.search(text[at:start])
    plural = text[end - 1 : end + 1].rstrip().endswith("s")
    if before and not (before["n"].lower() in ("a", "an", "the same") and plural):
        return _in_all(text, start, end, each, at, before)
    after = _COUNT_AFTER.match(text[end : end + 18])
    if after:
        group = "n" if after["n"] else "m"
        return int(after[group]), start, end + after.end(group)
    if machine and each == 8:
        first = max(0, start - 5) + machine.start()
        nodes = _NODES.search(text, 0, first)
        return (8 * _count(nodes["n"] or nodes["m"]), nodes.start(), end) if nodes else (8, first, end)
    return None


def _in_all(text: str, start: int, end: int, each: int, at: int, before: re.Match[str]) -> tuple[int, int, int] | None:
    """(n, start, end) of a number before a name, times the machines that hold so many each."""
    n, first = _count(before["n"]), at + before.start()
    if n == 1 and each == 1 and (box := _BOX_OF.match(text, end)):
        return _count(box["n"]), first, box.end()
    n *= each if n <= _MOST_RACKS or each < _RACKFUL else 1  # "on 16 GB200 NVL72" are chips, and no racks
    if before["boxes"]:
        n *= int(before["boxes"])
    elif nodes := _NODES.search(text, 0, first):
        n, first = n * _count(nodes["n"] or nodes["m"]), nodes.start()
    elif n > 1 and each == 1 and _BOXES.match(text, end) and (many := _SO_MANY.search(text, 0, first)):
        n, first = n * _count(many["n"]), many.start("n")
    return (n, first, end) if 0 < n <= 4096 else None


_MOST_RACKS, _RACKFUL = 4, 36


_COUPLES = {"a pair of": 2, "dual": 2, "twin": 2, "quad": 4}


def _count(word: str) -> int:
    low = word.lower()
    if low in ("single", "one", "a", "an", "each", "every", "the same"):
        return 1
    if low in _COUPLES:
        return _COUPLES[low]
    return int(WORD_NUMBERS[low]) if low in WORD_NUMBERS else int(word)
