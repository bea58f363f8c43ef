// The lines that the place picker draws in each state and in terminals of different sizes.
import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../../src/cli/output/width';
import type { SearchState } from '../../../src/cli/prompts/live-search';
import { drawPicker, type HitLabel, type PickerFrame } from '../../../src/cli/prompts/picker-view';

const plain = new Chalk({ level: 0 });
const usual = { columns: 80, rows: 24 };
const help = '↑↓ to choose · Enter to resolve it · Esc to close';

const berlin = { label: 'Berlin, Germany', detail: 'DEU' };
const bern = { label: 'Bern, Switzerland', detail: 'CHE' };

type Found = Extract<SearchState<HitLabel>, { step: 'found' }>;

function found(hits: HitLabel[], more: Partial<Found> = {}): Found {
  return { step: 'found', hits, active: 0, settled: true, hurried: false, ...more };
}

function draw(frame: Partial<PickerFrame>, size = usual, color = plain) {
  const texts = { label: 'Place', idle: 'Type a name', none: 'None found', action: 'resolve it' };
  const { line = '' } = frame;
  return drawPicker(
    { texts, cursor: line.length, state: { step: 'idle' }, failure: [], ...frame, line },
    { ...size, color },
  );
}

describe('the picker, below the input line,', () => {
  test.each<[name: string, frame: Partial<PickerFrame>, below: string[]]>([
    ['what to type while the line is empty', {}, ['Type a name · Esc to close']],
    [
      'that a search is pending',
      { state: { step: 'searching', outdated: [], hurried: false } },
      ['Searching…'],
    ],
    [
      'that you pressed Enter too early',
      { state: { step: 'searching', outdated: [], hurried: true } },
      ['Searching… Press Enter again when you see the results.'],
    ],
    [
      'hits from an earlier search without a pointer',
      { state: { step: 'searching', outdated: [berlin, bern], hurried: false } },
      ['  Berlin, Germany  DEU', '  Bern, Switzerland  CHE', 'Searching…'],
    ],
    [
      'a notice of the source',
      { state: { step: 'searching', outdated: [], hurried: false, notice: 'Again in 3 seconds.' } },
      ['Again in 3 seconds.'],
    ],
    [
      'hits with a pointer at the first hit',
      { state: found([berlin, bern]) },
      ['❯ Berlin, Germany  DEU', '  Bern, Switzerland  CHE', help],
    ],
    [
      'a pointer at the second hit',
      { state: found([berlin, bern], { active: 1 }) },
      ['  Berlin, Germany  DEU', '❯ Bern, Switzerland  CHE', help],
    ],
    [
      'hits that just appeared, without the offer to press Enter',
      { state: found([berlin], { settled: false }) },
      ['❯ Berlin, Germany  DEU', 'Searching…'],
    ],
    [
      'a hit without a detail',
      { state: found([{ label: 'Berlin', detail: '' }]) },
      ['❯ Berlin', help],
    ],
    ['that nothing was found', { state: found([]) }, ['None found · Esc to close']],
    [
      'an error with its hint',
      { state: { step: 'failed', error: 0 }, failure: ['Error: No network.', 'Check the cable.'] },
      ['Error: No network.', 'Check the cable.', 'Enter to search again · Esc to close'],
    ],
  ])('shows %s', (_, frame, below) => {
    expect(draw(frame).below).toEqual(below);
  });
});

describe("the picker's input line", () => {
  test.each<[line: string, cursor: number, columns: number, shown: string, column: number]>([
    ['', 0, 80, '', 7],
    ['berlin', 6, 80, 'berlin', 13],
    ['berlin', 2, 80, 'berlin', 9],
    ['東京', 2, 80, '東京', 11],
    ['東京', 1, 80, '東京', 9],
    ['too long for it', 15, 20, '…long for it', 19],
    ['too long for it', 0, 20, 'too long fo…', 7],
    ['too long for it', 12, 20, '…long for it', 16],
    ['東京東京東京東京', 8, 20, '…京東京東京', 18],
    ['a  b ', 5, 80, 'a  b ', 12],
    ['a\tb\x1b[31mc\u202e', 9, 80, 'a bc', 11],
  ])(
    'shows the text %j (cursor at %d, %d columns) as %j, with the cursor in column %d',
    (...row) => {
      const [line, cursor, columns, shown, column] = row;
      const picture = draw({ line, cursor }, { columns, rows: 24 });
      expect(picture).toMatchObject({ line: `Place: ${shown}`, column });
    },
  );
});

