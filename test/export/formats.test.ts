// Every format against a simple CSV parser: tables of cases, split at every byte, and fuzzing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvFormat } from '../../src/export/csv';
import type { Format } from '../../src/export/format';
import { exportFormats, type FormatOption } from '../../src/export/formats';
import { RowFormat, type RowFormatKind } from '../../src/export/rows';
import { csvCell, MemorySink, parseCsv, rowObject } from '../support/log';
import { runs, sample } from '../support/runs';

const cases: [string, string][] = [
  ['one row', 'a,b,c,d,e,f,1,h,i\n'],
  ['no rows', ''],
  ['empty lines', '\n\r\n\na,b\n\n\r\nc,d\n\n'],
  ['no line feed at the end', 'a,b\nc,d'],
  ['carriage returns', 'a,b\r\nc,d\r\n'],
  ['a carriage return in a cell', 'a\rb,c\rd\n"e\rf",g\r\n'],
  ['empty cells', ',,,,,,,,\n,\n'],
  ['quotes', '"a","b ""c""","","""",""""""\n'],
  ['line feeds in quotes', '"a\nb","c\r\nd"\ne,f\n'],
  ['commas in quotes', '"a,b",c\n'],
  ['quotes in the middle of a cell', 'a"b,c""d,"e\nf,g\n"x",y\n'],
  ['text after a closing quote', '"a"b,"c" ,d\n"e"f\r\n'],
  ['a quote that is never closed', 'a,b\nc,"d,e\nf'],
  ['a quote at the very end', 'a,"'],
  ['an empty quoted cell at the end', 'a,""'],
  ['a carriage return after the last quote', 'a,"b"\r'],
  ['more columns', '1,2,3,4,5,6,7,8,9,10,11\n'],
  ['fewer columns', '2026-01-01T00:00:00Z\n'],
  ['control characters', 'a\0b,\x01\x1f\x7f,\t\b\f\n'],
  [
    'characters that control a terminal',
    '\u0085\u009b,\u200e\u202e\u2066\u2069,\u061c\u2028\u2029\n',
  ],
  [
    'characters similar to those',
    '\u00a0\u00ff,\u200d\u2010\u2027\u202f\u2065\u206a,\u061b\u061d\u00c2\n',
  ],
  ['backslashes', '\\,\\",\\n\n'],
  ['characters of every length', 'é,€,😀,ß€😀,日本語\n'],
  ['tags', 'a,b,c,d,e,"x, y ,,z",1\na,b,c,d,e,x,2\na,b,c,d,e,,3\na,b,c,d,e," , ",3\n'],
  [
    'numbers',
    [
      '0',
      '7',
      '-7',
      '',
      '00',
      '-0',
      '1.5',
      '1e3',
      '123456789012345',
      '1234567890123456',
      '"5"',
      'x',
    ]
      .map((number) => `a,b,c,d,e,f,${number},h,i\n`)
      .join(''),
  ],
  [
    'cells of about 16 bytes',
    Array.from({ length: 40 }, (_, n) => `${'x'.repeat(n)},"${'y'.repeat(n)}"`).join('\n'),
  ],
];

async function feed(format: Format, bytes: Buffer, cuts: readonly number[]): Promise<void> {
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    // The kernel must not rely on old chunks: each one is overwritten after the write.
    const chunk = Buffer.from(bytes.subarray(from, cut));
    await format.write(chunk);
    chunk.fill(0x22);
    from = cut;
  }
  await format.endWindow();
}

async function made(kind: RowFormatKind | 'csv', bytes: Buffer, cuts: readonly number[] = []) {
  const sink = new MemorySink();
  const format = kind === 'csv' ? new CsvFormat(sink, false) : new RowFormat(sink, kind);
  await feed(format, bytes, cuts);
  await format.finish();
  return { sink, rows: format.rows };
}

