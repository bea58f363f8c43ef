import { expect, test } from 'vitest';
import { editDistance } from '../../src/lib/edit-distance';

test.each([
  ['main', 'main', 2, 0],
  ['main', 'mian', 2, 1],
  ['main', 'man', 2, 1],
  ['main', 'maain', 2, 1],
  ['main', 'mein', 2, 1],
  ['amin', 'main', 2, 1],
  ['springfield', 'sprngfeild', 2, 2],
  ['springfield', 'sprngfeild', 1, 2],
  ['ca', 'abc', 3, 3],
  ['', 'ab', 2, 2],
  ['ab', '', 2, 2],
  ['a', 'abcdef', 2, 3],
  ['main', 'oaks', 2, 3],
])(
  'for the words %j and %j and the limit %i, editDistance returns %i',
  (left, right, most, expected) => {
    expect(editDistance(left, right, most)).toBe(expected);
    expect(editDistance(right, left, most)).toBe(expected);
  },
);
