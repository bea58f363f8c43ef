// The list of commands as data: complete, free of doubles, and what the parser and help are made of.
import { describe, expect, test } from 'vitest';
import { examplesOf, outputSections } from '../../src/cli/line/command';
import { allCommands, findCommand } from '../../src/cli/line/commands';
import { globalOptions } from '../../src/cli/line/common-options';
import { commandHelp, flagsOf } from '../../src/cli/line/help-text';

const all = allCommands.map((command) => [command.path.join(' '), command] as const);

/** What must be said of a command that prints a result. */
const help = 'help';

test('there are commands, and no name stands twice', () => {
  const paths = all.map(([path]) => path);
  expect(paths.length).toBeGreaterThan(35);
  expect(new Set(paths).size).toBe(paths.length);
});

describe.each(all)('%s', (path, spec) => {
  test('is found by its name, and can be loaded', async () => {
    expect(findCommand(spec.path)).toBe(spec);
    expect(await spec.load()).toBeTypeOf('function');
  });

  test('is described: a phrase for lists, sentences for its help, output and errors', () => {
    expect(spec.summary).not.toMatch(/\.$/);
    expect(spec.description).toMatch(/\.$/);
    if (path !== help) expect(outputSections(spec)).not.toEqual([]);
  });

  test('has options that are named once, beside the global ones', () => {
    // The body of a request, as in `gh api`, in place of the global option of that name.
    const others = globalOptions.filter(({ name }) => path !== 'api' || name !== 'input');
    const names = [...(spec.options ?? []), ...others].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const letters = (spec.options ?? []).flatMap(({ short }) => short ?? []);
    expect(new Set(letters).size).toBe(letters.length);
  });

  test('names choices and conflicts that are there', () => {
    const names = (spec.options ?? []).map(({ name }) => name);
    for (const { choices, conflicts, value } of spec.options ?? []) {
      if (choices !== undefined) expect(value).toBeDefined();
      for (const name of conflicts ?? []) expect(names).toContain(name);
    }
  });

  test('takes required arguments first, and several words only last', () => {
    const taken = spec.arguments ?? [];
    const optional = taken.findIndex(({ required }) => !required);
    expect(taken.slice(optional === -1 ? taken.length : optional)).not.toContainEqual(
      expect.objectContaining({ required: true }),
    );
    expect(taken.slice(0, -1).some(({ variadic }) => variadic)).toBe(false);
  });

  test('has examples that begin with itself and use options that exist', () => {
    const known = new Set(
      [...(spec.options ?? []), ...globalOptions].flatMap(({ name, alias }) => [name, alias]),
    );
    expect(spec.examples?.length).toBeGreaterThan(0);
    for (const { command } of examplesOf(spec)) {
      expect(command).toContain(`waypost ${path}`);
      const [, own = ''] = command.split(`waypost ${path}`);
      // What stands behind a pipe or inside $(…) belongs to another command.
      const [part = ''] = own.split(/[|&>)]|\$\(/);
      for (const [, name = ''] of part.matchAll(/(?:^|\s)--([\w-]+)/g)) {
        expect(known).toContain(name);
      }
    }
  });

  test.each([40, 80, 120])('has help that fits %d columns, but for lines to copy', (width) => {
    const lines = commandHelp(spec, width).split('\n');
    const examples = examplesOf(spec).map(({ command }) => command);
    const long = lines.filter(
      (line) => line.length > width && !examples.some((example) => line.includes(example)),
    );
    // A word that is longer than the width stands alone.
    expect(long.filter((line) => /\S\s+\S/.test(line.trim()))).toEqual([]);
  });

  test('has help that names everything it takes', () => {
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
])('%j names no command', (path, found) => {
  expect(findCommand(path)).toBe(found);
});
