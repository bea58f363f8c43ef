// Which column of a file is used for which parameter, and the error if no column matches.
import { describe, expect, test } from 'vitest';
import { type Parameters, rowReader, unusedColumns } from '../../src/batch/columns';
import type { InputFormat } from '../../src/batch/input';
import type { RowInput } from '../../src/batch/row';
import { toldOf } from '../support/advised';

const email: Parameters = { required: ['email'], optional: [] };
const point: Parameters = { required: ['lon', 'lat'], optional: [] };
const cleanse: Parameters = { required: ['query'], optional: ['postcode', 'post_town'] };
const address: Parameters = { ...cleanse, takesAddress: true };

/** Reads a row of a CSV file with this header, or without a header if it is undefined. */
function csv(
  parameters: Parameters,
  header: string[] | undefined,
  columns: string[],
  row: RowInput,
) {
  const width = header?.length ?? row.length;
  return rowReader(parameters, columns, { format: 'csv', header, width }).read(row);
}

function ndjson(parameters: Parameters, columns: string[], line: unknown) {
  const row = typeof line === 'string' ? line : JSON.stringify(line);
  const input = { format: 'ndjson', header: undefined, width: undefined } as const;
  return rowReader(parameters, columns, input).read(row);
}

/** Each line: title | parameters | header, or - | --column | row | fields that are read. */
const found = `
  the column with the parameter's name      | email   | id,email                | -               | 1,a@b   | email=a@b
  a column whose name has a different letter case and surrounding spaces | email   | id, E-Mail , EMAIL ,z   | -               | 1,x,a,z | email=a
  the only column                           | email   | address                 | -               | a@b     | email=a@b
  the only column of a file without a header | email   | -                       | -               | a@b     | email=a@b
  a column by its name                      | email   | id,mail                 | mail            | 1,a@b   | email=a@b
  a column by its number                    | email   | id,mail                 | 2               | 1,a@b   | email=a@b
  a column by its number in a file without a header | email   | -                       | 2               | 1,a@b   | email=a@b
  a column whose name is a number           | email   | 2,x                     | 2               | a@b,y   | email=a@b
  a column whose name contains =            | email   | id,a=b                  | a=b             | 1,c     | email=c
  the column a=b of --column query=a=b      | cleanse | ab,a=b                  | query=a=b       | 1,c     | query=c
  a column with the name of another parameter | cleanse | street,zip,postcode     | postcode        | 1,2,3   | query=3
  the column with exactly the name in --column, not a similar name | email   | a_b, a-b                | a-b             | x,y     | email=y
  a column that --column names in a different letter case | email   | id, Mail ,z             | mAIL            | 1,a,z   | email=a
  a column by a number with two digits      | email   | -                       | 11              | 1,2,3,4,5,6,7,8,9,0,a | email=a
  the only column, whose name contains a digit | email   | mail 2                  | -               | a@b     | email=a@b
  two columns with the names of parameters  | point   | lat,lon                 | -               | 52,13   | lon=13,lat=52
  two columns that --column names           | point   | x,y                     | lon=x,lat=y     | 13,52   | lon=13,lat=52
  a column that --column names and a column with a parameter's name | point   | x,lat                   | lon=x           | 13,52   | lon=13,lat=52
  a column that --column assigns to an optional parameter | cleanse | street,zip              | street,postcode=zip | Main,62 | query=Main,postcode=62
  a column whose parameter --column writes with a hyphen, like the option | cleanse | a,b                     | a,post-town=b   | Main,Y  | query=Main,post_town=Y
  only the required column without --column | cleanse | query,postcode          | -               | Main,62 | query=Main
  a column that the short row lacks, as an empty value | email   | id,email                | -               | 1       | email=
  the first of two columns with the same name | email   | email,email             | -               | a,b     | email=a
`;

