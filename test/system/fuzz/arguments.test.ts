// Whatever arguments the user types, a command prints one JSON document, and any error has a known code other than
// `internal_error`.
import fc from 'fast-check';
import { expect } from 'vitest';
import { commands, isGroup } from '../../../src/cli/line/commands';
import { globalOptions } from '../../../src/cli/line/common-options';
import { expectContractOfData, property, runHere, secrets, useHome } from './support/fuzz';

const home = useHome();

/** The commands that the test skips, because they start a server or a program, or parse their own arguments. */
const others = new Set(['sandbox', 'exec', 'proxy', 'open', 'completion', 'help']);

const paths = commands
  .filter(({ name }) => !others.has(name))
  .flatMap((entry) =>
    isGroup(entry)
      ? entry.commands.map((verb) => ({ path: [entry.name, verb.name], spec: verb }))
      : [{ path: [entry.name], spec: entry }],
  );

const odd = fc.constantFrom(
  '',
  '-',
  '--',
  '---',
  '--=',
  '-x',
  '..',
  '/',
  '%',
  '%00',
  '0',
  '-1',
  '1e309',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  '{}',
  '[',
  '"',
  "'",
  '\u0000',
  '\ud800',
  '\u202e',
  '\u001b[2J',
  '👩‍👩‍👧',
  'a'.repeat(5000),
  '2026-10-31',
  '2026-02-30',
  'yesterday',
  '3mo',
  '@',
  'a,b',
  '--json=x',
);

const word = fc.oneof(
  { weight: 4, arbitrary: odd },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
);

const line = fc.constantFrom(...paths).chain(({ path, spec }) => {
  const flags = [...globalOptions, ...(spec.options ?? [])].map(({ name }) => `--${name}`);
  // With the omitted options, a command would wait for log entries or for the user, write files, or not print one document.
  const usable = flags.filter(
    (flag) => !/--(?:follow|debug|help|no-json|interval|deadline|output)/.test(flag),
  );
  const option = fc
    .tuple(fc.constantFrom(...usable), word)
    .chain(([flag, value]) => fc.constantFrom([flag], [flag, value], [`${flag}=${value}`]));
  const tail = fc.array(
    fc.oneof(
      option,
      word.map((one) => [one]),
    ),
    { maxLength: 5 },
  );
  return tail.map((words) => [...path, ...words.flat()]);
});

const env = {
  WAYPOST_API_KEY: secrets[0],
  WAYPOST_USER_TOKEN: secrets[1],
  WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1',
  XDG_CONFIG_HOME: home,
  CI: '1',
};

property(
  'for any arguments, commands print one JSON document, and each error has a known error code',
  line,
  async (argv) => {
    const result = await runHere(['--json', ...argv], { home, env });
    if (argv[1] === 'token') expect(result.stderr).not.toMatch(/internal_error|\n {4}at /);
    else expectContractOfData(result, JSON.stringify(argv));
  },
);
