// Key commands: the program and the arguments that a text makes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyCommand } from '../../../src/cli/commands/auth/login';

/** Splits the text of a key command on a system. */
function words(apiKeyCommand: string, platform: NodeJS.Platform = 'linux') {
  return keyCommand({ system: { env: {}, platform }, options: {} }, 'apiKey', { apiKeyCommand });
}

test.each([
  ['op read op://dev/waypost/key', ['op', 'read', 'op://dev/waypost/key']],
  ['  pass   show\tx ', ['pass', 'show', 'x']],
  [`op read 'op://my vault/key'`, ['op', 'read', 'op://my vault/key']],
  [
    `sh -c "vault kv get x | jq -r '.a[\\"b\\"]'"`,
    ['sh', '-c', `vault kv get x | jq -r '.a["b"]'`],
  ],
  ['cat a\\ b $HOME ~ *', ['cat', 'a b', '$HOME', '~', '*']],
  [`x '' ""`, ['x', '', '']],
])('the key command %s is split like in a shell', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test('a backslash in a key command separates directories on Windows', () => {
  expect(words('"C:\\Program Files\\op.exe" read C:\\x', 'win32')).toEqual([
    'C:\\Program Files\\op.exe',
    'read',
    'C:\\x',
  ]);
});

test.each([
  ["op 'read", "--api-key-command has an opening ' without a closing '.", "Add the closing '."],
  ['op "a', '--api-key-command has an opening " without a closing ".', 'Add the closing ".'],
  ['"" read', '--api-key-command starts with an empty word.', undefined],
  [' ', '--api-key-command is empty.', 'Set --api-key-command to the command that prints the key.'],
])('the key command %j is rejected', (text, message, hint) => {
  expect(() => words(text)).toThrow(expect.objectContaining({ message, hint }));
});

test.each([
  ['apiKey', '--api-key and --api-key-command'],
  ['userToken', '--user-token and --user-token-command'],
] as const)('a key command together with a key is rejected: %s', (kind, names) => {
  const context = { system: { env: {}, platform: 'linux' as const }, options: { [kind]: 'ak_x' } };
  expect(() => keyCommand(context, kind, { [`${kind}Command`]: 'op' })).toThrow(
    expect.objectContaining({
      message: `${names} cannot be combined.`,
      hint: `Remove ${names.replace(' and ', ' or ')}.`,
    }),
  );
  expect(keyCommand(context, kind, {})).toBeUndefined();
});

test('the key commands in docs/authentication.md need no quotes and no shell', () => {
  const page = readFileSync(join(__dirname, '../../../docs/authentication.md'), 'utf8');
  const [, table = ''] =
    /^\| secret manager \| command \|\n\| --- \| --- \|\n(.*?)\n\n/ms.exec(page) ?? [];
  const commands = [...table.matchAll(/`(.*)`/g)].map(([, command = '']) => command);
  expect(commands).toHaveLength(7);
  for (const command of commands) {
    expect(words(command)).toEqual(command.split(' '));
    expect(command).not.toMatch(/[$~*|;&<]/);
  }
});
