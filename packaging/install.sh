#!/bin/sh
# Installs the waypost executable for this machine: downloads it from a release, compares its checksum, and copies it to
# one of the user's own directories. Requires curl or wget, tar, and a program that calculates SHA-256 checksums.
#
#   WAYPOST_INSTALL_DIR   the directory for the executable; default: ~/.local/bin
#   WAYPOST_RELEASE_URL   the address of a copy of the release; the checksums in this script still apply
set -eu

# `npm run release` sets the release's address and the checksums of its files.
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
    *) fail "There is no executable for $(uname -s). On Windows, use Scoop. With Node.js, run: npm install -g waypost" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) cpu=x64 ;;
    arm64 | aarch64) cpu=arm64 ;;
    *) fail "There is no executable for $(uname -m). With Node.js, run: npm install -g waypost" ;;
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
    fail 'This script requires curl or wget.'
  fi || fail "$1 cannot be downloaded."
}

sha256() {
  if has sha256sum; then
    sha256sum "$1"
  elif has shasum; then
    shasum -a 256 "$1"
  elif has openssl; then
    openssl dgst -sha256 -r "$1"
  else
    fail 'This script requires sha256sum, shasum or openssl to check the download.'
  fi | cut -d ' ' -f 1
}

# True if an address is on this machine: http://127.0.0.1:<port>, with or without a path.
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
  [ -n "$release_url" ] || fail 'This copy of install.sh does not belong to a release. Run the install.sh of a release.'
  # curl follows redirects only to addresses with this protocol.
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

  # Finds waypost-<platform>-<version>.tgz. A version begins with a digit, which distinguishes it from -musl.
  line="$(printf '%s\n' "$checksums" | grep -E "^[0-9a-f]{64}  waypost-$wanted-[0-9][0-9A-Za-z.+-]*\.tgz\$" || true)"
  [ -n "$line" ] || fail "This release has no executable for $wanted. With Node.js, run: npm install -g waypost"
  expected="${line%% *}"
  archive="${line##* }"

  fetch "$release_url/$archive" "$work/$archive"
  found="$(sha256 "$work/$archive")" || exit 1
  [ "$found" = "$expected" ] || fail "$archive has the checksum $found instead of $expected. Nothing was installed. Try again. If the checksum is still different, report the problem."

  tar -xzf "$work/$archive" -C "$work"
  version="$("$work/package/waypost" --version)" || fail "The executable does not run on this machine. Nothing was installed. With Node.js, run: npm install -g waypost"
  mkdir -p "$directory"
  # Copies the executable to a new file and renames it, so that the script never writes to a running executable.
  new="$(mktemp "$directory/.waypost.XXXXXX")"
  cp "$work/package/waypost" "$new"
  chmod 755 "$new"
  mv -f "$new" "$directory/waypost"
  printf 'Installed waypost %s as %s.\n' "$version" "$directory/waypost"
  case ":$PATH:" in
    *":$directory:"*) printf 'To get started, run: waypost signup\n' ;;
    *) printf '%s is not in your PATH yet. Add this line to the file that your shell reads at startup:\n  export PATH="%s:%s"\n' "$directory" "$directory" "\$PATH" ;;
  esac
}

main "$@"
