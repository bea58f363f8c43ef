// The secrets of a recording, each with its placeholder in the file. A secret has the same placeholder
// everywhere, and a replay accepts a placeholder as a key.

/**
 * The kind of a secret, by the prefix of its placeholder: API, management, licensee key, sign-up, unknown.
 */
export type SecretKind = 'ak' | 'uk' | 'sl' | 'token' | 'key';

/** Every text in the form of a key. */
const keyShape = /\b(ak|uk|sl)_[A-Za-z0-9_]+/g;
const placeholderShape = /^(?:ak|uk|sl|token|key)_recorded_\d+$/;

/** Shorter values are not replaced: they may be words. */
const shortest = 4;
/** Values up to this length are replaced only as whole words. */
const short = 6;

/** The forms of a value: as it is, in a URL, in JSON. */
function formsOf(value: string): string[] {
  // Half a surrogate pair cannot be encoded, so it is in no URL.
  const encoded = encodeURIComponent(value.replace(/\p{Cs}/gu, ''));
  const forms = new Set([value, encoded, JSON.stringify(value).slice(1, -1)]);
  return [...forms].filter((form) => form !== '');
}

function patternOf(value: string): RegExp {
  const any = formsOf(value).map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const alone = value.length <= short;
  return new RegExp(
    alone ? `(?<![A-Za-z0-9_])(?:${any.join('|')})(?![A-Za-z0-9_])` : any.join('|'),
    'g',
  );
}

/** The secrets of one recording. */
export class Secrets {
  readonly #known = new Map<string, { placeholder: string; pattern: RegExp }>();
  readonly #counts = new Map<SecretKind, number>();

  /** How many there are. */
  get size(): number {
    return this.#known.size;
  }

  /** Adds a secret. Its own prefix overrides `kind`. */
  learn(value: string, kind: SecretKind): void {
    if (value.length < shortest || this.#known.has(value) || placeholderShape.test(value)) return;
    const prefix = /^(ak|uk|sl)_/.exec(value)?.[1];
    const own = prefix === 'ak' || prefix === 'uk' || prefix === 'sl' ? prefix : kind;
    const number = (this.#counts.get(own) ?? 0) + 1;
    this.#counts.set(own, number);
    this.#known.set(value, {
      placeholder: `${own}_recorded_${number}`,
      pattern: patternOf(value),
    });
  }

  /** Adds every text in the form of a key. */
  learnFrom(text: string): void {
    for (const [value] of text.matchAll(keyShape)) this.learn(value, 'key');
  }

  /** The text with every known secret replaced by its placeholder. */
  redact(text: string): string {
    let redacted = text;
    for (const [, { placeholder, pattern }] of this.#longestFirst()) {
      redacted = redacted.replace(pattern, placeholder);
    }
    return redacted;
  }

  /** Whether a text holds any known secret. */
  isIn(text: string): boolean {
    // `search` begins at the start, whatever a pattern with the flag g matched before.
    return [...this.#known.values()].some(({ pattern }) => text.search(pattern) !== -1);
  }

  /** A key may be the beginning of another. */
  #longestFirst() {
    return [...this.#known].sort(([one], [other]) => other.length - one.length);
  }
}
