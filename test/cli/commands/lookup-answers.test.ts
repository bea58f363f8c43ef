// The requests that lookup commands send, the invalid values that they reject, and the balance that they print.
import { beforeEach, describe, expect, test } from 'vitest';
import { lookupNames, lookups } from '../../support/lookups';
import { type Asked, sendJson } from '../../support/service';
import { apiKey, userToken, useStandIn } from '../../support/stand-in';
import { type CallOptions, errorOf, type Run } from '../../support/tool';

let result: unknown;
let details: unknown;

const at = useStandIn(({ path }, response) => {
  const answer = path.startsWith('/v1/keys/') ? details : result;
  sendJson(response, 200, { result: answer, code: 2000, message: 'Success' });
});
beforeEach(() => {
  details = { lookups_remaining: 1234 };
});

/** Runs a command. By default, the environment does not contain a management key. */
function run(words: readonly string[], options: CallOptions = {}): Promise<Run> {
  return at.call(words, { ...options, env: { WAYPOST_USER_TOKEN: undefined, ...options.env } });
}

describe('a lookup command', () => {
  test.each(lookupNames)(
    'sends the key only in the Authorization header, and sends a body only as JSON (command: %s)',
    async (name) => {
      result = {};
      const { request, type, words } = lookups[name];
      await run([...words, '--tags', 'a b, c', '--json']);
      const [method, path, body] = request;
      const tags = type === undefined ? '' : `${path.includes('?') ? '&' : '?'}tags=a+b%2Cc`;
      expect(at.service.asked).toMatchObject([
        {
          method,
          path: `/v1${path}${tags}`,
          headers: { authorization: `Bearer ${apiKey}` },
          body: body === undefined ? '' : JSON.stringify(body),
        },
      ]);
      expect(at.service.asked[0]?.headers['content-type']).toBe(
        body === undefined ? undefined : 'application/json',
      );
    },
  );

  test.each([
    [
      ['places', 'search', 'a&b=c', '--country-iso', 'deu, fra'],
      '/places?query=a%26b%3Dc&country_iso=DEU%2CFRA',
    ],
    [
      ['places', 'search', 'x', '--bias-country-iso', 'che', '--bias-ip'],
      '/places?query=x&bias_country_iso=CHE&bias_ip=true',
    ],
    [
      ['places', 'search', 'x', '--bias-lonlat', '-1,.5,9'],
      '/places?query=x&bias_lonlat=-1%2C0.5%2C9',
    ],
    [['places', 'resolve', 'a/b?c'], '/places/a%2Fb%3Fc'],
    [['addresses', 'resolve', '../no-such-file'], '/autocomplete/addresses/..%2Fno-such-file/usa'],
  ])('turns the arguments %j into the request path %s', async (words, path) => {
    result = {};
    const { stdout } = await run([...words, '--json']);
    expect(
      at.service.asked.map(({ path: asked }) => asked),
      stdout,
    ).toEqual([`/v1${path}`]);
  });
});

