"""Our own documents and labelled sentences: the demo, the training data and the first tests."""
