#!/usr/bin/env bash
# Usage: .ci/chromium.sh COMMAND [ARGS...]
# Runs COMMAND with the path of the distribution's Chromium in CHROMIUM. Installs Chromium if it is missing.
set -euo pipefail

# shellcheck source=.ci/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

say() { echo "chromium: $*" >&2; }

if [ ! -x /usr/bin/chromium ]; then install_packages chromium; fi
export CHROMIUM=/usr/bin/chromium
exec "$@"
