// A batch at a terminal: its progress line, its prompts, and Ctrl-C.
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { emails, linesOf, useBatches } from '../support/batch';
import { type StandIn, sendJson, standIn } from '../support/service';
import { hasTerminal, Terminal } from '../support/terminal';
import { command } from '../support/tool';

const batches = useBatches();
const { account } = batches;

let terminal: Terminal | undefined;
afterEach(() => {
  terminal?.kill();
  expect(terminal?.raw ?? '').not.toContain(account.keys.key);
});

/** Starts a batch at a terminal. By default, the batch validates email addresses. */
function sitDown(
  args: string[],
  env: Record<string, string> = {},
  { into, lookup = 'emails validate' }: { into?: string; lookup?: string } = {},
): Terminal {
  const typed = [...command, ...lookup.split(' '), '--file', batches.at('in.csv'), ...args];
  const words = into === undefined ? typed : ['sh', '-c', `"$@" >'${into}'`, 'sh', ...typed];
  terminal = new Terminal(words, account.home.environment({ ...account.environment, ...env }));
  return terminal;
}

/** Starts a service that responds to the requests of a batch with `answer`, which gets the number of requests so far. */
async function service(
  answer: (asked: number, response: ServerResponse) => void,
): Promise<StandIn> {
  const running = await standIn(({ path }, response) => {
    // The batch requests the balance before the first row. This service does not report a balance.
    if (path.endsWith('/details')) return sendJson(response, 404, { code: 404, message: 'no' });
    const asked = running.asked.filter((one) => !one.path.endsWith('/details'));
    return answer(asked.length, response);
  });
  onTestFinished(() => running.close());
  return running;
}

const ok = (response: ServerResponse, result: unknown = {}) =>
  sendJson(response, 200, { result, code: 2000, message: 'Success' });