function objectsIn(ndjson: string): unknown[] {
  return ndjson.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

describe.each(cases)('a log with %s', (_, text) => {
  const bytes = Buffer.from(text);
  const expected = parseCsv(text).map(rowObject);

  test('is written as NDJSON', async () => {
    const { sink, rows } = await made('ndjson', bytes);
    expect(objectsIn(sink.text)).toEqual(expected);
    expect(rows).toBe(expected.length);
    expect(sink.text).not.toMatch(
      /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/,
    );
  });

  test('is written as a JSON array', async () => {
    const { sink } = await made('json', bytes);
    expect(JSON.parse(sink.text)).toEqual(expected);
    expect(sink.text.endsWith(']\n')).toBe(true);
  });

  test('is written unchanged as CSV, and its entries are counted', async () => {
    const { sink, rows } = await made('csv', bytes);
    expect(sink.bytes.equals(bytes)).toBe(true);
    expect(rows).toBe(expected.length);
  });

  test('is not changed by formula escaping if no cell is a formula', async () => {
    const escaped = text.replaceAll(/(^|[,"\n])[=+@\-\t\r]/g, '$1x');
    const { sink, rows } = await made('escaped-csv', Buffer.from(escaped));
    expect(sink.text).toBe(escaped);
    expect(rows).toBe(parseCsv(escaped).length);
  });

  test('is written identically whether it arrives in one chunk or split at any byte', async () => {
    const whole = (await made('ndjson', bytes)).sink.text;
    expect(objectsIn(whole)).toEqual(expected);
    const cuts = Array.from({ length: bytes.length - 1 }, (_, n) => n + 1);
    for (const cut of sample(cuts)) {
      const lines = (await made('ndjson', bytes, [cut])).sink.text;
      const { sink, rows } = await made('csv', bytes, [cut]);
      // Compares strings, because a comparison of objects takes longer than all the rest.
      expect({ cut, lines, same: sink.bytes.equals(bytes), rows }).toEqual({
        cut,
        lines: whole,
        same: true,
        rows: expected.length,
      });
    }
  });
});

describe('a log that is not UTF-8', () => {
  const bytes = Buffer.from([
    0x61, 0xff, 0x2c, 0xe2, 0x82, 0x2c, 0xc2, 0x22, 0x0a, 0xf0, 0x9f, 0x0a,
  ]);
  const expected = parseCsv(new TextDecoder().decode(bytes)).map(rowObject);

  test('is written to JSON with U+FFFD in place of invalid bytes, even if the log is split at any byte', async () => {
    for (let cut = 0; cut < bytes.length; cut += 1) {
      expect(objectsIn((await made('ndjson', bytes, [cut])).sink.text)).toEqual(expected);
    }
  });

  test('is written with U+FFFD for a truncated character at its end', async () => {
    const { sink } = await made('ndjson', Buffer.from([0x61, 0x2c, 0x62, 0xc3]));
    expect(objectsIn(sink.text)).toEqual([rowObject(['a', 'b\ufffd'])]);
  });

  test('is written unchanged to CSV', async () => {
    expect((await made('csv', bytes)).sink.bytes.equals(bytes)).toBe(true);
    expect((await made('escaped-csv', bytes)).sink.bytes.equals(bytes)).toBe(true);
  });
});

describe('a log with long cells', () => {
  test.each(sample([300_000, 1_000_000, 5_000_000]))(
    'is written completely (bytes in each cell: %d)',
    async (length) => {
      const cells = [
        '2026-01-01T00:00:00Z',
        '',
        `${'a"b\n'.repeat(length / 4)}`,
        'x'.repeat(length),
      ];
      const text = `${cells.map(csvCell).join(',')}\nb,c\n`;
      const bytes = Buffer.from(text);
      const cuts = Array.from(
        { length: Math.floor(bytes.length / 65_536) },
        (_, n) => (n + 1) * 65_536,
      );
      const expected = [rowObject(cells), rowObject(['b', 'c'])];
      expect(objectsIn((await made('ndjson', bytes, cuts)).sink.text)).toEqual(expected);
      expect(JSON.parse((await made('json', bytes, cuts)).sink.text)).toEqual(expected);
      for (const kind of ['csv', 'escaped-csv'] as const) {
        const { sink, rows } = await made(kind, bytes, cuts);
        expect({ same: sink.bytes.equals(bytes), rows }).toEqual({ same: true, rows: 2 });
      }
    },
  );

  test('is rejected if an entry never ends', async () => {
    const format = new RowFormat(new MemorySink(), 'ndjson');
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const endless = async () => {
      await format.write(Buffer.from('"'));
      for (let n = 0; n < 80; n += 1) await format.write(piece);
    };
    await expect(endless()).rejects.toMatchObject({ code: 'invalid_response' });
  });
});

describe('a response', () => {
  test.each(['csv', 'escaped-csv'] as const)(
    'without a line feed at its end is separated from the next response by a line feed (format: %s)',
    async (kind) => {
      const sink = new MemorySink();
      const format = kind === 'csv' ? new CsvFormat(sink, true) : new RowFormat(sink, kind, true);
      await feed(format, Buffer.from('a,b'), [1]);
      await feed(format, Buffer.from(''), []);
      await feed(format, Buffer.from('c,"d\n'), [2]);
      await feed(format, Buffer.from('e,f\n'), []);
      await format.finish();
      const header =
        'timestamp,ip,search_term,url,lookup_type,tags,lookups_consumed,licensee,source_ip\n';
      expect(sink.text).toBe(`${header}a,b\nc,"d\ne,f\n`);
    },
  );
});

describe.each<RowFormatKind>(['ndjson', 'json', 'escaped-csv'])('the format %s', (kind) => {
  const opened = () => new RowFormat(new MemorySink(), kind);

  test.each<[text: string, row: number | undefined]>([
    ['', undefined],
    ['a,b\n', undefined],
    ['a,b', undefined],
    ['a,"b\nc"\nd,"e"', undefined],
    ['a,"', undefined],
    ['a,"b', undefined],
    ['a,"b\nc,d\n', 1],
    ['a,b\n\nc,"d,e\nf', 2],
  ])(
    'reads the log %j and sets irregular.unclosedQuote to %s (the number of the row with an unclosed quote)',
    async (text, row) => {
      const bytes = Buffer.from(text);
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        const format = opened();
        await feed(format, bytes, [cut]);
        expect([cut, format.irregular.unclosedQuote]).toEqual([cut, row]);
      }
    },
  );

  test('reports the row of an unclosed quote in an earlier response', async () => {
    const format = opened();
    await feed(format, Buffer.from('a,"b\nc'), []);
    await feed(format, Buffer.from(`${'d,e\n'.repeat(100_000)}`), []);
    await feed(format, Buffer.from(''), []);
    expect(format.irregular.unclosedQuote).toBe(1);
  });
});

describe.each<RowFormatKind | 'csv'>(['ndjson', 'json', 'escaped-csv', 'csv'])(
  'the format %s',
  (kind) => {
    const opened = (sink: MemorySink, header = false) =>
      kind === 'csv' ? new CsvFormat(sink, header) : new RowFormat(sink, kind, header);

    test('restores a saved state even if a partial row with an incomplete character was written after the save', async () => {
      const [first, second] = [Buffer.from('a,b\nc,"d'), Buffer.from('\ufeffe,é\nf,g\n')];
      const whole = new MemorySink();
      const undisturbed = opened(whole);
      await feed(undisturbed, first, []);
      await feed(undisturbed, second, []);
      await undisturbed.finish();

      const sink = new MemorySink();
      const format = opened(sink);
      await feed(format, first, []);
      const saved = format.save();
      const { length } = sink;
      await format.write(Buffer.from([0x78, 0x2c, 0x22, 0xc3]));
      sink.truncate(length);
      await format.restore(saved);
      expect(format.rows).toBe(2);
      await feed(format, second, []);
      await format.finish();
      expect(sink.text).toBe(whole.text);
      expect(format.rows).toBe(undisturbed.rows);
    });

    test('does not report an unclosed quote after an earlier state is restored', async () => {
      const format = opened(new MemorySink());
      const saved = format.save();
      await feed(format, Buffer.from('a,"b\nc'), []);
      await format.restore(saved);
      await feed(format, Buffer.from(''), []);
      expect(format.irregular.unclosedQuote).toBeUndefined();
    });

    test('restores the count and description of irregular rows', async () => {
      const format = opened(new MemorySink());
      await feed(format, Buffer.from('a,b\n'), []);
      const resumed = opened(new MemorySink());
      await resumed.restore(format.save());
      expect(resumed.irregular.count).toBe(1);
      expect(resumed.irregular.describe()).toBe(format.irregular.describe());
    });
  },
);

describe('a log entry', () => {
  const cells = (count: number) => Buffer.from(`${Array(count).fill('x').join(',')}\n`);

  test.each<RowFormatKind>(['ndjson', 'json'])(
    'with 64 columns is written in the format %s',
    async (kind) => {
      const { sink } = await made(kind, cells(64));
      const [row] = [JSON.parse(kind === 'json' ? sink.text : `[${sink.text}]`)].flat();
      expect(Object.keys(row)).toHaveLength(64);
      expect(row).toEqual(rowObject(Array(64).fill('x')));
    },
  );

  test.each<RowFormatKind>(['ndjson', 'json'])(
    'with 65 columns is rejected in the format %s',
    async (kind) => {
      await expect(made(kind, cells(65))).rejects.toMatchObject({
        code: 'invalid_response',
        message: 'The log contains a row with more than 64 columns.',
        reason: 'log_unreadable',
      });
    },
  );

  test('is written even if one of its cells becomes six times as long in JSON', async () => {
    const cell = '\x01'.repeat(500_000);
    const bytes = Buffer.from(`a,b\n${cell}\n`);
    for (const kind of ['ndjson', 'json'] as const) {
      const { sink, rows } = await made(kind, bytes, [250_000]);
      const text = kind === 'json' ? sink.text : `[${sink.text.trimEnd().replace('\n', ',')}]`;
      expect(JSON.parse(text)).toEqual([rowObject(['a', 'b']), rowObject([cell])]);
      expect(rows).toBe(2);
    }
  });
});

describe('escaped CSV', () => {
  const names =
    'timestamp,ip,search_term,url,lookup_type,tags,lookups_consumed,licensee,source_ip\n';
  const text = async (windows: readonly string[], header: boolean) => {
    const sink = new MemorySink();
    const format = new RowFormat(sink, 'escaped-csv', header);
    for (const window of windows) await feed(format, Buffer.from(window), []);
    await format.finish();
    return sink.text;
  };

  /** Returns the text that an export writes for the rest of a log after a resume. */
  const textAfterResume = async (begun: string, rest: string) => {
    const first = new RowFormat(new MemorySink(), 'escaped-csv');
    await feed(first, Buffer.from(begun), []);
    const sink = new MemorySink();
    const format = new RowFormat(sink, 'escaped-csv');
    await format.restore(first.save());
    await feed(format, Buffer.from(rest), []);
    return sink.text;
  };

  test('of an empty log contains only the header', async () => {
    expect(await text(['', ''], true)).toBe(names);
    expect(await text(['', ''], false)).toBe('');
  });

  test('has no line feed at its end if the log does not end with a line feed', async () => {
    expect(await text(['a,b', '', ''], true)).toBe(`${names}a,b`);
    expect(await text(['a,b', '', ''], false)).toBe('a,b');
  });

  test('has no extra line feed after a resume if the log ended with a line feed', async () => {
    expect(await textAfterResume('a,b\n', 'c,d\n')).toBe('c,d\n');
  });

  test('contains a line feed before the first row after a resume if the log ended without a line feed', async () => {
    expect(await textAfterResume('a,b', 'c,d\n')).toBe('\nc,d\n');
  });
});

describe('JSON output', () => {
  test('has one row on each line, even if the log arrives in several responses', async () => {
    const sink = new MemorySink();
    const format = new RowFormat(sink, 'json');
    await feed(format, Buffer.from('a,b\nc,d\n'), []);
    await feed(format, Buffer.from('e,f'), []);
    await format.finish();
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ].map((row) => JSON.stringify(rowObject(row)));
    expect(sink.text).toBe(`[\n${rows.join(',\n')}\n]\n`);
  });

  test('of an empty log is an empty array', async () => {
    expect((await made('json', Buffer.from(''))).sink.text).toBe('[]\n');
  });
});

/** The settings that a format accepts, by the options that it allows. */
function settingsOf(allows: readonly FormatOption[]) {
  const usual = { header: allows.includes('header'), safeCells: false, fields: undefined };
  const all: Parameters<(typeof exportFormats)[number]['open']>[1][] = [usual];
  if (allows.includes('header')) all.push({ ...usual, header: false });
  if (allows.includes('safe-cells')) all.push({ ...usual, safeCells: true });
  if (allows.includes('fields')) all.push({ ...usual, fields: ['url', 'timestamp'] });
  return all;
}

describe.each(exportFormats)('the format $name', ({ open, allows, extensions }) => {
  const windows = [
    '2025-01-01T00:00:00Z,192.0.2.1,"a ""b""\nc",u,Place,"x,y",1,L,\n2025-01-01T01:00:00Z,,=1+1,u',
    '2025-04-01T00:00:00Z,192.0.2.2,é,u,Place,,2,,::1\n',
  ].map((text) => Buffer.from(text));
  const noWarning = (text: string) => expect(text).toBe('');

  test.each(settingsOf(allows))(
    'writes the same bytes whether the log arrives in one chunk or split at any byte (settings: %j)',
    async (settings) => {
      const written = async (cut: number) => {
        const sink = new MemorySink();
        const format = await open(sink, settings, noWarning);
        for (const bytes of windows) await feed(format, bytes, [Math.min(cut, bytes.length)]);
        await format.finish();
        return { bytes: sink.bytes.toString('latin1'), rows: format.rows };
      };
      const whole = await written(0);
      expect(whole.rows).toBe(3);
      const cuts = Array.from({ length: windows[0]?.length ?? 0 }, (_, index) => index);
      for (const cut of sample(cuts)) expect(await written(cut)).toEqual(whole);
    },
  );

  test.each(settingsOf(allows))(
    'continues from a saved state and writes the same bytes as an uninterrupted export (settings: %j)',
    async (settings) => {
      const [first = Buffer.of(), second = Buffer.of()] = windows;
      const whole = new MemorySink();
      const undisturbed = await open(whole, settings, noWarning);
      await feed(undisturbed, first, []);
      await feed(undisturbed, second, []);
      await undisturbed.finish();

      const sink = new MemorySink();
      const stopped = await open(sink, settings, noWarning);
      await feed(stopped, first, []);
      const saved = JSON.parse(JSON.stringify(stopped.save()));
      const { length } = sink;
      await stopped.write(Buffer.from('lost,"half a'));
      sink.truncate(length);
      const resumed = await open(sink, settings, noWarning);
      await resumed.restore(saved);
      await feed(resumed, second, []);
      await resumed.finish();
      expect(sink.bytes.equals(whole.bytes)).toBe(true);
      expect(resumed.rows).toBe(undisturbed.rows);
    },
  );

  test('is the only format with its file extensions', () => {
    const others = exportFormats.filter((format) => format.open !== open);
    expect(
      extensions.filter((one) => others.some((other) => [...other.extensions].includes(one))),
    ).toEqual([]);
    expect(extensions.length).toBeGreaterThan(0);
  });
});

describe('a byte order mark', () => {
  const names =
    'timestamp,ip,search_term,url,lookup_type,tags,lookups_consumed,licensee,source_ip\n';

  test.each(['csv', 'escaped-csv'] as const)(
    'is removed from the start of each response if the output has a header row (format: %s)',
    async (kind) => {
      const first = Buffer.from('\ufeffa,b\n\ufeffc,d\n');
      const second = Buffer.from('\ufeffe,f\n');
      for (let cut = 1; cut < first.length; cut += 1) {
        const sink = new MemorySink();
        const format = kind === 'csv' ? new CsvFormat(sink, true) : new RowFormat(sink, kind, true);
        await feed(format, first, [cut]);
        await feed(format, second, [1, 2]);
        await format.finish();
        expect(sink.text).toBe(`${names}a,b\n\ufeffc,d\ne,f\n`);
        expect(format.rows).toBe(3);
      }
    },
  );

  test('is removed from the start of a log that is written as NDJSON', async () => {
    const { sink } = await made('ndjson', Buffer.from('\ufeffa,b\n\ufeffc,d\n'), [1, 2]);
    expect(objectsIn(sink.text)).toMatchObject([{ timestamp: 'a' }, { timestamp: '\ufeffc' }]);
  });

  test('is written unchanged to CSV without a header row', async () => {
    const bytes = Buffer.from('\ufeffa,b\n');
    for (const kind of ['csv', 'escaped-csv'] as const) {
      expect((await made(kind, bytes)).sink.bytes.equals(bytes)).toBe(true);
    }
  });

  test('is written unchanged if it is truncated', async () => {
    const sink = new MemorySink();
    for (const format of [new CsvFormat(sink, true), new RowFormat(sink, 'escaped-csv', true)]) {
      await feed(format, Buffer.from([0xef, 0xbb]), []);
      await format.finish();
      expect(sink.bytes.subarray(-2)).toEqual(Buffer.from([0xef, 0xbb]));
      sink.truncate(0);
    }
  });
});

describe('CSV with escaped cells', () => {
  test.each([
    ['t,=1+1,b', `t,'=1+1,b`],
    ['t,+44 1,-2,@x', `t,'+44 1,'-2,'@x`],
    ['t,"=HYPERLINK(""x"",""y"")"', `t,"'=HYPERLINK(""x"",""y"")"`],
    ['t,"\t=1","\r=2","\n=3"', `t,"'\t=1","'\r=2","'\n=3"`],
    ['t,＝1,＋2,－3,＠4', `t,'＝1,'＋2,'－3,'＠4`],
    ['t,a=1,1+1,a-b,"a=b"', 't,a=1,1+1,a-b,"a=b"'],
    ['-1,b,c,d,e,f,-5,h', `'-1,b,c,d,e,f,-5,h`],
    ['=t,a,b,c,d,e,=5,=h,=i,=more', `'=t,a,b,c,d,e,'=5,'=h,'=i,'=more`],
  ])('escapes formulas in the row %s', async (text, expected) => {
    for (let cut = 0; cut < text.length; cut += 1) {
      const { sink } = await made('escaped-csv', Buffer.from(`${text}\n`), [cut]);
      expect(sink.text).toBe(`${expected}\n`);
    }
  });
});

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\n', '\r', '\0', '\\', 'é', '😀', 'a', ' '),
    maxLength: 40,
  }),
);

