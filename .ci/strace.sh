#!/usr/bin/env bash
# Usage: .ci/strace.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_STRACE=1: its tests trace system calls of a server with strace, which is installed when it is missing.
set -euo pipefail

# shellcheck source=.ci/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

say() { echo "strace: $*" >&2; }

if ! command -v strace >/dev/null; then install_packages strace; fi
# a container can forbid it, and then no test would say so
strace -o /dev/null true || {
  say 'this machine forbids the trace of a process'
  exit 1
}
export TEST_STRACE=1
exec "$@"
