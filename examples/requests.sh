#!/bin/sh
# Uses curl and jq to check which requests a program sent to the sandbox. Run `sh requests.sh http://127.0.0.1:8787`.
set -eu
origin=$1
key=$(curl -sf -X POST "$origin/_sandbox/keys" | jq -r .key)
curl -sf -X DELETE "$origin/_sandbox/requests" > /dev/null

# The tested program is curl, which retries after a 503.
curl -sf -d '{"path": "/v1/emails*", "fault": "503", "times": 1}' "$origin/_sandbox/faults" > /dev/null
curl -sf --retry 2 "$origin/v1/emails?query=ada@gmail.com&tags=checkout&api_key=$key" > /dev/null

curl -sfG "$origin/_sandbox/requests" --data-urlencode 'path=/v1/emails*' |
  jq -e '[.requests[] | {status, charge}] == [{status: 503, charge: 0}, {status: 200, charge: 1}]' > /dev/null
echo 'The program sent a request, retried once after the 503, and was billed once.'
