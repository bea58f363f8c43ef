// Batches with a sandbox: every lookup command, every input and output format, the cost, and errors before the first request.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emails, linesOf, useBatches } from '../support/batch';
import { address, addressId, type LookupName, lookupNames } from '../support/lookups';
import { asUser } from '../support/other-users';
import { requirement } from '../support/requirement';
import { sample } from '../support/runs';
import { sendJson, standIn } from '../support/service';
import { type CallOptions, documentOf, errorOf, expectError } from '../support/tool';

/** A directory's description, mode, owner and group, the user who runs the command, and whether waypost prints a warning. */
type Case = [
  what: string,
  mode: number,
  owner: number,
  group: number,
  user: number,
  warns: boolean,
];

const isRoot = requirement('other users', () =>
  process.getuid?.() === 0 ? undefined : 'only root can make files of other users',
);

const batches = useBatches();
const { account } = batches;

/** For each command, a header, a row with a result, a row with an error, and the number of billed lookups. */
const files: Record<LookupName, { header: string; found: string; bad: string; lookups: number }> = {
  'places search': { header: 'query', found: 'berlin', bad: '"x\ny"', lookups: 0 },
  'places resolve': { header: 'id', found: 'geonames_2950159', bad: 'geonames_1', lookups: 1 },
  'addresses autocomplete': { header: 'query', found: '1226 w main', bad: 'zzz', lookups: 0 },
  'addresses resolve': { header: 'id', found: addressId, bad: 'usps_1', lookups: 1 },
  'addresses verify': { header: 'query', found: `"${address}"`, bad: 'nowhere', lookups: 1 },
  'addresses cleanse': { header: 'query', found: `"${address}"`, bad: '', lookups: 1 },
  'addresses near': { header: 'lon,lat', found: '-89.6576,39.7905', bad: 'x,y', lookups: 1 },
  'emails validate': { header: 'email', found: 'ada@gmial.com', bad: ' ', lookups: 1 },
  'phones validate': { header: 'phone', found: '+44 20 7946 0018', bad: '', lookups: 1 },
};

const typed = (name: LookupName, args: string[]) => [...name.split(' '), '--rate', 'none', ...args];

/** Runs a lookup command without a limit on requests per second. */
const run = (name: LookupName, args: string[], options?: CallOptions) =>
  account.call(typed(name, args), options);

describe.each(lookupNames)('`%s --file`', (name) => {
  const { header, found, bad, lookups: cost } = files[name];

  test('writes each row of a CSV file with its result or error, in input order', async () => {
    const rows = [found, bad, found, found];
    // Identical rows share one lookup.
    const input = batches.write('in.csv', [header, ...rows]);
    const args = typed(name, ['--file', input, '-o', batches.at('out.csv')]);
    // Only the first command runs in a separate process, because all commands read and write files in the same way.
    const done = await (name === lookupNames[0] ? account.run(args) : account.call(args));
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toMatch(
      /^4 rows processed \([^;]+\)\. Cost: (0 lookups|1 lookup)\.( Lookups remaining: [\d,]+\.)? Wrote .*out\.csv\.\n$/,
    );
    const records = parse(batches.read('out.csv')) as string[][];
    expect(records).toHaveLength(5);
    const [names = [], ...answers] = records;
    const width = header.split(',').length;
    const cells = parse(rows.map((row) => (row === '' ? '""' : row)).join('\n')) as string[][];
    expect(names.slice(0, width + 2)).toEqual([
      ...header.split(','),
      'error.code',
      'error.message',
    ]);
    expect(names.slice(width + 2).every((column) => column.startsWith('result.'))).toBe(true);
    expect(answers.map((record) => record.slice(0, width))).toEqual(cells);
    const first = answers[0] ?? [];
    expect(first.slice(width, width + 2)).toEqual(['', '']);
    expect(first.slice(width + 2).join('')).not.toBe('');
    expect(answers[2]).toEqual(first);
    expect(answers[3]).toEqual(first);
    expect(await batches.billed()).toBe(cost);
    expect(batches.partials()).toEqual([]);
  });
});

