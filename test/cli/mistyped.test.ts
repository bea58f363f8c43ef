import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { findCommand } from '../../src/cli/line/commands';
import { systemClock } from '../../src/lib/runtime';
import { run } from '../support/built-run';
import { scratchDirectory } from '../support/scratch';
import { lines } from './mistyped-lines';

const home = scratchDirectory();

/** Runs a command line in this process. Standard input is empty, and no server listens at the base URL. */
async function answerTo(argv: string[]) {
  let stdout = '';
  let stderr = '';
  const status = await run(argv, {
    env: { WAYPOST_API_KEY: 'ak_0123456789', WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' },
    platform: 'linux',
    home,
    clock: systemClock,
    stdin: Readable.from([]),
    stdout: {
      write: (text) => {
        stdout += text;
      },
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
    },
    interrupted: new AbortController().signal,
  });
  return { status, stdout, stderr };
}

/** Returns the suggested commands in a text, without `waypost`. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/`waypost ([^`]*)`/g)].map(([, words = '']) => words);
}

test('mistyped-lines.ts contains at least 150 different command lines', () => {
  expect(lines.length).toBeGreaterThanOrEqual(150);
  expect(new Set(lines.map(({ typed }) => JSON.stringify(typed))).size).toBe(lines.length);
});

describe.each(lines)('the command line $typed', ({ typed: argv, wrong, next }) => {
  test('causes an error that names the mistake and suggests a correction', async () => {
    const { status, stdout, stderr } = await answerTo(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    const [first = '', ...rest] = stderr.trimEnd().split('\n');
    expect(first).toMatch(/^Error: .+\.$/);
    expect(first).toContain(wrong);
    const hint = rest.join('\n');
    expect(hint).toContain(next);
    // Check that every suggested command exists.
    for (const words of commandsIn(`${first}\n${hint}`)) {
      const [noun = '', verb = ''] = words.split(' ');
      if (noun.startsWith('-')) continue;
      const entry = findCommand([noun]);
      expect(entry, words).toBeDefined();
      const isVerb = /^[a-z]/.test(verb) && entry !== undefined && 'commands' in entry;
      if (isVerb) expect(findCommand([noun, verb]), words).toBeDefined();
    }
    expect(hint).not.toMatch(/\bDid you mean\b.*\bDid you mean\b/);
  });
});

test.each(lines.filter((_, index) => index % 10 === 0))(
  'with --json, the error for the command line $typed is one JSON document with the message and the hint',
  async ({ typed: argv, wrong, next }) => {
    const { status, stdout, stderr } = await answerTo(['--json', ...argv]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
    const { error } = JSON.parse(stdout);
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain(wrong);
    expect(error.hint.replace(/(`waypost [^`]*?) --json/, '$1')).toContain(next);
  },
);
