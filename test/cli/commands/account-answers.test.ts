// The account commands with responses that the sandbox does not send: unknown fields, unexpected types, lists whose pages
// repeat, and broken connections.
import { readdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemTest } from '../../support/runs';
import { type Asked, sendJson } from '../../support/service';
import { useStandIn } from '../../support/stand-in';
import { documentOf, errorOf, expectError, type Run } from '../../support/tool';

let answer: (asked: Asked, response: ServerResponse) => void;
const at = useStandIn((asked, response) => answer(asked, response));
const run = (...args: string[]): Promise<Run> => at.call(args);

/** Responds to every request with this result. */
function always(result: unknown): void {
  answer = (_, response) => sendJson(response, 200, { result, code: 2000, message: 'Success' });
}

const strange = {
  zeta: 1,
  name: 'N',
  nested: { b: [1, { c: null }], a: '' },
  daily_limit: 'unheard of',
  datasets: ['usps'],
  contexts: 7,
  current_purchases: [{ odd: true }],
  available: true,
  licensees: [{ unknown: [1] }],
  configs: [{ name: 'c', payload: 'p', unknown: { deep: 1 } }],
  total: 'many',
};

describe('`keys details`', () => {
  test('prints unknown fields and fields with unexpected types', async () => {
    always({ ...strange, future_setting: { limit: 3, enabled: true } });
    const { stdout } = await run('keys', 'details');
    expect(stdout).toMatch(/^Future setting +limit 3, enabled on$/m);
    expect(stdout).toMatch(/^Daily limit +unheard of$/m);
    expect(stdout).toMatch(/^Datasets +usps$/m);
  });
});

describe('`keys update`', () => {
  const details = {
    daily_limit: { limit: null, consumed: 120 },
    monthly_limit: { limit: 500, consumed: 300 },
  };

  test.each([
    [['--daily-limit', '119'], 'daily limit of 119 is below the 120 lookups used today'],
    [['--monthly-limit', '299'], 'monthly limit of 299 is below the 300 lookups used this month'],
    [['--daily-limit', '0'], 'daily limit of 0'],
  ])(
    'requires --yes for the options %j, because the new limit is below current usage',
    async (words, message) => {
      always(details);
      const error = errorOf(await run('keys', 'update', ...words, '--json'));
      expect(error).toMatchObject({ exit: 2, code: 'invalid_input' });
      expect([error.message, error.hint]).toEqual([
        expect.stringContaining(message),
        expect.stringContaining('--yes'),
      ]);
      expect(at.service.asked.map(({ method }) => method)).toEqual(['GET']);
      expect((await run('keys', 'update', ...words, '--yes', '--json')).status).toBe(0);
    },
  );

  test.each([[['--daily-limit', '120']], [['--monthly-limit', 'none']], [['--name', 'x']]])(
    'does not require --yes for the options %j',
    async (words) => {
      always(details);
      expect((await run('keys', 'update', ...words, '--json')).status).toBe(0);
    },
  );

  test('sends only the settings that its options change', async () => {
    always({});
    await run(
      'keys',
      'update',
      'ak_other/1',
      '--json',
      '--yes',
      '--name',
      'x',
      '--daily-limit',
      'none',
      '--monthly-limit',
      '7',
      '--rate-limit',
      '{"limit": 3}',
      '--enable-dataset',
      'usps',
      '--disable-dataset',
      'ab',
      '--notifications',
      'on',
    );
    const [{ method, path, body, headers }] = at.service.asked as [Asked];
    expect([method, path]).toEqual(['PUT', '/v1/keys/ak_other%2F1/details']);
    expect(headers.authorization).toBe('Bearer uk_standinstandin');
    expect(JSON.parse(body)).toEqual({
      name: 'x',
      daily_limit: { limit: null },
      monthly_limit: { limit: 7 },
      datasets: { usps: true, ab: false },
      notifications: { enabled: true },
      rate_limit: { limit: 3 },
    });
  });
});