describe('the picker on a narrow terminal', () => {
  const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Wales';
  const narrow = { columns: 20, rows: 24 };

  test('shows the highlighted hit completely and truncates the other hits', () => {
    const { below } = draw(
      { state: found([{ label: long, detail: 'GBR' }, berlin, bern]) },
      narrow,
    );
    expect(below).toEqual([
      '❯ Llanfairpwllgwyng',
      '  yllgogerychwyrndr',
      '  obwllllantysiliog',
      '  ogogoch, Wales',
      '  GBR',
      '  Berlin, Germany',
      '  Bern, Switzerland',
      '↑↓ to choose ·',
      'Enter to resolve it',
      '· Esc to close',
    ]);
  });

  test('shows a highlighted name in full, so that you can distinguish names with the same prefix', () => {
    const hits = ['North', 'South'].map((part) => ({
      label: `A republic of ${part}`,
      detail: '',
    }));
    const shown = (active: number) => draw({ state: found(hits, { active }) }, narrow).below;
    expect(shown(0).slice(0, 3)).toEqual(['❯ A republic of', '  North', '  A republic of So…']);
    expect(shown(1).slice(0, 3)).toEqual(['  A republic of No…', '❯ A republic of', '  South']);
  });
});

describe('the picker, if it has more hits than rows,', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    label: `Place ${index + 1}`,
    detail: '',
  }));

  test.each<[active: number, first: string, last: string]>([
    [0, '❯ Place 1', '  Place 7'],
    [3, '  Place 1', '  Place 7'],
    [10, '  Place 8', '  Place 14'],
    [29, '  Place 24', '❯ Place 30'],
  ])('scrolls to the highlighted hit (index %d)', (active, first, last) => {
    const { below } = draw({ state: found(many, { active }) }, { columns: 80, rows: 10 });
    expect([below[0], below.at(-2)]).toEqual([first, last]);
    expect(below).toContain(`❯ Place ${active + 1}`);
    expect(below.at(-1)).toBe(`${active + 1} of 30 · ${help}`);
  });
});

const hostile = {
  label: '\x1b[2J\x1b]0;title\x07Evil\nPlace\u202e\x9b31m',
  detail: '\x1b[5mX\r',
};

test.each([
  [200, 60],
  [80, 24],
  [40, 10],
  [20, 24],
  [20, 5],
  [20, 3],
  [12, 24],
])('the picker fits in a terminal with %d columns and %d rows', (columns, rows) => {
  const wide = { label: '中華人民共和國的一個很長的地名 with a tail', detail: '中國' };
  const hits = [wide, hostile, ...Array(20).fill(berlin)];
  const states: Partial<PickerFrame>[] = [
    {},
    { state: { step: 'searching', outdated: hits, hurried: true } },
    ...[0, 1, 5, 21].map((active) => ({ state: found(hits, { active }) })),
    { state: found([]) },
    { state: { step: 'failed', error: 0 }, failure: ['Error: '.repeat(40), 'x'.repeat(300)] },
  ];
  for (const state of states) {
    const { line, below } = draw({ line: '東京'.repeat(30), ...state }, { columns, rows });
    expect(below.length + 1).toBeLessThanOrEqual(Math.max(3, rows - 1));
    for (const each of [line, ...below]) expect(widthOf(each)).toBeLessThan(columns);
  }
});

test('the picker removes control sequences from hits and errors', () => {
  expect(draw({ state: found([hostile, berlin]) }).below[0]).toBe('❯ Evil Place  X');
  expect(draw({ state: found([berlin, hostile]) }).below[1]).toBe('  Evil Place  X');
  const { below } = draw({ state: { step: 'failed', error: 0 }, failure: ['\x1b[2JError\x07'] });
  expect(below[0]).toBe('Error');
});

test('the picker uses color if the terminal supports it', () => {
  const picture = draw({ state: found([berlin]) }, usual, new Chalk({ level: 1 }));
  expect(picture.below[0]).toBe('\x1b[36m❯ Berlin, Germany  DEU\x1b[39m');
  expect(picture.line).toBe('\x1b[1mPlace: \x1b[22m');
});
