// Chooses usable names of a source, and the name of the place.

/** Languages with a script of their own: a name tagged with one must be written in it. */
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

/** Without accents and in lower case, to compare a name with its plain form. */
function plain(name) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}|[’'ʻʼ`]/gu, '')
    .toLowerCase();
}

/** German writes ae, oe and ue without umlauts. */
function plainInGerman(name) {
  return plain(name.replace(/[äöü]/giu, (letter) => `${letter.normalize('NFKD')[0]}e`));
}

/** A name without an encyclopedia's suffix: "Punjab, India" and "Georgia (U.S. state)". */
function withoutSuffix(name) {
  return name.replace(/\s*\([^)]*\)$/, '').replace(/,\s+[^,]+$/, '');
}

/** The fit names of a `{ language: name }` object; tabs, bars and blanks at the ends are gone. */
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
 * The GeoNames name of an area: the candidate that differs from the GeoNames ASCII name only by its
 * accents, else the ASCII name itself. Candidates stand in the order of preference.
 */
export function nameOf(ascii, candidates) {
  const wordCount = ascii.split(' ').length;
  // "Jerusalem District" shows how "Jerusalem" is written as well as a bare name would.
  const beginning = (name) => name.split(' ').slice(0, wordCount).join(' ');
  return (
    candidates
      .flatMap((name) => (name ? [name, withoutSuffix(name), beginning(name)] : []))
      .find((name) => [plain(name), plainInGerman(name)].includes(plain(ascii))) ?? ascii
  );
}

/** The alternate names, sorted and without repetitions, the name itself and its plain form left out. */
export function alternates(name, ascii, all) {
  const kept = new Set(all.flatMap((each) => [each, withoutSuffix(each)]));
  for (const each of [name, ascii, '']) kept.delete(each);
  return [...kept].sort();
}

/** A name in plain ASCII, for the few areas whose source has none. */
export function toAscii(name) {
  return name.normalize('NFKD').replace(/\p{M}/gu, '');
}
