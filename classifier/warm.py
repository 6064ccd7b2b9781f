"""Import this to have everything loaded that reading, finding and judging need: worker processes are forked with it."""

from importlib import import_module

for name in ("numpy", "pypdfium2", "spacy", "sklearn.linear_model", "ingest", "estimator", "classifier"):
    import_module(name)
