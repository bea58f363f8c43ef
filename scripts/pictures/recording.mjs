// Creates the animated picture in README.md: records a bash session from a pseudo-terminal and draws it as an animated
// SVG. Requires script(1) from util-linux.
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import emulator from '@xterm/headless';
import { entry, images } from './sandbox.mjs';
import { linesOf, svgOfFrames } from './screen.mjs';

const columns = 88;
const rows = 21;
const prompt = '$ ';

/**
 * The times in milliseconds for which the picture shows a frame: the maximum for output, and the time to read the
 * output of a finished command.
 */
const longestOutput = 300;
const finished = 2400;

/** The lines to type. `keys` are the keys to press when the screen matches `until`. */
const session = [
  { line: 'waypost sandbox start --detach' },
  { line: 'waypost signup' },
  { line: 'waypost places search berlin', until: /Enter to resolve/, keys: '\r' },
  { line: 'waypost emails validate --file customers.csv --dry-run' },
  { line: 'waypost emails validate --file customers.csv -o checked.csv' },
  { line: 'waypost keys usage --last 7d --by type' },
];

const customers = Array.from({ length: 40 }, (_, row) =>
  row === 17 ? 'grace.example.com' : `customer-${row % 25}@gmail.com`,
);

/** Records the session and writes docs/img/waypost.svg. */
export async function recordSession() {
  const home = await mkdtemp(join(tmpdir(), 'waypost-picture-'));
  try {
    const frames = await record(home);
    const label = 'A session: start the sandbox, sign up, search a place, validate a file';
    await writeFile(join(images, 'waypost.svg'), svgOfFrames(frames, { columns, rows, label }));
    console.log('docs/img/waypost.svg');
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function record(home) {
  const port = await freePort();
  await prepare(home, port);
  const screen = new emulator.Terminal({
    cols: columns,
    rows,
    scrollback: 0,
    allowProposedApi: true,
  });
  const line = `stty cols ${columns} rows ${rows}; PS1='${prompt}' exec bash --norc --noprofile`;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: join(home, 'work'),
    env: {
      PATH: `${join(home, 'bin')}:${process.env.PATH}`,
      HOME: home,
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      BROWSER: 'true',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const frames = [];
  const take = (duration) => frames.push({ lines: linesOf(screen), duration, time: Date.now() });
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    const text = chunk.replaceAll(home, '/home/ada').replaceAll(String(port), '8787');
    screen.write(text, () => take());
  });
  const hasText = (pattern) => pattern.test(textOf(linesOf(screen)));
  const atPrompt = () => textOf(linesOf(screen)).trimEnd().endsWith(`\n${prompt}`.trimEnd());

  await until(() => hasText(/^\$/m));
  for (const { line: typed, until: pattern, keys } of session) {
    child.stdin.write('clear\r');
    await until(() => textOf(linesOf(screen)).trim() === prompt.trim());
    removeUnfinished(frames);
    for (const key of typed) {
      child.stdin.write(key);
      await sleep(45);
    }
    child.stdin.write('\r');
    if (pattern !== undefined) {
      await until(() => hasText(pattern));
      take(finished);
      child.stdin.write(keys);
    }
    await until(atPrompt);
    take(finished);
  }
  child.stdin.end('clear; waypost sandbox stop; exit\r');
  await new Promise((resolve) => child.once('close', resolve));
  removeUnfinished(frames);
  return frames.map(({ lines, duration, time }, index) => ({
    lines,
    duration: duration ?? Math.min(frames[index + 1].time - time, longestOutput),
  }));
}

/** Removes the frames after the last finished command. */
function removeUnfinished(frames) {
  frames.length = frames.findLastIndex(({ duration }) => duration === finished) + 1;
}

/**
 * Creates the home directory for the recording. The home directory contains a `waypost` command that uses a separate
 * port, and a file to validate.
 */
async function prepare(home, port) {
  await mkdir(join(home, 'bin'));
  await mkdir(join(home, 'work'));
  const command = `'${process.execPath}' '${entry}'`;
  const program = `#!/bin/sh
export WAYPOST_BASE_URL=http://127.0.0.1:${port}/v1
case "$1 $2" in
  'sandbox start') set -- "$@" --port ${port} ;;
  'signup ') (sleep 2; ${command} sandbox signup >/dev/null 2>&1) & ;;
esac
exec ${command} "$@"
`;
  await writeFile(join(home, 'bin/waypost'), program);
  await chmod(join(home, 'bin/waypost'), 0o755);
  await writeFile(join(home, 'work/customers.csv'), `email\n${customers.join('\n')}\n`);
}

/** Waits until the condition is true. Throws after 30 seconds. */
async function until(condition) {
  for (let waited = 0; waited < 30_000; waited += 20) {
    if (condition()) return;
    await sleep(20);
  }
  throw new Error('The recorded session did not continue.');
}

const textOf = (lines) => lines.map((runs) => runs.map(({ text }) => text).join('')).join('\n');

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
