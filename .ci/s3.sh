#!/usr/bin/env bash
# Usage: .ci/s3.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_S3_URL (http://KEY:SECRET@HOST:PORT/BUCKET) set to a new S3 server, which checks signatures: its
# files are in a temporary folder, its port is a free one on the loopback, its user is its own where this one may change
# it. The server is stopped and the folder removed in every case. `.ci/s3.sh --build` only builds the server.
set -euo pipefail

# shellcheck source=.ci/as-root.sh
source "$(dirname "${BASH_SOURCE[0]}")/as-root.sh"

version=v1.8.0
binary="${XDG_CACHE_HOME:-$HOME/.cache}/parley-ci/versitygw-$version"
# for machines whose Go is older than the one that the server needs
toolchain=v0.0.1-go1.25.5.linux-$(dpkg --print-architecture)

say() { echo "s3: $*" >&2; }

free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
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

folder=$(mktemp -d /tmp/parley-s3.XXXXXX)

# Prints the path of a Go that can build the server.
find_go() {
  local found
  found=$(command -v go || ls /usr/local/go/bin/go 2>/dev/null || true)
  if [ -n "$found" ] && [ "$("$found" env GOVERSION | sed -E 's/^go1\.([0-9]+).*/\1/')" -ge 21 ]; then
    # it fetches a newer toolchain itself if the server needs one
    echo "$found"
    return
  fi
  if [ -z "$found" ]; then
    say 'no Go here, installing the distribution package'
    as_root apt-get update -qq >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends golang-go >&2
    found=$(command -v go)
  fi
  say 'this Go is too old, fetching a newer one'
  (cd "$folder" && "$found" mod download "golang.org/toolchain@$toolchain") >&2
  local home="$GOMODCACHE/golang.org/toolchain@$toolchain"
  chmod -R u+x "$home/bin" "$home/pkg/tool"
  echo "$home/bin/go"
}

build_server() {
  say "building versitygw $version, once for this machine"
  export GOMODCACHE="$folder/modules" GOCACHE="$folder/objects" GOBIN="$folder/bin" GOFLAGS=-modcacherw
  local go
  go=$(find_go)
  # without optimization it builds in half the time
  "$go" install -ldflags='-s -w' -gcflags='all=-N -l' "github.com/versity/versitygw/cmd/versitygw@$version" >"$folder/build" 2>&1 || {
    say 'the server does not build; the output ends with:'
    tail -n 20 "$folder/build" >&2
    exit 1
  }
  mkdir -p "$(dirname "$binary")"
  # the name appears only with the whole file
  mv "$folder/bin/versitygw" "$binary.$$"
  mv "$binary.$$" "$binary"
  rm -rf "$folder/modules" "$folder/objects" "$folder/bin"
  say "built after $SECONDS s"
}

if [ ! -x "$binary" ]; then build_server; fi
if [ "${1:-}" = --build ]; then exit 0; fi

# The server's own user can read its folder, but perhaps not the cache.
install -m 755 "$binary" "$folder/versitygw"
as_server=()
mkdir -p "$folder/data/parley-images" "$folder/metadata"
if [ "$(id -u)" = 0 ]; then
  as_server=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
  chown -R nobody:nogroup "$folder"
fi

access=parleytest
secret=$(node -p 'require("node:crypto").randomBytes(20).toString("hex")')
port=''
for _ in 1 2 3; do
  candidate=$(free_port)
  # metadata in a folder of its own: not every file system has extended attributes
  ROOT_ACCESS_KEY="$access" ROOT_SECRET_KEY="$secret" "${as_server[@]}" "$folder/versitygw" --quiet --keep-alive --port "127.0.0.1:$candidate" \
    posix --sidecar "$folder/metadata" "$folder/data" >"$folder/log" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    if ! kill -0 "$server" 2>/dev/null; then break; fi
    if node -e "fetch('http://127.0.0.1:$candidate/').then(({ status }) => process.exit(status === 403 ? 0 : 1), () => process.exit(1))"; then
      port=$candidate
      break 2
    fi
    sleep 0.1
  done
  kill -KILL "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
done
if [ -z "$port" ]; then
  say 'the server does not start; its log ends with:'
  tail -n 20 "$folder/log" >&2 || true
  exit 1
fi

say "versitygw $version listens on 127.0.0.1:$port"
export TEST_S3_URL="http://$access:$secret@127.0.0.1:$port/parley-images"
# In the background: bash runs a trap only between commands, so a command in the foreground would delay it.
"$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null || true; exit 130' INT
trap 'kill -TERM "$child" 2>/dev/null || true; exit 143' TERM
wait "$child"
