// Which column of a file feeds which parameter, and what is said where none does.
import { describe, expect, test } from 'vitest';
import { type Parameters, rowReader, unusedColumns } from '../../src/batch/columns';
import type { InputFormat } from '../../src/batch/input';
import type { RowInput } from '../../src/batch/row';
import { toldOf } from '../support/advised';

const email: Parameters = { required: ['email'], optional: [] };
const point: Parameters = { required: ['lon', 'lat'], optional: [] };
const cleanse: Parameters = { required: ['query'], optional: ['postcode', 'post_town'] };

/** Reads a row of a CSV file with this header; undefined for none. */
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

/** What is read | of which parameters | header, or - | --column | row | what is found. */
const found = `
  the column of its name                  | email   | id,email                | -               | 1,a@b   | email=a@b
  in any case, with blanks                | email   | id, E-Mail , EMAIL ,z   | -               | 1,x,a,z | email=a
  the only column                         | email   | address                 | -               | a@b     | email=a@b
  the only column without a header        | email   | -                       | -               | a@b     | email=a@b
  a column by name                        | email   | id,mail                 | mail            | 1,a@b   | email=a@b
  a column by number                      | email   | id,mail                 | 2               | 1,a@b   | email=a@b
  by number without a header              | email   | -                       | 2               | 1,a@b   | email=a@b
  a column whose name is a number         | email   | 2,x                     | 2               | a@b,y   | email=a@b
  a column whose name has =               | email   | id,a=b                  | a=b             | 1,c     | email=c
  a named one whose name has =            | cleanse | a=b,z                   | query=a=b       | 1,c     | query=1
  a name in another case, with blanks     | email   | id, Mail ,z             | mAIL            | 1,a,z   | email=a
  by a number of two digits               | email   | -                       | 11              | 1,2,3,4,5,6,7,8,9,0,a | email=a
  the only column, whose name has a digit | email   | mail 2                  | -               | a@b     | email=a@b
  two parameters by their names           | point   | lat,lon                 | -               | 52,13   | lon=13,lat=52
  two that are named                      | point   | x,y                     | lon=x,lat=y     | 13,52   | lon=13,lat=52
  one named, one by its name              | point   | x,lat                   | lon=x           | 13,52   | lon=13,lat=52
  an optional one                         | cleanse | street,zip              | street,postcode=zip | Main,62 | query=Main,postcode=62
  an option’s spelling                    | cleanse | a,b                     | a,post-town=b   | Main,Y  | query=Main,post_town=Y
  optional ones only where they are named | cleanse | query,postcode          | -               | Main,62 | query=Main
  a short row: a blank cell               | email   | id,email                | -               | 1       | email=
  the first of two columns of a name      | email   | email,email             | -               | a,b     | email=a
`;

