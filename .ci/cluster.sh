#!/usr/bin/env bash
# Usage: .ci/cluster.sh COMMAND [ARGS...]
# Runs COMMAND, which starts PostgreSQL, Redis and HAProxy itself, after installing the distribution packages that are
# missing.
set -euo pipefail

# shellcheck source=.ci/as-root.sh
source "$(dirname "${BASH_SOURCE[0]}")/as-root.sh"

missing=()
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then missing+=(postgresql); fi
if ! command -v redis-server >/dev/null; then missing+=(redis-server); fi
if ! command -v haproxy >/dev/null; then missing+=(haproxy); fi
if [ "${#missing[@]}" != 0 ]; then
  echo "cluster: installing ${missing[*]}" >&2
  # On installation Debian starts a cluster of PostgreSQL; a file of this name prevents that.
  as_root mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Options::=--force-confold "${missing[@]}" >&2
fi
"$@"
