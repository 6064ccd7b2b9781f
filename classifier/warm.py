"""Import this to have everything loaded that reading, finding and judging need: worker processes are forked with it."""

from classifier import at_words, parameters
from classifier.amounts import level
from classifier.find import find
from classifier.held import held
from classifier.learned import corpus
from classifier.topic import subjects
from ingest import read_bytes

SAMPLE = b"# Faster\n\nINT4 weights make Llama-2-7B decode 2x faster on one A100 at batch 1.\n"

find(read_bytes(SAMPLE, "sample.md"))
parameters.prepare()
at_words.prepare()
for example in corpus()[::4]:  # most words of the trade are looked up then
    held(level(example.text))
    subjects(level(example.text))
