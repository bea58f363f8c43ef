#!/usr/bin/env bash
# Tests the executable of a release on this machine, without Node, in an empty home directory. The executable signs up
# at its own sandbox, runs a lookup, exports the log, and stops the sandbox.
#   scripts/release/try-executable.sh <directory of the release>
set -euo pipefail

case "$(uname -s)" in
  Linux) platform=linux ;;
  Darwin) platform=darwin ;;
  *) platform=win32 ;;
esac
case "$(uname -m)" in
  arm64 | aarch64) platform+=-arm64 ;;
  *) platform+=-x64 ;;
esac

release=$(cd "$1" && pwd)
work=$(mktemp -d)
archive=$(cd "$release" && ls waypost-"$platform"-[0-9]*.tgz)
(cd "$release" && grep " $archive\$" SHA256SUMS | (sha256sum -c - || shasum -a 256 -c -))
tar -xzf "$release/$archive" -C "$work"
export HOME="$work/home" USERPROFILE="$work/home" APPDATA="$work/home" LOCALAPPDATA="$work/home"
export PATH="$work/package:/usr/bin:/bin"
mkdir -p "$HOME"
cd "$HOME"

waypost --version
waypost sandbox start --detach --memory --port 8797
export WAYPOST_BASE_URL=http://127.0.0.1:8797/v1
waypost signup --no-browser &
until waypost sandbox signup 2>/dev/null; do sleep 0.2; done
wait $!
waypost auth whoami --check
waypost places search chicago --json | grep -q Chicago
waypost lookups export -o log.csv
waypost sandbox stop --port 8797
echo 'The executable works on this machine.'
