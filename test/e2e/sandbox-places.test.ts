// `waypost sandbox start --places`: a folder of which nothing can be used is an error at the start, and no
// file of one ends the sandbox later.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { command, errorOf, Home } from '../support/tool';

let home: Home;
let folder: string;
beforeEach(() => {
  home = new Home();
  folder = mkdtempSync(join(tmpdir(), 'waypost-places-'));
});
afterEach(() => {
  home.remove();
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => join(folder, name);
const start = ['sandbox', 'start', '--memory', '--port=0', '--json'];
const springfield =
  '4250542\tSpringfield\tSpringfield\t\t39.80172\t-89.64371\tP\tPPLA\tUS\t\tIL\t167\t77500\t\t116565\t182\t185\tAmerica/Chicago\t2022-03-08\n';

describe('a folder with no usable file', () => {
  const folders: [what: string, make: () => void, reason: RegExp][] = [
    ['an empty folder', () => {}, /no GeoNames dump file that can be used\.$/],
    ['other files', () => writeFileSync(file('readme.txt'), 'x'), /that can be used\.$/],
    ['an empty file', () => writeFileSync(file('cities500.txt'), ''), /cities500\.txt has no row/],
    [
      'a file of another form',
      () => writeFileSync(file('cities500.txt'), 'PK\u0003\u0004\0\n'.repeat(99)),
      /cities500\.txt has no row/,
    ],
    ['a folder by the name of a file', () => mkdirSync(file('cities500.txt')), /has no row/],
    ['a link to itself', () => symlinkSync('cities500.txt', file('cities500.txt')), /ELOOP/],
  ];
  if (process.platform !== 'win32') {
    folders.push([
      'a pipe',
      () => execFileSync('mkfifo', [file('alternateNamesV2.txt')]),
      /alternateNamesV2\.txt has no row/,
    ]);
  }
  test.each(folders)('%s', async (_what, make, reason) => {
    make();
    const run = await home.run([...start, '--places', folder], {
      whileRunning: (child) => {
        // Should it start all the same, it is not to run for ever.
        child.stdout?.once('data', (text) => String(text).includes('"url"') && child.kill());
      },
    });
    expect(errorOf(run)).toMatchObject({
      exit: 2,
      code: 'invalid_input',
      message: expect.stringMatching(reason),
      hint: expect.stringContaining('cities500.txt'),
    });
    expect(run.stderr).toBe('');
  });
});

test('files that cannot be read are omitted, and told; the others are used', async () => {
  writeFileSync(file('cities500.txt'), `${'x'.repeat(3_000_000)}\nnonsense\n${springfield}`);
  mkdirSync(file('cities1000.txt'));
  mkdirSync(file('admin2Codes.txt'));
  const child = spawn(command[0], [...command.slice(1), ...start, '--places', folder], {
    env: home.environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    const { url } = JSON.parse(String(line)) as { url: string };
    const found = await send('GET', `${url}/places?query=springfield&api_key=ak_test`);
    expect(found.status).toBe(200);
    expect(found.text).toContain('geonames_4250542');
    expect(stderr).toContain('admin2Codes.txt cannot be read');
    expect(stderr).toContain('cities1000.txt cannot be read');
    expect(stderr).toContain('cities500.txt:2: no row of the 19 columns');
    expect(stderr).not.toMatch(/\n\s+at /);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
