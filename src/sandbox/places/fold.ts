// Folds names and queries into comparable words: lowercase, without accents and punctuation. The rules do not have to
// be correct for every language, because the same rules fold names and queries.

/** Replacements for letters that Unicode does not decompose into a base letter and an accent. */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  þ: 'th',
  ə: 'a',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  '&': ' and ',
};

const special = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'gu');
// The accents of the Latin, Greek and Cyrillic scripts, Hebrew points and Arabic vowel signs. Folding keeps the marks
// of other scripts, because these marks are vowels that change the meaning.
const accents = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;
const insideWord = /['’‘ʻʼ`´ʿʾ\u200c\u200d]/g;
const dotsOfInitials = /(?<=(?:^|[\s.])\p{L})\./gu;
const separators = /[^\p{L}\p{N}\p{M}]+/gu;
const betweenAscii = /[^a-z0-9]+/;
const isAscii = /^[\0-\x7f]*$/;

/** Removes the accents from a name. Letters such as ø stay unchanged. */
export function plainAscii(name: string): string {
  return isAscii.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '');
}

/**
 * The maximum size of a query. The search truncates longer queries to limit the search time. Fewer than 0.1% of all
 * names exceed this size.
 */
const maxQueryWords = 8;
const maxQueryLetters = 120;

/** Returns a query's folded words. Truncates the query to the maximum size. */
export function foldQuery(text: string): string[] {
  return fold(text.slice(0, maxQueryLetters)).slice(0, maxQueryWords);
}

/**
 * Splits a name or query into words. Returns the words in lowercase, without accents, apostrophes and the dots of
 * initials. Every other character that is not a letter, digit or mark separates words.
 */
export function fold(text: string): string[] {
  const ascii = isAscii.test(text);
  let folded = ascii
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(accents, '')
        .replace(special, (letter) => foldedLetters[letter] ?? '');
  if (ascii && folded.includes('&')) folded = folded.replaceAll('&', ' and ');
  folded = folded.replace(insideWord, '');
  if (folded.includes('.')) folded = folded.replace(dotsOfInitials, '');
  return (ascii ? folded.split(betweenAscii) : folded.replace(separators, ' ').split(' ')).filter(
    Boolean,
  );
}
