"""Release notes by the dozen, each with claims of its own: work for the batch tests and benchmarks."""

from __future__ import annotations

from pathlib import Path

LINES = (
    "INT4 weights make Llama-2-{size}B decode {factor}x faster on one H100 at batch {batch}.",
    "Speculative decoding with a draft of {draft} tokens accepts {accepted} tokens a pass and gives {gain}x on an A100.",
    "An FP8 KV cache raises throughput by {percent} % for Llama-3.1-70B on four H200 at a context of {context}k tokens.",
    "We fixed a bug in the tokenizer and moved {batch} pages of documentation.",
    "| Model | before (tokens/s) | after (tokens/s) |\n|---|---|---|\n| Llama-3-{size}B | {batch}0 | {faster} |",
    "Training now takes {percent} % less memory, which we do not discuss here.",
)


def note(number: int, paragraphs: int = 6) -> str:
    """One release note; equal numbers give equal notes."""
    parts = [f"# Release 0.{number}.0\n\n## Speed"]
    for i in range(paragraphs):
        n = number * 7 + i
        values = {
            "size": (7, 13, 70)[n % 3],
            "factor": round(1.2 + n % 19 / 10, 1),
            "batch": 1 + n % 16,
            "draft": 2 + n % 6,
        }
        values |= {"accepted": round(1.5 + n % 20 / 10, 1), "percent": 10 + n % 80, "context": 4 + n % 60}
        # No more than can be, as in real notes, of whose factors three in a hundred are impossible.
        values |= {
            "gain": round(0.8 * values["accepted"], 1),
            "faster": round(10 * values["batch"] * values["factor"]),
        }
        parts.append(LINES[i % len(LINES)].format(**values))
    return "\n\n".join(parts) + "\n"


def write_notes(folder: Path, count: int, paragraphs: int = 6) -> Path:
    """A folder of notes."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"note-{number:05d}.md").write_text(note(number, paragraphs))
    return folder