describe('a batch', () => {
  const rows = [' ada@gmial.com', 'grün', ''];
  const inputs: Record<string, string> = {
    'in.csv': `email\n${rows.join('\n')}\n`,
    'bom.csv': `\ufeffemail\r\n${rows.join('\r\n')}\r\n`,
    'semicolon.csv': `nr;email\n${rows.map((row) => `1,5;${row}`).join('\n')}\n`,
    'tab.tsv': `nr\temail\n${rows.map((row) => `1\t${row}`).join('\n')}\n`,
    'in.ndjson': rows.map((email) => `${JSON.stringify({ email, nr: 1 })}\n`).join(''),
    'in.jsonl': rows.map((email) => `${JSON.stringify(email)}\n`).join(''),
    'in.txt': `${rows.join('\n')}\n`,
  };
  const formats = ['csv', 'ndjson', 'json'];

  test.each(
    sample(
      Object.keys(inputs).flatMap((input) => formats.map((format) => [input, format] as const)),
    ),
  )(
    'reads the file %s, and writes identical %s output to a file and to standard output',
    async (input, format) => {
      writeFileSync(batches.at(input), inputs[input] ?? '');
      // The inputs contain values that are not email addresses, which waypost sends only with --force.
      const words = ['--file', batches.at(input), '--format', format, '--force'];
      const toFile = await run('emails validate', [...words, '-o', batches.at('out')]);
      expect([toFile.status, toFile.stderr]).toEqual([0, '']);
      const toStdout = await run('emails validate', words);
      expect(toStdout.stderr).toMatch(
        /^3 rows processed \(1 undeliverable, 1 unknown, 1 invalid\)\. Cost: 2 lookups\. Lookups remaining: [\d,]+\.\n$/,
      );
      expect(toStdout.stdout).toBe(batches.read('out'));
      const piped = await run(
        'emails validate',
        [
          '--file',
          '-',
          '--format',
          format,
          '--force',
          ...(input === 'in.txt' ? ['--input-format', 'lines'] : []),
          ...(input === 'in.jsonl' ? ['--input-format', 'ndjson'] : []),
        ],
        { input: inputs[input] ?? '' },
      );
      expect(piped.stdout).toBe(toStdout.stdout);
      const values = valuesOf(format, toStdout.stdout, input);
      expect(values).toEqual([
        { result: 'unknown', error: '' },
        { result: 'not_deliverable', error: '' },
        { result: '', error: 'invalid_input' },
      ]);
    },
  );

  test('keeps the byte order mark and the CRLF line endings of a CSV file, even after a resume', async () => {
    const input = batches.write('in.csv', [`\ufeffname,email\r\nMüller,ada@gmial.com\r\nB,x\r`]);
    const args = ['--file', input, '-o', batches.at('out.csv')];
    const stopped = await run('emails validate', [...args, '--max-lookups', '0']);
    expect(stopped.status).toBe(2);
    expect(await run('emails validate', [...args, '--resume'])).toMatchObject({ status: 0 });
    expect(batches.read('out.csv')).toMatch(
      /^\ufeffname,email,error\.code,[^\r\n]*\r\nMüller,[^\r\n]*\r\nB,x,[^\r\n]*\r\n$/,
    );
  });

  /** Returns the result and the error of each row in the output. */
  function valuesOf(format: string, text: string, input: string): object[] {
    if (format === 'csv') {
      const delimiter = { 'semicolon.csv': ';', 'tab.tsv': '\t' }[input] ?? ',';
      const records = parse(text, { columns: true, delimiter }) as Record<string, string>[];
      return records.map((record) => ({
        result: record['result.result'],
        error: record['error.code'],
      }));
    }
    const objects =
      format === 'json' ? JSON.parse(text) : linesOf(text).map((line) => JSON.parse(line));
    return objects.map((one: { result?: { result: string }; error?: { code: string } }) => ({
      result: one.result?.result ?? '',
      error: one.error?.code ?? '',
    }));
  }

  test('prints one JSON array and emits the summary as an event if --json is set and -o is not set', async () => {
    const input = batches.write('in.csv', ['email', 'a@b.c', '']);
    const done = await run('emails validate', ['--file', input, '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject([
      { row: 1, input: { email: 'a@b.c' }, result: {} },
      { row: 2, input: { email: '' }, error: { code: 'invalid_input' } },
    ]);
    expect(JSON.parse(done.stderr)).toEqual({
      event: 'summary',
      rows: 2,
      succeeded: 1,
      failed: 1,
      lookups: 1,
      in_doubt: 0,
      outcomes: {
        deliverable: 0,
        undeliverable: 0,
        unknown: 1,
        invalid: 1,
        not_found: 0,
        rejected: 0,
        unanswered: 0,
      },
    });
  });

  test.each<[name: LookupName, header: string, rows: string[], summary: string]>([
    [
      'emails validate',
      'E-Mail',
      ['ada@gmail.com', 'ada@example.com', 'ada@gmail.com', 'ada'],
      '4 rows processed (2 deliverable, 1 undeliverable, 1 invalid). Cost: 2 lookups.',
    ],
    [
      'addresses verify',
      'Address',
      [`"${address}"`, 'nowhere'],
      '2 rows processed (1 verified, 1 no match). Cost: 1 lookup.',
    ],
    [
      'phones validate',
      'Telephone',
      ['+44 20 7946 0018', '+1 111 111 1111', '100% #1'],
      '3 rows processed (1 valid, 1 not valid, 1 invalid). Cost: 2 lookups.',
    ],
    [
      'places resolve',
      'place_id',
      ['geonames_2950159', 'geonames_1'],
      '2 rows processed (1 found, 1 not found). Cost: 1 lookup.',
    ],
  ])(
    'prints the number of rows with each outcome (command: %s)',
    async (name, header, rows, summary) => {
      const input = batches.write('in.csv', [header, ...rows]);
      const done = await run(name, ['--file', input]);
      expect([done.status, done.stderr.slice(0, summary.length)]).toEqual([0, summary]);
    },
  );

  test('applies --fields and --column to a file without a header row', async () => {
    writeFileSync(batches.at('in.csv'), '1226 W Main St,62701\nnowhere,\n');
    const done = await run('addresses cleanse', [
      '--file',
      batches.at('in.csv'),
      '--no-header',
      '--fields',
      'count,match.city',
      '--column',
      '1',
      '--column',
      'postcode=2',
      '--post-town',
      'Springfield',
    ]);
    expect(done.status).toBe(0);
    expect(done.stdout).toBe('1226 W Main St,62701,,,1,Springfield\nnowhere,,,,0,\n');
  });

  test('accepts a file that has only a header row', async () => {
    const input = batches.write('in.csv', ['email']);
    const done = await run('emails validate', ['--file', input, '-o', batches.at('out.csv')]);
    expect(done.status).toBe(0);
    expect(done.stdout).toMatch(
      /^0 rows processed\. Cost: 0 lookups\. Lookups remaining: [\d,]+\. Wrote .*out\.csv\.\n$/,
    );
    expect(linesOf(batches.read('out.csv'))).toHaveLength(1);
  });

  test('escapes control characters in NDJSON output', async () => {
    const input = batches.write('in.csv', ['email', '\u009b31m@x.y']);
    const done = await run('emails validate', ['--file', input, '--format', 'ndjson']);
    expect(done.stdout).toContain('\\u009b31m');
  });
});