describe('a CSV row', () => {
  const list = (cell: string) => (cell === '-' ? [] : cell.split(','));
  const rows = found
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));
  test.each(rows)(
    'provides the lookup parameters from %s',
    (_, parameters = '', header = '', columns = '', row = '', fields = '') => {
      const names = header === '-' ? undefined : list(header);
      const members = list(fields).map((field) => field.split('='));
      const of = { email, point, cleanse }[parameters] ?? expect.unreachable();
      expect(csv(of, names, list(columns), list(row))).toEqual(Object.fromEntries(members));
    },
  );

  test('provides the lookup parameter even if --column contains spaces around the column name', () => {
    expect(csv(cleanse, ['a', 'b'], [' query = a '], ['Main', 'York'])).toEqual({ query: 'Main' });
    expect(csv(email, ['a', 'b'], [' b '], ['1', 'a@b'])).toEqual({ email: 'a@b' });
    expect(csv(email, ['a=b', 'b'], [' a=b '], ['a@b', '2'])).toEqual({ email: 'a@b' });
  });

  test('provides the lookup parameter even if --column contains spaces around the column number', () => {
    expect(csv(email, undefined, [' 2 '], ['1', 'a@b'])).toEqual({ email: 'a@b' });
    expect(csv(cleanse, undefined, ['query= 2 '], ['1', 'Main'])).toEqual({ query: 'Main' });
  });

  test.each<[template: string, row: string[], query: string]>([
    ['{Street}, {City}', ['Main St 1', 'York'], 'Main St 1, York'],
    [' {2} = {street}', ['Main St 1', 'York'], 'York = Main St 1'],
    ['query={city}', ['Main St 1', 'York'], 'York'],
    ['{street}, {city}', ['Main St 1'], 'Main St 1'],
  ])('with --column "%s" and the cells %j provides the query "%s"', (template, row, query) => {
    expect(csv(cleanse, ['Street', 'City'], [template], row)).toEqual({ query });
  });

  test('provides the query from a column whose name looks like a template', () => {
    expect(csv(cleanse, ['{a}', 'a'], ['{a}'], ['x', 'y'])).toEqual({ query: 'x' });
  });

  test('provides the query from the column with the complete address, even if other columns contain parts of the address', () => {
    const header = ['Location', 'Street', 'City', 'Full address'];
    const row = ['x', 'Main St 1', 'York', 'Main St 1, York'];
    expect(csv(address, header, [], row)).toEqual({ query: 'Main St 1, York' });
    expect(csv(cleanse, ['Address line', 'ZIP', 'Place'], [], ['1', '2', '3'])).toEqual({
      query: '3',
    });
  });

  test.each<
    [
      what: string,
      parameters: Parameters,
      header: string[] | undefined,
      columns: string[],
      message: string,
      hint: RegExp,
    ]
  >([
    [
      '--column names a column that does not exist',
      email,
      ['id', 'mail'],
      ['post'],
      'The file has no column post.',
      /number.*id, mail/,
    ],
    [
      "no column has the parameter's name",
      email,
      ['id', 'post'],
      [],
      'The file has no column email.',
      /--column.*id, post/,
    ],
    [
      'the column number is too high',
      email,
      ['id', 'mail'],
      ['3'],
      'The file has no column 3.',
      /id, mail/,
    ],
    [
      'the column number is 0',
      email,
      ['id', 'mail'],
      ['0'],
      'The file has no column 0.',
      /id, mail/,
    ],
    [
      '--column contains a name, but the file has no header',
      email,
      undefined,
      ['mail'],
      'The file has no column mail.',
      /numbers.*--column 1/,
    ],
    [
      'several columns match the parameter',
      email,
      ['id', 'E-Mail', 'Mail address'],
      [],
      'Several columns could contain the email: E-Mail, Mail address.',
      /--column/,
    ],
    [
      'the file has columns only for parts of an address',
      cleanse,
      ['id', 'Address', 'ZIP'],
      [],
      'The file has no column query.',
      /--column.*id, Address, ZIP\.$/,
    ],
    [
      'no column can be part of an address',
      { ...cleanse, takesAddress: true },
      ['a', 'b'],
      [],
      'The file has no column query.',
      /--column.*a, b\..*--column "\{street\}, \{city\}"\.$/,
    ],
    [
      '--column uses another name of a parameter',
      cleanse,
      ['a', 'b'],
      ['a', 'Zip=b'],
      '--column sets the parameter Zip, which this command does not have.',
      /^Use the parameter name postcode: --column postcode=b\.$/,
    ],
    [
      '--column uses another name of a parameter for several columns',
      cleanse,
      ['a', 'b'],
      ['a', 'Zip={a}, {b}'],
      '--column sets the parameter Zip, which this command does not have.',
      /^Use the parameter name postcode: --column "postcode=\{a\}, \{b\}"\.$/,
    ],
    [
      '--column uses country for a parameter that is called context',
      { required: ['query'], optional: ['context'] },
      ['a', 'b'],
      ['a', 'country=b'],
      '--column sets the parameter country, which this command does not have.',
      /--column context=b/,
    ],
    [
      '--column uses an unknown parameter',
      cleanse,
      ['a', 'b'],
      ['color=b'],
      '--column sets the parameter color, which this command does not have.',
      /The parameters are: query, postcode, post_town\./,
    ],
    [
      'each part of an address has its own column',
      address,
      ['Location', 'Street', 'City'],
      [],
      'Each address is split across several columns of the file.',
      /^Combine the address columns: --column "\{Street\}, \{City\}"$/,
    ],
    [
      'the columns contain the parts of two addresses',
      address,
      ['Home street', 'Home city', 'Work street', 'Work zip'],
      [],
      'Each address is split across several columns of the file.',
      / --column "\{Home street\}, \{Home city\}" or --column "\{Work street\}, \{Work zip\}"$/,
    ],
    [
      'two columns contain complete addresses, and other columns contain parts of an address',
      address,
      ['Q', 'Full address', 'Street', 'City'],
      [],
      'Several columns could contain the query: Q, Full address.',
      /Q, Full address, Street, City/,
    ],
    [
      '--column uses an unknown parameter of a command with uncommon parameters',
      { required: ['query'], optional: ['language'] },
      ['a', 'b'],
      ['color=b'],
      '--column sets the parameter color, which this command does not have.',
      /The parameters are: query, language\./,
    ],
    [
      'the file has one column for two parameters',
      point,
      ['place'],
      [],
      'The file has no column lon.',
      /place/,
    ],
    [
      '--column does not assign the column to a parameter',
      point,
      ['x', 'y'],
      ['x'],
      'The column x is not assigned to a parameter (lon or lat).',
      /--column lon=<column> --column lat=<column>/,
    ],
  ])(
    'is rejected with invalid_input and a hint if %s',
    async (_, parameters, header, columns, message, hint) => {
      expect(await toldOf(() => csv(parameters, header, columns, []))).toEqual({
        code: 'invalid_input',
        message,
        hint: expect.stringMatching(hint),
      });
    },
  );

  test.each(['ada@example.com', '+44 20 7946 0018', 'geonames_2950159'])(
    'is rejected if the header is %s, which looks like a value',
    async (first) => {
      expect(await toldOf(() => csv(email, [first], [], []))).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(`The first row, ${first}, looks like a value`),
        hint: expect.stringMatching(/--no-header.*lines/),
      });
    },
  );

  test.each<[column: string, header: string[] | undefined, message: string]>([
    ['2x', ['a', 'b'], 'The file has no column 2x.'],
    ['x2', ['a', 'b'], 'The file has no column x2.'],
    ['a b', ['a_b', 'a-b'], 'The file has no column a b.'],
    ['mail', undefined, 'The file has no column mail.'],
    ['012', undefined, 'The file has no column 012.'],
    ['123456', undefined, 'The file has no column 123456.'],
    ['what = a', undefined, '--column sets the parameter what, which this command does not have.'],
  ])('is rejected if no column matches --column %s', (column, header, message) => {
    expect(() => csv(email, header, [column], ['1', 'a@b'])).toThrow(message);
  });

  test.each<[options: string, parameters: Parameters, names: string]>([
    ['--column 1', email, 'column contains the email'],
    ['--column lon=1 --column lat=2', point, 'columns contain the lon and the lat'],
  ])(
    'with several cells is rejected if the file has no header row, and the hint suggests %s',
    async (options, parameters, names) => {
      expect(await toldOf(() => csv(parameters, undefined, [], ['1', '2']))).toEqual({
        code: 'invalid_input',
        message: `The file has 2 columns and no header, so waypost cannot determine which ${names}.`,
        hint: `Use column numbers, starting with 1: ${options}.`,
      });
    },
  );

  test('is rejected if it has more cells than the header, because quotes might be missing', () => {
    expect(() => csv(email, ['email'], [], ['12 Main St', ' Springfield'])).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringContaining('2 cells'),
      }),
    );
    expect(csv(email, undefined, ['1'], ['a', 'b', 'c'])).toEqual({ email: 'a' });
  });
});

