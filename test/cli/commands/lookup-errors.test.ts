// Tests every error that the service can return for a lookup: the codes, and the hint. The sandbox returns most errors. A
// server that replaces the service returns the others.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catalog } from '../../../src/api/catalog';
import { useAccount } from '../../support/account';
import { type LookupName, lookupNames, lookups } from '../../support/lookups';
import { type StandIn, sendJson, standIn } from '../../support/service';
import { skippingClock } from '../../support/skipping-clock';
import { type CallOptions, errorOf } from '../../support/tool';

const account = useAccount();

const billed = lookupNames.filter((name) => lookups[name].type !== undefined);

/** Runs a lookup with --json, and returns its error. Fails if the lookup writes to standard error. */
async function failure(name: LookupName, words = lookups[name].words, options: CallOptions = {}) {
  const run = await account.call([...words, '--json'], options);
  expect(run.stderr).toBe('');
  return errorOf(run);
}

async function expectNothingCharged(): Promise<void> {
  expect(await account.result('GET', '/usage')).toMatchObject({ total: 0 });
}

/** Settings of a key with which the service rejects lookups, and the expected API code and hint. */
const refusals: [
  what: string,
  settings: object,
  names: LookupName[],
  code: number,
  hint: RegExp,
][] = [
  [
    'an IP allow list that excludes this machine',
    { ip_allow_list: ['10.0.0.1'] },
    lookupNames,
    4011,
    /--api-key.*keys details/,
  ],
  ['sublicensing enabled', { sublicensing: true }, lookupNames, 4013, /licensees get.*--api-key -/],
  ['no lookups remaining', { lookups_remaining: 0 }, billed, 4020, /--api-key.*keys details/],
  ['a limit per IP', { individual_limit: { limit: 0 } }, billed, 4021, /keys details.*keys update/],
];

test('the hint for a licensee key that reached its daily limit suggests a higher daily limit for the licensee', async () => {
  await account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: true });
  const made = await account.result('POST', '/licensees', { name: 'Acme', daily: { limit: 0 } });
  const { key } = made as { key: string };
  const error = await failure('emails validate', undefined, { env: { WAYPOST_API_KEY: key } });
  expect(error.api_code).toBe(4021);
  expect(error.hint).toContain('licensees update <licensee> --daily-limit <n>');
  expect(error.hint).not.toContain('keys update');
});

describe.each(refusals)('a lookup with a key that has %s', (_what, settings, names, code, hint) => {
  test.each(names)(`fails with API code ${code} (command: %s)`, async (name) => {
    await account.bench.control('PATCH', `/keys/${account.keys.key}`, settings);
    const error = await failure(name);
    const { status } = catalog[code as keyof typeof catalog];
    const toolCode = code === 4020 ? 'balance_empty' : 'api_error';
    expect(error).toMatchObject({
      exit: status === 401 ? 4 : 1,
      code: status === 401 ? 'auth_failed' : toolCode,
      status,
      api_code: code,
      hint: expect.stringMatching(hint),
    });
    await expectNothingCharged();
  });
});

describe('the command in the hint for API code 4020', () => {
  const states: [chosen: string, flags: string[], unset: string[], command: RegExp][] = [
    ['environment variables', [], [], /^sandbox set lookups=1000$/],
    [
      '--base-url and an environment variable',
      ['--base-url'],
      ['WAYPOST_BASE_URL'],
      /^sandbox set lookups=1000 --base-url /,
    ],
    [
      'options',
      ['--base-url', '--api-key'],
      ['WAYPOST_BASE_URL', 'WAYPOST_API_KEY'],
      /^sandbox set <key> lookups=1000 --base-url /,
    ],
  ];
  test.each(states)(
    'adds lookups to the key if the service and the key come from %s',
    async (_, flags, unset, command) => {
      const { key } = account.keys;
      // The suggested command must change the key in use, although the sandbox has another key.
      await account.bench.account();
      await account.bench.control('PATCH', `/keys/${key}`, { lookups_remaining: 0 });
      const values: Record<string, string> = {
        '--base-url': account.bench.sandbox.url,
        '--api-key': key,
      };
      const given = flags.flatMap((flag) => [flag, values[flag] ?? '']);
      const env = Object.fromEntries(unset.map((name) => [name, undefined]));
      const words = [...lookups['emails validate'].words, ...given];
      const [, advised = ''] =
        /`waypost (sandbox .*?)`/.exec(
          String((await failure('emails validate', words, { env })).hint),
        ) ?? [];
      expect(advised).toMatch(command);
      const typed = advised.split(' ').map((word) => (word === '<key>' ? key : word));
      expect((await account.call(typed, { env })).status).toBe(0);
      expect((await account.call(words, { env })).status).toBe(0);
    },
  );
});