describe('`keys usage`', () => {
  const record = (total: number) => ({ total, dailyCount: [], extra: 'kept' });

  test('sends the tags, the licensee, and the start and end of the range in milliseconds since 1970', async () => {
    always(record(1));
    const range = ['--start', '2026-01-01', '--end', '2026-01-02T03:04:05.006Z'];
    const filter = ['--tag', 'a b', '--tag', 'c', '--licensee', 'sl_x&y'];
    await run('keys', 'usage', ...range, ...filter, '--json');
    const query = new URL(`http://x${at.service.asked[0]?.path}`).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      start: String(Date.UTC(2026, 0, 1)),
      end: String(Date.UTC(2026, 0, 2, 3, 4, 5, 6)),
      tags: 'a b,c',
      licensee: 'sl_x&y',
    });
  });

  test('does not send a range if no range option is set', async () => {
    always(record(1));
    await run('keys', 'usage', '--json');
    expect(at.service.asked.map(({ path }) => path)).toEqual(['/v1/keys/ak_standinstandin/usage']);
  });

  test('splits a long range into consecutive requests of at most 90 days', async () => {
    always(record(5));
    const range = ['--start', '2025-01-01', '--end', '2025-12-31'];
    const usage = documentOf(await run('keys', 'usage', ...range, '--json'));
    const windows = at.service.asked.map(({ path }) => {
      const query = new URL(`http://x${path}`).searchParams;
      return { start: Number(query.get('start')), end: Number(query.get('end')) };
    });
    expect(usage).toMatchObject({ total: 5 * windows.length, extra: 'kept' });
    expect(windows[0]?.start).toBe(Date.UTC(2025, 0, 1));
    expect(windows.at(-1)?.end).toBe(Date.UTC(2026, 0, 1) - 1);
    for (const [index, { start, end }] of windows.entries()) {
      expect(end - start).toBeLessThanOrEqual(90 * 86_400_000);
      if (index > 0) expect(start).toBe((windows[index - 1]?.end ?? 0) + 1);
    }
  });

  test('prints a record that lacks the expected counts, but fails if several such records must be added up', async () => {
    always({ sum: 3 });
    expect(documentOf(await run('keys', 'usage', '--last', '90d', '--json'))).toEqual({ sum: 3 });
    expectError(await run('keys', 'usage', '--last', '91d', '--json'), 'invalid_response', {
      hint: /90 days/,
    });
  });

  test('compares a range with the previous range of equal length', async () => {
    answer = ({ path }, response) => {
      const query = new URL(`http://x${path}`).searchParams;
      const [start, end] = ['start', 'end'].map((name) => Number(query.get(name)));
      const first = Math.floor((start ?? 0) / 86_400_000);
      const dailyCount = Array.from({ length: 8 }, (_, index) => ({
        date: new Date((first + index) * 86_400_000).toISOString(),
        count: 1,
      }));
      const result = {
        start: new Date(start ?? 0).toISOString(),
        end: new Date(end ?? 0).toISOString(),
        total: 8,
        dailyCount,
      };
      sendJson(response, 200, { result, code: 2000, message: 'Success' });
    };
    const { stdout } = await run('keys', 'usage', '--last', '7d');
    expect(stdout).toMatch(/^8 lookups in 7 days, /);
    expect(stdout).toContain('\nThe last bar represents a partial day: ');
    const [asked, before] = at.service.asked.map(({ path }) => {
      const query = new URL(`http://x${path}`).searchParams;
      return { start: Number(query.get('start')), end: Number(query.get('end')) };
    }) as [Record<'start' | 'end', number>, Record<'start' | 'end', number>];
    expect(asked.end - asked.start).toBe(7 * 86_400_000);
    expect(before).toEqual({
      start: asked.start - 7 * 86_400_000 - 1,
      end: asked.start - 1,
    });
  });

  test('omits the comparison if the request for the previous range fails', async () => {
    answer = (_, response) => {
      if (at.service.asked.length > 1) return sendJson(response, 400, { code: 4006, message: 'x' });
      const result = { start: '2026-01-01', end: '2026-01-02', ...record(3) };
      sendJson(response, 200, { result, code: 2000, message: 'Success' });
    };
    const { status, stdout, stderr } = await run('keys', 'usage');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('3 lookups');
    expect(stdout).not.toContain('before');
  });
});

