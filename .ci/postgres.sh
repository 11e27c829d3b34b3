#!/usr/bin/env bash
# Usage: .ci/postgres.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_DATABASE_URL set to a new PostgreSQL cluster.
set -euo pipefail
say() { echo "postgres: $*" >&2; }

# shellcheck source=.ci/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"

# shellcheck disable=SC2012 # the names are versions
newest_binaries() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

if [ ! -x "$(newest_binaries)/initdb" ]; then install_packages postgresql; fi
binaries=$(newest_binaries)
make_folder postgres
if ! (cd / && "${as_server[@]}" "$binaries/initdb" -D "$folder/data" -U parley -A trust -E UTF8 --locale=C.UTF-8 >/dev/null); then
  say 'initdb failed'
  exit 1
fi
# a fast shutdown: it disconnects the clients
stop_signal=INT
serve() {
  cd /
  # Only a crash of the machine loses what was not synchronized, and no test crashes it.
  exec "${as_server[@]}" "$binaries/postgres" -D "$folder/data" -p "$1" -c listen_addresses=127.0.0.1 \
    -c "unix_socket_directories=$folder" -c fsync=off -c full_page_writes=off -c max_connections=200
}
answers() { "$binaries/pg_isready" -q -h 127.0.0.1 -p "$1"; }
start_server

say "$("$binaries/postgres" --version) listens on 127.0.0.1:$port"
export TEST_DATABASE_URL="postgres://parley@127.0.0.1:$port/postgres"
run_beside "$@"
