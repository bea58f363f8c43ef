// Runs every shell and JavaScript block in docs/sandbox.md in order, with a sandbox on a port other than the default port.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, freePort, PageShell, textOf } from '../support/page';
import { Home } from '../support/tool';

const page = textOf('docs/sandbox.md');

let home: Home;
let shell: PageShell;
beforeAll(async () => {
  home = new Home();
  const port = await freePort();
  shell = new PageShell(home, { port });
  mkdirSync(join(shell.work, 'node_modules'));
  symlinkSync(join(__dirname, '../..'), join(shell.work, 'node_modules/waypost'), 'junction');
});
afterAll(async () => {
  await home.run('sandbox stop --all');
  home.remove();
});

test.skipIf(process.platform === 'win32')(
  'the shell blocks in docs/sandbox.md run without errors',
  async () => {
    const [seed] = blocksOf(page, 'json');
    writeFileSync(join(shell.work, 'shop.json'), seed?.text ?? '');
    // A block that starts a sandbox requires that no other sandbox is running.
    const blocks = blocksOf(page, 'sh').map(({ text }) =>
      text.includes('sandbox start') ? `waypost sandbox stop --all\n${text}` : text,
    );
    expect(blocks.length).toBeGreaterThan(8);
    const { status, stdout, stderr } = await shell.run(blocks.join('\n'));
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('Paris, Texas');
    expect(stdout).toMatch(/The fault is active[\s\S]*reset:0\.2[\s\S]*Removed all added faults/);
    expect(stdout).toMatch(/lookups in 30 days/);
  },
);

test('the program in docs/sandbox.md runs without errors', async () => {
  const [program, ...others] = blocksOf(page, 'js');
  expect(others).toEqual([]);
  writeFileSync(join(shell.work, 'program.mjs'), program?.text ?? '');
  const run = await shell.program(process.execPath, ['program.mjs']);
  expect(run).toMatchObject({ status: 0, stdout: '503 200\n', stderr: '' });
});
