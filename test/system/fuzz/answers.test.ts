// Whatever bytes the service sends, a command prints one JSON document without secrets, and any error has a known code.
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll } from 'vitest';
import { answers } from './support/answers';
import { expectContract, property, runHere, secrets, useHome } from './support/fuzz';

const home = useHome();
let server: Server;
let url: string;
let answer: Buffer = Buffer.alloc(0);
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => server.close());

const [apiKey, userToken] = secrets;

const commands = fc.constantFrom(
  ['auth', 'whoami'],
  ['auth', 'login', '--api-key', apiKey],
  ['keys', 'show'],
  ['keys', 'details'],
  ['keys', 'usage'],
  ['keys', 'update', '--name', 'x', '--yes'],
  ['configs', 'list'],
  ['configs', 'get', 'x'],
  ['configs', 'diff', '.'],
  ['licensees', 'list', '--all'],
  ['licensees', 'create', '--name', 'x'],
  ['places', 'search', 'x'],
  ['places', 'resolve', 'geonames_1'],
  ['addresses', 'autocomplete', 'x'],
  ['emails', 'validate', 'a@example.org'],
  ['phones', 'validate', '+441234567890'],
  ['api', 'get', '/keys'],
  ['api', 'get', '/keys', '--paginate'],
  ['doctor'],
  ['lookups', 'list'],
);

property(
  'whatever the service responds, commands print one JSON document without secrets, and each error has a known error code',
  fc.tuple(commands, answers),
  async ([args, bytes]) => {
    answer = bytes;
    const env = {
      WAYPOST_API_KEY: apiKey,
      WAYPOST_USER_TOKEN: userToken,
      WAYPOST_BASE_URL: url,
      XDG_CONFIG_HOME: home,
      CI: '1',
    };
    const run = await runHere([...args, '--json', '--timeout', '600'], { home, env });
    // waypost prints a successful result unchanged, even if the service sends a key in the result.
    const isRevealed = run.status === 0 && secrets.some((secret) => bytes.includes(secret));
    const stdout = isRevealed
      ? secrets.reduce((left, secret) => left.replaceAll(secret, ''), run.stdout)
      : run.stdout;
    expectContract({ ...run, stdout }, `${args.join(' ')}\n${bytes.toString('latin1')}`);
  },
);
