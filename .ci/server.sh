# For scripts of this folder that run a command while a server is running. They define `say`, source this file, and call
# make_folder, start_server and run_beside. When they exit, also after a signal, the server is stopped and its folder
# removed. start_server needs two functions:
#   serve PORT: executes the server, which listens on this port of 127.0.0.1
#   answers PORT: succeeds when the server accepts requests

# shellcheck source=.ci/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

folder=''
server=''
# The prefix of a command that runs it as the user of the server; used by the other scripts.
# shellcheck disable=SC2034
as_server=()
stop_signal=TERM

# Runs on every exit.
stop_server() {
  local code=$?
  trap - EXIT INT TERM
  cd /
  if [ -n "$server" ]; then
    kill -"$stop_signal" "$server" 2>/dev/null || true
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

# make_folder USER: sets `folder`, a temporary folder; as root, and if USER exists, it belongs to USER.
make_folder() {
  folder=$(mktemp -d "/tmp/parley-$1.XXXXXX")
  if [ "$(id -u)" = 0 ] && id "$1" >/dev/null 2>&1; then
    # shellcheck disable=SC2034
    as_server=(setpriv "--reuid=$1" "--regid=$(id -g "$1")" --clear-groups)
    chown "$1" "$folder"
  fi
}

free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
}

# Sets `port`, a free one, and returns when the server accepts requests.
start_server() {
  for _ in 1 2 3; do
    port=$(free_port)
    serve "$port" >"$folder/log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
      if ! kill -0 "$server" 2>/dev/null; then break; fi
      if answers "$port" >/dev/null 2>&1; then return; fi
      sleep 0.1
    done
    kill -KILL "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  done
  say 'the server does not start; its log ends with:'
  tail -n 20 "$folder/log" >&2 || true
  exit 1
}

# run_beside COMMAND [ARGS...]: runs the command while the server is running.
run_beside() {
  # In the background: bash runs a trap only between commands, so a command in the foreground would delay it.
  "$@" 9<&- &
  child=$!
  trap 'kill -TERM "$child" 2>/dev/null || true; exit 130' INT
  trap 'kill -TERM "$child" 2>/dev/null || true; exit 143' TERM
  wait "$child"
}
