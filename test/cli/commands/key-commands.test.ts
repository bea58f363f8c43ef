// waypost splits the text of a key command into a program and its arguments.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyCommand } from '../../../src/cli/commands/auth/login';

/** Splits the text of a key command as on this operating system. */
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
])(
  'waypost splits the key command %s into words as a shell does, but does not expand variables, ~ or wildcards',
  (text, expected) => {
    expect(words(text)).toEqual(expected);
  },
);

test('waypost keeps backslashes in a key command on Windows', () => {
  expect(words('"C:\\Program Files\\op.exe" read C:\\x', 'win32')).toEqual([
    'C:\\Program Files\\op.exe',
    'read',
    'C:\\x',
  ]);
});

test.each([
  ["op 'read", "--api-key-command has an opening ' without a closing '.", "Add the closing '."],
  ['op "a', '--api-key-command has an opening " without a closing ".', 'Add the closing ".'],
  ['"" read', 'The program name in --api-key-command is empty.', undefined],
  [' ', '--api-key-command is empty.', 'Set --api-key-command to the command that prints the key.'],
])('waypost rejects the key command %j', (text, message, hint) => {
  expect(() => words(text)).toThrow(expect.objectContaining({ message, hint }));
});

test.each([
  ['apiKey', '--api-key and --api-key-command'],
  ['userToken', '--user-token and --user-token-command'],
] as const)('waypost rejects a key command for %s if the key itself is also set', (kind, names) => {
  const context = { system: { env: {}, platform: 'linux' as const }, options: { [kind]: 'ak_x' } };
  expect(() => keyCommand(context, kind, { [`${kind}Command`]: 'op' })).toThrow(
    expect.objectContaining({
      message: `${names} cannot be combined.`,
      hint: `Remove ${names.replace(' and ', ' or ')}.`,
    }),
  );
  expect(keyCommand(context, kind, {})).toBeUndefined();
});

test('the key commands in docs/authentication.md do not require quotes or a shell', () => {
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
