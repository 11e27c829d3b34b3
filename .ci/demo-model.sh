#!/usr/bin/env bash
# Usage: .ci/demo-model.sh RESULTS.json
# Trains a small model on the demo model's corpus for two minutes, exports it and generates replies with the real
# engine. Installs the Python packages after every `npm ci` (4.4 GB, most of it libraries that torch needs to load).
# SMOKE_MINUTES sets a longer training.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# shellcheck source=.ci/packages.sh
source .ci/packages.sh

say() { echo "demo-model: $*" >&2; }

requirements=$(sha256sum models/demo/training/requirements.txt | cut -c1-12)
home="node_modules/.cache/demo-model-$requirements"

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then install_packages python3 python3-venv; fi
exec node models/demo/reproduce.mjs --smoke "${SMOKE_MINUTES:-2}" --venv "$home" --results "$1"
