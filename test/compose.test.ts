// examples/docker-compose.yml: its seed starts a sandbox, and the request of its service finds a place.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { send } from './sandbox/support/client';
import { startSandbox } from './support/sandbox';

const examples = join(__dirname, '../examples');
const text = readFileSync(join(examples, 'docker-compose.yml'), 'utf8');
const value = (name: string): string => new RegExp(`^ +${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';

test("docker-compose.yml starts a service that waits for a healthy sandbox and uses a key from the sandbox's seed", async () => {
  expect(text).toMatch(/depends_on:\n +waypost:\n +condition: service_healthy\n/);
  const [, mounted = '', inside = ''] = /- (\.\/\S+):(\S+):ro/.exec(text) ?? [];
  expect(existsSync(join(examples, mounted))).toBe(true);
  expect(value('command')).toContain(`--seed, ${inside}]`);
  expect(existsSync(join(examples, value('context'), value('dockerfile')))).toBe(true);

  const sandbox = await startSandbox({
    data: null,
    seed: JSON.parse(readFileSync(join(examples, mounted), 'utf8')),
  });
  try {
    const base = value('WAYPOST_BASE_URL').replace('http://waypost:8787', sandbox.origin);
    expect(base).toBe(sandbox.url);
    const [, path = ''] = /\$\$WAYPOST_BASE_URL(\/[^"]+)"/.exec(text) ?? [];
    const url = base + path.replace('$$WAYPOST_API_KEY', value('WAYPOST_API_KEY'));
    const { status, json } = await send('GET', url);
    expect([status, Object(json).result.hits[0].name]).toEqual([200, 'Berlin']);
    const health = await send('GET', `${sandbox.origin}/_sandbox/health`);
    const [, pattern = ''] = /grep -q '([^']+)'/.exec(text) ?? [];
    expect(health.text).toMatch(new RegExp(pattern));
  } finally {
    await sandbox.close();
  }
});
