// The notice of a newer version: in a real terminal, by a copy of the command that is installed like a global
// package of npm, or by the executable, against a stand-in for the registry.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../package.json';
import { apiKey, freshHome, store } from '../support/keys';
import { systemTest } from '../support/runs';
import { type StandIn, sendJson, standIn } from '../support/service';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import { command, documentOf, Home, isNodeBuild, nodeTest } from '../support/tool';

const root = join(__dirname, '../..');
const hour = 60 * 60 * 1000;

const hint = isNodeBuild
  ? 'Run `npm install -g waypost@latest`.'
  : 'Install the executable of the new version as you installed this one.';

const newer = `waypost 99.1.0 is out; this is ${version}. ${hint}`;

const machine = new Home();
const entryOfCopy = join(machine.path, 'lib/node_modules/waypost/bin/waypost.js');
/** The command as users install it: a copy of the Node build as npm puts it there, or the executable. */
const installed = isNodeBuild ? [process.execPath, entryOfCopy] : command;
const copied = isNodeBuild ? { entry: entryOfCopy } : {};
beforeAll(() => {
  const target = join(machine.path, 'lib/node_modules/waypost');
  const copy = (name: string) => {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    copyFileSync(join(root, name), join(target, name));
  };
  const chunks = readdirSync(join(root, 'dist')).filter((name) => name.endsWith('.js'));
  for (const name of ['package.json', 'bin/waypost.js', 'bin/compiled-code.js']) copy(name);
  for (const name of chunks) copy(`dist/${name}`);
  mkdirSync(join(machine.path, 'bin'));
  writeFileSync(join(machine.path, 'bin/waypost'), '');
});
afterAll(() => machine.remove());

let home: Home;
let registry: StandIn;
let asked: Promise<void>;
/** Lets the registry answer. */
let answer: () => void;

beforeEach(async () => {
  home = freshHome();
  const allowed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let arrived = () => {};
  asked = new Promise((resolve) => {
    arrived = resolve;
  });
  registry = await standIn((_, response) => {
    arrived();
    void allowed.then(() => sendJson(response, 200, { version: '99.1.0', dist: {} }));
  });
  onTestFinished(() => registry.close());
});

const statePath = () => join(home.path, '.cache/waypost/upgrade.json');

/** What the command says in a terminal. */
async function said(
  words: string[],
  { env = {}, tool = installed }: { env?: Record<string, string>; tool?: readonly string[] } = {},
): Promise<string> {
  const around = { npm_config_registry: registry.url, WAYPOST_API_KEY: apiKey, ...env };
  const screen = new Terminal([...tool, ...words], home.environment(around));
  onTestFinished(() => screen.kill());
  await screen.end();
  return shown(screen).replace(/\s+/g, ' ');
}

/** Puts the state there, as runs so many hours ago left it. */
function remember(hoursAgo: { checked: number; told: number }, latest?: string): void {
  const at = (hours: number) => Date.now() - hours * hour;
  const state = { checkedAt: at(hoursAgo.checked), toldAt: at(hoursAgo.told), latest };
  store(statePath(), state);
}

const state = () => JSON.parse(readFileSync(statePath(), 'utf8'));

/** Without blanks: a line that is longer than the terminal is broken within a word. */
function squeezed(text: string): string {
  return text.replaceAll(' ', '');
}

async function saysNothing(words: string[], around: Parameters<typeof said>[1]): Promise<void> {
  remember({ checked: 25, told: 25 }, '99.1.0');
  const before = state();
  expect(await said(words, around)).not.toContain('is out');
  // Whoever tells or asks writes this first.
  expect(state()).toEqual(before);
}

