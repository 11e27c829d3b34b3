#!/usr/bin/env bash
# Usage: .ci/postgres.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_DATABASE_URL set to a new PostgreSQL cluster: in a temporary folder, on a free port of the
# loopback. The server is stopped and the folder removed in every case.
set -euo pipefail

# shellcheck source=.ci/as-root.sh
source "$(dirname "${BASH_SOURCE[0]}")/as-root.sh"

say() { echo "postgres: $*" >&2; }

as_postgres() {
  if [ "$(id -un)" = postgres ]; then
    "$@"
  elif [ "$(id -u)" = 0 ]; then
    runuser -u postgres -- "$@"
  else
    sudo -n -u postgres -- "$@"
  fi
}

newest_binaries() {
  local found
  found=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
  if [ -n "$found" ] && [ -x "$found/initdb" ] && [ -x "$found/pg_ctl" ]; then echo "$found"; fi
}

install_server() {
  say 'no server binaries here, installing the distribution package'
  # On installation Debian starts a cluster; a file of this name prevents that.
  as_root mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Options::=--force-confold postgresql >&2
}

free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
}

folder=''
# Stops the server in every case, also when a signal ends this script.
stop_server() {
  local code=$?
  trap - EXIT INT TERM
  cd /
  if [ -n "$folder" ]; then
    if [ -f "$folder/data/postmaster.pid" ]; then
      as_postgres "$binaries/pg_ctl" -D "$folder/data" -m fast -w -t 30 stop >/dev/null 2>&1 ||
        as_postgres "$binaries/pg_ctl" -D "$folder/data" -m immediate -w -t 30 stop >/dev/null 2>&1 ||
        say 'the server did not stop'
    fi
    as_postgres rm -rf "$folder"
  fi
  exit "$code"
}
trap stop_server EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

binaries=$(newest_binaries)
if [ -z "$binaries" ]; then
  install_server
  binaries=$(newest_binaries)
fi
if [ -z "$binaries" ]; then
  say 'no server binaries, not even after the installation'
  exit 1
fi

# The user of the server can read /tmp, but perhaps not a private TMPDIR.
folder=$(as_postgres mktemp -d /tmp/parley-postgres.XXXXXX)

if ! as_postgres "$binaries/initdb" -D "$folder/data" -U parley -A trust -E UTF8 --locale=C.UTF-8 >/dev/null; then
  say 'initdb failed'
  exit 1
fi

port=''
for _ in 1 2 3; do
  candidate=$(free_port)
  # Only a crash of the machine loses what was not synchronized, and no test crashes it.
  options="-p $candidate -c listen_addresses=127.0.0.1 -c unix_socket_directories='$folder' -c fsync=off -c full_page_writes=off -c max_connections=200"
  if as_postgres "$binaries/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 -o "$options" start >/dev/null; then
    port=$candidate
    break
  fi
done
if [ -z "$port" ]; then
  say 'the server does not start; its log ends with:'
  as_postgres tail -n 20 "$folder/log" >&2 || true
  exit 1
fi

say "$("$binaries/postgres" --version) listens on 127.0.0.1:$port"
export TEST_DATABASE_URL="postgres://parley@127.0.0.1:$port/postgres"
# In the background: bash runs a trap only between commands, so a command in the foreground would delay it.
"$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null || true; exit 130' INT
trap 'kill -TERM "$child" 2>/dev/null || true; exit 143' TERM
wait "$child"
