#!/usr/bin/env bash
# The page tests need the system's Chromium. Installs it where it may (root on Debian); elsewhere says what is skipped.
set -euo pipefail
command -v chromium >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing Debian's Chromium for the page tests"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
else
  echo "no Chromium: the page tests are skipped (Debian: apt-get install chromium)"
fi
