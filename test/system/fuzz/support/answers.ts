// Generates random responses of a service as bytes: valid HTTP, invalid HTTP, and incomplete responses.
import fc from 'fast-check';
import { secrets } from './fuzz';

const [apiKey, userToken] = secrets;

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(apiKey, userToken, '\u001b[2J', '\u202e', '__proto__'),
);

const result = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(
    fc.constantFrom(
      'available',
      'contexts',
      'name',
      'lookups_remaining',
      'daily_limit',
      'configs',
      'licensees',
      'hasMore',
      'hits',
      'suggestions',
      'total',
      'dailyCount',
      'start',
      'result',
      'id',
      'key',
      '__proto__',
    ),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), text),
    { maxKeys: 6 },
  ),
);

const envelope = fc
  .record(
    {
      result,
      code: fc.oneof(
        fc.constantFrom(2000, 2000, 2020, 4010, 4013, 4041, 4042, 4000, 5001),
        fc.jsonValue({ maxDepth: 0 }),
      ),
      message: fc.oneof(text, fc.jsonValue({ maxDepth: 1 })),
      errors: fc.array(
        fc.oneof(
          fc.record({ path: fc.oneof(text, fc.array(text, { maxLength: 2 })), message: text }),
          fc.jsonValue({ maxDepth: 1 }),
        ),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: [] },
  )
  .map((value) => Buffer.from(JSON.stringify(value)));

const body = fc.oneof(
  { weight: 6, arbitrary: envelope },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('<html>', '[', 'null', '{"code":2000,"result":')
      .map((one) => Buffer.from(one)),
  },
);

const header = fc.constantFrom(
  'Retry-After: 0',
  'Retry-After: soon',
  'Retry-After: 9999',
  'X-RateLimit-Reset: x',
  'X-RateLimit-Limit: -1',
  'Content-Encoding: gzip',
  'Content-Encoding: x',
  'Location: http://127.0.0.2:1/v1',
  'Location: /',
  'Transfer-Encoding: chunked',
  'Content-Length: 5',
  'Set-Cookie: a=b',
  'bad header',
  'Connection: upgrade',
  'Upgrade: x',
);

/** Generates the bytes of a response. */
export const answers: fc.Arbitrary<Buffer> = fc
  .record({
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.0', '2'),
    status: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          200,
          200,
          200,
          201,
          202,
          204,
          301,
          400,
          401,
          404,
          410,
          429,
          500,
          503,
        ),
      },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 1000 }) },
    ),
    type: fc.constantFrom('application/json', 'application/json', 'text/html', 'text/csv', ''),
    headers: fc.array(header, { maxLength: 2 }),
    hasLength: fc.boolean(),
    body,
    cut: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.nat(200) },
    ),
  })
  .map(({ version, status, type, headers, hasLength, body: bytes, cut }) => {
    const lines = [
      `HTTP/${version} ${status} x`,
      ...(type === '' ? [] : [`Content-Type: ${type}`]),
      ...headers,
      ...(hasLength ? [`Content-Length: ${bytes.length}`] : []),
    ];
    const all = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
    return cut === undefined ? all : all.subarray(0, cut);
  });
