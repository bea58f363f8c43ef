// `--column "{street}, {city}"`: the text that a template makes of a row's cells.
import { describe, expect, test } from 'vitest';
import { columnTemplate, filledTemplate } from '../../src/batch/column-template';
import { toldOf } from '../support/advised';

const usual = '{street}, {city}, {state} {zip}';

describe('filledTemplate', () => {
  test.each<[template: string, values: string[], text: string]>([
    [usual, ['1 A St', 'Rome', 'NY', '13440'], '1 A St, Rome, NY 13440'],
    [usual, ['', 'Rome', 'NY', '13440'], 'Rome, NY 13440'],
    [usual, ['1 A St', '', 'NY', '13440'], '1 A St, NY 13440'],
    [usual, ['1 A St', 'Rome', '', '13440'], '1 A St, Rome, 13440'],
    [usual, ['1 A St', 'Rome', 'NY', ''], '1 A St, Rome, NY'],
    [usual, ['1 A St', '', '', '13440'], '1 A St, 13440'],
    [usual, ['1 A St', ' ', '\t', ''], '1 A St'],
    [usual, ['', '', '', '13440'], '13440'],
    [usual, ['', '', '', ''], ''],
    ['{street}, {city}, USA', ['1 A St', ''], '1 A St, USA'],
    ['{street}, {city}, USA', ['', ''], ''],
    ['c/o {name}, {street}', ['Ann', ''], 'c/o Ann'],
    ['{number} {street}, {city}', ['7', '', 'Rome'], '7, Rome'],
    ['{street}', [' 1 A St, '], '1 A St'],
    ['{street}, {city}', ['1 A St\r\nApt 5\n', 'Rome,'], '1 A St, Apt 5, Rome'],
    ['{city} {zip}', ['Rome', "'01344"], 'Rome 01344'],
    ['{city} {zip}', ["'s-Hertogenbosch", '5211'], "'s-Hertogenbosch 5211"],
  ])('fills the template %j with the cells %j and returns %j', (column, values, text) => {
    const template = columnTemplate(column) ?? expect.unreachable();
    expect(filledTemplate(template, values)).toBe(text);
  });
});

describe('columnTemplate', () => {
  test('returns undefined for a value without braces', () => {
    expect(columnTemplate('street, city')).toBeUndefined();
  });

  test('accepts column numbers, and column names with spaces', () => {
    expect(columnTemplate('{ Ship to } ({2})')).toEqual({
      names: ['Ship to', '2'],
      texts: ['', ' (', ')'],
    });
  });

  test.each(['{', '}', '{}', '{a', 'a}', '{a}, {b', '{a}}', '{{a}}'])(
    'rejects the template %j',
    async (column) => {
      expect(await toldOf(() => columnTemplate(column))).toEqual({
        code: 'invalid_input',
        message: `The braces in --column do not match: ${column}.`,
        hint: expect.stringContaining('--column "{street}, {city}"'),
      });
    },
  );
});