describe('`licensees list`', () => {
  const page = (...ids: number[]) => ids.map((id) => ({ id: String(id), name: `L${id}` }));

  function pages(...contents: { licensees: unknown[]; hasMore: boolean }[]): void {
    answer = (_, response) => {
      const result = contents[Math.min(at.service.asked.length, contents.length) - 1];
      sendJson(response, 200, { result, code: 2000, message: 'Success' });
    };
  }

  test.each(['0', '101', 'ten', '1.5'])(
    'rejects --limit %s without sending a request',
    async (limit) => {
      expectError(await run('licensees', 'list', '--limit', limit, '--json'), 'invalid_input');
      expect(at.service.asked).toEqual([]);
    },
  );

  describe('--all', () => {
    test.each([
      ['repeats entries', [page(1, 2), page(1, 2)], page(1, 2)],
      ['overlaps the previous page', [page(1, 2), page(2, 3)], page(1, 2, 3)],
      ['is empty', [page(1, 2), []], page(1, 2)],
      ['has no IDs', [[{ name: 'x' }]], [{ name: 'x' }]],
    ])(
      'fails at a page that %s, and prints the licensees read so far',
      async (_, contents, read) => {
        pages(...contents.map((licensees) => ({ licensees, hasMore: true })));
        const error = errorOf(await run('licensees', 'list', '--all', '--json'));
        expect(error).toMatchObject({ exit: 3, code: 'invalid_response' });
        expect(error.details).toEqual({ licensees: read, hasMore: true });
        expect(at.service.asked).toHaveLength(contents.length);
        at.service.asked.length = 0;
        const text = await run('licensees', 'list', '--all');
        expect(text.status).toBe(3);
        expect(text.stdout).toContain(String(Object.values(read[0] ?? {}).at(-1)));
        expect(text.stderr).toContain('cannot complete the list');
      },
    );

    test('prints the licensees read so far, and how to continue, if a later page fails', async () => {
      answer = (_, response) => {
        if (at.service.asked.length > 1)
          return sendJson(response, 400, { code: 4001, message: 'No' });
        const result = { licensees: page(1, 2), hasMore: true };
        sendJson(response, 200, { result, code: 2000, message: 'Success' });
      };
      const error = errorOf(await run('licensees', 'list', '--all', '--json'));
      expect(error).toMatchObject({ exit: 1, api_code: 4001, details: { licensees: page(1, 2) } });
      expect(error.hint).toContain('--starting-after 2');
    });
  });
});

describe('a command that receives no valid response', () => {
  test.each([
    [['licensees', 'create', '--name', 'x'], 'licensees list'],
    [['licensees', 'update', '1', '--name', 'x'], 'licensees get'],
    [['licensees', 'delete', '1', '--yes'], 'licensees get'],
    [['licensees', 'regenerate-key', '1', '--yes'], 'licensees get'],
    [['configs', 'create', 'c', '--payload', ''], 'configs get c'],
    [['configs', 'update', 'c', '--payload', ''], 'configs get c'],
    [['configs', 'delete', 'c', '--yes'], 'configs get c'],
  ])(
    'does not retry a request that changes data, and prints that the service might have made the change (command: %j)',
    async (words, hint) => {
      answer = (_, response) => response.destroy();
      const error = errorOf(await run(...words, '--json'));
      expect(error).toMatchObject({ exit: 3, code: 'network_error' });
      expect(error.hint).toContain('might have made the change');
      expect(error.hint).toContain(hint);
      expect(at.service.asked).toHaveLength(1);
    },
  );

  test.each([
    ['configs', 'list'],
    ['configs', 'get', 'c'],
    ['configs', 'diff', '.'],
    ['configs', 'pull', 'nowhere'],
    ['licensees', 'list'],
    ['licensees', 'get', '1'],
    ['keys', 'details'],
    ['keys', 'usage'],
  ])(
    'does not print that the service might have made a change if the command only reads data (command: %s %s)',
    async (...words) => {
      answer = (_, response) => response.writeHead(200).end('<html>');
      const error = errorOf(await run(...words, '--json'));
      expect(error).toMatchObject({ exit: 3, code: 'invalid_response' });
      expect(error.hint).not.toContain('might have made the change');
    },
  );

  /** Returns the hint that `configs create` prints if a response with this status is truncated. */
  async function hintAfterCutOff(status: number): Promise<string> {
    answer = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"code":', () => response.socket?.end());
    };
    const error = errorOf(await run('configs', 'create', 'c', '--payload', '', '--json'));
    expect(error).toMatchObject({ exit: 3, status });
    // The service is running, so the hint must not suggest to start a sandbox.
    expect(error.hint).not.toContain('sandbox start');
    return String(error.hint);
  }

  test('prints that the service might have made the change if a response with status 200 is cut off', async () => {
    expect(await hintAfterCutOff(200)).toContain('might have made the change');
  });

  test('does not print that the service might have made the change if a response with status 409 is cut off', async () => {
    expect(await hintAfterCutOff(409)).not.toContain('might have made the change');
  });

  systemTest(
    'does not print that the service might have made the change if no server listens on the port',
    async () => {
      await at.service.close();
      const error = errorOf(await run('configs', 'delete', 'c', '--yes', '--json'));
      expect(error).toMatchObject({ exit: 3, code: 'network_error' });
      expect(error.hint).not.toContain('might have made the change');
    },
  );
});

