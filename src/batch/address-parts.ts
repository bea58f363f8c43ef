// Finds address columns in a file: columns that each contain a part of an address, such as `Shipping Street` and
// `Shipping Zip`.

/**
 * The pattern for each kind of address column. Each pattern matches the end of a column name. If several patterns
 * match, the column has the first matching kind.
 */
const kinds = {
  postcode: /\b(zip postal code|zip ?code|post(al)? ?code|zip|plz)$/,
  state: /\b(state (province|region)|state|province|region)$/,
  city: /\b(post ?town|town|city|locality)$/,
  furtherLine:
    /\b((street )?addr(ess)? (line )?[2-4]|(street|line) [2-4]|extended address|secondary|unit|apartment|apt|suite)$/,
  street: /\b(street( address)?( line)?( 1)?|addr(ess)?( line)?( 1)?|line 1)$/,
} as const;

type Kind = keyof typeof kinds;

interface PartColumn {
  kind: Kind;
  /**
   * The part of the name that matches the pattern of `kind`, in lower case and without the number: `street address` for
   * `Street Address 2`.
   */
  term: string;
  isNumbered: boolean;
  /**
   * The words before `term`, such as `shipping` in `Shipping Street`. If the last of these words is `address`, the
   * value does not include it. The value is an empty string if no words remain.
   */
  owner: string;
  /** The column's name or number, for use in `--column`. */
  name: string;
}

/**
 * Returns a `--column` template for each group of address columns, such as the columns of the shipping address. Omits
 * groups without a street column, and groups with neither a city column nor a postcode column.
 */
export function addressTemplates(header: readonly string[]): string[] {
  const columns = header.flatMap((name, index) => partColumn(name, index, header) ?? []);
  const owners = [...new Set(columns.map(({ owner }) => owner))];
  return owners.flatMap(
    (owner) => templateOf(columns.filter((column) => column.owner === owner)) ?? [],
  );
}

function templateOf(columns: readonly PartColumn[]): string | undefined {
  const first = (kind: Kind) => columns.find((column) => column.kind === kind);
  const streets = columns.filter(({ kind }) => kind === 'street');
  // A column such as `Home Street` takes precedence over `Home Address`, because `Home Address` usually contains the
  // complete address.
  const street = streets.find(({ term }) => term.startsWith('street')) ?? streets[0];
  const city = first('city');
  const postcode = first('postcode');
  if (street === undefined || (city ?? postcode) === undefined) return undefined;
  const further = columns.filter(
    ({ kind, term, isNumbered }) => kind === 'furtherLine' && (!isNumbered || term === street.term),
  );
  const state = first('state');
  const last = [state, postcode].flatMap((column) =>
    column === undefined ? [] : `{${column.name}}`,
  );
  const lines = [street, ...further, city].flatMap((column) =>
    column === undefined ? [] : `{${column.name}}`,
  );
  return [...lines, last.join(' ')].filter((part) => part !== '').join(', ');
}

function partColumn(
  name: string,
  index: number,
  header: readonly string[],
): PartColumn | undefined {
  const words = wordsOf(name);
  for (const kind of Object.keys(kinds) as Kind[]) {
    const found = kinds[kind].exec(words);
    if (found === null) continue;
    return {
      kind,
      term: found[0].replace(/ \d$/, ''),
      isNumbered: / \d$/.test(found[0]),
      owner: words
        .slice(0, found.index)
        .trim()
        .replace(/ ?\baddress$/, ''),
      name: columnName(name, index, header),
    };
  }
  return undefined;
}

/** Converts `POAddressLine1` to `po address line 1`. */
function wordsOf(name: string): string {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu) ?? [];
  return words.join(' ').toLowerCase();
}

/** Returns the name of a column, or the column's number if the name is not unique or cannot be used in braces. */
function columnName(name: string, index: number, header: readonly string[]): string {
  const plain = (other: string) => other.trim().toLowerCase();
  const isUnique = header.filter((other) => plain(other) === plain(name)).length === 1;
  return isUnique && !/[{}\r\n]/.test(name) ? name.trim() : String(index + 1);
}
