#!/bin/sh
# Installs the waypost executable for this machine. The script downloads an archive from a release, verifies the
# archive's SHA-256 checksum, and copies the executable to a directory. The script requires tar, curl or wget, and one
# of sha256sum, shasum and openssl.
#
#   WAYPOST_INSTALL_DIR   the directory for the executable (default: ~/.local/bin)
#   WAYPOST_RELEASE_URL   the URL of a copy of the release; the script still verifies the checksum of the archive
set -eu

# `npm run release` inserts the URL of the release and the checksums of its files into these two lines.
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
    *) fail "There is no executable for $(uname -s). On Windows, use Scoop. If you have Node.js, run: npm install -g waypost" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) cpu=x64 ;;
    arm64 | aarch64) cpu=arm64 ;;
    *) fail "There is no executable for $(uname -m). If you have Node.js, run: npm install -g waypost" ;;
  esac
  libc=''
  if [ "$os" = linux ] && ls /lib/ld-musl-*.so.1 >/dev/null 2>&1 && ! ls /lib64/ld-linux-*.so.* /lib/ld-linux-*.so.* >/dev/null 2>&1; then
    libc=-musl
  fi
  printf '%s-%s%s' "$os" "$cpu" "$libc"
}

# Downloads a URL to a file: fetch <url> <file>
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
    fail 'This script requires sha256sum, shasum or openssl to verify the download.'
  fi | cut -d ' ' -f 1
}

# Returns 0 if the URL is http://127.0.0.1:<port>, with or without a path.
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
  [ -n "$release_url" ] || fail 'This script is not part of a release. Run install.sh from a release.'
  # curl uses only this protocol, also when it follows redirects.
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

  # The archive is waypost-<platform>-<version>.tgz. A version begins with a digit, so linux-x64 does not match the
  # archive for linux-x64-musl.
  line="$(printf '%s\n' "$checksums" | grep -E "^[0-9a-f]{64}  waypost-$wanted-[0-9][0-9A-Za-z.+-]*\.tgz\$" || true)"
  [ -n "$line" ] || fail "This release has no executable for $wanted. If you have Node.js, run: npm install -g waypost"
  expected="${line%% *}"
  archive="${line##* }"

  fetch "$release_url/$archive" "$work/$archive"
  found="$(sha256 "$work/$archive")" || exit 1
  [ "$found" = "$expected" ] || fail "$archive has the checksum $found instead of $expected. Nothing was installed. Run the script again. If the checksum is wrong again, report the problem to the waypost maintainers."

  tar -xzf "$work/$archive" -C "$work"
  version="$("$work/package/waypost" --version)" || fail "The executable does not run on this machine. Nothing was installed. If you have Node.js, run: npm install -g waypost"
  mkdir -p "$directory"
  # The script renames a temporary file, because writing to the file of a running executable fails.
  new="$(mktemp "$directory/.waypost.XXXXXX")"
  cp "$work/package/waypost" "$new"
  chmod 755 "$new"
  mv -f "$new" "$directory/waypost"
  printf 'Installed waypost %s to %s.\n' "$version" "$directory/waypost"
  case ":$PATH:" in
    *":$directory:"*) printf 'To get started, run: waypost signup\n' ;;
    *)
      printf '%s is not in your PATH. Add this line to the startup file of your shell:\n' "$directory"
      printf '  export PATH="%s:%s"\n' "$directory" "\$PATH"
      printf 'Then open a new terminal. To get started, run: waypost signup\n'
      ;;
  esac
}

main "$@"
