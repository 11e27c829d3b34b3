#!/usr/bin/env bash
# Usage: .ci/chromium.sh COMMAND [ARGS...]
# Runs COMMAND with CHROMIUM naming a real browser, the distribution's, installed when it is not there.
set -euo pipefail

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

if [ ! -x /usr/bin/chromium ]; then
  echo 'chromium: not here, installing the distribution package' >&2
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >&2
fi
export CHROMIUM=/usr/bin/chromium
exec "$@"
