#!/usr/bin/env bash
# Usage: .ci/faketime.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_FAKETIME set to the library of libfaketime, with which tests start processes whose clock is wrong.
set -euo pipefail
say() { echo "faketime: $*" >&2; }

# shellcheck source=.ci/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"

if ! command -v faketime >/dev/null; then install_packages faketime; fi
TEST_FAKETIME=$(find /usr/lib /usr/local/lib -name 'libfaketimeMT.so.1' -print -quit)
export TEST_FAKETIME
exec "$@"
