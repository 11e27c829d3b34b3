#!/usr/bin/env bash
# Usage: .ci/examples.sh FOLDER NAME...
# Copies these examples and the schema into FOLDER, outside of the checkout, so that each finds only its own packages.
# Installs each by its lock file and builds it, unless that is done.
set -euo pipefail
folder=$(realpath -m "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# shellcheck source=.ci/packages.sh
source .ci/packages.sh

say() { echo "examples: $*" >&2; }

# `set -e` has no effect in a function whose failure is handled.
build() {
  cd "$1" || return
  if [ -f requirements.txt ]; then
    make_venv .venv &&
      .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
  else
    # the settings of this repository, which npm hands to its scripts, are not those of an example
    npm ci --engine-strict=false --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error && npm run --silent --if-present build
  fi && touch .built
}

mkdir -p "$folder"
for name in "$@"; do
  home="$folder/examples/$name"
  if [ -e "$home/.built" ]; then continue; fi
  rm -rf "$home"
  git ls-files -z --cached --others --exclude-standard "examples/$name" schema/schema.graphql | xargs -0 cp --parents -t "$folder"
  (build "$home") >"$folder/$name.log" 2>&1 || {
    say "$name cannot be installed and built:"
    cat "$folder/$name.log" >&2
    exit 1
  }
  say "$name is built after $SECONDS s"
done
