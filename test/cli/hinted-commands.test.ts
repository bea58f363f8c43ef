// Commands that hints tell a person to type.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDependencies } from '../../src/cli/run/dependencies';
import type { System } from '../../src/cli/run/system';
import { type CommandWriter, commandText, placeholder } from '../../src/lib/command-text';

/** What a run writes that has these options and variables, where `current` is the profile that was switched to. */
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

describe('a command in a hint', () => {
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
  ])('%j is written as %s', (line, expected) => {
    expect(commandText(...line)).toBe(expected);
  });
});

describe('the profile of a run', () => {
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
  ])('is named in %j only before a program and where it is used', (line, expected) => {
    expect(writerOf('work')(...line)).toBe(expected);
  });

  test.each([
    ['no option names it', undefined, {}, 'work'],
    ['it was switched to', 'work', {}, 'work'],
    ['a variable names it, too', undefined, { WAYPOST_PROFILE: 'work' }, 'work'],
    ['it is the default one', 'default', {}, undefined],
    ['its name is not valid', '../x', {}, undefined],
  ])('is not named if %s', (_, profile, env, current) => {
    expect(writerOf(profile, env, current)('keys show')).toBe('waypost keys show');
  });

  test.each([
    ['another one was switched to', 'default', {}, 'work'],
    ['only a variable names it', undefined, { WAYPOST_PROFILE: 'default' }, 'work'],
  ])('is named if %s', (_, profile, env, current) => {
    expect(writerOf(profile, env, current)('keys show')).toBe(
      'waypost keys show --profile default',
    );
  });
});
