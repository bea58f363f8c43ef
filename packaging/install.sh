#!/bin/sh
# Installs the waypost executable of this machine: fetches it from a release, compares its checksum, and puts it into
# a directory of the user's own. Needs curl or wget, tar, and a program for SHA-256.
#
#   WAYPOST_INSTALL_DIR   where the executable goes; default: ~/.local/bin
#   WAYPOST_RELEASE_URL   a copy of the release elsewhere; the checksums stay those of this script
set -eu

# Each release fills in its address and the checksums of its files (npm run release).
release_url="${WAYPOST_RELEASE_URL:-}"
checksums=''

fail() {
  printf 'Error: %s\n' "$1" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

platform() {
  case "$(uname -s)" in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "There is no executable for $(uname -s). On Windows use Scoop; with Node.js: npm install -g waypost" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) cpu=x64 ;;
    arm64 | aarch64) cpu=arm64 ;;
    *) fail "There is no executable for $(uname -m). With Node.js: npm install -g waypost" ;;
  esac
  libc=''
  if [ "$os" = linux ] && ls /lib/ld-musl-*.so.1 >/dev/null 2>&1 && ! ls /lib64/ld-linux-*.so.* /lib/ld-linux-*.so.* >/dev/null 2>&1; then
    libc=-musl
  fi
  printf '%s-%s%s' "$os" "$cpu" "$libc"
}

# fetch <url> <file>
fetch() {
  if has curl; then
    curl --proto "=$protocol" --fail --silent --show-error --location --output "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail 'curl or wget is needed.'
  fi || fail "$1 cannot be fetched."
}

sha256() {
  if has sha256sum; then
    sha256sum "$1"
  elif has shasum; then
    shasum -a 256 "$1"
  elif has openssl; then
    openssl dgst -sha256 -r "$1"
  else
    fail 'sha256sum, shasum or openssl is needed to check what was fetched.'
  fi | cut -d ' ' -f 1
}

# Whether an address is that of a server on this machine: http://127.0.0.1:<port>, with a path or without.
is_local() {
  case "$1" in
    http://127.0.0.1:*) port="${1#http://127.0.0.1:}" ;;
    *) return 1 ;;
  esac
  port="${port%%/*}"
  case "$port" in
    '' | *[!0-9]*) return 1 ;;
  esac
}

main() {
  [ -n "$release_url" ] || fail 'This script belongs to no release. Run the install.sh of a release.'
  # curl follows redirects by this protocol only.
  case "$release_url" in
    https://*) protocol=https ;;
    *)
      is_local "$release_url" || fail "WAYPOST_RELEASE_URL must begin with https://: $release_url"
      protocol=http
      ;;
  esac
  directory="${WAYPOST_INSTALL_DIR:-$HOME/.local/bin}"
  wanted="$(platform)" || exit 1
  work="$(mktemp -d)"
  new=''
  trap 'rm -rf "$work" "$new"' EXIT
  trap 'exit 130' INT TERM HUP

  # waypost-<platform>-<version>.tgz; a version begins with a digit, so that -musl is told apart.
  line="$(printf '%s\n' "$checksums" | grep -E "^[0-9a-f]{64}  waypost-$wanted-[0-9][0-9A-Za-z.+-]*\.tgz\$" || true)"
  [ -n "$line" ] || fail "This release has no executable for $wanted. With Node.js: npm install -g waypost"
  expected="${line%% *}"
  archive="${line##* }"

  fetch "$release_url/$archive" "$work/$archive"
  found="$(sha256 "$work/$archive")" || exit 1
  [ "$found" = "$expected" ] || fail "$archive has the checksum $found instead of $expected. Nothing was installed; try again, and report it if it stays so."

  tar -xzf "$work/$archive" -C "$work"
  version="$("$work/package/waypost" --version)" || fail "The executable does not run on this machine. Nothing was installed. With Node.js: npm install -g waypost"
  mkdir -p "$directory"
  # A file of its own first: a running waypost is replaced, never written over.
  new="$(mktemp "$directory/.waypost.XXXXXX")"
  cp "$work/package/waypost" "$new"
  chmod 755 "$new"
  mv -f "$new" "$directory/waypost"
  printf 'Installed waypost %s as %s.\n' "$version" "$directory/waypost"
  case ":$PATH:" in
    *":$directory:"*) printf 'Start with: waypost signup\n' ;;
    *) printf 'It is not on your PATH yet. Add this line to the file your shell reads at start:\n  export PATH="%s:%s"\n' "$directory" "\$PATH" ;;
  esac
}

main "$@"
