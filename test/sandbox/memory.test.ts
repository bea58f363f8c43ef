// What the process of a sandbox holds in memory, with the places, after a little work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Megabytes; the process has some 85 of them, a bare Node 43. */
const mostMemory = 110;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-memory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.skipIf(process.platform !== 'linux')('a sandbox takes at most 110 MB', async () => {
  const child = spawn(
    process.execPath,
    ['bin/waypost.js', 'sandbox', 'start', '--json', '--port=0', `--data=${folder}`],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    const { origin } = new URL((JSON.parse(line) as { url: string }).url);
    for (let places = 0; places === 0; ) {
      const health = await fetch(`${origin}/_sandbox/health`);
      ({ places } = (await health.json()) as { places: number });
    }
    // The work of a start and some more: what is compiled again because of it would be by now.
    for (let account = 0; account < 100; account += 1) {
      const answer = await fetch(`${origin}/_sandbox/keys`, { method: 'POST', body: '{}' });
      await answer.text();
    }
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
    expect(Number(kilobytes) / 1024).toBeLessThanOrEqual(mostMemory);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
