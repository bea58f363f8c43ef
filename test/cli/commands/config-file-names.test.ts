// The names of config files are valid on every operating system, and waypost can convert each one back to the config's name.
import { describe, expect, test } from 'vitest';
import { configOf, fileNameOf, fileNamesOf } from '../../../src/cli/commands/configs/directory';

describe('fileNameOf', () => {
  test.each([
    ['checkout', 'checkout'],
    ['a.json', 'a.json'],
    ['A-b_c.1', 'A-b_c.1'],
    ['with blank', 'with blank'],
    ['ümlaut', 'ümlaut'],
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['...', '%2E.%2E'],
    ['.git', '%2Egit'],
    ['../up', '%2E.%2Fup'],
    ['/etc/passwd', '%2Fetc%2Fpasswd'],
    ['a\\b', 'a%5Cb'],
    ['C:x', 'C%3Ax'],
    ['100%', '100%25'],
    ['%2e', '%252e'],
    ['con', '%63on'],
    ['LPT1.txt', '%4CPT1.txt'],
    ['console', 'console'],
    ['end.', 'end%2E'],
    ['end ', 'end%20'],
    ['nul\0', 'nul%00'],
    ['a\nb', 'a%0Ab'],
    ['u\u0308', '%75%CC%88'],
    ['*?"<>|', '%2A%3F%22%3C%3E%7C'],
  ])('turns the config name %j into the file name %j', (config, file) => {
    expect(fileNameOf(config)).toBe(file);
    expect(configOf(file)).toBe(config);
  });
});

test('fileNameOf turns random config names into valid file names, and configOf converts each file name back', () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const alphabet = [...'./\\%aA:~ \0\n\u0308é日😀-_*2eE'];
  for (let round = 0; round < 20_000; round += 1) {
    const length = 1 + random(6);
    const config = Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');
    const file = fileNameOf(config);
    expect(file).not.toMatch(/^\.|[/\\\0-\x1f:*?"<>|]|[. ]$/);
    expect(configOf(file)).toBe(config);
  }
});

test('fileNamesOf returns different names for configs whose names differ only in letter case', () => {
  const configs = ['ab', 'AB', 'aB', 'Ab', 'other'];
  const names = [...fileNamesOf(configs).values()];
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(configs.length);
  expect(names.map(configOf)).toEqual(configs);
  expect(names[0]).toBe('ab');
});

test.each(['100%', '%zz', '%ff'])('configOf returns undefined for the file name %j', (file) => {
  expect(configOf(file)).toBeUndefined();
});
