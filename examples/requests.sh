#!/bin/sh
# Checks which requests a program sent to the sandbox. Requires curl and jq. To run the script, use
# `sh requests.sh http://127.0.0.1:8787`.
set -eu
origin=$1
key=$(curl -sf -X POST "$origin/_sandbox/keys" | jq -r .key)
curl -sf -X DELETE "$origin/_sandbox/requests" > /dev/null

# In this example, the tested program is curl, which retries a request after a 503 response.
curl -sf -d '{"path": "/v1/emails*", "fault": "503", "times": 1}' "$origin/_sandbox/faults" > /dev/null
curl -sf --retry 2 "$origin/v1/emails?query=ada@gmail.com&tags=checkout&api_key=$key" > /dev/null

curl -sfG "$origin/_sandbox/requests" --data-urlencode 'path=/v1/emails*' |
  jq -e '[.requests[] | {status, charge}] == [{status: 503, charge: 0}, {status: 200, charge: 1}]' > /dev/null
echo 'The program sent a request, and retried it after a 503 response. The service billed one lookup.'