describe('`configs push`', () => {
  const names = ['a', 'b', 'c'];
  beforeEach(() => {
    for (const name of names) writeFileSync(join(at.home.path, name), name);
  });

  /** Responds to the request for the config b with `reply`, and to all other requests with success. */
  function atB(reply: (response: ServerResponse) => void): void {
    answer = ({ method, body }, response) => {
      if (method === 'POST' && JSON.parse(body).name === 'b') return reply(response);
      const result = method === 'GET' ? { configs: [] } : {};
      sendJson(response, 200, { result, code: 2000, message: 'Success' });
    };
  }

  const sent = () =>
    at.service.asked.flatMap(({ body }) => (body === '' ? [] : JSON.parse(body).name));

  test.each([
    ['a name that already exists', 409, 4090],
    ['an internal service error', 500, 5001],
    ['a body that is too large', 413, undefined],
  ])('pushes the remaining configs if one config fails because of %s', async (_, status, code) => {
    atB((response) => {
      if (code === undefined) response.writeHead(status).end('<html>');
      else sendJson(response, status, { code, message: 'No' });
    });
    const error = errorOf(
      await run('configs', 'push', at.home.path, '--create', '--yes', '--json'),
    );
    expect(error.exit).not.toBe(0);
    expect(error.details).toMatchObject({ created: ['a', 'c'], refused: [{ name: 'b', status }] });
    expect(sent()).toEqual(names);
  });

  test('prints the invalid fields of a config', async () => {
    const errors = [{ path: 'payload', message: 'must be a text' }];
    atB((response) => sendJson(response, 400, { code: 4001, message: 'No', errors }));
    const words = ['configs', 'push', at.home.path, '--create', '--yes'];
    expectError(await run(...words, '--json'), 'api_error', {
      details: { refused: [{ hint: expect.stringContaining('1 to 32'), details: errors }] },
    });
    expect((await run(...words)).stderr).toMatch(/^Rejected b: .*; payload: must be a text$/m);
  });

  test('pushes the other configs if waypost rejects the name of one file', async () => {
    writeFileSync(join(at.home.path, '%2E%2E'), 'x');
    answer = ({ method }, response) => {
      const result = method === 'GET' ? { configs: [{ name: '..', payload: '' }] } : {};
      sendJson(response, 200, { result, code: 2000, message: 'Success' });
    };
    expectError(
      await run('configs', 'push', at.home.path, '--create', '--yes', '--json'),
      'invalid_input',
      { details: { created: names }, message: /%2E%2E/ },
    );
  });

  test.each([
    ['the service rejects the key', 401, 4012],
    ['the rate limit is reached', 429, 4291],
    ['a gateway responds instead of the service', 502, undefined],
  ])('stops if %s, and reports the configs pushed so far', async (_, status, code) => {
    atB((response) => {
      if (code === undefined) response.writeHead(status).end('<html>');
      else sendJson(response, status, { code, message: 'No' });
    });
    const error = errorOf(
      await run('configs', 'push', at.home.path, '--create', '--yes', '--json'),
    );
    expect(error.hint).toContain('stopped at b, after 1 of 3 changes.');
    expect(error.details).toMatchObject({ created: ['a'], refused: [] });
    expect(sent()).toEqual(['a', 'b']);
  });
});

