// Runs every example from the help, the reference and the manual pages unchanged in a shell, with a sandbox. `notHere` lists
// the examples that cannot run in this way, and the reasons.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Effect } from '../../src/api/endpoint';
import { ruleFor } from '../../src/api/request-rule';
import { examplesOf } from '../../src/cli/line/command';
import { commands, isGroup } from '../../src/cli/line/commands';
import { effectsOf } from '../../src/cli/line/effects';
import { locate } from '../../src/cli/line/typed-line';
import { resultOf } from '../sandbox/support/bench';
import { useAccount } from '../support/account';
import { store } from '../support/keys';
import { commandLine } from '../support/tool';

const examples = commands
  .flatMap((one) => (isGroup(one) ? one.commands : [one]))
  .flatMap((spec) => examplesOf(spec).map(({ command }) => command));

const terminal = 'prompts at a terminal';
const browser = 'waits for a sign-up in a browser';
const placeholder = 'contains a placeholder';
const endless = 'runs until it is interrupted';
const machine = 'uses the default port of the sandbox on this machine';
const steering = 'changes the sandbox of the other examples; see sandbox-steering.test.ts';

const notHere: Readonly<Record<string, string>> = {
  'waypost auth login': terminal,
  'waypost auth switch': terminal,
  'waypost configs push configs/': terminal,
  'waypost configs push configs/ --create --prune': terminal,
  'id=$(waypost places search --print-id) && waypost places resolve "$id" --json': terminal,
  'waypost signup': browser,
  'waypost signup --email ada@example.org --json --deadline 120': browser,
  'waypost signup --resume': browser,
  'curl -H "Authorization: Bearer $(waypost auth token)" …': placeholder,
  'waypost keys show sl_… --json': placeholder,
  'waypost lookups list --follow': endless,
  'waypost lookups list --follow --format ndjson | jq .search_term': endless,
  'waypost proxy start --allow places --expires 8h': endless,
  'waypost proxy start --json --port 8790': endless,
  'waypost sandbox start': endless,
  'waypost sandbox start --memory --port 0 --json': endless,
  'waypost sandbox logs --follow --port 8788': endless,
  'waypost sandbox start --detach --fault 503:0.1': machine,
  'waypost sandbox stop': machine,
  'waypost sandbox stop --all': machine,
  'waypost sandbox reset --yes': machine,
  'waypost sandbox logs': machine,
  'export WAYPOST_BASE_URL="$(waypost sandbox url)"': machine,
  'waypost sandbox start --memory --seed shop.json': endless,
  'waypost sandbox start --fault slow:0.3 --latency p50=50,p99=800 --fault-seed 42': endless,
  'eval "$(waypost sandbox env)"': machine,
  'waypost sandbox env --shell fish | source': 'is a line of fish; see sandbox-shell.test.ts',
  'waypost sandbox env --shell powershell | Out-String | Invoke-Expression':
    'is a line of PowerShell',
  'waypost signup --no-browser & waypost sandbox signup; wait': machine,
  'waypost sandbox signup http://127.0.0.1:8787/sign_up/…': placeholder,
  'waypost sandbox requests --follow --format ndjson': endless,
  'waypost sandbox clock +8d': steering,
  'waypost sandbox clock 2026-01-31T23:59:00Z': steering,
  'waypost sandbox clock now': steering,
  'waypost sandbox fault add 503 --times 1': steering,
  "waypost sandbox fault add reset:0.2 --path '/v1/keys/*' --method put": steering,
  'waypost sandbox fault clear': steering,
  'waypost sandbox snapshot save empty-cart': machine,
  'waypost sandbox snapshot restore empty-cart --yes': machine,
  "waypost sandbox snapshot list --json | jq -r '.[].name'": machine,
  'waypost sandbox snapshot delete empty-cart --yes': machine,
  'waypost version --check': 'sends a request to the npm registry; see version.test.ts',
  'waypost completion print fish | source': 'is a line of fish; see completion-shells.test.ts',
};