describe('a batch', () => {
  test('stores its --tags in the log entry of each billed row', async () => {
    const input = batches.write('in.csv', ['email', ...emails(5)]);
    await run('emails validate', [
      '--file',
      input,
      '--tags',
      'import, june',
      '-o',
      batches.at('out.csv'),
    ]);
    const log = JSON.parse((await account.call('lookups export --json')).stdout);
    expect(log).toHaveLength(5);
    for (const entry of log) expect(entry.tags).toEqual(['import', 'june']);
  });

  test.each([
    ['7', 7],
    ['0', 0],
  ])(
    'never exceeds --max-lookups %s, and --resume looks up the remaining rows',
    async (_, most) => {
      const input = batches.write('in.csv', ['email', ...emails(40)]);
      const words = ['--file', input, '-o', batches.at('out.csv'), '--json'];
      expectError(
        await run('emails validate', [...words, '--max-lookups', `${most}`]),
        'invalid_input',
        {
          message: `The batch stopped at --max-lookups ${most} before its last row.`,
          details: { rows: most, lookups: most, in_doubt: 0 },
        },
      );
      expect(await batches.billed()).toBe(most);
      const done = await run('emails validate', [...words, '--resume']);
      expect(documentOf(done)).toMatchObject({ rows: 40, lookups: 40, in_doubt: 0 });
      expect([...(await batches.terms())].sort()).toEqual([...emails(40)].sort());
    },
  );

  test('counts toward --max-lookups only the lookups that the service bills in the current run', async () => {
    const input = batches.write('in.csv', [
      'query',
      ...Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? `"${address}"` : 'nowhere')),
    ]);
    const words = [
      '--file',
      input,
      '-o',
      batches.at('out.csv'),
      '--json',
      '--no-dedupe',
      '--max-lookups',
    ];
    expect(errorOf(await run('addresses verify', [...words, '2']))).toMatchObject({
      details: { lookups: 2 },
    });
    const done = await run('addresses verify', [...words, '2', '--resume']);
    expect(documentOf(done)).toMatchObject({ rows: 6, lookups: 3 });
    expect(await batches.billed()).toBe(3);
  });

  test('does not count free searches toward --max-lookups', async () => {
    const input = batches.write('in.csv', ['query', 'berlin', 'paris']);
    const done = await run('places search', ['--file', input, '--max-lookups', '0', '--json']);
    expect(done.status).toBe(0);
    expect(JSON.parse(done.stdout)).toHaveLength(2);
  });
});

