// Splits addresses into comparable words. The same table shortens the words in queries and in the fixture, so a name
// that is shortened by mistake still matches. For example, `West Virginia Street` becomes `wv st` both in a query and
// in the fixture.
import { editDistance } from '../../lib/edit-distance';
import { fold } from '../places/fold';

const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,' +
  'KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,' +
  'MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,' +
  'NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,' +
  'SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,VI Virgin Islands,' +
  'WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';

/** The name of each state, by abbreviation. */
export const stateNames: ReadonlyMap<string, string> = new Map(
  states.split(',').map((state) => [state.slice(0, 2), state.slice(3)]),
);

/** Each group contains a short form, followed by the words that the short form replaces. */
const spellings = `
ave avenue av|blvd boulevard|cir circle|ct court|cv cove|dr drive|hwy highway|ln lane|pkwy parkway|pl place|plz plaza
rd road|sq square|st street saint str|ter terrace|trl trail|way wy|n north|s south|e east|w west|ne northeast
nw northwest|se southeast|sw southwest|unit apt apartment ste suite room rm|fl floor
1st first|2nd second|3rd third|4th fourth|5th fifth|6th sixth|7th seventh|8th eighth|9th ninth|10th tenth`;

const longForms = new Map<string, string[]>();
const shortForms = new Map<string, string>();
for (const line of spellings.trim().split(/[|\n]/)) {
  const [short = '', ...others] = line.split(' ');
  longForms.set(short, others);
  for (const other of others) shortForms.set(other, short);
}
for (const [abbreviation, name] of stateNames) {
  const [short, long] = [abbreviation.toLowerCase(), name.toLowerCase()];
  longForms.set(short, [...(longForms.get(short) ?? []), long]);
  shortForms.set(long, short);
}

for (const name of ['united states of america', 'united states', 'us']) shortForms.set(name, 'usa');

const phrases = [...shortForms].filter(([long]) => long.includes(' '));

/** The maximum length of an address, in characters and in words. `addressWords` ignores text beyond this length. */
const maxAddressLength = 300;
const maxAddressWords = 30;

/** Returns an address's words in their short forms. */
export function addressWords(text: string): string[] {
  const zipPlus4 = /\b(\d{5})(\d{4})\b/g;
  const written = fold(text.slice(0, maxAddressLength).replace(zipPlus4, '$1 $2'));
  let line = ` ${written.slice(0, maxAddressWords).join(' ')} `;
  for (const [long, short] of phrases) line = line.replaceAll(` ${long} `, ` ${short} `);
  const words = line.split(' ').filter(Boolean);
  return words.map((word) => shortForms.get(word) ?? word);
}

export function formsOf(word: string): readonly string[] {
  return [word, ...(longForms.get(word) ?? [])];
}

/**
 * Returns the similarity of a typed word to another word: 1 for the same word, less than 1 for a mistyped word, and 0
 * for a different word. Words with digits must match exactly, because a different number means a different house.
 */
export function similarity(typed: string, word: string): number {
  const forms = formsOf(word);
  if (forms.includes(typed)) return 1;
  if (typed.length < 4 || /\d/.test(typed)) return 0;
  const most = typed.length < 8 ? 1 : 2;
  const mistakes = Math.min(...forms.map((form) => editDistance(typed, form, most)));
  return mistakes > most ? 0 : 1 - mistakes / Math.max(typed.length, 5);
}

/**
 * If `word` is a state's abbreviation in lowercase, returns the abbreviation in uppercase. Otherwise, returns undefined.
 * Does not treat `ct` and `ne` as states, because `ct` also means court, and `ne` also means northeast.
 */
export function stateNamedBy(word: string): string | undefined {
  const abbreviation = word.toUpperCase();
  return stateNames.has(abbreviation) && !/^(ct|ne)$/.test(word) ? abbreviation : undefined;
}
