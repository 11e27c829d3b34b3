#!/usr/bin/env bash
# Usage: .ci/s3.sh COMMAND [ARGS...]
# Runs COMMAND with TEST_S3_URL (http://KEY:SECRET@HOST:PORT/BUCKET) set to a new S3 server, which checks signatures.
# `.ci/s3.sh --build` only builds the server.
set -euo pipefail
say() { echo "s3: $*" >&2; }

# shellcheck source=.ci/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"

version=v1.8.0
binary="${XDG_CACHE_HOME:-$HOME/.cache}/parley-ci/versitygw-$version"
# for machines whose Go is older than the one that the server needs
toolchain=v0.0.1-go1.25.5.linux-$(dpkg --print-architecture)

make_folder nobody

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
    install_packages golang-go
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
  "$go" install -ldflags='-s -w' -gcflags='all=-N -l' "github.com/versity/versitygw/cmd/versitygw@$version" >"$folder/build" 2>&1 &
  server=$!
  wait "$server" || {
    say 'the server does not build; the output ends with:'
    tail -n 20 "$folder/build" >&2
    exit 1
  }
  server=''
  mkdir -p "$(dirname "$binary")"
  # the name appears only with the whole file
  mv "$folder/bin/versitygw" "$binary.$$"
  mv "$binary.$$" "$binary"
  rm -rf "${folder:?}"/*
  say "built after $SECONDS s"
}

if [ ! -x "$binary" ]; then build_server; fi
if [ "${1:-}" = --build ]; then exit 0; fi

# The server's own user can read its folder, but perhaps not the cache.
install -m 755 "$binary" "$folder/versitygw"
"${as_server[@]}" mkdir -p "$folder/data/parley-images" "$folder/metadata"
access=parleytest
secret=$(node -p 'require("node:crypto").randomBytes(20).toString("hex")')
serve() {
  # metadata in a folder of its own: not every file system has extended attributes
  ROOT_ACCESS_KEY="$access" ROOT_SECRET_KEY="$secret" exec "${as_server[@]}" "$folder/versitygw" --quiet --keep-alive --port "127.0.0.1:$1" \
    posix --sidecar "$folder/metadata" "$folder/data"
}
answers() {
  node -e "fetch('http://127.0.0.1:$1/').then(({ status }) => process.exit(status === 403 ? 0 : 1), () => process.exit(1))"
}
start_server

say "versitygw $version listens on 127.0.0.1:$port"
export TEST_S3_URL="http://$access:$secret@127.0.0.1:$port/parley-images"
run_beside "$@"
