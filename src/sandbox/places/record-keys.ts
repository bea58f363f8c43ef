// The texts that find a place: its names as people type them, folded.
import { fold } from './fold';
import { type KeyKind, keyKinds } from './keys';
import type { PlaceRecord } from './record';

/** Words with a full and a short form. */
const short: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  mount: 'mt',
  fort: 'ft',
  sankt: 'st',
};

/** GeoNames lists the airport's code among a settlement's names. */
const airportCode = /^[A-Z]{3}$/;
const umlauts = /[äöüÄÖÜ]/g;
/** Shorter ends of names are words such as "de", which match too many places. */
const shortestInner = 3;
const shortestPart = 5;
const longestTranscription = 5;
const knownAbroad = 1_000_000;
/** Between hyphens they belong to the next word: Île-de-France is no part of France. */
const particles = new Set(['de', 'da', 'do', 'du', 'del', 'di', 'la', 'le', 'les', 'sur', 'am']);

/**
 * Calls `add` with each key of a record and its kind, each text at most once; the first kind is the
 * strongest.
 */
export function eachKey(record: PlaceRecord, add: (text: string, kind: KeyKind) => void): void {
  const seen = new Set<string>();
  const put = (words: readonly string[], kind: KeyKind) => {
    const text = words.join(' ');
    if (text === '' || seen.has(text)) return;
    seen.add(text);
    add(text, kind);
  };
  const main = [record.name, record.asciiname].map((name) => fold(name));
  for (const words of main) put(words, keyKinds.main);
  for (const words of main) putShort(words, (variant) => put(variant, keyKinds.main));
  if (umlauts.test(record.name)) {
    put(fold(record.name.replace(umlauts, spellOut)), keyKinds.alternate);
  }
  const isSettlement = record.kind === 'capital' || record.kind === 'settlement';
  for (const name of record.alternatenames) {
    if (isSettlement && airportCode.test(name)) continue;
    const words = fold(name);
    if (isSettlement && isTranscription(words, record)) continue;
    put(words, keyKinds.alternate);
    putShort(words, (variant) => put(variant, keyKinds.alternate));
  }
  for (const name of record.alternatenames) {
    if (isSettlement && airportCode.test(name)) put(fold(name), keyKinds.code);
  }
  for (const code of record.codes) put(fold(code), keyKinds.code);
  if (record.kind === 'region') {
    for (const name of [record.name, ...record.alternatenames]) {
      for (const part of partsOf(name)) put(part, keyKinds.part);
    }
  }
  for (const words of main) {
    if (words.length < 2) continue;
    put([words.join('')], keyKinds.joined);
    for (let from = 1; from < words.length; from += 1) {
      const end = words.slice(from);
      if (end.join(' ').length >= shortestInner) put(end, keyKinds.inner);
    }
  }
}

/**
 * Whether a short name in Latin letters is how another language writes the sounds of a place that few people there
 * know: "Kanto" for Cần Thơ, "Ber" for Véroia.
 */
function isTranscription(words: readonly string[], record: PlaceRecord): boolean {
  const text = words.join('');
  if (text.length > longestTranscription || !/^[a-z]+$/.test(text)) return false;
  const begins = text.charAt(0) === fold(record.asciiname).join('').charAt(0);
  return !begins && record.kind !== 'capital' && record.people < knownAbroad;
}

/** The runs of a name's parts between hyphens, each in words; a run does not begin or end with `de`. */
function* partsOf(name: string): Generator<string[]> {
  const parts = name.split(/[-–]/).map(fold);
  for (let from = 0; from < parts.length; from += 1) {
    if (isParticle(parts[from]) || isParticle(parts[from - 1])) continue;
    for (let to = from + 1; to <= parts.length; to += 1) {
      const words = parts.slice(from, to).flat();
      if (isParticle(parts[to - 1]) || to - from === parts.length) continue;
      if (words.join('').length >= shortestPart) yield words;
    }
  }
}

function isParticle(words: readonly string[] | undefined): boolean {
  return words?.length === 1 && particles.has(words[0] ?? '');
}

function putShort(words: readonly string[], put: (variant: string[]) => void): void {
  if (!words.some((word) => word in short)) return;
  put(words.map((word) => short[word] ?? word));
}

function spellOut(letter: string): string {
  return `${letter.normalize('NFKD').charAt(0)}e`;
}
