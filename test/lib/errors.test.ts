// Error codes and exit codes (docs/reference/README.md), and the help topics that print them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentVariables } from '../../src/lib/environment';
import { errorCodes } from '../../src/lib/error-codes';
import { WaypostError } from '../../src/lib/errors';
import { freshHome } from '../support/keys';

test('errorCodes lists the same exit codes as docs/reference/README.md', () => {
  const page = readFileSync(join(__dirname, '../../docs/reference/README.md'), 'utf8');
  const [, section = ''] = page.split('## Exit codes\n');
  const rows = [...section.matchAll(/^\| (\d+) \| `(\w+)` \| /gm)];
  const said = rows.map(([, status, code = '']) => [code, Number(status)]);
  expect(Object.fromEntries(said)).toEqual(
    Object.fromEntries(Object.entries(errorCodes).map(([code, row]) => [code, row.exitStatus])),
  );
});

test('WaypostError.toDocument() returns the documented fields and omits the cause', () => {
  const facts = { status: 404, apiCode: 4042, hint: 'Look again.', details: [1], cause: 'hidden' };
  expect(new WaypostError('auth_failed', 'No.', facts).toDocument()).toStrictEqual({
    error: {
      code: 'auth_failed',
      message: 'No.',
      status: 404,
      api_code: 4042,
      hint: 'Look again.',
      details: [1],
    },
  });
  expect(new WaypostError('timeout', 'No.').toDocument()).toStrictEqual({
    error: { code: 'timeout', message: 'No.' },
  });
});

test('WaypostError.with() replaces the given facts and merges `about`', () => {
  const cause = new Error('why');
  const all = {
    status: 404,
    apiCode: 4042,
    reason: 'first',
    about: { a: '1', b: '1' },
    hint: 'Look again.',
    details: { x: 1 },
    revealed: { answer: 1 },
    cause,
  };
  const error = new WaypostError('auth_failed', 'No.', all);
  expect(error.with({})).toMatchObject({ code: 'auth_failed', message: 'No.', ...all });
  const other = {
    status: 500,
    apiCode: 5000,
    reason: 'second',
    hint: 'Wait.',
    details: { y: 2 },
    revealed: { answer: 2 },
    cause: new Error('another'),
  };
  const changed = error.with({ ...other, about: { b: '2', c: '2' } });
  expect(changed).toMatchObject({ ...other, about: { a: '1', b: '2', c: '2' } });
  expect(changed).toMatchObject({ name: 'WaypostError', exitStatus: 4 });
  expect(new WaypostError('timeout', 'No.').with(all)).toMatchObject(all);
  expect('cause' in new WaypostError('timeout', 'No.')).toBe(false);
});

const wide = { env: { COLUMNS: '120' } };

describe('the help topic', () => {
  test('`exit-codes` lists every error code with its exit code and meaning', async () => {
    const { stdout, status } = await freshHome().run(['help', 'exit-codes'], wide);
    expect(status).toBe(0);
    for (const [code, { exitStatus, meaning }] of Object.entries(errorCodes)) {
      expect(stdout.replace(/\s+/g, ' ')).toContain(` ${exitStatus} ${code} ${meaning} `);
    }
    expect(stdout).toMatch(/^ +0 +success/m);
    expect(stdout).toMatch(/^ +130 +you interrupted waypost/m);
  });

  test('`environment` lists every environment variable', async () => {
    const { stdout, status } = await freshHome().run(['help', 'environment'], wide);
    expect(status).toBe(0);
    for (const [name, meaning] of Object.entries(environmentVariables)) {
      expect(stdout.replace(/\s+/g, ' ')).toContain(` ${name} ${meaning} `);
    }
    for (const name of ['API_KEY', 'USER_TOKEN', 'BASE_URL', 'PROFILE', 'NO_INPUT', 'DEBUG']) {
      expect(environmentVariables).toHaveProperty(`WAYPOST_${name}`);
    }
  });
});