describe('an error hint', () => {
  test.each([
    [['keys', 'show'], 401, 4011, 'allowed URLs'],
    [['keys', 'usage', '--licensee', '9'], 404, 4045, 'Set --licensee'],
    [['lookups', 'export', '--licensee', '9', '-o', 'x.csv'], 404, 4045, 'Set --licensee'],
    [['licensees', 'get', 'Acme'], 404, 4045, '--query <name>'],
    [['configs', 'delete', 'c', '--yes'], 404, 4047, 'already be deleted'],
    [['keys', 'details'], 401, 4012, '`waypost auth whoami`'],
    [['keys', 'details'], 404, 4041, '`waypost auth whoami`'],
    [['keys', 'details', 'ak_other'], 404, 4042, 'the key argument'],
    [['keys', 'usage', 'ak_other'], 401, 4012, 'that owns this API key'],
    [['lookups', 'export', 'ak_other', '-o', 'x.csv'], 404, 4042, 'the key argument'],
    [['lookups', 'export', 'ak_other', '-o', 'x.csv'], 401, 4012, 'that owns this API key'],
    [['licensees', 'list', 'ak_other'], 404, 4042, 'the key argument'],
    [['configs', 'list', 'ak_other'], 401, 4012, 'that owns this API key'],
  ])(
    'for the command %j, HTTP status %i and API code %i contains "%s"',
    async (words, status, code, hint) => {
      answer = (_, response) => sendJson(response, status, { code, message: 'No' });
      const error = errorOf(await run(...words, '--json'));
      expect(error).toMatchObject({ status, api_code: code, hint: expect.stringContaining(hint) });
    },
  );
});

test.each([
  [[], '`waypost licensees create Acme`'],
  [
    ['--query', 'x'],
    "No licensee's name contains the search term. List all licensees with `waypost licensees list`.",
  ],
  [
    ['--starting-after', '5'],
    'No more licensees. List the licensees from the beginning with `waypost licensees list`.',
  ],
])(
  '`licensees list` with the options %j prints "%s" if it finds no licensees',
  async (words, text) => {
    always({ licensees: [], hasMore: false });
    expect((await run('licensees', 'list', ...words)).stdout).toContain(text);
  },
);

describe('an account command', () => {
  test.each([
    [['licensees', 'get', 'sl_/b?c#d'], 'GET', '/licensees/sl_%2Fb%3Fc%23d'],
    [['licensees', 'update', '1', '--name', 'x'], 'POST', '/licensees/1'],
    [['licensees', 'delete', '1', '--yes'], 'DELETE', '/licensees/1'],
    [['licensees', 'regenerate-key', '1', '--yes'], 'POST', '/licensees/1/regenerate-key'],
    [['configs', 'get', '../x'], 'GET', '/configs/..%2Fx'],
    [['configs', 'update', 'ä b', '--payload', ''], 'POST', '/configs/%C3%A4%20b'],
  ])(
    'percent-encodes its arguments in the request path (arguments: %j, request: %s %s)',
    async (words, method, path) => {
      always({});
      await run(...words, '--json');
      const asked = at.service.asked.map((each) => [each.method, each.path]);
      expect(asked).toEqual([[method, `/v1/keys/ak_standinstandin${path}`]]);
    },
  );
});

test('`licensees regenerate-key` sends no body and no Content-Type header', async () => {
  always({});
  await run('licensees', 'regenerate-key', '1', '--yes', '--json');
  expect(at.service.asked[0]?.body).toBe('');
  expect(at.service.asked[0]?.headers['content-type']).toBeUndefined();
});

describe('`configs pull`', () => {
  test('writes only to the target directory, even if config names are not valid file names, and `configs diff` then finds no differences', async () => {
    const names = ['..', '../up', '/etc/x', 'a/b', 'con', 'A', 'a', 'ä', 'a:b', '%2e', 'x.', ' '];
    always({ configs: names.map((name) => ({ name, payload: name })) });
    const directory = join(at.home.path, 'deep/configs');
    const run1 = await run('configs', 'pull', directory, '--json');
    expect(run1.status).toBe(0);
    expect(readdirSync(at.home.path).filter((name) => name !== 'deep')).toEqual([]);
    expect(readdirSync(join(at.home.path, 'deep'))).toEqual(['configs']);
    const files = readdirSync(directory);
    expect(files).toHaveLength(names.length);
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length);
    const diff = documentOf(await run('configs', 'diff', directory, '--json'));
    expect(diff).toMatchObject({ different: false });
  });
});