describe('CSV', () => {
  const list = (cell: string) => (cell === '-' ? [] : cell.split(','));
  const rows = found
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));
  test.each(rows)('%s', (_, parameters = '', header = '', columns = '', row = '', fields = '') => {
    const names = header === '-' ? undefined : list(header);
    const members = list(fields).map((field) => field.split('='));
    const of = { email, point, cleanse }[parameters] ?? expect.unreachable();
    expect(csv(of, names, list(columns), list(row))).toEqual(Object.fromEntries(members));
  });

  test('blanks around both sides of --column', () => {
    expect(csv(cleanse, ['a', 'b'], [' query = a '], ['Main', 'York'])).toEqual({ query: 'Main' });
    expect(csv(email, ['a', 'b'], [' b '], ['1', 'a@b'])).toEqual({ email: 'a@b' });
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
      'no such column',
      email,
      ['id', 'mail'],
      ['post'],
      'The file has no column post.',
      /id, mail.*number/,
    ],
    [
      'none of its name',
      email,
      ['id', 'post'],
      [],
      'The file has no column email.',
      /id, post.*--column/,
    ],
    ['a number too high', email, ['id', 'mail'], ['3'], 'The file has no column 3.', /id, mail/],
    ['no column 0', email, ['id', 'mail'], ['0'], 'The file has no column 0.', /id, mail/],
    [
      'a name without a header',
      email,
      undefined,
      ['mail'],
      'The file has no column mail.',
      /numbers: --column 1/,
    ],
    [
      'several that may be it',
      email,
      ['id', 'E-Mail', 'Mail address'],
      [],
      'The email may be in several columns: E-Mail, Mail address.',
      /--column/,
    ],
    [
      'an address in parts',
      cleanse,
      ['id', 'Address', 'ZIP'],
      [],
      'The file has no column query.',
      /id, Address, ZIP.*--column/,
    ],
    [
      'a parameter by another name',
      cleanse,
      ['a', 'b'],
      ['a', 'Zip=b'],
      'This command has no parameter Zip.',
      /^It is called postcode here: --column postcode=b\.$/,
    ],
    [
      'several columns for a parameter by another name',
      cleanse,
      ['a', 'b'],
      ['a', 'Zip={a}, {b}'],
      'This command has no parameter Zip.',
      /^It is called postcode here: --column "postcode=\{a\}, \{b\}"\.$/,
    ],
    [
      'a country, which verifying calls context',
      { required: ['query'], optional: ['context'] },
      ['a', 'b'],
      ['a', 'country=b'],
      'This command has no parameter country.',
      /--column context=b/,
    ],
    [
      'a parameter that there is not',
      cleanse,
      ['a', 'b'],
      ['color=b'],
      'This command has no parameter color.',
      /Parameters are: query, postcode, post_town\./,
    ],
    ['two parameters, one column', point, ['place'], [], 'The file has no column lon.', /place/],
    [
      'a column that is for nothing',
      point,
      ['x', 'y'],
      ['x'],
      'The column x is for none of the parameters lon, lat.',
      /--column lon=<column> --column lat=<column>/,
    ],
  ])('%s: invalid_input', async (_, parameters, header, columns, message, hint) => {
    expect(await toldOf(() => csv(parameters, header, columns, []))).toEqual({
      code: 'invalid_input',
      message,
      hint: expect.stringMatching(hint),
    });
  });

  test.each(['ada@example.com', '+44 20 7946 0018', 'geonames_2950159'])(
    'a first row that is %s is no header: it would not be looked up',
    async (first) => {
      expect(await toldOf(() => csv(email, [first], [], []))).toMatchObject({
        code: 'invalid_input',
        hint: expect.stringMatching(/--no-header.*lines/),
      });
    },
  );

  test.each<[column: string, header: string[] | undefined, message: string]>([
    ['2x', ['a', 'b'], 'The file has no column 2x.'],
    ['x2', ['a', 'b'], 'The file has no column x2.'],
    ['mail', undefined, 'The file has no column mail.'],
    ['what = a', undefined, 'This command has no parameter what.'],
  ])('--column %s is none', (column, header, message) => {
    expect(() => csv(email, header, [column], ['1', 'a@b'])).toThrow(message);
  });

  test('without a header, a file of several columns needs --column', () => {
    expect(() => csv(email, undefined, [], ['1', 'a@b'])).toThrow('2 cells and no header');
  });

  test('a row with more cells than the header may be wrongly quoted: it is not looked up', () => {
    expect(() => csv(email, ['email'], [], ['12 Main St', ' Springfield'])).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringContaining('2 cells'),
      }),
    );
    expect(csv(email, undefined, ['1'], ['a', 'b', 'c'])).toEqual({ email: 'a' });
  });
});

