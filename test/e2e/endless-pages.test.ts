// If the pages of a list never end, the command fails with `invalid_response` before it fills the memory. The error contains
// the entries that waypost has read.
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished } from 'vitest';
import { systemTest } from '../support/runs';
import { sendJson, standIn } from '../support/service';
import { errorOf, Home, isNodeBuild } from '../support/tool';

const mebibyte = 1024 * 1024;
// Bun, which the executable contains, frees memory later than Node.
const most = isNodeBuild ? 150 : 180;
const env = { WAYPOST_API_KEY: 'ak_standinstandin', WAYPOST_USER_TOKEN: 'uk_standinstandin' };

/** Starts a service that sends the pages that `page` returns. `page` gets the number of earlier pages. */
async function pages(page: (count: number) => unknown) {
  const home = new Home();
  let count = 0;
  const service = await standIn((_, response) => {
    sendJson(response, 200, { result: page(count), code: 2000, message: 'Success' });
    count += 1;
  });
  onTestFinished(async () => {
    await service.close();
    home.remove();
  });
  return { home, url: service.url, asked: () => service.asked.length };
}

const commands = [
  ['licensees', 'list', '--all'],
  ['api', 'get', 'keys/{key}/licensees', '--paginate'],
];

describe.each(commands.map((words) => [words.join(' '), words] as const))(
  'the command `%s`',
  (_name, words) => {
    systemTest.each([
      ['small entries', 400, 100],
      ['entries with long names', 100, 10_000],
      ['characters outside Latin-1', 100, -10_000],
    ])(
      `uses at most ${most} MB of additional memory if the service sends endless pages of %s`,
      async (_case, entries, length) => {
        const { home, url } = await pages((count) => ({
          licensees: Array.from({ length: entries }, (_, index) => ({
            id: count * entries + index,
            name: length > 0 ? 'x'.repeat(length) : 'ж'.repeat(-length),
          })),
          hasMore: true,
        }));
        const usual = await peak(home, ['licensees', 'list', '--base-url', url, '--json']);
        const run = await peak(home, [...words, '--base-url', url, '--json']);
        const error = errorOf(run.run);
        expect(error).toMatchObject({
          exit: 3,
          code: 'invalid_response',
          hint: expect.stringMatching(/starting.after[ =]\d+/),
        });
        expect(Buffer.byteLength(JSON.stringify(error.details))).toBeGreaterThan(4 * mebibyte);
        expect(run.bytes - usual.bytes).toBeLessThan(most * mebibyte);
      },
    );
  },
);

/** Returns a licensee with all fields that the service sends. */
const licensee = (id: number) => ({
  id,
  key: `sl_${String(id).padStart(24, 'x')}`,
  name: `Customer ${id} of the Northern District Ltd`,
  address: `${id} Long Street, Building 7, Springfield`,
  postcode: '01101',
  whitelist: [`https://shop-${id}.example.org`, `https://www.shop-${id}.example.org`],
  daily: { count: id % 100, limit: 1000, updatedAt: '2026-01-01T00:00:00.000Z' },
  createdAt: '2026-01-01T00:00:00.000Z',
});

systemTest.each(['--json', '--format table', '--format csv'])(
  `\`licensees list --all %s\` prints 15,000 licensees and uses at most ${most} MB of additional memory`,
  async (format) => {
    const options = format.split(' ');
    const { home, url } = await pages((count) => ({
      licensees: Array.from({ length: 100 }, (_, index) => licensee(count * 100 + index)),
      hasMore: count + 1 < 151,
    }));
    const usual = await peak(home, ['licensees', 'list', '--base-url', url, ...options]);
    const words = ['licensees', 'list', '--all', '--base-url', url, ...options];
    const { run, bytes } = await peak(home, words);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout.match(/Customer \d+ /g)).toHaveLength(15_000);
    expect(bytes - usual.bytes).toBeLessThan(most * mebibyte);
  },
);

/** Runs a command, and measures its peak memory in bytes. */
async function peak(home: Home, words: string[]) {
  let bytes = 0;
  let watch: NodeJS.Timeout | undefined;
  const run = await home.run(words, {
    env,
    whileRunning({ pid }) {
      watch = setInterval(() => {
        try {
          const [, kilobytes = '0'] =
            /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
          bytes = Math.max(bytes, Number(kilobytes) * 1024);
        } catch {
          // The process has ended.
        }
      }, 5);
    },
  });
  clearInterval(watch);
  return { run, bytes };
}