test('the list of skipped examples contains only examples that exist', () => {
  expect(Object.keys(notHere).filter((command) => !examples.includes(command))).toEqual([]);
});

describe('the example', () => {
  const account = useAccount();

  /** Creates the files, the login, the config and the licensee that the example requires. */
  async function prepare(command: string): Promise<{ directory: string; licensee: string }> {
    const { keys, bench, home } = account;
    const directory = join(home.path, 'work');
    mkdirSync(join(directory, 'configs'), { recursive: true });
    mkdirSync(join(home.path, '.config/zsh'), { recursive: true });
    const files = {
      'config.json': '{"name": "new", "payload": "x"}',
      'settings.json': '{"notifications": {"enabled": true}}',
      'checkout.json': '{}',
      'customers.csv': 'street,city,state,zip\n1226 W Main St,Springfield,IL,62704\n',
      'configs/checkout': command.includes('pull') ? 'old' : 'edited',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
    mkdirSync(join(directory, 'acme'));
    const login = { api_key: keys.key, base_url: bench.sandbox.url };
    store(join(home.path, '.config/waypost/profiles/acme/credentials.json'), login);
    const headers = { Authorization: `Bearer ${keys.user_token}` };
    const post = (path: string, body: object) =>
      bench.service('POST', `/keys/${keys.key}${path}`, { headers, body });
    if (!command.includes('configs create'))
      await post('/configs', { name: 'checkout', payload: 'old' });
    if (!command.includes('licensees')) return { directory, licensee: '' };
    await bench.control('PATCH', `/keys/${keys.key}`, { sublicensing: true });
    const { id } = resultOf<{ id: string }>(await post('/licensees', { name: 'acme' }));
    return { directory, licensee: id };
  }

  /** Runs a line in Bash. `waypost` runs the built command. */
  async function run(
    line: string,
    directory: string,
  ): Promise<{ status: number | null; output: string }> {
    const { home, keys } = account;
    const bin = join(home.path, 'bin');
    mkdirSync(bin);
    const programs = {
      waypost: `exec ${commandLine} "$@"`,
      'generate-config': 'echo generated',
      // The script replaces a secret manager, and prints the key from the environment.
      op: 'echo "$KEY"',
    };
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const child = spawn('bash', ['-o', 'pipefail', '-c', `git init -q . && ${line}`], {
      cwd: directory,
      env: home.environment({
        ...account.environment,
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        KEY: keys.key,
        TOKEN: keys.user_token,
        SHELL: '/bin/bash',
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { status, output };
  }

  /** Returns the effects, such as `bills`, of the requests that reached the sandbox. */
  async function seen(): Promise<Effect[]> {
    const { json } = await account.bench.control('GET', '/requests');
    const { requests } = json as { requests: { method: string; path: string }[] };
    return requests.map(
      ({ method, path }) => ruleFor(method, path.replace(/^\/v1/, '').replace(/\?.*/, '')).effect,
    );
  }

  /** Returns the effects that `waypost schema` declares for the commands in the line. */
  function declared(line: string): string[] {
    const named = line.split(/waypost(?= )/).flatMap((part) => {
      const { entry } = locate(part.trim().split(/\s+/));
      return entry === undefined || isGroup(entry) ? [] : [effectsOf(entry)];
    });
    return named.flatMap((effects) =>
      Object.entries(effects).flatMap(([effect, is]) => (is ? [effect] : [])),
    );
  }

  test.each(examples.filter((command) => !(command in notHere)))(
    '`%s` succeeds',
    async (command) => {
      const { directory, licensee } = await prepare(command);
      const line = command.replace(/^(waypost licensees \S+) 12\b/, `$1 ${licensee}`);
      await account.bench.control('DELETE', '/requests');
      const { status, output } = await run(line, directory);
      expect(status, output).toBe(0);
      expect(declared(line)).toEqual(expect.arrayContaining(await seen()));
    },
  );
});
