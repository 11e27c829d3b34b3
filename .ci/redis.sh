#!/usr/bin/env bash
# Usage: .ci/redis.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_REDIS_URL set to a new Redis server without persistence: in a temporary folder, on a free port
# of the loopback, as its own user where this one may change it. The server is stopped and the folder removed in every
# case.
set -euo pipefail

# shellcheck source=.ci/as-root.sh
source "$(dirname "${BASH_SOURCE[0]}")/as-root.sh"

say() { echo "redis: $*" >&2; }

install_server() {
  say 'no server here, installing the distribution package'
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server >&2
}

free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
}

folder=''
server=''
# Stops the server in every case, also when a signal ends this script.
stop_server() {
  local code=$?
  trap - EXIT INT TERM
  cd /
  if [ -n "$server" ]; then
    kill -TERM "$server" 2>/dev/null || true
    for _ in $(seq 100); do
      kill -0 "$server" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  if [ -n "$folder" ]; then rm -rf "$folder"; fi
  exit "$code"
}
trap stop_server EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if ! command -v redis-server >/dev/null; then install_server; fi
if ! command -v redis-server >/dev/null; then
  say 'no server, not even after the installation'
  exit 1
fi

folder=$(mktemp -d /tmp/parley-redis.XXXXXX)
as_redis=()
if [ "$(id -u)" = 0 ] && id redis >/dev/null 2>&1; then
  as_redis=(setpriv --reuid=redis --regid=redis --clear-groups)
  chown redis "$folder"
fi

port=''
for _ in 1 2 3; do
  candidate=$(free_port)
  "${as_redis[@]}" redis-server --bind 127.0.0.1 --port "$candidate" --dir "$folder" --save '' --appendonly no >"$folder/log" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    if ! kill -0 "$server" 2>/dev/null; then break; fi
    if [ "$(redis-cli -h 127.0.0.1 -p "$candidate" ping 2>/dev/null || true)" = PONG ]; then
      port=$candidate
      break 2
    fi
    sleep 0.1
  done
  kill -KILL "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
done
if [ -z "$port" ]; then
  say 'the server does not start; its log ends with:'
  tail -n 20 "$folder/log" >&2 || true
  exit 1
fi

say "$(redis-server --version | cut -d' ' -f1-3) listens on 127.0.0.1:$port"
export TEST_REDIS_URL="redis://127.0.0.1:$port"
# In the background: bash runs a trap only between commands, so a command in the foreground would delay it.
"$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null || true; exit 130' INT
trap 'kill -TERM "$child" 2>/dev/null || true; exit 143' TERM
wait "$child"