describe('a lookup in a dataset that is not enabled', () => {
  test.each(lookupNames)(
    'fails with API code 4015, and the hint suggests the command that enables the dataset (lookup: %s)',
    async (name) => {
      const { dataset } = lookups[name];
      await account.result('PUT', '/details', { datasets: { [dataset]: false } });
      const error = await failure(name);
      expect(error).toMatchObject({ exit: 4, code: 'auth_failed', status: 401, api_code: 4015 });
      const [advice, command = ''] =
        /`waypost (keys update --enable-dataset \w+)`/.exec(String(error.hint)) ?? [];
      expect(advice).toBeDefined();
      // After the suggested command, the lookup succeeds.
      expect((await account.call([...command.split(' '), '--json'])).status).toBe(0);
      expect((await account.call([...lookups[name].words, '--json'])).status).toBe(0);
    },
  );
});

describe('a lookup with an unknown key', () => {
  test.each(lookupNames)('fails with API code 4010 (command: %s)', async (name) => {
    const env = { WAYPOST_API_KEY: 'ak_nosuchkeyatall' };
    const error = await failure(name, undefined, { env });
    expect(error).toMatchObject({ exit: 4, code: 'auth_failed', status: 401, api_code: 4010 });
    expect(error.hint).toMatch(/auth whoami.*auth login/);
  });
});

describe("the hint in a lookup command's error", () => {
  test.each<[LookupName, string[], exit: number, code: string, api: number, hint: RegExp]>([
    [
      'places resolve',
      ['geonames_1'],
      1,
      'not_found',
      4040,
      /places search <query>.*Nothing was billed/,
    ],
    ['places resolve', ['berlin'], 1, 'not_found', 4040, /places search berlin.*probably a name/],
    ['places resolve', ['usps_1'], 1, 'not_found', 4040, /places search <query>/],
    [
      'addresses resolve',
      ['usps_1'],
      1,
      'not_found',
      4048,
      /addresses autocomplete <query>.*Nothing was billed/,
    ],
    ['addresses verify', ['x', '--context', 'gbr'], 4, 'auth_failed', 4016, /--context.*keys show/],
  ])(
    'suggests a command or an option that avoids the error (command: %s, arguments: %j)',
    async (name, words, exit, code, api_code, hint) => {
      const error = await failure(name, [...name.split(' '), ...words]);
      expect(error).toMatchObject({ exit, code, api_code, hint: expect.stringMatching(hint) });
      await expectNothingCharged();
    },
  );
});

