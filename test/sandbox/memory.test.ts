// What the process of a sandbox holds in memory while it waits, with the places.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Megabytes; the process has some 85 of them, a bare Node 43. */
const mostMemory = 110;
/** Waits until a process, with all its threads, has used no processor time for half a second. */
async function settled(pid: number | undefined): Promise<void> {
  let last = '';
  for (let same = 0; same < 10; ) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const used = `${fields[11]} ${fields[12]}`;
    same = used === last ? same + 1 : 0;
    last = used;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-memory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.skipIf(process.platform !== 'linux')('a sandbox that waits takes at most 110 MB', async () => {
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
    await settled(child.pid);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
    expect(Number(kilobytes) / 1024).toBeLessThanOrEqual(mostMemory);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
