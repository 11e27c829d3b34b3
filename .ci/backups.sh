#!/usr/bin/env bash
# Usage: .ci/backups.sh COMMAND [ARGS...]
# Runs COMMAND with a new PostgreSQL, MongoDB and S3 server, and with rclone, which it installs when it is missing.
set -euo pipefail
say() { echo "backups: $*" >&2; }
here=$(dirname "${BASH_SOURCE[0]}")

# shellcheck source=.ci/packages.sh
source "$here/packages.sh"

if ! command -v rclone >/dev/null; then install_packages rclone; fi
exec bash "$here/postgres.sh" bash "$here/mongodb.sh" bash "$here/s3.sh" "$@"
