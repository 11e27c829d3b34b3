#!/usr/bin/env bash
# Usage: .ci/proxies.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_PROXIES=1: its tests start HAProxy and nginx of the distribution, each on a free port and as its own
# user. Installs them when they are missing.
set -euo pipefail

# shellcheck source=.ci/as-root.sh
source "$(dirname "${BASH_SOURCE[0]}")/as-root.sh"

say() { echo "proxies: $*" >&2; }

export PATH="$PATH:/usr/sbin"
if ! command -v haproxy >/dev/null || ! command -v nginx >/dev/null; then
  say 'not here, installing the distribution packages'
  as_root apt-get update -qq >&2
  # On installation Debian would start them as services.
  as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends haproxy nginx >&2
fi
haproxy -c -f "$(dirname "${BASH_SOURCE[0]}")/../ops/haproxy/haproxy.cfg" >/dev/null 2>&1 || {
  say 'HAProxy refuses ops/haproxy/haproxy.cfg:'
  haproxy -c -f "$(dirname "${BASH_SOURCE[0]}")/../ops/haproxy/haproxy.cfg" >&2 || exit 1
}
say "$(haproxy -v | head -n 1 | cut -d' ' -f1-3), $(nginx -v 2>&1)"
export TEST_PROXIES=1
exec "$@"