describe('a batch, before its first request,', () => {
  // test/cli/batch/options.test.ts tests more options, and test/batch tests more columns and files.
  test.each<[what: string, typed: string, message: RegExp, hint: RegExp]>([
    [
      'a file that does not exist',
      '--file no.csv',
      /waypost cannot read .*no\.csv: there is no such file/,
      /--file/,
    ],
    ['a directory as input', '--file .', /is a directory/, /Set --file to a file in the directory/],
    [
      'a column that the file does not have',
      '--file in.csv --column mail',
      /no column mail/,
      /id, email/,
    ],
    ['an argument together with --file', 'a@b.c --file in.csv', /cannot be combined/, /Remove/],
    [
      '--fields with JSON',
      '--file in.csv --fields a --format json',
      /requires --format csv/,
      /--format csv/,
    ],
    ['an output file that exists', '--file in.csv -o here.csv', /already exists/, /--force/],
    [
      'a directory as output',
      '--file in.csv -o directory --force',
      /is a directory/,
      /Add a file name to the -o path/,
    ],
    ['a pipe as output', '--file in.csv -o pipe --format csv --force', /not a regular/, /redirect/],
    [
      'an output directory that does not exist',
      '--file in.csv -o no/out.csv',
      /waypost cannot write to/,
      /./,
    ],
  ])('rejects %s (arguments: %s)', async (_, typed, message, hint) => {
    const service = await standIn((_asked, response) => sendJson(response, 404, {}));
    onTestFinished(() => service.close());
    batches.write('in.csv', ['id,email', '1,a@b.c']);
    batches.write('here.csv', ['mine']);
    mkdirSync(batches.at('directory'));
    execFileSync('mkfifo', [batches.at('pipe')]);
    const placed = typed
      .split(' ')
      .map((word) => (/^([\w/]+\.csv|directory|pipe|\.)$/.test(word) ? batches.at(word) : word));
    const env = { WAYPOST_BASE_URL: service.url };
    const done = await run('emails validate', placed, { env });
    expect([done.status, done.stdout]).toEqual([typed.includes('no/') ? 5 : 2, '']);
    expect(done.stderr).toMatch(message);
    expect(done.stderr).toMatch(hint);
    expect(service.asked).toEqual([]);
    expect(batches.partials()).toEqual([]);
    expect(batches.read('here.csv')).toBe('mine\n');
  });

  test('rejects standard input as the source of both the rows and the key', async () => {
    const done = await account.call('emails validate --file - --api-key -', {
      input: 'ak_x\nemail\na@b.c\n',
    });
    expect([done.status, done.stdout]).toEqual([2, '']);
    expect(done.stderr).toContain('both a key and the rows');
  });

  test('prints an error as a JSON document on standard output if --json and -o are set', async () => {
    const input = batches.write('in.csv', ['mail', 'a@b.c', '1,2']);
    const words = ['--file', input, '--column', 'x', '-o', batches.at('out.csv'), '--json'];
    expectError(await run('emails validate', words), 'invalid_input');
  });

  test('fails with exit code 4 if no API key is set', async () => {
    const input = batches.write('in.csv', ['email', 'a@b.c']);
    const done = await run('emails validate', ['--file', input], { env: { WAYPOST_API_KEY: '' } });
    expect([done.status, done.stdout]).toEqual([4, '']);
    expect(batches.partials()).toEqual([]);
  });
});

