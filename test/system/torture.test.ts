// Runs scripts/torture.mjs briefly.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = join(__dirname, '../../scripts/torture.mjs');
const nothing = { lost: 0, 'wrong success': 0, leaked: 0, hung: 0, 'over memory': 0 };

/** Runs the script with these arguments. Returns its exit code and output. */
function torture(words: string[], env: Record<string, string> = {}) {
  const args = [script, '--seed', '7', '--json', ...words];
  return new Promise<{ status: unknown; told: ReturnType<typeof JSON.parse>; errors: string }>(
    (resolve) => {
      execFile(
        process.execPath,
        args,
        { env: { ...process.env, ...env } },
        (error, stdout, errors) =>
          resolve({ status: error?.code ?? 0, told: JSON.parse(stdout), errors }),
      );
    },
  );
}

test('the torture script finds no lost data, leaked key, false success, hung process or excessive memory use', async () => {
  const { status, told, errors } = await torture(['--faults', '16']);
  expect(errors).toBe('');
  expect(status).toBe(0);
  expect(told.all).toMatchObject(nothing);
  expect(told.all.tried).toBeGreaterThanOrEqual(15);
  expect(told.all.survived).toBe(told.all.tried);
});

test('the torture script can kill `auth login` at a selected file or network operation', async () => {
  const { status, told, errors } = await torture(['--replay', 'machine:11']);
  expect(errors).toBe('');
  expect(status).toBe(0);
  expect(told.all).toMatchObject({ ...nothing, tried: 1, survived: 1 });
  expect(told.calls.kills[0]).toBe(1);
  expect(told.calls.kills[1]).toBeGreaterThan(10);
});

test('the torture script detects a command that reports success but does not store a login', async () => {
  const { status, told, errors } = await torture(['--replay', 'machine:0'], {
    WAYPOST_TORTURE_BREAK: join(__dirname, '../support/lying-rename.cjs'),
  });
  expect(status).toBe(1);
  expect(told.machine).toMatchObject({ tried: 1, survived: 0, 'wrong success': 1 });
  expect(errors).toContain('wrong success: auth login: ');
  expect(errors).toContain('--seed 7 --replay machine:0');
});
