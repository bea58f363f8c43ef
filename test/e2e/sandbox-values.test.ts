// `waypost sandbox values`: the sandbox returns the documented result for each test value.
import { describe, expect, test } from 'vitest';
import { type TestValue, testValues } from '../../src/sandbox/validations/test-values';
import { useAccount } from '../support/account';
import { documentOf, errorOf } from '../support/tool';

const account = useAccount();

describe('`sandbox values`', () => {
  test.each(testValues)(
    'lists the value $value, for which $command returns the documented result ($meaning)',
    async ({ command, value, code, result }) => {
      const run = await account.call([...command.split(' '), value, '--json']);
      if (result === null)
        expect(errorOf(run)).toMatchObject({ code: 'not_found', api_code: code });
      else expect(documentOf(run)).toMatchObject(result);
    },
  );

  test('prints all values as text and as JSON, even if no sandbox is running', async () => {
    const offline = { env: { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' } };
    const { stdout } = await account.call('sandbox values', offline);
    for (const { command, value, meaning } of testValues) {
      expect(stdout).toContain(`waypost ${command}\n`);
      expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toContainEqual([
        value,
        meaning,
      ]);
    }
    const run = await account.run('sandbox values --json', offline);
    expect(documentOf(run)).toEqual(testValues);
  });

  test('lists only email addresses at reserved domains and phone numbers that are reserved for fictional use', () => {
    const of = (command: string): string[] =>
      testValues.filter((one: TestValue) => one.command === command).map(({ value }) => value);
    // `con` is not a top-level domain, so nobody can register `example.con`.
    const reserved = /@([a-z-]+\.test|example\.(com|con))$/;
    // Reserved numbers: 555-01xx (NANPA), 020 7946 0xxx and 07700 900xxx (Ofcom), and 01 99 00 xx xx (ARCEP).
    const fiction = /^\+(1\d{3}55501\d\d|442079460\d{3}|447700900\d{3}|3319900\d{4})$/;
    expect(of('emails validate').filter((value) => !reserved.test(value))).toEqual([]);
    expect(of('phones validate').filter((value) => !fiction.test(value))).toEqual([]);
  });
});
