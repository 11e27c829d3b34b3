#!/usr/bin/env bash
# Usage: .ci/schemathesis.sh RESULTS.json [OPTION of Schemathesis...]
# Sends generated requests to the built services and compares every answer with the documents that they serve. Installs
# Schemathesis once for a machine. Run `npm run build` first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=4.32.5
home="${XDG_CACHE_HOME:-$HOME/.cache}/parley-ci/schemathesis-$version"

# shellcheck source=.ci/packages.sh
source .ci/packages.sh

say() { echo "schemathesis: $*" >&2; }

# the file is written at the end of an installation
if [ ! -f "$home/.installed" ]; then
  rm -rf "$home"
  mkdir -p "$(dirname "$home")"
  make_venv "$home"
  "$home/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version" >&2
  touch "$home/.installed"
fi
exec node .ci/schemathesis.mjs "$home/bin/schemathesis" "$@"
