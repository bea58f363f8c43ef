// Every block of shell and JavaScript in docs/sandbox.md runs as it stands there, in order: only the ports are
// others, and another sandbox is the real service.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entry, Home } from '../support/tool';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  );

let home: Home;
let work: string;
beforeAll(() => {
  home = new Home();
  work = join(home.path, 'work');
  mkdirSync(join(work, 'node_modules'), { recursive: true });
  symlinkSync(root, join(work, 'node_modules/waypost'), 'junction');
});
afterAll(async () => {
  await home.run(['sandbox', 'stop', '--all']);
  home.remove();
});

/** Two ports that nobody listens on. */
async function freePorts(): Promise<number[]> {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port)));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Runs a program in the folder; what it printed, and how it ended. */
async function run(program: string, words: string[], env: Record<string, string> = {}) {
  const child = spawn(program, words, { cwd: work, env: home.environment(env) });
  child.stdin.end();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, said };
}

test.skipIf(process.platform === 'win32')('the lines of shell', async () => {
  const [service = 0, session = 0] = await freePorts();
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  // The command, with the ports of this test where it would take the usual ones.
  writeFileSync(
    join(bin, 'waypost'),
    `#!/bin/sh
case "$1 $2" in
  'sandbox start') set -- "$@" --port ${service} ;;
  'sandbox record' | 'sandbox replay') set -- "$@" --port ${session} ;;
esac
exec '${process.execPath}' '${entry}' "$@"
`,
  );
  chmodSync(join(bin, 'waypost'), 0o755);
  const [seed = ''] = blocks('json');
  writeFileSync(join(work, 'shop.json'), seed);
  // Where one is started, none runs yet.
  const lines = blocks('sh')
    .map((block) =>
      block.includes('sandbox start') ? `waypost sandbox stop --all\n${block}` : block,
    )
    .join('\n')
    .replaceAll('https://api.example.com/v1', `http://127.0.0.1:${service}/v1`)
    .replaceAll('8787', String(service))
    .replaceAll('8788', String(session));
  const { status, said } = await run('bash', ['-e', '-o', 'pipefail', '-x', '-c', lines], {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    SHELL: '/bin/bash',
    WAYPOST_BASE_URL: `http://127.0.0.1:${service}/v1`,
  });
  expect(status, said).toBe(0);
  expect(said).toContain('Paris, Texas');
  expect(said).toContain('"code":4291');
  expect(said).toMatch(/lookups in 30 days/);
  expect(readFileSync(join(work, 'session.ndjson'), 'utf8')).not.toContain('ak_shop');
  expect(blocks('sh').length).toBeGreaterThan(8);
});

test('the program', async () => {
  const [program = '', ...others] = blocks('js');
  expect(others).toEqual([]);
  writeFileSync(join(work, 'program.mjs'), program);
  expect(await run(process.execPath, ['program.mjs'])).toEqual({ status: 0, said: '503 200\n' });
});
