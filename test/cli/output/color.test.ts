// The options, environment variables and streams that turn color on or off.
import { describe, expect, test } from 'vitest';
import { type ColorChoice, colorLevel } from '../../../src/cli/output/color';
import { freshHome } from '../../support/keys';
import { hasTerminal, Terminal } from '../../support/terminal';
import { command } from '../../support/tool';

const terminal = { isTTY: true };
const pipe = {};

test.each<[ColorChoice, Record<string, string>, { isTTY?: boolean }, level: number]>([
  // Without options and environment variables, color depends on the stream.
  ['auto', {}, terminal, 1],
  ['auto', {}, pipe, 0],
  ['auto', {}, { isTTY: false }, 0],
  // TERM and COLORTERM set the number of colors of a terminal.
  ['auto', { TERM: 'xterm-256color' }, terminal, 2],
  ['auto', { COLORTERM: 'truecolor' }, terminal, 3],
  ['auto', { TERM: 'dumb' }, terminal, 0],
  ['auto', { TERM: 'dumb', COLORTERM: 'truecolor' }, terminal, 0],
  // Any value of NO_COLOR except an empty string turns off color.
  ['auto', { NO_COLOR: '1' }, terminal, 0],
  ['auto', { NO_COLOR: '0' }, terminal, 0],
  ['auto', { NO_COLOR: '' }, terminal, 1],
  // NO_COLOR overrides FORCE_COLOR and CLICOLOR_FORCE.
  ['auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, terminal, 0],
  ['auto', { NO_COLOR: '1', CLICOLOR_FORCE: '1' }, pipe, 0],
  // FORCE_COLOR sets the color level.
  ['auto', { FORCE_COLOR: '1' }, pipe, 1],
  ['auto', { FORCE_COLOR: '2' }, pipe, 2],
  ['auto', { FORCE_COLOR: '3' }, pipe, 3],
  ['auto', { FORCE_COLOR: 'true' }, pipe, 1],
  ['auto', { FORCE_COLOR: 'true', TERM: 'xterm-256color' }, pipe, 2],
  ['auto', { FORCE_COLOR: '0' }, terminal, 0],
  ['auto', { FORCE_COLOR: 'false' }, terminal, 0],
  ['auto', { FORCE_COLOR: '' }, pipe, 0],
  ['auto', { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, pipe, 0],
  ['auto', { FORCE_COLOR: '1', TERM: 'dumb' }, pipe, 1],
  // CLICOLOR_FORCE turns on color in a pipe.
  ['auto', { CLICOLOR_FORCE: '1' }, pipe, 1],
  ['auto', { CLICOLOR_FORCE: '0' }, pipe, 0],
  ['auto', { CLICOLOR_FORCE: '0' }, terminal, 1],
  // --color overrides all environment variables.
  ['always', { NO_COLOR: '1' }, pipe, 1],
  ['always', { TERM: 'dumb' }, pipe, 1],
  ['always', { TERM: 'xterm-256color' }, pipe, 2],
  ['never', { FORCE_COLOR: '1', CLICOLOR_FORCE: '1' }, terminal, 0],
])(
  'with --color %s, the environment variables %j and the stream %j, colorLevel returns %i',
  (choice, env, stream, level) => {
    expect(colorLevel(choice, env, stream)).toBe(level);
  },
);

describe('the built command', () => {
  /** Runs a command that writes an error to a pipe, and checks whether the error contains color. */
  async function expectColor(args: string[], env: Record<string, string>, colored: boolean) {
    const { stderr, stdout } = await freshHome().call(['auth', 'token', ...args], { env });
    expect([stderr.includes('\x1b[31mError:\x1b[39m'), stderr.includes('\x1b'), stdout]).toEqual([
      colored,
      colored,
      '',
    ]);
  }

  test.each<[args: string[], env: Record<string, string>]>([
    [['--color', 'always'], {}],
    [['--color', 'always'], { NO_COLOR: '1' }],
    [[], { FORCE_COLOR: '1' }],
    [[], { CLICOLOR_FORCE: '1' }],
  ])('writes color to a pipe (options: %j, environment variables: %j)', (args, env) =>
    expectColor(args, env, true),
  );

  test.each<[args: string[], env: Record<string, string>]>([
    [[], {}],
    [[], { FORCE_COLOR: '1', NO_COLOR: '1' }],
    [['--no-color'], { FORCE_COLOR: '1' }],
    [['--color', 'never'], { FORCE_COLOR: '1' }],
    [['--color', 'Never'], { FORCE_COLOR: '1' }],
    [['--color', 'auto'], { FORCE_COLOR: '0' }],
  ])('does not write color to a pipe (options: %j, environment variables: %j)', (args, env) =>
    expectColor(args, env, false),
  );

  test.runIf(hasTerminal)('writes color at a terminal unless NO_COLOR is set', async () => {
    for (const env of [{}, { NO_COLOR: '1' }]) {
      const screen = new Terminal([...command, 'auth', 'token'], freshHome().environment(env));
      await screen.end();
      expect([screen.raw.includes('Error:'), screen.raw.includes('\x1b[')]).toEqual([
        true,
        !('NO_COLOR' in env),
      ]);
    }
  });

  test('does not write color if --json is set, even if --color always and FORCE_COLOR are set', async () => {
    const run = await freshHome().call(['auth', 'token', '--json', '--color', 'always'], {
      env: { FORCE_COLOR: '3' },
    });
    expect(run.stdout).not.toContain('\x1b');
  });
});

test.each<
  [usual: ColorChoice, ColorChoice, Record<string, string>, { isTTY?: boolean }, level: number]
>([
  ['always', 'auto', {}, pipe, 1],
  ['never', 'auto', {}, terminal, 0],
  ['auto', 'auto', {}, terminal, 1],
  ['always', 'never', {}, terminal, 0],
  ['never', 'always', {}, pipe, 1],
  ['always', 'auto', { NO_COLOR: '1' }, terminal, 0],
  ['never', 'auto', { FORCE_COLOR: '1' }, pipe, 1],
  ['never', 'auto', { CLICOLOR_FORCE: '1' }, pipe, 1],
])(
  'with the color setting %s, --color %s, the environment variables %j and the stream %j, colorLevel returns %d',
  (usual, choice, env, stream, level) => {
    expect(colorLevel(choice, env, stream, usual)).toBe(level);
  },
);