describe('a lookup', () => {
  const mayBeCharged = /To check whether the service billed the lookup, run .*keys usage/;
  const cases: [
    fault: string,
    names: LookupName[],
    code: string,
    status: number,
    api: number | undefined,
    hint: RegExp,
  ][] = [
    ['4290', ['addresses verify', 'phones validate'], 'rate_limited', 429, 4290, /Wait a moment/],
    ['429', lookupNames, 'rate_limited', 429, 4291, /Wait until the request quota/],
    ['503', lookupNames, 'rate_limited', 503, undefined, /^Wait a moment/],
    [
      '5001',
      lookupNames,
      'service_unavailable',
      500,
      5001,
      /Try again later\. In a sandbox, .*active faults/,
    ],
    ['5002', lookupNames, 'service_unavailable', 500, 5002, /query more specific, or try again/],
  ];
  describe.each(cases)(
    'with the sandbox fault %s',
    (fault, names, code, status, api_code, hint) => {
      test.each(names)(
        "fails, and the hint suggests the command that lists the sandbox's faults (lookup: %s)",
        async (name) => {
          await account.bench.control('POST', '/faults', { path: '/v1/*', fault });
          try {
            const error = await failure(name, undefined, { clock: skippingClock });
            expect(error).toMatchObject({
              exit: 3,
              code,
              status,
              hint: expect.stringMatching(hint),
            });
            expect(error.api_code).toBe(api_code);
            const [, command = ''] =
              /`waypost (sandbox fault list .*?)`/.exec(String(error.hint)) ?? [];
            expect(await account.json([...command.split(' ')])).toMatchObject([
              { path: '/v1/*', fault },
            ]);
            const inDoubt = code === 'service_unavailable' && billed.includes(name);
            expect(mayBeCharged.test(String(error.hint))).toBe(inDoubt);
          } finally {
            await account.bench.control('DELETE', '/faults');
          }
          await expectNothingCharged();
        },
      );
    },
  );

  test('fails with API code 4291 if the service suspended the key, and the hint suggests that you contact support', async () => {
    await account.bench.control('PATCH', `/keys/${account.keys.key}`, { high_risk: true });
    const error = await failure('emails validate', undefined, { clock: skippingClock });
    expect(error).toMatchObject({ exit: 3, code: 'rate_limited', status: 429, api_code: 4291 });
    expect(error.hint).toContain("contact the service's support");
  });

  test.each<[fault: string, name: LookupName, code: string]>([
    ['drop', 'addresses verify', 'network_error'],
    ['truncate', 'addresses cleanse', 'invalid_response'],
    ['reset', 'addresses verify', 'network_error'],
  ])(
    'is not retried if the response is lost, and the hint explains how to check whether the service billed the lookup (fault: %s, command: %s)',
    async (fault, name, code) => {
      await account.bench.control('POST', '/faults', { path: '/v1/*', method: 'POST', fault });
      try {
        const error = await failure(name, undefined, { clock: skippingClock });
        expect(error).toMatchObject({ exit: 3, code, hint: expect.stringMatching(mayBeCharged) });
        expect(error.hint).toContain('`waypost sandbox fault list --port ');
      } finally {
        await account.bench.control('DELETE', '/faults');
      }
      expect(await account.result('GET', '/usage')).toMatchObject({ total: 1 });
    },
  );

  test('fails without a hint about billing if the service does not accept connections', async () => {
    const env = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
    const error = await failure('addresses verify', undefined, {
      clock: skippingClock,
      env,
    });
    expect(error).toMatchObject({ exit: 3, code: 'network_error' });
    expect(error.hint).not.toMatch(mayBeCharged);
  });
});

describe('an API code that the sandbox never returns', () => {
  let service: StandIn;
  let code: keyof typeof catalog;
  beforeEach(async () => {
    service = await standIn((_, response) => {
      const { status, message } = catalog[code];
      sendJson(response, status, { code, message });
    });
  });
  afterEach(() => service.close());

  test.each<[keyof typeof catalog, LookupName[], hint: RegExp]>([
    [4000, lookupNames, /Correct the fields/],
    [4014, lookupNames, /--api-key.*licensees list/],
    [4048, ['places resolve'], /places search <query>/],
    [4040, ['addresses resolve'], /addresses autocomplete <query>/],
    [40010, lookupNames, /proxy.*--api-key/],
    [40011, ['emails validate'], /waypost emails validate ada@example\.com/],
    [40011, ['phones validate'], /waypost phones validate "\+44/],
    [40016, ['places search'], /--country-iso.*--bias-lonlat.*--bias-ip/],
    [40016, ['addresses autocomplete'], /waypost addresses autocomplete "/],
    [40017, ['emails validate'], /at most 320/],
    [40018, ['addresses verify'], /waypost addresses verify "/],
    [40018, ['addresses cleanse'], /waypost addresses cleanse "/],
    [4150, ['addresses verify', 'addresses cleanse'], /proxies.*--base-url.*--debug/],
    [404, lookupNames, /--base-url/],
  ])('causes an error with a hint (API code: %i, commands: %j)', async (given, names, hint) => {
    code = given;
    const { status, message } = catalog[given];
    const ending =
      status === 401
        ? [4, 'auth_failed']
        : [1, status === 404 && given !== 404 ? 'not_found' : 'api_error'];
    for (const name of names) {
      const error = await failure(name, undefined, { env: { WAYPOST_BASE_URL: service.url } });
      expect([name, error.exit, error.code]).toEqual([name, ...ending]);
      expect(error).toMatchObject({ status, api_code: given, message });
      expect(error.hint).toMatch(hint);
    }
    expect(service.asked).toHaveLength(names.length);
  });

  test('causes waypost to print the error and the hint on standard error if --json is not set', async () => {
    code = 4015;
    const env = { WAYPOST_BASE_URL: service.url };
    const run = await account.call(lookups['addresses verify'].words, { env });
    expect([run.status, run.stdout]).toEqual([4, '']);
    expect(run.stderr).toMatch(
      /^Error: Inadequate licence to access data \(HTTP 401, API code 4015\)\n.*--enable-dataset uspscleanse.*\n$/,
    );
  });
});