describe('an NDJSON line', () => {
  test.each<
    [what: string, parameters: Parameters, columns: string[], line: unknown, fields: object]
  >([
    ["a field that has the parameter's name", email, [], { email: 'a@b', id: 1 }, { email: 'a@b' }],
    ['the field that --column names', email, ['mail'], { mail: 'a@b' }, { email: 'a@b' }],
    ['a string', email, [], '"a@b"', { email: 'a@b' }],
    ['a field with a common name', email, [], { 'E-Mail': 'a@b', id: 1 }, { email: 'a@b' }],
    ['numbers', point, [], { lon: -89.6576, lat: 39 }, { lon: '-89.6576', lat: '39' }],
    ['a boolean', email, [], { email: true }, { email: 'true' }],
    ['a field whose name has a different letter case', email, [], { EMAIL: 'a' }, { email: 'a' }],
    ['null', email, [], { email: null }, { email: '' }],
    [
      'an optional field',
      cleanse,
      ['postcode=zip'],
      { query: 'Main', zip: 62701 },
      { query: 'Main', postcode: '62701' },
    ],
    [
      'the fields of a template',
      cleanse,
      ['{street}, {City}'],
      { Street: 'Main St 1', city: 'York' },
      { query: 'Main St 1, York' },
    ],
    [
      'only one field of a template',
      cleanse,
      ['{street}, {city}'],
      { city: 'York' },
      { query: 'York' },
    ],
    ['a field whose name looks like a template', cleanse, ['{a}'], { '{a}': 'x' }, { query: 'x' }],
  ])('with %s is converted to lookup parameters', (_, parameters, columns, line, fields) => {
    expect(ndjson(parameters, columns, line)).toEqual(fields);
  });

  test.each<[what: string, parameters: Parameters, line: unknown, message: RegExp]>([
    ['text that is not JSON', email, 'a@b', /not a JSON object/],
    ['truncated JSON', email, '{"email":', /not a JSON object/],
    ['an array', email, ['a@b'], /not a JSON object/],
    ['null', email, 'null', /not a JSON object/],
    ['a number', email, '7', /not a JSON object/],
    ['a number with many digits', email, '12345678901234567890', /not a JSON object/],
    ['a string for two parameters', point, '"13"', /not a JSON object/],
    ['no matching field', email, { post: 'a' }, /no field email/],
    ['two matching fields', email, { Mail: 'a', 'E-Mail': 'b' }, /no field email/],
    [
      'only an inherited property',
      { required: ['toString'], optional: [] },
      {},
      /no field toString/,
    ],
    [
      'an object as value',
      email,
      { email: { a: 1 } },
      /field email contains an array or an object/,
    ],
    ['an array as value', email, { email: ['a'] }, /field email contains an array or an object/],
  ])('is rejected with invalid_input if it contains %s', (_, parameters, line, message) => {
    expect(() => ndjson(parameters, [], line)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringMatching(message) }),
    );
  });
});

