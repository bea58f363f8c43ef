// docs/cli-guidelines.md names commands and options that there are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { globalOptions } from '../../src/cli/line/common-options';
import { isFlagOf } from '../../src/cli/line/tokens';
import { locate } from '../../src/cli/line/typed-line';

const page = readFileSync(join(__dirname, '../../docs/cli-guidelines.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| (?!point|---)/.test(line));

/** Lines that are wrong on purpose. */
const wrong = ['keys usge', 'keys usge --json', 'conf list', 'berlin', '-v', '--version', '--help'];

test('each point has what waypost does and what shows it', () => {
  expect(rows.length).toBeGreaterThan(60);
  for (const row of rows) expect(row.match(/^\| [^|]+ \| .+ \| `.+` \|$/), row).not.toBeNull();
});

test('the commands are commands, with options they have', () => {
  const commands = rows.map((row) => /`waypost ([^`]*)` \|$/.exec(row)?.[1] ?? '');
  const shown = commands.filter((line) => line !== '' && !wrong.includes(line));
  expect(shown.length).toBeGreaterThan(50);
  for (const line of shown) {
    const argv = line.split(' ');
    const { entry, rest } = locate(argv);
    expect(entry, line).toBeDefined();
    const isGroup = entry !== undefined && 'commands' in entry;
    if (isGroup) expect(rest, line).toEqual([]);
    const own =
      entry === undefined || isGroup || !('options' in entry) ? [] : (entry.options ?? []);
    for (const flag of argv.filter((word) => /^-\w|^--\w/.test(word))) {
      const isKnown =
        flag === '--help' || [...own, ...globalOptions].some((one) => isFlagOf(one, flag));
      expect(isKnown, `${line}: ${flag}`).toBe(true);
    }
  }
});
