#!/usr/bin/env bash
# Usage: .ci/chromium.sh COMMAND [ARGS...]
# Runs COMMAND with the path of the distribution's Chromium in CHROMIUM. Installs Chromium if it is missing.
set -euo pipefail

# shellcheck source=.ci/as-root.sh
source "$(dirname "${BASH_SOURCE[0]}")/as-root.sh"

say() { echo "chromium: $*" >&2; }

if [ ! -x /usr/bin/chromium ]; then
  say 'not here, installing the distribution package'
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >&2
fi
export CHROMIUM=/usr/bin/chromium
exec "$@"
