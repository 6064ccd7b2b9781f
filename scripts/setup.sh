#!/usr/bin/env bash
# Makes .venv with the pinned dependencies and this project, editable. Usage: setup.sh PYTHON
set -euo pipefail
python=${1:?usage: setup.sh PYTHON}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "twoways needs Python 3.11 or newer; $python is $("$python" --version)" >&2; exit 1; }
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  # Debian ships the venv module apart from Python itself.
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
  else
    echo "this Python has no venv module: install it (Debian: apt-get install python3-venv)" >&2; exit 1
  fi
fi
[ -x .venv/bin/python ] || "$python" -m venv .venv
echo "installing the pinned dependencies into .venv (a minute or two, once)"
# The lock holds exact versions; setuptools is among them, so the build needs no network of its own.
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
# Twice quiet: it warns of folders in the working directory that are named like packages; here they are the packages.
.venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
