#!/usr/bin/env bash
# Usage: .ci/postgres.sh .ci/pgbouncer.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_PGBOUNCER_URL set to a PgBouncer in front of the server of TEST_DATABASE_URL, in the mode in which
# each transaction can get another connection. It refuses parameters of a startup that it does not know.
set -euo pipefail
say() { echo "pgbouncer: $*" >&2; }

# shellcheck source=.ci/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"

if ! command -v pgbouncer >/dev/null; then install_packages pgbouncer; fi
target=$(node -p 'const { hostname, port } = new URL(process.env.TEST_DATABASE_URL); `host=${hostname} port=${port} user=parley`')
# pgbouncer does not run as root
make_folder postgres
serve() {
  cat >"$folder/pgbouncer.ini" <<SETTINGS
[databases]
* = $target
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $1
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
SETTINGS
  chmod 644 "$folder/pgbouncer.ini"
  exec "${as_server[@]}" pgbouncer "$folder/pgbouncer.ini"
}
answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1"); }
start_server

say "$(pgbouncer --version | head -n 1) listens on 127.0.0.1:$port"
export TEST_PGBOUNCER_URL="postgres://parley@127.0.0.1:$port/postgres"
run_beside "$@"
