#!/usr/bin/env bash
# Usage: .ci/mongodb.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_MONGODB_URL set to a new server that speaks MongoDB's protocol (docs/mongodb.md says which
# one, and what it lacks). Its files are in a temporary folder, its port is a free one on the loopback. The server is
# stopped and the folder removed in every case.
set -euo pipefail
sources="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/mongodb"

# shellcheck source=.ci/as-root.sh
source "$(dirname "${BASH_SOURCE[0]}")/as-root.sh"

say() { echo "mongodb: $*" >&2; }

install_java() {
  say 'no Java compiler or Maven here, installing the distribution packages'
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jdk-headless maven >&2
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

if ! command -v javac >/dev/null || ! command -v mvn >/dev/null; then install_java; fi

folder=$(mktemp -d /tmp/parley-mongodb.XXXXXX)
if ! mvn -q -B -f "$sources/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$folder/lib" >"$folder/maven" 2>&1; then
  say 'the libraries of the server are not to be had; Maven says:'
  tail -n 20 "$folder/maven" >&2
  exit 1
fi
if ! javac -d "$folder/classes" -cp "$folder/lib/*" "$sources/Server.java"; then
  say 'the server does not compile'
  exit 1
fi

# the server's standard input is a pipe without a writer, which is closed when this script ends, even by kill -9
mkfifo "$folder/alive"
exec 9<>"$folder/alive"
java -Xmx1g -cp "$folder/lib/*:$folder/classes" Server "$folder/data" "$folder/port" <"$folder/alive" >"$folder/log" 2>&1 9<&- &
server=$!
for _ in $(seq 300); do
  if [ -s "$folder/port" ] || ! kill -0 "$server" 2>/dev/null; then break; fi
  sleep 0.1
done
if [ ! -s "$folder/port" ]; then
  say 'the server does not start; its log ends with:'
  tail -n 20 "$folder/log" >&2
  exit 1
fi

TEST_MONGODB_URL="mongodb://127.0.0.1:$(cat "$folder/port")"
export TEST_MONGODB_URL
say "mongo-java-server listens on ${TEST_MONGODB_URL#mongodb://}"
# In the background: bash runs a trap only between commands, so a command in the foreground would delay it.
"$@" 9<&- &
child=$!
trap 'kill -TERM "$child" 2>/dev/null || true; exit 130' INT
trap 'kill -TERM "$child" 2>/dev/null || true; exit 143' TERM
wait "$child"
