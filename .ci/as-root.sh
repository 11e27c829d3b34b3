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
