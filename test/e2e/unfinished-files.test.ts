import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';

const account = useAccount();

test.skipIf(process.platform === 'win32')(
  'only the owner can read the saved results of an unfinished batch',
  async () => {
    const { home } = account;
    writeFileSync(join(home.path, 'list.csv'), 'email\nada@example.com\ngrace@example.com\n');
    const target = join(home.path, 'checked.csv');
    const words = ['emails', 'validate', '--file', join(home.path, 'list.csv'), '-o', target];
    const run = await account.call([...words, '--max-lookups', '1']);
    expect(run.status).toBe(2);
    expect(existsSync(target)).toBe(false);
    const mode = (path: string): number => statSync(path).mode & 0o777;
    const partial = join(home.path, '.checked.csv.waypost-partial');
    expect(mode(`${partial}-answers`)).toBe(0o600);
    expect((await account.call([...words, '--resume'])).status).toBe(0);
    expect(mode(target)).toBe(0o666 & ~process.umask());
  },
);