test("an NDJSON line without any of the template's fields is rejected with invalid_input", () => {
  expect(() => ndjson(cleanse, ['{street}, {city}'], { town: 'York' })).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: 'The line has no field street.',
    }),
  );
});

describe('the columns that rowReader() selects', () => {
  test.each<[header: string[] | undefined, wanted: string[], columns: object]>([
    [['id', ' E-Mail '], [], { email: 'E-Mail' }],
    [['id', 'e-mail'], ['2'], { email: 'e-mail' }],
    [['', 'id'], ['1'], { email: '1' }],
    [undefined, ['2'], { email: '2' }],
    [['user', 'host'], ['{user}@{host}'], { email: '{user}@{host}' }],
  ])('from a CSV file with the header %j and --column %j are %j', (header, wanted, columns) => {
    const input = { format: 'csv', header, width: 2 } as const;
    expect(rowReader(email, wanted, input).columns).toEqual(columns);
  });

  test('from an NDJSON file are the fields of the first row', () => {
    const input = { format: 'ndjson', header: undefined, width: undefined } as const;
    const { columns, read } = rowReader(email, [], input);
    expect(columns).toEqual({});
    read('{"E-Mail": "a@b"}');
    read('{"mail": "c@d"}');
    expect(columns).toEqual({ email: 'E-Mail' });
  });
});

