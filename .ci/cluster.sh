#!/usr/bin/env bash
# Usage: .ci/cluster.sh COMMAND [ARGS...]
# Runs COMMAND, which starts PostgreSQL, Redis and HAProxy itself, after installing the distribution packages that are
# missing.
set -euo pipefail

say() { echo "cluster: $*" >&2; }

# shellcheck source=.ci/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

missing=()
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then missing+=(postgresql); fi
if ! command -v redis-server >/dev/null; then missing+=(redis-server); fi
if ! command -v haproxy >/dev/null; then missing+=(haproxy); fi
if [ "${#missing[@]}" != 0 ]; then install_packages "${missing[@]}"; fi
exec "$@"
