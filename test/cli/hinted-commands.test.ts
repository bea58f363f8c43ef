// The commands that hints suggest, with the --profile option if the command requires it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDependencies } from '../../src/cli/run/dependencies';
import type { System } from '../../src/cli/run/system';
import { type CommandWriter, commandText, placeholder } from '../../src/lib/command-text';

/**
 * Returns the function that writes commands for hints. `profile` is the value of --profile, and `current` is the profile
 * that `auth switch` selected.
 */
function writerOf(
  profile: string | undefined,
  env: Record<string, string> = {},
  current?: string,
): CommandWriter {
  const system = { env, platform: 'linux', home: mkdtempSync(join(tmpdir(), 'hints-')) };
  const options = profile === undefined ? {} : { profile };
  const choice = current === undefined ? undefined : { name: current, source: 'current' as const };
  const configuration = { settings: {}, profile: () => choice };
  return makeDependencies(system as unknown as System, options, configuration).output.commandText;
}

describe('commandText', () => {
  test.each<[Parameters<CommandWriter>, string]>([
    [['auth whoami'], 'waypost auth whoami'],
    [['configs get', ['it is']], 'waypost configs get "it is"'],
    [['configs get', ['$HOME']], "waypost configs get '$HOME'"],
    [['configs get', ['<name>']], 'waypost configs get "<name>"'],
    [['configs get', [placeholder('name')]], 'waypost configs get <name>'],
    [
      ['keys usage', ['ak_1'], { last: '7 d', json: true, force: false, end: undefined }],
      'waypost keys usage ak_1 --last "7 d" --json',
    ],
    [
      ['proxy', [], { 'read-only': true }, ['ls', '-l', 'my files']],
      'waypost proxy --read-only ls -l "my files"',
    ],
  ])('writes the command %j as %s', (line, expected) => {
    expect(commandText(...line)).toBe(expected);
  });
});

describe('commandText, if --profile work is set,', () => {
  test.each<[Parameters<CommandWriter>, string]>([
    [['auth login'], 'waypost auth login --profile work'],
    [['sandbox set', ['a=1']], 'waypost sandbox set a=1 --profile work'],
    [
      ['exec', [], {}, ['git', '-C', 'configs', 'diff']],
      'waypost exec --profile work git -C configs diff',
    ],
    [
      ['proxy', [], { 'read-only': true }, [placeholder('command')]],
      'waypost proxy --read-only --profile work <command>',
    ],
    [['auth login', [], { profile: placeholder('name') }], 'waypost auth login --profile <name>'],
    [['keys update', [], { help: true }], 'waypost keys update --help'],
    [['sandbox start', [], { port: '1' }], 'waypost sandbox start --port 1'],
    [['help', ['batch']], 'waypost help batch'],
    [['settings unset', ['tags']], 'waypost settings unset tags'],
    [['auth switch', [placeholder('profile')]], 'waypost auth switch <profile>'],
  ])('writes the command %j as %s', (line, expected) => {
    expect(writerOf('work')(...line)).toBe(expected);
  });
});

describe('a command in a hint', () => {
  test.each([
    ['no option selects a profile', undefined, {}, 'work'],
    ['--profile selects the active profile', 'work', {}, 'work'],
    [
      'an environment variable selects the active profile',
      undefined,
      { WAYPOST_PROFILE: 'work' },
      'work',
    ],
    ['--profile selects the default profile and no profile is active', 'default', {}, undefined],
    ['the name of the profile is invalid', '../x', {}, undefined],
  ])('does not contain --profile if %s', (_, profile, env, current) => {
    expect(writerOf(profile, env, current)('keys show')).toBe('waypost keys show');
  });

  test.each([
    ['--profile', 'default', {}, 'work'],
    ['WAYPOST_PROFILE', undefined, { WAYPOST_PROFILE: 'default' }, 'work'],
  ])(
    'contains --profile default if %s selects the default profile and `auth switch` selected a different profile',
    (_, profile, env, current) => {
      expect(writerOf(profile, env, current)('keys show')).toBe(
        'waypost keys show --profile default',
      );
    },
  );
});