describe.skipIf(!hasTerminal)('at a terminal', () => {
  systemTest('the first run asks without waiting, and tells nothing of the user', async () => {
    const env = { npm_config_registry: registry.url.replace('//', '//ada:pass-word@') };
    // The registry is silent until the command has ended.
    expect(await said(['help', 'exit-codes'], { env })).not.toContain('is out');
    await asked;
    expect(registry.asked).toHaveLength(1);
    const [{ method, path, headers, body } = { headers: {} }] = registry.asked;
    expect({ method, path, body }).toEqual({
      method: 'GET',
      path: '/v1/waypost/latest',
      body: '',
    });
    const { host } = new URL(registry.url);
    expect(headers).toEqual({
      accept: 'application/json',
      'user-agent': 'waypost',
      host,
      connection: 'keep-alive',
    });
  });

  test('a newer version is told once a day, in the words of the way it was installed', async () => {
    answer();
    const check = await home.run('__upgrade-check', {
      env: { npm_config_registry: registry.url },
      ...copied,
    });
    expect(check).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(state()).toEqual({ checkedAt: 0, toldAt: 0, latest: '99.1.0' });
    remember({ checked: 1, told: 25 }, '99.1.0');
    expect(squeezed(await said(['help', 'exit-codes']))).toContain(squeezed(newer));
    expect(await said(['help', 'exit-codes'])).not.toContain('is out');
    // Asked within the day already.
    expect(registry.asked).toHaveLength(1);
  });

  systemTest('also behind an error', async () => {
    remember({ checked: 1, told: 25 }, '99.1.0');
    expect(squeezed(await said(['keys', 'nosuch']))).toContain(squeezed(newer));
  });

  systemTest('doctor mentions it', async () => {
    remember({ checked: 1, told: 1 }, '99.1.0');
    const run = await home.run('doctor --json', copied);
    const { checks } = documentOf(run) as { checks: { name: string; hint?: string }[] };
    expect(checks.find(({ name }) => name === 'version')).toMatchObject({
      ok: true,
      message: expect.stringMatching(/installed: (npm-global|standalone)\. 99\.1\.0 is out\./),
      hint,
    });
  });

  systemTest('no newer version, nothing told', async () => {
    remember({ checked: 1, told: 25 }, version);
    expect(await said(['help', 'exit-codes'])).not.toContain('is out');
  });

  systemTest.each<[why: string, words: string[], around: Parameters<typeof said>[1]]>([
    ['with --json', ['help', 'exit-codes', '--json'], {}],
    ['with --no-input', ['help', 'exit-codes', '--no-input'], {}],
    ['in CI', ['help', 'exit-codes'], { env: { CI: 'true' } }],
    ['with NO_UPDATE_NOTIFIER', ['help', 'exit-codes'], { env: { NO_UPDATE_NOTIFIER: '1' } }],
    ['with WAYPOST_NO_INPUT', ['help', 'exit-codes'], { env: { WAYPOST_NO_INPUT: '1' } }],
  ])('nothing is told or asked %s', (_, words, around) => saysNothing(words, around));

  nodeTest('nothing is told or asked in a clone', () =>
    saysNothing(['help', 'exit-codes'], { tool: command }),
  );

  systemTest('nor where standard error or output is a file', async () => {
    remember({ checked: 25, told: 25 }, '99.1.0');
    const before = state();
    const log = join(home.path, 'log');
    const quoted = installed.map((word) => `'${word}'`).join(' ');
    for (const redirection of [`2> '${log}'`, `> '${log}'`, '2> /dev/null', '> /dev/null']) {
      const line = `${quoted} help exit-codes ${redirection}`;
      const screen = new Terminal(['sh', '-c', line], home.environment());
      onTestFinished(() => screen.kill());
      await screen.end();
      expect(shown(screen) + readFileSync(log, 'utf8')).not.toContain('is out');
    }
    expect(state()).toEqual(before);
  });

  systemTest('a cache directory that cannot be made: nothing is told, nothing fails', async () => {
    writeFileSync(join(home.path, '.cache'), 'a file');
    const text = await said(['help', 'exit-codes']);
    expect(text).toContain('invalid_input');
    expect(text).not.toContain('is out');
  });
});

systemTest.each([
  ['an error', 500, { version: '99.1.0' }],
  ['a preview', 200, { version: '99.1.0-beta.1' }],
  ['an escape sequence', 200, { version: '\u001b[2J99.1.0' }],
  ['no version', 200, { versions: {} }],
])('%s of the registry is no newer version', async (_, status, body) => {
  const other = await standIn((__, response) => sendJson(response, status, body));
  onTestFinished(() => other.close());
  const run = await home.run('__upgrade-check', { env: { npm_config_registry: other.url } });
  expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(existsSync(statePath())).toBe(false);
  expect(other.asked).toHaveLength(1);
});

systemTest('a registry that cannot be reached is silent', async () => {
  const env = { npm_config_registry: 'http://127.0.0.1:9/' };
  const run = await home.run('__upgrade-check', { env });
  expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
});
