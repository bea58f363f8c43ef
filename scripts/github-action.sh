#!/usr/bin/env bash
# Runs the steps of action.yml. The ACTION_* variables contain the action's inputs. The script writes values for later
# steps to the files in GITHUB_PATH, GITHUB_ENV and GITHUB_OUTPUT.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=${RUNNER_TEMP:?}/waypost

# True if a text is a version or a range of versions in npm's format. URLs, paths, tags and other packages do not match.
is_range() {
  local number='(0|[1-9][0-9]*|[xX*])'
  local version="v?$number(\\.$number(\\.$number(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?)?)?"
  local comparator="([~^]|[<>]=?|=)? *$version"
  local set="$comparator( +(- +)?$comparator)*"
  [[ $1 =~ ^\ *$set(\ *\|\|\ *$set)*\ *$ ]]
}

install() {
  local bin=$directory/bin
  if [[ $ACTION_VERSION != latest && $ACTION_VERSION != source ]] && ! is_range "$ACTION_VERSION"; then
    echo "The version input must be latest, source, or a version or range such as 0.1.0 or ^0.1.0, not: $ACTION_VERSION" >&2
    return 1
  fi
  mkdir -p "$bin"
  if [ "$ACTION_VERSION" = source ]; then
    if [ ! -f "$root/dist/main.js" ]; then
      (cd "$root" && npm ci --ignore-scripts --no-audit --no-fund && npm run build -- --quiet)
    fi
    printf '#!/bin/sh\nexec node "%s/bin/waypost.js" "$@"\n' "$root" >"$bin/waypost"
    chmod +x "$bin/waypost"
    if [ "${RUNNER_OS:-}" = Windows ]; then
      # This file is for steps that use a shell other than bash.
      printf '@node "%s\\bin\\waypost.js" %%*\r\n' "$(cygpath -w "$root")" >"$bin/waypost.cmd"
    fi
  else
    npm install --global --prefix "$directory" --ignore-scripts --no-audit --no-fund "waypost@$ACTION_VERSION"
    if [ "${RUNNER_OS:-}" = Windows ]; then bin=$directory; fi
  fi
  "$bin/waypost" --version
  echo "$bin" >>"$GITHUB_PATH"
}

start() {
  local words=(--memory --detach --json --port "$ACTION_PORT")
  if [ -n "${ACTION_SEED:-}" ]; then words+=(--seed "$ACTION_SEED"); fi
  # Spaces, tabs and line feeds separate the options. At the end of the input, `read` returns 1.
  read -rd '' -a more <<<"${ACTION_ARGUMENTS:-}" || true
  local ready port
  # If the sandbox does not start, waypost prints the error as JSON to standard output.
  ready=$(waypost sandbox start "${words[@]}" ${more[@]+"${more[@]}"}) || { echo "$ready" >&2; return 1; }
  port=$(sed -E 's/.*"port":([0-9]+).*/\1/' <<<"$ready")
  eval "$(waypost sandbox env --shell bash --port "$port")"
  # After these lines, the runner masks both keys in every log.
  echo "::add-mask::$WAYPOST_API_KEY"
  echo "::add-mask::$WAYPOST_USER_TOKEN"
  for name in WAYPOST_BASE_URL WAYPOST_API_KEY WAYPOST_USER_TOKEN; do
    echo "$name=${!name}" >>"$GITHUB_ENV"
  done
  echo "base-url=$WAYPOST_BASE_URL" >>"$GITHUB_OUTPUT"
  echo "The sandbox is running at $WAYPOST_BASE_URL. To stop the sandbox, run: waypost sandbox stop --port $port"
}

case ${1:-} in
  install | start) "$1" ;;
  *)
    echo "usage: github-action.sh install|start" >&2
    exit 2
    ;;
esac
