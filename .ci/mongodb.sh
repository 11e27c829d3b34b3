#!/usr/bin/env bash
# Usage: .ci/mongodb.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_MONGODB_URL set to a new server that speaks MongoDB's protocol (docs/mongodb.md says which
# one, and what it lacks).
set -euo pipefail
say() { echo "mongodb: $*" >&2; }

# shellcheck source=.ci/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"

sources="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/mongodb"
if ! command -v javac >/dev/null || ! command -v mvn >/dev/null; then install_packages default-jdk-headless maven; fi
make_folder mongodb
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
serve() {
  exec java -Xmx1g -cp "$folder/lib/*:$folder/classes" Server "$folder/data" "$1" <"$folder/alive" 9<&-
}
answers() { : <>"/dev/tcp/127.0.0.1/$1"; }
start_server

export TEST_MONGODB_URL="mongodb://127.0.0.1:$port"
say "mongo-java-server listens on 127.0.0.1:$port"
run_beside "$@"
