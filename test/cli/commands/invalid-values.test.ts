// waypost rejects invalid values before they cost a lookup.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sendJson } from '../../support/service';
import { useStandIn } from '../../support/stand-in';
import { expectError, type Run } from '../../support/tool';

const at = useStandIn((_, response) =>
  sendJson(response, 200, { result: { hits: [], match: null }, code: 2000, message: 'Success' }),
);

const run = (...args: string[]): Promise<Run> =>
  at.call(args, { env: { WAYPOST_USER_TOKEN: undefined } });

/** Writes a file with one row to the home directory, and returns the file's path. */
function file(name: string): string {
  const path = join(at.home.path, name);
  writeFileSync(path, 'ada@example.com\n');
  return path;
}

describe('a lookup command', () => {
  test.each<[words: string[], message: RegExp, hint: RegExp]>([
    [['emails', 'validate', 'notanemail'], /notanemail .*no @/, /ada@example\.com.*--force/],
    [['emails', 'validate', 'nosuchfile.csv'], /no @/, /--force/],
    [
      ['emails', 'validate', 'Ada <a@b.c>'],
      /contains other text in addition to an email address/,
      /^Did you mean a@b\.c\?/,
    ],
    [
      ['emails', 'validate', "'a@b.c'"],
      /contains other text in addition to an email address/,
      /^Did you mean a@b\.c\?/,
    ],
    [['emails', 'validate', 'ada@localhost'], /has no dot/, /--force/],
    [
      ['phones', 'validate', 'tel:+14155552671'],
      /contains other text in addition to a phone/,
      /^Did you mean \+14155552671\?/,
    ],
    [['emails', 'validate', 'a@b.c,d@e.f'], /several/, /use --file with a file/],
    [['phones', 'validate', '(415) 555-2671'], /no country code/, /--country US/],
    [['phones', 'validate', '415-555-2671'], /no country code/, /--country US/],
    [['phones', 'validate', 'none'], /no digit/, /\+44/],
    [['phones', 'validate', '12', '--country', 'US'], /too short or too long/, /Check the digits/],
    [
      ['phones', 'validate', '+44 20', '--country', 'XY'],
      /XY is not an ISO 3166-1 country code/,
      /USA/,
    ],
  ])(
    'rejects the invalid value in the arguments %j without sending a request, unless --force is set',
    async (words, message, hint) => {
      expectError(await run(...words, '--json'), 'invalid_input', {
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      });
      expect(at.service.asked).toEqual([]);
      expect((await run(...words, '--force', '--json')).status).toBe(0);
      expect(at.service.asked).toHaveLength(1);
    },
  );

  test.each([
    ['emails', 'validate', 'emails.csv'],
    ['emails', 'validate', 'a list'],
    ['phones', 'validate', 'phones'],
    ['places', 'resolve', 'geonames_1'],
    ['addresses', 'resolve', 'ids.txt'],
    ['addresses', 'verify', 'addresses.csv'],
    ['addresses', 'cleanse', 'addresses.ndjson'],
  ])(
    'rejects a value that is probably the path of an existing file, unless --force is set (command: %s %s %s)',
    async (noun, verb, name) => {
      const path = file(name);
      expectError(await run(noun, verb, path, '--json'), 'invalid_input', {
        message: `${path} is a file, not a value to look up.`,
        hint: expect.stringContaining(name.includes(' ') ? `--file "${path}"` : `--file ${path}`),
      });
      expect(at.service.asked).toEqual([]);
      expect((await run(noun, verb, path, '--force', '--json')).status).toBe(0);
    },
  );
});

test("a batch row with extra text around the value is not billed, and the row's error message suggests the value", async () => {
  const path = join(at.home.path, 'dirt.csv');
  writeFileSync(path, "email\nada@example.com\n'ada@example.com'\nada@localhost\n");
  const batch = ['emails', 'validate', '--file', path, '--json'];

  const [, quoted, local] = JSON.parse((await run(...batch)).stdout);
  expect(quoted.error).toEqual({
    code: 'invalid_input',
    message:
      "'ada@example.com' contains other text in addition to an email address. Did you mean ada@example.com?",
  });
  expect(local.error).toMatchObject({ code: 'invalid_input' });
  expect(at.service.asked).toHaveLength(1);

  expect(JSON.parse((await run(...batch, '--dry-run')).stdout)).toMatchObject({
    rows: 3,
    invalid: 2,
    invalid_rows: [{ row: 2, error: quoted.error }, { row: 3 }],
    lookups: 1,
  });
  expect(at.service.asked).toHaveLength(1);

  await run(...batch, '--force');
  expect(at.service.asked).toHaveLength(4);
});

describe('a lookup command', () => {
  test.each([
    ['an ID of an unknown form', ['places', 'resolve', 'x:1/2?3']],
    ['an ID that is too long for a path', ['addresses', 'resolve', 'x'.repeat(5000)]],
    ['text that looks like the name of a missing file', ['addresses', 'verify', 'addresses.csv']],
    ['an email address with quotes', ['emails', 'validate', '"a b"@example.com']],
    ['a phone number without +', ['phones', 'validate', '442079460018']],
  ])('sends %s to the service', async (_name, words) => {
    expect((await run(...words, '--json')).status).toBe(0);
    expect(at.service.asked).toHaveLength(1);
  });

  test('sends a value to the service even if the value is the path of a directory (`places resolve`) or of a file without an extension (`addresses verify`)', async () => {
    mkdirSync(join(at.home.path, 'geonames_2'));
    expect((await run('addresses', 'verify', file('Springfield'), '--json')).status).toBe(0);
    expect(
      (await run('places', 'resolve', join(at.home.path, 'geonames_2'), '--json')).status,
    ).toBe(0);
    expect(at.service.asked).toHaveLength(2);
  });

  test('sends a phone number in international form if --country is set', async () => {
    await run('phones', 'validate', '(415) 555-2671', '--country', 'USA', '--json');
    expect(at.service.asked.map(({ path }) => path)).toEqual([
      '/v1/phone_numbers?query=%2B14155552671',
    ]);
  });

  test('sends the phone numbers from a file in international form if --country or a column contains the country', async () => {
    const path = join(at.home.path, 'phones.csv');
    writeFileSync(path, 'phone,land\n(415) 555-2671,\n020 7946 0018,GB\n');
    await run(
      'phones',
      'validate',
      '--file',
      path,
      '--column',
      'phone=phone',
      '--column',
      'country=land',
      '--country',
      'US',
    );
    expect(at.service.asked.map(({ path }) => path).sort()).toEqual([
      '/v1/phone_numbers?query=%2B14155552671',
      '/v1/phone_numbers?query=%2B442079460018',
    ]);
  });
});
