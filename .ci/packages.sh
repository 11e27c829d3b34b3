# Sourced by the scripts in this folder, which define `say`.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo -n "$@"
  else
    say "neither root nor sudo: cannot run $1"
    return 1
  fi
}

# Installs packages of the distribution, without starting their services.
install_packages() {
  say "not here, installing $*"
  if [[ " $* " == *' postgresql '* ]]; then
    # On installation Debian starts a cluster of PostgreSQL; a file of this name prevents that.
    as_root mkdir -p /etc/postgresql-common
    echo 'create_main_cluster = false' | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
  fi
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Options::=--force-confold "$@" >&2
}

# Makes a virtual environment of Python in a folder.
make_venv() {
  python3 -m venv "$1" 2>/dev/null && return
  install_packages python3 python3-venv
  python3 -m venv "$1"
}
