// Rows that cannot be sent, waits that nobody sits through, how far a batch has got, second charges, and
// journals that somebody changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emails, linesOf, placeIds, useBatches } from '../support/batch';
import { systemTest } from '../support/runs';
import { sendJson, standIn } from '../support/service';
import { skippingClock } from '../support/skipping-clock';
import { documentOf, expectError } from '../support/tool';

const batches = useBatches();
const { account } = batches;
const journal = '.out.csv.waypost-partial-answers';

const words = (...more: string[]) => [
  '--file',
  batches.at('in.csv'),
  '-o',
  batches.at('out.csv'),
  '--rate',
  'none',
  '--json',
  ...more,
];

describe('a value that the tool itself refuses is its row’s error', () => {
  systemTest('an id of dots: the batch goes on, and --resume does not meet it again', async () => {
    const [one = '', two = ''] = placeIds(2);
    batches.write('in.csv', ['id', one, '..', two, '.']);
    const run = () => account.call(['places', 'resolve', ...words('--resume')]);
    expect(documentOf(await run())).toMatchObject({ rows: 4, succeeded: 2, failed: 2, lookups: 2 });
    const [, , dots] = linesOf(batches.read('out.csv'));
    expect(dots).toMatch(/^\.\.,invalid_input,/);
  });
});

describe('a wait of more than ten minutes ends the batch, and it can be resumed', () => {
  const inAnHour = () => Math.ceil(Date.now() / 1000) + 3600;
  test.each<[what: string, reset: () => number]>([['X-RateLimit-Reset an hour away', inAnHour]])(
    '%s',
    async (_, reset) => {
      let asked = 0;
      const service = await standIn(({ path }, response) => {
        if (!path.includes('/places')) return sendJson(response, 404, { code: 404, message: 'no' });
        asked += 1;
        if (asked <= 3) {
          response.setHeader('X-RateLimit-Remaining', 3 - asked);
          response.setHeader('X-RateLimit-Reset', reset());
        }
        sendJson(response, 200, { result: { hits: [] }, code: 2000, message: 'Success' });
      });
      onTestFinished(() => service.close());
      batches.write('in.csv', ['query', ...placeIds(10)]);
      const env = { WAYPOST_BASE_URL: service.url };
      const stopped = await account.call(['places', 'search', ...words()], { env });
      expectError(stopped, 'rate_limited', {
        message: /no more requests for .*X-RateLimit-Reset/,
        hint: /--resume/,
        details: { rows: 3 },
      });
      const done = await account.call(['places', 'search', ...words('--resume')], { env });
      expect(documentOf(done)).toMatchObject({ rows: 10, succeeded: 10 });
      expect(asked).toBe(10);
    },
  );
});

systemTest('the share of progress is that of the rows that are answered', async () => {
  // Rows of the same length; the service holds back from the 84th on.
  let asked = 0;
  const service = await standIn(({ path }, response) => {
    if (!path.includes('/emails')) return sendJson(response, 404, { code: 404, message: 'no' });
    asked += 1;
    if (asked > 83) return response.writeHead(429, { 'retry-after': '100' }).end();
    return sendJson(response, 200, { result: { result: 'x' }, code: 2000, message: 'Success' });
  });
  onTestFinished(() => service.close());
  batches.write('in.csv', [
    'email',
    ...Array.from({ length: 200 }, (_, index) => `user${1000 + index}@example.com`),
  ]);
  let stderr = '';
  const run = await account.run(['emails', 'validate', ...words()], {
    env: { WAYPOST_BASE_URL: service.url },
    whileRunning(child) {
      child.stderr?.on('data', (text: string) => {
        stderr += text;
        if (stderr.includes('"rows":83')) child.kill('SIGINT');
      });
    },
  });
  expect(run.signal ?? run.status).toMatch(/SIGINT|130/);
  const event = linesOf(run.stderr)
    .map((line) => JSON.parse(line))
    .find(({ event, rows }) => event === 'progress' && rows === 83);
  expect(event.part).toBeCloseTo(83 / 200, 2);
});

describe('a second charge that cannot be excluded is an event', () => {
  test('where an answer was lost and the row is asked for again', async () => {
    batches.write('in.csv', ['id', ...placeIds(5)]);
    await batches.fault({ path: 'places/*', fault: 'drop', times: 1 });
    const run = await account.call(['places', 'resolve', ...words()], { clock: skippingClock });
    expect(documentOf(run)).toMatchObject({ rows: 5, succeeded: 5, in_doubt: 1 });
    expect(JSON.parse(run.stderr)).toEqual({ event: 'may_be_billed_twice', row: 1 });
  });

  test('where a run was killed with a request under way', async () => {
    batches.write('in.csv', ['email', ...emails(200)]);
    await batches.slow('emails');
    const validate = (...more: string[]) => ['emails', 'validate', ...words(...more)];
    await batches.whenBilled(40, validate(), (child) => void child.kill('SIGKILL'));
    const run = await account.call(validate('--resume'));
    const { in_doubt } = documentOf(run) as Record<string, number>;
    const events = linesOf(run.stderr).filter((line) => line.includes('may_be_billed_twice'));
    expect(in_doubt).toBeGreaterThan(0);
    expect(events).toHaveLength(in_doubt as number);
  });

  test('a person is warned', async () => {
    batches.write('in.csv', ['id', ...placeIds(5)]);
    await batches.fault({ path: 'places/*', fault: 'drop', times: 1 });
    const typed = words().filter((word) => word !== '--json');
    const run = await account.call(['places', 'resolve', ...typed], { clock: skippingClock });
    expect(run.stderr).toMatch(/Warning: waypost looked up 1 row again.*billed twice/);
  });
});

describe('a journal that is not what this tool wrote', () => {
  async function begin(): Promise<string> {
    batches.write('in.csv', ['email', ...emails(20)]);
    await account.call(['emails', 'validate', ...words('--max-lookups', '10')]);
    return batches.at(journal);
  }
  const resume = () => account.call(['emails', 'validate', ...words('--resume')]);

  test('a changed number is noticed and named, and the file is kept', async () => {
    const path = await begin();
    const changed = readFileSync(path, 'utf8').replace('"cost":1', '"cost":0');
    writeFileSync(path, changed);
    expectError(await resume(), 'invalid_input', {
      message: /Line \d+ of the answers in .* was changed/,
      details: { path },
    });
    expect(readFileSync(path, 'utf8')).toBe(changed);
    expect(await batches.billed()).toBe(10);
  });
});
