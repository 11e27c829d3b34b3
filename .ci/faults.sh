#!/usr/bin/env bash
# Usage: .ci/faults.sh COMMAND [ARGS...]
# Runs COMMAND in a network and with mounts of its own, after installing the distribution packages that are missing. It can make further
# networks there, mount file systems, and write to /etc/hosts, which is a copy. It all ends with COMMAND.
set -euo pipefail

say() { echo "faults: $*" >&2; }

# shellcheck source=.ci/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

missing=()
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then missing+=(postgresql); fi
if ! command -v redis-server >/dev/null; then missing+=(redis-server); fi
if ! command -v haproxy >/dev/null; then missing+=(haproxy); fi
if ! command -v faketime >/dev/null; then missing+=(faketime); fi
if ! command -v ip >/dev/null; then missing+=(iproute2); fi
if [ "${#missing[@]}" != 0 ]; then install_packages "${missing[@]}"; fi
if [ "$(id -u)" != 0 ]; then
  say 'only root can make networks and mount file systems'
  exit 1
fi
TEST_FAKETIME=$(find /usr/lib /usr/local/lib -name 'libfaketimeMT.so.1' -print -quit)
HOSTS_FILE=$(mktemp /tmp/parley-hosts.XXXXXX)
export TEST_FAKETIME HOSTS_FILE
trap 'rm -f "$HOSTS_FILE"' EXIT
echo '127.0.0.1 localhost' >"$HOSTS_FILE"
unshare --net --mount bash -c 'mount --bind "$HOSTS_FILE" /etc/hosts && ip link set lo up && exec "$@"' bash "$@"
