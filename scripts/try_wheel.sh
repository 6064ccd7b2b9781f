#!/usr/bin/env bash
# Builds the wheel, installs it with the lock into an empty environment, and uses it in a folder that knows nothing of
# the checkout. Usage: try_wheel.sh [PYTHON] [FOLDER]; the folder is kept when it is named. The path has a space on purpose.
set -euo pipefail
python=${1:-$(command -v python3.11 || command -v python3)}
root=$(cd "$(dirname "$0")/.." && pwd)
if [ $# -gt 1 ]; then place=$2; mkdir -p "$place"; else place=$(mktemp -d)/"two ways"; mkdir -p "$place"; trap 'rm -rf "$(dirname "$place")"' EXIT; fi
say() { printf '\n-- %s\n' "$*"; }

say build
# From a copy: a build leaves its folders beside the sources.
git -C "$root" ls-files -z | (cd "$root" && tar --null -T - -cf -) | (mkdir -p "$place/source" && tar -C "$place/source" -xf -)
"$python" -m venv "$place/env"
bin=$place/env/bin
"$bin/python" -m pip install --quiet --disable-pip-version-check -r "$root/requirements.lock"
"$bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w "$place/dist" "$place/source"

say install
"$bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$place"/dist/twoways-*.whl
rm -rf "$place/source"

say use
cd "$place"
export TWOWAYS_CACHE=$place/cache TWOWAYS_DATA=$place/data PYTHONPATH= PATH=$bin:$PATH
demo=$("$bin/python" -c 'from pathlib import Path; import corpus; print(Path(corpus.__file__).parent / "documents")')
case $demo in "$place"/*) ;; *) echo "the corpus comes from $demo, not from the wheel" >&2; exit 1 ;; esac
twoways --version
twoways check "INT4 weights make Llama-2-70B decode 9x faster on two H100s"
twoways ingest "$demo" --db claims.db
twoways ingest "$demo" --db claims.db
twoways claims --db claims.db --verdict implausible
twoways catalog techniques --find medusa
twoways export published --format datasette --db claims.db
twoways doctor --db claims.db
port=8599
twoways review --db claims.db --port $port --no-browser & server=$!
for _ in $(seq 100); do curl -fs "http://127.0.0.1:$port/_stcore/health" && break; sleep 0.2; done
curl -fs "http://127.0.0.1:$port/_stcore/health" >/dev/null
kill $server; wait $server || true
say "the wheel works outside of its checkout"
