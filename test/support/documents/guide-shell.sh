# The shell of the guides' examples: test/support/documents/guide-shell.ts appends them to this file. The server is a child of this
# shell, and each `npm start` replaces it.
set -aeuo pipefail
server=''

# Sets `program`, the arguments of node that run a file of ours: of the build unless it is stale.
find_program() {
  if [ -n "$BUILD" ]; then
    program=("$BUILD/$1.js")
  else
    program=(--import "$REPOSITORY/tools/run-ts.mjs" "$REPOSITORY/$1.ts")
  fi
}

npm() {
  case "$*" in
    start) start_server ;;
    'run admin'* | 'run backup'* | 'run doctor'* | 'run seed'* | 'run upgrade-check'*)
      local command=$2
      shift 2
      if [ "${1:-}" = -- ]; then shift; fi
      find_program "tools/$command"
      node "${program[@]}" "$@"
      ;;
    *)
      echo "the examples do not run npm $*" >&2
      return 1
      ;;
  esac
}

start_server() {
  if [ -n "$server" ]; then
    kill "$server"
    wait "$server"
  fi
  find_program main/main
  # a variable before a function call is set while the function runs, also for the processes that it starts
  node "${program[@]}" >server.log 2>&1 &
  server=$!
  until grep -qs '"name":"ready"' server.log && are_workers_ready; do
    if ! kill -0 "$server" 2>/dev/null; then
      cat server.log >&2
      return 1
    fi
    sleep 0.1
  done
}

are_workers_ready() {
  for port in "$AI_OFFICE_PORT" "$AI_CHARACTER_PORT"; do
    command curl -sf -o health.json "http://localhost:$port/health/ready" || return 1
  done
}

# for an example whose server cannot be started here: its settings are valid
read_settings() {
  npm() {
    node --import "$REPOSITORY/tools/run-ts.mjs" --input-type=module \
      -e 'const { readConfig } = await import(`${process.env.REPOSITORY}/src/config/config.ts`); readConfig(process.env)'
  }
}

# an example whose request is refused fails
curl() { command curl --fail-with-body --max-time 60 "$@"; }
