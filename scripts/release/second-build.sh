#!/usr/bin/env bash
# Builds the release again from the same commit, but in another directory, as another user, and with another time zone,
# language and umask. Compares the files with those in dist-release/. Requires root and Linux.
#   scripts/release/second-build.sh --from <url> [platform…|all]
set -euo pipefail
cd "$(dirname "$0")/../.."

user=second-build
useradd --create-home "$user"
trap 'userdel --remove "$user" 2>/dev/null' EXIT
there=/home/$user/elsewhere/checkout
# With safe.directory, git lets root clone a repository that belongs to another user.
git -c safe.directory='*' clone --quiet --no-hardlinks . "$there"
chown -R "$user" "/home/$user"

variables=(
  "HOME=/home/$user"
  "PATH=$PATH"
  TZ=Pacific/Kiritimati
  LANG=tr_TR.UTF-8
  LC_ALL=tr_TR.UTF-8
)
# The manifests of the packages contain the name of the repository.
for name in GITHUB_SERVER_URL GITHUB_REPOSITORY; do
  if [ -n "${!name:-}" ]; then variables+=("$name=${!name}"); fi
done
# shellcheck disable=SC2016 # The inner shell expands the variables.
setpriv --reuid="$user" --regid="$user" --clear-groups env --ignore-environment "${variables[@]}" \
  bash -euc 'umask 077; cd "$1"; shift; npm ci --no-audit --no-fund; npm run release -- "$@"' \
  bash "$there" "$@"
diff -r dist-release "$there/dist-release"
echo 'The second build created the same files.'
