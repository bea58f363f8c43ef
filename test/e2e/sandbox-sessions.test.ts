// `sandbox record` and `sandbox replay`, the built command: a session with a service is recorded without its
// keys, and replayed to a tool that has none of them.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { type RunningSandbox, startSandbox } from '../support/sandbox';
import { documentOf, errorOf, Home, type Run } from '../support/tool';

interface Ready {
  url: string;
  port: number;
  pid: number;
  file: string;
}

let home: Home;
let service: RunningSandbox;
let keys: { key: string; user_token: string };
beforeAll(async () => {
  home = new Home();
  service = await startSandbox({ data: { memory: true }, rateLimit: false });
  const { json } = await send('POST', `${service.origin}/_sandbox/keys`);
  keys = json as typeof keys;
  home.keep(keys.key, keys.user_token);
  return async () => {
    await home.run(['sandbox', 'stop', '--all']);
    await service.close();
    home.remove();
  };
});

const sandbox = (...args: string[]): Promise<Run> => home.run(['sandbox', ...args]);
const file = (): string => join(home.path, 'session.ndjson');
const at = ({ url }: Ready, key: string, token: string) => ({
  env: { WAYPOST_BASE_URL: url, WAYPOST_API_KEY: key, WAYPOST_USER_TOKEN: token },
});

/** What a script asks, and is answered. */
async function script(env: ReturnType<typeof at>): Promise<unknown[]> {
  const details = await home.run(['keys', 'details', '--json'], env);
  const search = await home.run(['places', 'search', 'Lyon', '--json'], env);
  return [documentOf(details), documentOf(search)];
}

test('a session is recorded without its keys, and replayed for any other', async () => {
  const recorder = documentOf(
    await sandbox('record', file(), '--to', service.url, '--port', '0', '--detach', '--json'),
  ) as Ready;
  expect(recorder).toMatchObject({ file: file(), to: service.url, detached: true });
  const real = await script(at(recorder, keys.key, keys.user_token));
  expect(documentOf(await sandbox('list', '--json'))).toMatchObject([{ mode: 'record' }]);
  expect(errorOf(await sandbox('reset', '--port', `${recorder.port}`, '--json')).message).toBe(
    'A recording is not reset.',
  );
  await sandbox('stop', '--port', String(recorder.port));

  const bytes = readFileSync(file(), 'utf8');
  expect(bytes).not.toContain(keys.key);
  expect(bytes).not.toContain(keys.user_token);
  expect(bytes.trimEnd().split('\n')).toHaveLength(2);
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);

  const replay = documentOf(
    await sandbox('replay', file(), '--port', '0', '--detach', '--json'),
  ) as Ready;
  expect(replay).toMatchObject({ file: file(), requests: 2, detached: true });
  const env = at(replay, 'ak_another', 'uk_another');
  expect(await script(env)).toEqual(real);
  const unknown = await home.run(['places', 'search', 'Nice', '--json'], env);
  expect(errorOf(unknown)).toMatchObject({
    exit: 1,
    status: 404,
    message: expect.stringContaining('The session has no GET /places?query=Nice') as unknown,
  });
  // A session is none of the sandboxes that commands choose by themselves.
  expect(errorOf(await sandbox('signup', '--wait', '0', '--json'))).toMatchObject({
    message: 'No sandbox runs.',
  });
  const reset = await sandbox('reset', '--port', String(replay.port));
  expect(reset.stdout).toContain('The replay begins again.');
  expect(await script(env)).toEqual(real);
  expect(documentOf(await sandbox('stop', '--all', '--json'))).toMatchObject({
    stopped: [{ pid: replay.pid }],
  });
});

test('in the foreground: it says where it is, and at its end what came of it', async () => {
  const line = (query: string) =>
    JSON.stringify({
      version: 1,
      request: { method: 'GET', path: '/places', query },
      response: { status: 200, headers: {}, body: '{"result":{"hits":[]},"code":2000}' },
    });
  const session = join(home.path, 'two.ndjson');
  writeFileSync(session, `${line('query=a')}\n${line('query=b')}\n`);
  const run = await home.run(['sandbox', 'replay', session, '--port', '0'], {
    whileRunning: (child) => {
      let said = '';
      child.stdout?.on('data', async (piece: Buffer) => {
        said += String(piece);
        const [url] = /http\S+\/v1\b/.exec(said) ?? [];
        if (url === undefined || !said.includes('Ctrl-C')) return;
        await send('GET', `${url}/places?query=a`);
        await send('GET', `${url}/keys/ak_mine?x=1`);
        child.kill('SIGTERM');
      });
    },
  });
  expect(run.stdout).toContain('Replaying ');
  expect(run.stdout).toContain('2 requests; any API key and management key will do.');
  expect(run.stderr).toContain('Warning: The session has no GET /keys/{key}?x=1.');
  expect(run.stderr).toContain(
    '1 of 2 recorded answers were not asked for; 1 request had no answer.',
  );
});

test('what is refused, before anything is started', async () => {
  const there = join(home.path, 'there');
  writeFileSync(there, 'mine');
  const refused = async (...words: string[]) => errorOf(await sandbox(...words, '--json'));
  expect(await refused('record', there, '--to', service.url, '--port', '0')).toMatchObject({
    exit: 2,
    message: expect.stringContaining('exists already') as unknown,
    hint: 'Replace it with --force.',
  });
  expect(readFileSync(there, 'utf8')).toBe('mine');
  expect(await refused('record', there, '--to', 'http://api.example.com/v1')).toMatchObject({
    exit: 2,
    message: expect.stringContaining('--to') as unknown,
  });
  expect(await refused('replay', there)).toMatchObject({
    exit: 2,
    message: expect.stringContaining('is not JSON') as unknown,
  });
  expect(await refused('replay', join(home.path, 'nothing'), '--detach')).toMatchObject({
    exit: 2,
    message: expect.stringContaining('cannot be read') as unknown,
  });
});