const log = fc.array(fc.array(cell, { minLength: 1, maxLength: 12 }), { maxLength: 30 });

const cutsOf = (bytes: Buffer, seeds: readonly number[]) =>
  seeds.map((seed) => seed % (bytes.length + 1)).sort((a, b) => a - b);

describe('a random log', () => {
  test('is written as NDJSON with the original cells', async () => {
    await fc.assert(
      fc.asyncProperty(log, fc.array(fc.nat(), { maxLength: 8 }), async (rows, seeds) => {
        // Every cell is quoted, so that no row looks like an empty line.
        const text = rows
          .map((row) => `${row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\n`)
          .join('');
        const bytes = Buffer.from(text);
        const cuts = cutsOf(bytes, seeds);
        const wellFormed = rows.map((row) => row.map((value) => Buffer.from(value).toString()));
        const { sink, rows: count } = await made('ndjson', bytes, cuts);
        expect(objectsIn(sink.text)).toEqual(wellFormed.map(rowObject));
        expect(count).toBe(rows.length);
        expect((await made('csv', bytes, cuts)).rows).toBe(rows.length);
      }),
      { numRuns: runs(200) },
    );
  });

  test('with arbitrary bytes is written as NDJSON with the same rows that a simple CSV parser reads', async () => {
    const byte = fc.oneof(
      fc.constantFrom(0x22, 0x2c, 0x0a, 0x0d, 0x61, 0x20, 0xc2, 0x80, 0xe2, 0x00),
      fc.integer({ min: 0, max: 255 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(byte, { maxLength: 300 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        async (values, seeds) => {
          const bytes = Buffer.from(values);
          const cuts = cutsOf(bytes, seeds);
          const text = new TextDecoder().decode(bytes);
          const expected = parseCsv(text);
          if (expected.some((row) => row.length > 64)) return;
          const { sink } = await made('ndjson', bytes, cuts);
          expect(objectsIn(sink.text)).toEqual(expected.map(rowObject));
          const csv = await made('csv', bytes, cuts);
          expect(csv.sink.bytes.equals(bytes)).toBe(true);
          expect(csv.rows).toBe(parseCsv(bytes.toString('latin1')).length);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
