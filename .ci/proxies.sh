#!/usr/bin/env bash
# Usage: .ci/proxies.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_PROXIES=1: its tests start HAProxy and nginx of the distribution, each on a free port and as its own
# user. Installs them when they are missing.
set -euo pipefail

# shellcheck source=.ci/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

say() { echo "proxies: $*" >&2; }

export PATH="$PATH:/usr/sbin"
if ! command -v haproxy >/dev/null || ! command -v nginx >/dev/null; then install_packages haproxy nginx; fi
haproxy -c -f "$(dirname "${BASH_SOURCE[0]}")/../ops/haproxy/haproxy.cfg" >/dev/null 2>&1 || {
  say 'HAProxy refuses ops/haproxy/haproxy.cfg:'
  haproxy -c -f "$(dirname "${BASH_SOURCE[0]}")/../ops/haproxy/haproxy.cfg" >&2 || exit 1
}
say "$(haproxy -v | head -n 1 | cut -d' ' -f1-3), $(nginx -v 2>&1)"
export TEST_PROXIES=1
exec "$@"
