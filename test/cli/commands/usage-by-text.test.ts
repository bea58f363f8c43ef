// The text that `keys usage --by` prints.
import { Chalk } from 'chalk';
import { expect, test } from 'vitest';
import { usageByText } from '../../../src/cli/commands/keys/usage-by';

const plain = new Chalk({ level: 0 });

const range = {
  start: Date.parse('2026-01-01'),
  end: Date.parse('2026-01-07T23:59:59.999Z'),
  explicit: true,
};

function view(lookups: readonly [name: string, lookups: bigint][], severalTags = 0n) {
  const counts = lookups.map(([name, lookups]) => ({ name, lookups }));
  const total = counts.reduce((sum, { lookups }) => sum + lookups, 0n) - severalTags;
  return { usage: { counts, total, severalTags }, by: 'tag' as const, range, filter: {} };
}

test('usageByText prints a bar for each tag, and explains that the total counts each lookup only once', () => {
  const text = usageByText(
    view(
      [
        ['a', 40n],
        ['', 20n],
        ['b\x1b[2J', 1n],
      ],
      1n,
    ),
    plain,
    80,
  );
  expect(text.split('\n')).toEqual([
    '60 lookups in 7 days, 2026-01-01 to 2026-01-07 (UTC)',
    '',
    'TAG       LOOKUPS',
    `a              40  ${'█'.repeat(40)}`,
    `(no tag)       20  ${'█'.repeat(20)}`,
    'b               1  █',
    "1 lookup has more than one tag. Each tag's count includes all lookups with the",
    'tag, but the total includes each lookup only once.',
  ]);
});

test('usageByText does not print a table if there are no lookups', () => {
  const text = usageByText({ ...view([]), filter: { tags: ['a'] } }, plain, 80);
  expect(text).toBe('0 lookups in 7 days, 2026-01-01 to 2026-01-07 (UTC)\nOnly lookups tagged a');
});

test('usageByText prints at most twenty names, and suggests --format csv for the complete list', () => {
  const names = Array.from({ length: 23 }, (_, at): [string, bigint] => [`t${at}`, 1n]);
  const lines = usageByText(view(names), plain, 80).split('\n');
  expect(lines.filter((line) => line.includes('█'))).toHaveLength(20);
  expect(lines).toContain('3 more tags. To see the complete list, use --format csv.');
});

test.each([40, 24, 12])('usageByText prints lines that fit a terminal with %i columns', (width) => {
  const name = 'a-tag-that-is-rather-long-for-this-terminal';
  const text = usageByText(
    view(
      [
        [name, 5_000_000n],
        ['b', 7n],
      ],
      3n,
    ),
    plain,
    width,
  );
  expect(text.split('\n').filter((line) => line.length > width && /\S \S/.test(line))).toEqual([]);
});