describe('the output file of a batch', () => {
  const words = () => [
    '--file',
    batches.write('in.csv', ['email', ...emails(3)]),
    '-o',
    batches.at('out.csv'),
    '--json',
  ];

  test('is not changed by --resume if it is complete, even if --force is set', async () => {
    await run('emails validate', words());
    const whole = batches.read('out.csv');
    for (const more of [['--resume'], ['--resume', '--force']]) {
      expect(documentOf(await run('emails validate', [...words(), ...more, '--json']))).toEqual({
        success: true,
        path: batches.at('out.csv'),
        resumed: false,
        complete: true,
      });
    }
    expect(batches.read('out.csv')).toBe(whole);
    expect(await batches.billed()).toBe(3);
    expect(batches.partials()).toEqual([]);
  });

  test('can be a symbolic link, which the batch does not replace', async () => {
    writeFileSync(batches.at('real.csv'), '');
    symlinkSync(batches.at('real.csv'), batches.at('out.csv'));
    expect((await run('emails validate', [...words(), '--force'])).status).toBe(0);
    expect(linesOf(batches.read('real.csv'))).toHaveLength(4);
  });

  const isWindows = process.platform === 'win32';
  /** The IDs of the user who runs the command, and of another user. */
  const [own, other] = [54_321, 54_322];
  const asOwn = isRoot ? asUser(own) : {};
  const warning = /^Warning: Other users can remove or replace files in \S+, such as out\.csv/;

  /** Creates a directory that contains the input, and changes the owner of the home directory to the user `own`. */
  function directory(mode: number, owner: number, group: number): string {
    const path = batches.at('shared');
    mkdirSync(path);
    writeFileSync(join(path, 'in.csv'), ['email', ...emails(3), ''].join('\n'));
    if (isRoot) {
      chownSync(account.home.path, own, own);
      chmodSync(account.home.path, 0o755);
      chownSync(path, owner, group);
    }
    chmodSync(path, mode);
    return path;
  }

  const runIn = (path: string, user: number, args: string[]) =>
    account.run(
      [
        'emails',
        'validate',
        '--rate',
        'none',
        '--json',
        '--file',
        join(path, 'in.csv'),
        '-o',
        join(path, 'out.csv'),
        ...args,
      ],
      isRoot && user !== own ? { user } : asOwn,
    );

  const ordinary: Case[] = [
    [
      "only the user's own group can write to the directory, as with umask 002",
      0o775,
      own,
      own,
      own,
      false,
    ],
    ['everybody can write to the directory', 0o777, own, own, own, true],
    ['the directory has the sticky bit, like /tmp', 0o1777, own, own, own, false],
  ];
  const shared: Case[] = [
    ['another group can write to the directory', 0o775, own, other, own, true],
    ['another user created the directory for a team', 0o2775, other, own, own, true],
    [
      'the directory belongs to a user other than root, as in a container',
      0o755,
      other,
      other,
      0,
      true,
    ],
  ];
  test.skipIf(isWindows).each(sample(isRoot ? [...ordinary, ...shared] : ordinary))(
    'can be completed with --resume if %s',
    async (_, mode, owner, group, user, warns) => {
      const path = directory(mode, owner, group);
      const stopped = await runIn(path, user, ['--max-lookups', '1']);
      expect(errorOf(stopped)).toMatchObject({
        exit: 2,
        message: expect.stringContaining('--max-lookups 1'),
      });
      const resumed = await runIn(path, user, ['--resume']);
      expect(documentOf(resumed)).toMatchObject({ rows: 3, succeeded: 3, lookups: 3 });
      for (const { stderr } of [stopped, resumed]) {
        if (warns) expect(stderr).toMatch(warning);
        else expect(stderr).not.toContain('Warning');
      }
      expect(readdirSync(path).sort()).toEqual(['in.csv', 'out.csv']);
      expect(await batches.billed()).toBe(3);
    },
  );

  test.skipIf(isWindows || !isRoot)(
    'is rejected before the first request if another user owns it and its directory has the sticky bit',
    async () => {
      const path = directory(0o1777, 0, 0);
      writeFileSync(join(path, 'out.csv'), 'theirs');
      chownSync(join(path, 'out.csv'), other, other);
      expectError(await runIn(path, own, ['--force']), 'write_failed', {
        message: `waypost cannot write to ${join(path, 'out.csv')}: only its owner can replace it.`,
      });
      expect(await batches.billed()).toBe(0);
      expect(readdirSync(path).sort()).toEqual(['in.csv', 'out.csv']);
    },
  );

  test('is written by --resume if there is no unfinished batch', async () => {
    const done = await run('emails validate', [...words(), '--resume']);
    expect(documentOf(done)).toMatchObject({ rows: 3, lookups: 3 });
  });
});

test('`waypost help batch` prints the help as text, and prints the same text in a JSON document if --json is set', async () => {
  const { status, stdout } = await account.call('help batch');
  expect(status).toBe(0);
  for (const word of ['--file', '--column', '--resume', '--max-lookups', 'in_doubt']) {
    expect(stdout).toContain(word);
  }
  expect(Math.max(...linesOf(stdout).map((line) => line.length))).toBeLessThanOrEqual(105);
  const json = await account.call('help batch --json');
  expect(documentOf(json)).toEqual({ help: stdout.slice(0, -1) });
});
