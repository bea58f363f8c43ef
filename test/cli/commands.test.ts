// Checks that the list of commands, which the parser and the help use, is complete and consistent.
import { describe, expect, test } from 'vitest';
import { examplesOf, outputSections } from '../../src/cli/line/command';
import { allCommands, findCommand } from '../../src/cli/line/commands';
import { globalOptions } from '../../src/cli/line/common-options';
import { commandHelp, flagsOf } from '../../src/cli/line/help-text';

const all = allCommands.map((command) => [command.path.join(' '), command] as const);

test('allCommands lists each command only once', () => {
  const paths = all.map(([path]) => path);
  expect(paths.length).toBeGreaterThan(35);
  expect(new Set(paths).size).toBe(paths.length);
});

describe.each(all)('the command %s', (path, spec) => {
  test('can be found by its path, and can be loaded', async () => {
    expect(findCommand(spec.path)).toBe(spec);
    expect(await spec.load()).toBeTypeOf('function');
  });

  test('has a summary that does not end with a period, and a description that ends with a period', () => {
    expect(spec.summary).not.toMatch(/\.$/);
    expect(spec.description).toMatch(/\.$/);
  });

  // `help` prints only text, so its output has no described fields.
  test.skipIf(path === 'help')('has a description of its output', () => {
    expect(outputSections(spec)).not.toEqual([]);
  });

  test('has unique one-letter options, and option names that differ from each other and from the global options', () => {
    // `waypost api` has its own `--input` option for the request body, as in `gh api`, instead of the global option.
    const others = globalOptions.filter(({ name }) => path !== 'api' || name !== 'input');
    const names = [...(spec.options ?? []), ...others].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const letters = (spec.options ?? []).flatMap(({ short }) => short ?? []);
    expect(new Set(letters).size).toBe(letters.length);
  });

  test('names only its own options as conflicting options, and has a value name for each option with choices', () => {
    const names = (spec.options ?? []).map(({ name }) => name);
    for (const { choices, conflicts, value } of spec.options ?? []) {
      if (choices !== undefined) expect(value).toBeDefined();
      for (const name of conflicts ?? []) expect(names).toContain(name);
    }
  });

  test('lists required arguments before optional arguments, and accepts several values only for the last argument', () => {
    const taken = spec.arguments ?? [];
    const optional = taken.findIndex(({ required }) => !required);
    expect(taken.slice(optional === -1 ? taken.length : optional)).not.toContainEqual(
      expect.objectContaining({ required: true }),
    );
    expect(taken.slice(0, -1).some(({ variadic }) => variadic)).toBe(false);
  });

  test('has examples that run this command with existing options', () => {
    const known = new Set(
      [...(spec.options ?? []), ...globalOptions].flatMap(({ name, alias }) => [name, alias]),
    );
    expect(spec.examples?.length).toBeGreaterThan(0);
    for (const { command } of examplesOf(spec)) {
      expect(command).toContain(`waypost ${path}`);
      const [, own = ''] = command.split(`waypost ${path}`);
      // The words after a pipe, or inside $(…), belong to another command.
      const [part = ''] = own.split(/[|&>)]|\$\(/);
      for (const [, name = ''] of part.matchAll(/(?:^|\s)--([\w-]+)/g)) {
        expect(known).toContain(name);
      }
    }
  });

  test('has help that lists its options, arguments, errors, examples and output', () => {
    const text = commandHelp(spec, 80);
    for (const option of spec.options ?? []) {
      if (option.hidden) continue;
      expect(text).toContain(flagsOf(option));
    }
    expect(text).toContain('`waypost help options`');
    for (const { name } of spec.arguments ?? [])
      expect(text).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    for (const { code } of spec.errors ?? []) expect(text).toContain(code);
    for (const { command } of examplesOf(spec)) expect(text).toContain(`  ${command}`);
    for (const { title } of outputSections(spec)) expect(text).toContain(title.split(' ')[0]);
  });
});

test.each([
  [[], undefined],
  [['nosuch'], undefined],
  [['keys', 'nosuch'], undefined],
  [['keys', 'show', 'more'], undefined],
  [['api', 'get'], undefined],
])('findCommand returns undefined for the words %j', (path, found) => {
  expect(findCommand(path)).toBe(found);
});
