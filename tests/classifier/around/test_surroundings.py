"""What a document is about: papers on other subjects stay silent."""

from __future__ import annotations

import pytest

from classifier import find
from ingest.read import read_bytes

IMAGES = r"""We present Cascade, an inference serving system for image diffusion models.
Cascade improves throughput by 2.4x. Easy queries go to a smaller model.
We serve Stable Diffusion on 16 A100 GPUs. Cascade reduces latency by 40\% over its rival.
Quantization of the image model gives a further 1.3x speedup in text-to-image tasks."""
SCANS = r"""Skip reads fewer bytes per query and is up to 8x faster than the baseline scan.
The database keeps a cache that reduces memory traffic by 60\%. Skip outperforms Parquet by 3.1x."""
TRAINING = r"""We train language models 1.4x faster with a new pipeline schedule.
We pre-train a 7B model on 64 H100 GPUs. Our schedule improves training throughput by 1.23x.
The backward pass is 1.5x faster."""


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Cascade: Serving Text-to-Image Models under Load", IMAGES),
        ("Skip: Faster Scans in Column Stores", SCANS),
        ("Bubbleless: Faster Pipeline Training", TRAINING),
    ],
    ids=["images", "scans", "training"],
)
def test_paper_on_another_subject_is_silent(title: str, body: str) -> None:
    text = rf"\documentclass{{article}}\title{{{title}}}\begin{{document}}\section{{Results}}{body}\end{{document}}"
    assert find(read_bytes(text.encode(), "paper.tex")) == ()
