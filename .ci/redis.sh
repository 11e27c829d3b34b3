#!/usr/bin/env bash
# Usage: .ci/redis.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_REDIS_URL set to a new Redis server without persistence.
set -euo pipefail
say() { echo "redis: $*" >&2; }

# shellcheck source=.ci/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"

if ! command -v redis-server >/dev/null; then install_packages redis-server; fi
make_folder redis
serve() {
  exec "${as_server[@]}" redis-server --bind 127.0.0.1 --port "$1" --dir "$folder" --save '' --appendonly no
}
answers() { redis-cli -h 127.0.0.1 -p "$1" ping | grep -qx PONG; }
start_server

say "$(redis-server --version | cut -d' ' -f1-3) listens on 127.0.0.1:$port"
export TEST_REDIS_URL="redis://127.0.0.1:$port"
run_beside "$@"
