"""One file for each command of `twoways`. Heavy imports stay inside the functions, so that `--help` is quick."""
