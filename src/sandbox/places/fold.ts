// Makes names and queries comparable: without case, accents and punctuation, in words. Both are folded in the
// same way, so a rule need not be correct, only the same.

/** Letters that Unicode does not decompose into a base letter and an accent. */
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
// Accents of the Latin, Greek and Cyrillic scripts, Hebrew points and Arabic vowel signs. The marks of
// other scripts are vowels that carry meaning and stay.
const accents = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;
const insideWord = /['’‘ʻʼ`´ʿʾ\u200c\u200d]/g;
const dotsOfInitials = /(?<=(?:^|[\s.])\p{L})\./gu;
const separators = /[^\p{L}\p{N}\p{M}]+/gu;
const betweenAscii = /[^a-z0-9]+/;
const isAscii = /^[\0-\x7f]*$/;

/** A name in plain ASCII, if only accents are removed. */
export function plainAscii(name: string): string {
  return isAscii.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Longer queries are cut: no place has more words, and the time must be limited. */
const maxQueryWords = 8;
const maxQueryLetters = 120;

/** The words of a typed text; cut if it is longer than any name. */
export function foldQuery(text: string): string[] {
  return fold(text.slice(0, maxQueryLetters)).slice(0, maxQueryWords);
}

/**
 * The words of a name or query: lower case, without accents, apostrophes and the dots of initials; every
 * other character that is no letter, digit or mark separates words.
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
