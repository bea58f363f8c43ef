// Selects the names that waypost uses from the names in a source, and selects the main name of a place.

/**
 * The script of each language that does not use the Latin script. waypost uses a name in one of these languages only if
 * the name is in the language's script.
 */
const scripts = {
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
  ko: /\p{Script=Hangul}/u,
  kr: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
};

/** Returns a name without accents and in lower case, to compare names. */
function plain(name) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}|[’'ʻʼ`]/gu, '')
    .toLowerCase();
}

/** Like `plain`, but replaces umlauts with ae, oe and ue, as German does. */
function plainInGerman(name) {
  return plain(name.replace(/[äöü]/giu, (letter) => `${letter.normalize('NFKD')[0]}e`));
}

/** Removes the suffix that encyclopedias add to a name, as in "Punjab, India" and "Georgia (U.S. state)". */
function withoutSuffix(name) {
  return name.replace(/\s*\([^)]*\)$/, '').replace(/,\s+[^,]+$/, '');
}

/** Returns the usable names in a `{ language: name }` object. Removes tabs, vertical bars and surrounding spaces. */
export function fitNames(names) {
  const fit = [];
  for (const [language, given] of Object.entries(names)) {
    for (const name of [given].flat()) {
      const text = String(name).normalize('NFC').replace(/[\t|]/g, ' ').trim();
      if (text && (scripts[language]?.test(text) ?? true)) fit.push(text);
    }
  }
  return fit;
}

/**
 * Returns the GeoNames name of an area: the first candidate that differs from the GeoNames ASCII name only in accents
 * or case. If there is no such candidate, returns the ASCII name. The candidates are in order of preference.
 */
export function nameOf(ascii, candidates) {
  const wordCount = ascii.split(' ').length;
  // The candidate is a prefix of the name, for example "Jerusalem" in "Jerusalem District".
  const beginning = (name) => name.split(' ').slice(0, wordCount).join(' ');
  return (
    candidates
      .flatMap((name) => (name ? [name, withoutSuffix(name), beginning(name)] : []))
      .find((name) => [plain(name), plainInGerman(name)].includes(plain(ascii))) ?? ascii
  );
}

/** Returns the alternate names, sorted and without duplicates. Omits the name itself and its ASCII form. */
export function alternates(name, ascii, all) {
  const kept = new Set(all.flatMap((each) => [each, withoutSuffix(each)]));
  for (const each of [name, ascii, '']) kept.delete(each);
  return [...kept].sort();
}

/** Removes the accents of a name. */
export function toAscii(name) {
  return name.normalize('NFKD').replace(/\p{M}/gu, '');
}
