import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canMount } from '../support/full-disk';
import { useSandboxCommand } from '../support/sandbox-command';
import { runShell } from '../support/shell';
import { commandLine } from '../support/tool';

const tool = useSandboxCommand();

// The small disk is full before SQLite moves its write-ahead log to the database. The large disk is full only when SQLite
// moves the log, after the log already contains the change.
test.skipIf(!canMount).each([700, 5500])(
  'a sandbox reports that its disk is full, and keeps its data unchanged (disk size: %i KiB)',
  async (size) => {
    const { home } = tool;
    const disk = join(home.path, 'disk');
    mkdirSync(disk);
    const script = `
    mount -t tmpfs -o size=${size}k none "$DISK"
    set -- ${commandLine}
    "$@" sandbox start --data "$DISK/data" --port 0 --detach --no-rate-limit --json > "$OUT/ready"
    port=$(sed 's/.*"port":\\([0-9]*\\).*/\\1/' "$OUT/ready")
    eval "$("$@" sandbox env --port "$port" --shell bash)"
    head -c 30000 /dev/zero | tr '\\0' x > "$OUT/payload"
    for name in $(seq 1 400); do
      printf '{"name":"c%s","payload":"%s"}' "$name" "$(cat "$OUT/payload")" > "$OUT/body"
      status=$(curl -s -o "$OUT/answer" -w '%{http_code}' -H "Authorization: Bearer $WAYPOST_USER_TOKEN" \\
        -H 'Content-Type: application/json' --data "@$OUT/body" "$WAYPOST_BASE_URL/keys/$WAYPOST_API_KEY/configs")
      [ "$status" = 200 ] || break
    done
    echo "c$name $status" > "$OUT/refused"
    "$@" configs list --json > "$OUT/configs"
    curl -s -X POST "http://127.0.0.1:$port/_sandbox/keys/$WAYPOST_API_KEY/lookups" -d '{"count":100000}' > "$OUT/control"
    "$@" sandbox stop --port "$port" --json > "$OUT/stopped"`;
    const words = ['unshare', '-m', 'bash', '-c', script];
    const environment = home.environment({ DISK: disk, OUT: home.path });
    const { stdout, stderr } = await runShell(words, environment);
    const read = (name: string) => readFileSync(join(home.path, name), 'utf8');
    const [refused = '', status] = read('refused').trim().split(' ');
    expect([status, stdout, stderr]).toEqual(['500', '', '']);
    expect(JSON.parse(read('answer'))).toEqual({
      code: 5001,
      message: expect.stringMatching(/the sandbox's disk is full, and nothing was changed$/),
    });
    const { configs } = JSON.parse(read('configs')) as { configs: { name: string }[] };
    const names = configs.map(({ name }) => name);
    expect(names).toHaveLength(Number(refused.slice(1)) - 1);
    expect(names).not.toContain(refused);
    expect(JSON.parse(read('control'))).toEqual({
      error: "the sandbox's disk is full, and nothing was changed",
    });
    expect(JSON.parse(read('stopped'))).toMatchObject({ stopped: true });
  },
);
