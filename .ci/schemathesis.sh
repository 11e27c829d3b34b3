#!/usr/bin/env bash
# Usage: .ci/schemathesis.sh RESULTS.json
# Sends generated requests to the built services and compares every answer with the documents that they serve. Installs
# Schemathesis once per checkout. Run `npm run build` first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=4.32.5
home="node_modules/.cache/schemathesis-$version"

# shellcheck source=.ci/packages.sh
source .ci/packages.sh

say() { echo "schemathesis: $*" >&2; }

if [ ! -x "$home/bin/schemathesis" ]; then
  make_venv "$home"
  "$home/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version" >&2
fi
exec node .ci/schemathesis.mjs "$home/bin/schemathesis" "$1"