describe.skipIf(!hasTerminal)('a batch at a terminal', () => {
  test('offers to resume an unfinished batch, and keeps it if you answer no', async () => {
    batches.write('in.csv', ['email', ...emails(3)]);
    const target = ['-o', batches.at('out.csv')];
    const first = ['emails', 'validate', '--file', batches.at('in.csv'), ...target];
    await account.run([...first, '--max-lookups', '1']);
    const script = await account.run(first);
    expect(script.status).toBe(2);
    expect(script.stderr).toMatch(
      /is not finished: 1 row has a result.*\nUse --resume to continue/,
    );
    let screen = sitDown(target);
    await screen.until(/is not finished: 1 row has a\s+result.*Resume\s+it\?/s);
    screen.type('n\r');
    expect(await screen.end()).toMatchObject({ status: 2, restored: true });
    expect(await batches.billed()).toBe(1);
    screen = sitDown(target);
    await screen.until(/Resume\s+it\?/);
    screen.type('y\r');
    expect(await screen.end()).toMatchObject({ status: 0 });
    expect(linesOf(batches.read('out.csv'))).toHaveLength(4);
    expect(await batches.billed()).toBe(3);
  });

  describe('with addresses in several columns', () => {
    test('combines the columns if you answer yes', async () => {
      batches.write('in.csv', ['street,city,zip', '1226 W Main St,Springfield,62701']);
      const offer = /Combine\s+these\s+columns\s+as\s+\{street\},\s+\{city\},\s+\{zip\}\?/;
      let screen = sitDown(['-o', batches.at('out.csv')], {}, { lookup: 'addresses verify' });
      await screen.until(offer);
      screen.type('n\r');
      expect(await screen.end()).toMatchObject({ status: 2, restored: true });
      expect(await batches.billed()).toBe(0);
      screen = sitDown(['-o', batches.at('out.csv')], {}, { lookup: 'addresses verify' });
      await screen.until(offer);
      screen.type('y\r');
      expect(await screen.end()).toMatchObject({ status: 0 });
      expect(await batches.terms()).toEqual(['1226 W Main St, Springfield, 62701']);
    });

    test('lets you choose the columns of one address if the rows contain several addresses', async () => {
      batches.write('in.csv', [
        'home street,home zip,work street,work zip',
        'x,1,1226 W Main St,62701',
      ]);
      const screen = sitDown([], {}, { lookup: 'addresses verify' });
      await screen.until(/\{work street\}, \{work zip\}/);
      screen.type('\x1b[B\r');
      expect(await screen.end()).toMatchObject({ status: 0 });
      expect(await batches.terms()).toEqual(['1226 W Main St, 62701']);
    });
  });

  test('removes the progress line before it prints the summary', async () => {
    batches.write('in.csv', ['email', ...emails(3)]);
    const screen = sitDown(['-o', batches.at('out.csv')]);
    expect(await screen.end()).toMatchObject({ status: 0, restored: true, cursorShown: true });
    expect(screen.raw).toMatch(/\d rows? · /);
    // The terminal wraps the summary at the last column.
    expect(screen.screen().replaceAll('\n', '')).toMatch(
      /^3 rows processed \(3 undeliverable\)\. Cost: 3 lookups\. Lookups remaining: [\d,]+\. ?Wrote .*out\.csv/,
    );
    expect(screen.screen()).not.toContain('·');
  });

  test('shows progress even if standard output is redirected to a file', async () => {
    const into = join(account.home.path, 'rows.csv');
    batches.write('in.csv', ['email', ...emails(60)]);
    const screen = sitDown([], {}, { into });
    await screen.until(/\d+ rows · \d+ lookups · [\d.]+\/s/);
    expect(await screen.end()).toMatchObject({ status: 0 });
    expect(linesOf(batches.read('rows.csv'))).toHaveLength(61);
  });

  test('shows how long the service delays the batch, and ends immediately after Ctrl-C', async () => {
    const { url } = await service((asked, response) => {
      if (asked === 1) ok(response);
      else response.writeHead(429, { 'retry-after': '100' }).end();
    });
    batches.write('in.csv', ['email', ...emails(60)]);
    const screen = sitDown(['-o', batches.at('out.csv')], { WAYPOST_BASE_URL: url });
    await screen.until(/1 row · 1 lookup · delayed by the service for 1:\d\d/);
    screen.type('\x03');
    expect(await screen.end()).toEqual({ status: 130, restored: true, cursorShown: true });
    expect(screen.screen()).toMatch(
      /Interrupted: 1 row processed \(1 unknown\)\. Cost: 1 lookup\./,
    );
  });

  test('removes control sequences from the rows that it prints', async () => {
    const { url } = await service((_, response) =>
      ok(response, { result: '\x1b]0;owned\x07\x1b[31mred\u009b2J' }),
    );
    batches.write('in.csv', ['email,name', 'ada@gmail.com,\x1b[32mgreen']);
    for (const format of ['csv', 'ndjson', 'json']) {
      const screen = sitDown(['--format', format], { WAYPOST_BASE_URL: url });
      expect((await screen.end()).status).toBe(0);
      expect(screen.raw).toContain('green');
      expect(screen.raw).toContain('red');
      expect(screen.raw).not.toMatch(/\x1b\]0|\x1b\[3[12]m|\u009b/);
    }
  });

  test('reports progress as events if --json is set', async () => {
    batches.write('in.csv', ['email', ...emails(400)]);
    const screen = sitDown(['-o', batches.at('out.csv'), '--json']);
    await screen.until(/"event":"progress"/);
    expect(screen.raw).not.toContain('\x1b[?25l');
    expect((await screen.end()).status).toBe(0);
    const [event = ''] = linesOf(screen.raw.replaceAll('\r', ''));
    const { rows, part, ...others } = JSON.parse(event);
    expect(others).toEqual({
      event: 'progress',
      failed: 0,
      lookups: rows,
      in_doubt: 0,
      held_ms: 0,
    });
    // `part` is the share of the input's bytes. The first rows are a little shorter than the last rows.
    expect(part).toBeCloseTo(rows / 400, 1);
  });
});