describe('the common column names', () => {
  test.each<[parameter: string, names: string[]]>([
    [
      'email',
      ['E-Mail', 'e_mail', 'Email Address', 'EMAIL', 'eMail-Address', 'Mail', 'e-mail addr.'],
    ],
    ['phone', ['Telephone', 'Phone Number', 'Phone No.', 'Tel.', 'Mobile', 'mobile_phone', 'Cell']],
    ['id', ['ID', 'place_id', 'Place ID', 'addressId']],
    ['query', ['Query', 'Full Address', 'address', 'Search term', 'Location', 'Place name']],
    ['lon', ['Lng', 'LONG', 'longitude']],
    ['lat', ['Latitude']],
  ])('for the parameter %s include %j', (parameter, names) => {
    const parameters = { required: [parameter], optional: [] };
    for (const name of names) {
      expect(csv(parameters, ['nr', name], [], ['1', 'x']), name).toEqual({ [parameter]: 'x' });
    }
  });

  test.each(['Mailing list', 'emailed', 'Identity', 'name', 'phonetic'])(
    'do not include the name %s',
    (name) => {
      for (const parameter of ['email', 'phone', 'id', 'query', 'lon']) {
        const read = () =>
          csv({ required: [parameter], optional: [] }, ['nr', name], [], ['1', 'x']);
        expect(read).toThrow(`The file has no column ${parameter}.`);
      }
    },
  );
});

test('rowReader ignores punctuation when it compares column names with --column, but prefers an exact match', () => {
  expect(csv(email, ['nr', 'E-Mail (work)'], ['e-mail work'], ['1', 'x'])).toEqual({ email: 'x' });
  expect(csv(email, ['a_b', 'a-b'], ['a-b'], ['1', 'x'])).toEqual({ email: 'x' });
});

test('rowReader reads a file in the lines format as a file with one column', () => {
  const format: InputFormat = 'lines';
  const { read } = rowReader(email, [], { format, header: ['line'], width: 1 });
  expect(read(['a@b'])).toEqual({ email: 'a@b' });
});

test('rowReader ignores the letter case of JSON field names', () => {
  expect(ndjson(email, ['MAIL'], { id: 1, Mail: 'a@b' })).toEqual({ email: 'a@b' });
});

describe('unusedColumns', () => {
  test.each([
    [['query', 'ZIP', 'City'], [], ['postcode=ZIP', 'post_town=City']],
    [['query', ' postcode '], [], ['postcode=postcode']],
    [['address', 'ZIP'], ['address'], ['postcode=ZIP']],
    [['address', 'ZIP'], ['address', 'postcode=ZIP'], []],
    [['address', 'x', 'city'], ['address', 'post-town=2'], []],
    [['address', 'zip'], ['{address}, {zip}'], []],
    [['address', ' zip '], ['{address}, {zip}'], []],
    [['address', 'zip'], [' postcode = 2'], []],
    [['query', 'note'], [], []],
    [undefined, ['1'], []],
  ])('with the header %j and --column %j returns %j', (header, wanted, unused) => {
    expect(unusedColumns(cleanse, wanted, header)).toEqual(unused);
  });

  test('does not return the column of a required parameter', () => {
    const parameters = { required: ['query', 'country_iso'], optional: ['country'] };
    expect(unusedColumns(parameters, [], ['query', 'country'])).toEqual([]);
  });
});
