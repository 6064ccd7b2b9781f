"""One file for each command of `twoways`: `check.py` holds the function `check`, and `ui.cli` finds it by that name.

Heavy imports stay inside the functions, so that `--help` is quick. What several commands share stands in `_common.py`.
"""