describe('NDJSON', () => {
  test.each<
    [what: string, parameters: Parameters, columns: string[], line: unknown, fields: object]
  >([
    ['the member of its name', email, [], { email: 'a@b', id: 1 }, { email: 'a@b' }],
    ['a member by name', email, ['mail'], { mail: 'a@b' }, { email: 'a@b' }],
    ['a text alone', email, [], '"a@b"', { email: 'a@b' }],
    ['a member of a usual name', email, [], { 'E-Mail': 'a@b', id: 1 }, { email: 'a@b' }],
    ['numbers', point, [], { lon: -89.6576, lat: 39 }, { lon: '-89.6576', lat: '39' }],
    ['truth', email, [], { email: true }, { email: 'true' }],
    ['whatever the case', email, [], { EMAIL: 'a' }, { email: 'a' }],
    ['null', email, [], { email: null }, { email: '' }],
    [
      'an optional one',
      cleanse,
      ['postcode=zip'],
      { query: 'Main', zip: 62701 },
      { query: 'Main', postcode: '62701' },
    ],
  ])('%s', (_, parameters, columns, line, fields) => {
    expect(ndjson(parameters, columns, line)).toEqual(fields);
  });

  test.each<[what: string, parameters: Parameters, line: unknown, message: RegExp]>([
    ['no JSON', email, 'a@b', /not a JSON object/],
    ['cut off', email, '{"email":', /not a JSON object/],
    ['a list', email, ['a@b'], /not a JSON object/],
    ['null', email, 'null', /not a JSON object/],
    ['a number', email, '7', /not a JSON object/],
    ['a number of many digits', email, '12345678901234567890', /not a JSON object/],
    ['a text where two are needed', point, '"13"', /not a JSON object/],
    ['no such member', email, { post: 'a' }, /no member email/],
    ['two that may be it', email, { Mail: 'a', 'E-Mail': 'b' }, /no member email/],
    ['only members of its own', { required: ['toString'], optional: [] }, {}, /no member toString/],
    ['an object in a member', email, { email: { a: 1 } }, /member email is not text/],
    ['a list in a member', email, { email: ['a'] }, /member email is not text/],
  ])('%s: this row’s error', (_, parameters, line, message) => {
    expect(() => ndjson(parameters, [], line)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringMatching(message) }),
    );
  });
});

describe('a column is found by the names that people give it', () => {
  const query: Parameters = { required: ['query'], optional: [] };
  test.each<[parameters: Parameters, names: string[]]>([
    [
      email,
      ['E-Mail', 'e_mail', 'Email Address', 'EMAIL', 'eMail-Address', 'Mail', 'e-mail addr.'],
    ],
    [
      { required: ['phone'], optional: [] },
      ['Telephone', 'Phone Number', 'Phone No.', 'Tel.', 'Mobile', 'mobile_phone', 'Cell'],
    ],
    [{ required: ['id'], optional: [] }, ['ID', 'place_id', 'Place ID', 'addressId']],
    [query, ['Query', 'Full Address', 'address', 'Search term', 'Location', 'Place name']],
    [{ required: ['lon'], optional: [] }, ['Lng', 'LONG', 'longitude']],
    [{ required: ['lat'], optional: [] }, ['Latitude']],
  ])('%j: %j', (parameters, names) => {
    const [parameter = ''] = parameters.required;
    for (const name of names) {
      expect(csv(parameters, ['nr', name], [], ['1', 'x']), name).toEqual({ [parameter]: 'x' });
    }
  });

  test('in --column too', () => {
    expect(csv(email, ['nr', 'E-Mail (work)'], ['e-mail work'], ['1', 'x'])).toEqual({
      email: 'x',
    });
    expect(csv(email, ['a_b', 'a-b'], ['a-b'], ['1', 'x'])).toEqual({ email: 'x' });
  });

  test.each(['Mailing list', 'emailed', 'Identity', 'name', 'phonetic'])(
    'but not by %s',
    (name) => {
      for (const parameter of ['email', 'phone', 'id', 'query', 'lon']) {
        const read = () =>
          csv({ required: [parameter], optional: [] }, ['nr', name], [], ['1', 'x']);
        expect(read).toThrow(`The file has no column ${parameter}.`);
      }
    },
  );
});

test('lines are a file of one column', () => {
  const format: InputFormat = 'lines';
  const { read } = rowReader(email, [], { format, header: ['line'], width: 1 });
  expect(read(['a@b'])).toEqual({ email: 'a@b' });
});

test('a member of a line is found in another case', () => {
  expect(ndjson(email, ['MAIL'], { id: 1, Mail: 'a@b' })).toEqual({ email: 'a@b' });
});

describe('columns that a batch does not use', () => {
  test.each([
    [['query', 'ZIP', 'City'], [], ['postcode=ZIP', 'post_town=City']],
    [['query', ' postcode '], [], ['postcode=postcode']],
    [['address', 'ZIP'], ['address'], ['postcode=ZIP']],
    [['address', 'ZIP'], ['address', 'postcode=ZIP'], []],
    [['address', 'x', 'city'], ['address', 'post-town=2'], []],
    [['address', 'zip'], ['{address}, {zip}'], []],
    [['query', 'note'], [], []],
    [undefined, ['1'], []],
  ])('of %j with --column %j: %j', (header, wanted, unused) => {
    expect(unusedColumns(cleanse, wanted, header)).toEqual(unused);
  });
});
