// The lookup commands before answers that the sandbox, being right, never gives: members nobody knows,
// other shapes than the sandbox gives, text that would steer a terminal; what
// is sent, and that nothing is where the values are wrong.
import { beforeEach, describe, expect, test } from 'vitest';
import { type LookupName, lookupNames, lookups } from '../../support/lookups';
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

/** Runs a lookup, without a management key unless it is given. */
function run(words: readonly string[], options: CallOptions = {}): Promise<Run> {
  return at.call(words, { ...options, env: { WAYPOST_USER_TOKEN: undefined, ...options.env } });
}

/** Runs a lookup both ways: --json must be the result as it is, and a person must be shown something. */
async function shown(name: LookupName): Promise<string> {
  const script = await run([...lookups[name].words, '--json']);
  expect([script.status, script.stderr]).toEqual([0, '']);
  expect(script.stdout).toBe(`${JSON.stringify(result)}\n`);
  const person = await run(lookups[name].words);
  expect(person.status).toBe(0);
  expect(person.stdout).toMatch(/\S/);
  expect(person.stdout).not.toMatch(/\[object|undefined|NaN/);
  return person.stdout;
}

describe('members that nobody knows are passed on, and shown', () => {
  const hits = (hit: object) => ({ hits: [{ id: 'x_1', ...hit, future: { deep: [1, true] } }, 7] });
  test.each<[LookupName, object, shows: RegExp[]]>([
    [
      'places search',
      hits({ name: 'N' }),
      [/^ID +PLACE +COUNTRY +FUTURE$/m, /^x_1 +N +deep 1, yes$/m, /^7$/m],
    ],
    ['places resolve', { id: 'x_1', future: 5 }, [/^Id +x_1$/m, /^Future +5$/m]],
    ['addresses autocomplete', hits({ suggestion: 'S' }), [/^x_1 +S +deep 1, yes$/m, /^7$/m]],
    [
      'addresses resolve',
      { line_1: 'L', native: 'odd', future: null },
      [/^Address +L$/m, /^Native +odd$/m, /^Future +none$/m],
    ],
    [
      'addresses verify',
      { match: { line_1: 'L' }, count: 1, future: 'f' },
      [/^Match$/m, /^Address +L$/m, /^Future +f$/m],
    ],
    ['addresses cleanse', { match: null, future: 'f' }, [/^No match\. /, /^Future +f$/m]],
    ['addresses near', hits({ line_1: 'L', latitude: 1 }), [/^x_1 +L +1 +deep 1, yes$/m]],
    [
      'emails validate',
      { result: 'deliverable', future: { a: false } },
      [/^Deliverable$/m, /^Future +a no$/m],
    ],
    ['phones validate', { valid: true, future: 12345 }, [/^Valid$/m, /^Future +12345$/m]],
  ])('%s %j', async (name, given, shows) => {
    result = given;
    const text = await shown(name);
    for (const line of shows) expect(text).toMatch(line);
  });

  test('beside the hits too', async () => {
    result = { hits: [], more: 'm' };
    expect(await shown('addresses autocomplete')).toMatch(/^No addresses found\..*\n\nMore +m$/m);
  });
});

describe('what is sent', () => {
  test.each(lookupNames)('%s: one request, key in the header alone, JSON as body', async (name) => {
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
  });

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
    [['addresses', 'resolve', '../x'], '/autocomplete/addresses/..%2Fx/usa'],
  ])('%j is %s', async (words, path) => {
    result = {};
    await run([...words, '--json']);
    expect(at.service.asked.map(({ path: asked }) => asked)).toEqual([`/v1${path}`]);
  });
});

describe('nothing is sent', () => {
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
    [['places', 'resolve', '..'], /place is not a name/],
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
  ])('%j', async (words, message) => {
    const error = errorOf(await run([...words, '--json']));
    expect(error).toMatchObject({ exit: 2, code: 'invalid_input', hint: expect.any(String) });
    expect(error.message).toMatch(message);
    expect(at.service.asked).toEqual([]);
  });

  test.each([
    ['that can be an address', `${'x'.repeat(64)}@${'y.'.repeat(125)}exam1`, []],
    // No mailbox has more than 64 bytes.
    ['of two bytes each, with --force,', `${'ä'.repeat(311)}@x.exampl`, ['--force']],
  ])('320 characters %s are sent', async (_, email, options) => {
    result = {};
    expect([...email]).toHaveLength(320);
    expect((await run(['emails', 'validate', email, '--json', ...options])).status).toBe(0);
    expect(new URL(`http://x${at.service.asked[0]?.path}`).searchParams.get('query')).toBe(email);
  });
});

describe('what is left', () => {
  const words = lookups['places resolve'].words;
  const pathsOf = (asked: Asked[]) => asked.map(({ path }) => path);

  test('is asked for with the management key, after the lookup', async () => {
    result = {};
    const { stderr } = await run(words, { env: { WAYPOST_USER_TOKEN: userToken } });
    expect(stderr).toBe('It cost 1 lookup; 1,234 left.\n');
    expect(pathsOf(at.service.asked)).toEqual([
      '/v1/places/geonames_2950159',
      `/v1/keys/${apiKey}/details`,
    ]);
    expect(at.service.asked[1]?.headers.authorization).toBe(`Bearer ${userToken}`);
  });

  test.each([
    ['not told', {}],
    ['of another shape', { lookups_remaining: 'plenty' }],
    ['no record', 'text'],
  ])('is omitted where it is %s', async (_, given) => {
    result = {};
    details = given;
    const { status, stderr } = await run(words, { env: { WAYPOST_USER_TOKEN: userToken } });
    expect([status, stderr]).toEqual([0, 'It cost 1 lookup.\n']);
  });

  test('is not requested without a management key, and the cost is still printed', async () => {
    result = {};
    const { stderr } = await run(words);
    expect(stderr).toBe('It cost 1 lookup.\n');
    expect(pathsOf(at.service.asked)).toEqual(['/v1/places/geonames_2950159']);
  });

  test('is not asked for with --json, without a management key, or where a search cost nothing', async () => {
    result = { hits: [] };
    await run([...words, '--json'], { env: { WAYPOST_USER_TOKEN: userToken } });
    await run(words);
    await run(lookups['places search'].words, { env: { WAYPOST_USER_TOKEN: userToken } });
    expect(pathsOf(at.service.asked).filter((path) => path.startsWith('/v1/keys'))).toEqual([]);
  });
});
