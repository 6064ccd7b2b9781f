"""Import this to have everything loaded that reading, finding and judging need: worker processes are forked with it."""

from classifier.around.topic import subjects
from classifier.figures import parameters
from classifier.figures.amounts import level
from classifier.find import find
from classifier.learning.learned import corpus
from classifier.words import at_words
from classifier.words.held import held
from ingest import read_bytes

SAMPLE = b"# Faster\n\nINT4 weights make Llama-2-7B decode 2x faster on one A100 at batch 1.\n"

find(read_bytes(SAMPLE, "sample.md"))
parameters.prepare()
at_words.prepare()
for example in corpus()[::4]:  # most words of the trade are looked up then
    held(level(example.text))
    subjects(level(example.text))