describe('a lookup command', () => {
  test.each<[string[], message: RegExp]>([
    [
      ['places', 'search', 'x', '--country-iso', 'DE'],
      /DE is not a three-letter ISO 3166-1 country code/,
    ],
    [['places', 'search', 'x', '--bias-country-iso', 'FRA,ZZZ'], /ZZZ is not a three-letter/],
    [['places', 'search', 'x', '--bias-lonlat', '200,1,5'], /200 is not a longitude/],
    [['places', 'search', 'x', '--bias-lonlat', '1,91,5'], /91 is not a latitude/],
    [['places', 'search', 'x', '--bias-lonlat', '1,1,50001'], /radius/],
    [['places', 'search', 'x', '--bias-lonlat', '1,1'], /longitude,latitude,radius/],
    [['places', 'search', 'x', '--bias-lonlat', '1,1,5', '--bias-ip'], /cannot be combined/],
    [['places', 'search'], /Nothing to search for/],
    [['places', 'search', ''], /query is empty/],
    [['addresses', 'autocomplete', ''], /query is empty/],
    [['addresses', 'autocomplete', ' '], /query is empty/],
    [['places', 'resolve', ' '], /id is empty/],
    [['places', 'resolve', '..'], /place contains only dots/],
    [['addresses', 'resolve', ''], /id is empty/],
    [['addresses', 'verify', ' '], /query is empty/],
    [['addresses', 'cleanse', ''], /query is empty/],
    [['addresses', 'near', '--lon', '1'], /no lat and no --file/],
    [['addresses', 'near', '--lon', '-181', '--lat', '1'], /-181 is not a longitude/],
    [['addresses', 'near', '--lon', '1', '--lat', 'north'], /north is not a latitude/],
    [['addresses', 'near', '--lon', '', '--lat', '1'], /not a longitude/],
    [['emails', 'validate', ' '], /email is empty/],
    [['emails', 'validate', `${'x'.repeat(312)}@x.exampl`], /more than 320 characters/],
    [['emails', 'validate', 'a@b.example', 'c@d.example'], /Too many arguments/],
    [['phones', 'validate', ''], /phone is empty/],
  ])('rejects the arguments %j without sending a request', async (words, message) => {
    const error = errorOf(await run([...words, '--json']));
    expect(error).toMatchObject({ exit: 2, code: 'invalid_input', hint: expect.any(String) });
    expect(error.message).toMatch(message);
    expect(at.service.asked).toEqual([]);
  });

  test.each([
    ['is valid', `${'x'.repeat(64)}@${'y.'.repeat(125)}exam1`, []],
    // The part before the @ is longer than 64 bytes.
    ['has two bytes per character and --force is set', `${'ä'.repeat(311)}@x.exampl`, ['--force']],
  ])('accepts an email address of 320 characters if it %s', async (_, email, options) => {
    result = {};
    expect([...email]).toHaveLength(320);
    expect((await run(['emails', 'validate', email, '--json', ...options])).status).toBe(0);
    expect(new URL(`http://x${at.service.asked[0]?.path}`).searchParams.get('query')).toBe(email);
  });
});

describe('a lookup command', () => {
  const words = lookups['places resolve'].words;
  const pathsOf = (asked: Asked[]) => asked.map(({ path }) => path);

  test('requests the balance with the management key, and prints the balance', async () => {
    result = {};
    const { stderr } = await run(words, { env: { WAYPOST_USER_TOKEN: userToken } });
    expect(stderr).toBe('Cost: 1 lookup. Lookups remaining: 1,234.\n');
    expect(pathsOf(at.service.asked)).toEqual([
      '/v1/places/geonames_2950159',
      `/v1/keys/${apiKey}/details`,
    ]);
    expect(at.service.asked[1]?.headers.authorization).toBe(`Bearer ${userToken}`);
  });

  test.each([
    ['does not contain the balance', {}],
    ['contains text instead of the balance', { lookups_remaining: 'plenty' }],
    ['is not an object', 'text'],
  ])("does not print a balance if the key's record %s", async (_, given) => {
    result = {};
    details = given;
    const { status, stderr } = await run(words, { env: { WAYPOST_USER_TOKEN: userToken } });
    expect([status, stderr]).toEqual([0, 'Cost: 1 lookup.\n']);
  });

  test('prints the cost but does not request the balance if no management key is set', async () => {
    result = {};
    const { stderr } = await run(words);
    expect(stderr).toBe('Cost: 1 lookup.\n');
    expect(pathsOf(at.service.asked)).toEqual(['/v1/places/geonames_2950159']);
  });

  test('does not request the balance if --json is set, if no management key is set, or if the command is a free search', async () => {
    result = { hits: [] };
    await run([...words, '--json'], { env: { WAYPOST_USER_TOKEN: userToken } });
    await run(words);
    await run(lookups['places search'].words, { env: { WAYPOST_USER_TOKEN: userToken } });
    expect(pathsOf(at.service.asked).filter((path) => path.startsWith('/v1/keys'))).toEqual([]);
  });
});
