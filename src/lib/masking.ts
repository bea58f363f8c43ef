// Secrets never appear in output, errors or traces: what is shown of one is its first six
// characters.

import { StreamReplacer } from './replace-in-stream';

const previewLength = 6;

/** The first six characters and `…`. */
export function preview(secret: string): string {
  return `${[...secret].slice(0, previewLength).join('')}…`;
}

/**
 * Keys by their prefixes, sign-up tokens where they stand in a path, secrets where they stand in a query.
 * The mark of a preview belongs to the match, so that a preview stays as it is.
 */
const secretShapes =
  /\b(?:ak|uk|sl)_[\w.~%-]+…?|(?<=\/sign_up\/)[^/?#\s"'`]+|(?<=[?&](?:api_key|user_token|licensee)=)[^&#\s"'`]+/g;

/**
 * Masks what must not be seen: everything that has the shape of a secret, and the very values that a
 * command works with, whatever their shape.
 */
export class SecretMask {
  readonly #values = new Set<string>();

  /** From now on this value is masked wherever it appears. Values too short to be a secret are left. */
  add(value: string | undefined): void {
    if (value !== undefined && value.length > previewLength) this.#values.add(value);
  }

  /** The text with every secret cut to its preview. */
  apply(text: string): string {
    return this.applyKnown(text).replace(secretShapes, (match) => preview(match.replace(/…$/, '')));
  }

  /**
   * The text with the known values alone cut to their previews: for results, which may hold other keys
   * that are what one came for.
   */
  applyKnown(text: string): string {
    let masked = text;
    for (const form of this.#forms()) masked = masked.replaceAll(form, preview(form));
    return masked;
  }

  /** As `applyKnown`, for the bytes of another program as they arrive. */
  stream(): StreamReplacer {
    return new StreamReplacer({
      texts: new Map(this.#forms().map((form) => [form, preview(form)])),
      // The preview shows these anyway, so that a prompt of a few letters is never held back.
      early: previewLength,
      cutOff: cutOffSecret,
    });
  }

  /** The known values in each form in which they are looked for, the longest first. */
  #forms(): string[] {
    const forms = [...this.#values].flatMap(secretForms);
    return [...new Set(forms)].sort((one, other) => other.length - one.length);
  }
}

/** What is made of the beginning of a secret where a stream ends in it: no more than its preview. */
export function cutOffSecret(beginning: string): string {
  return beginning.length > previewLength ? preview(beginning) : beginning;
}

/** A secret as it may stand in a text: as it is, percent-encoded in a URL, escaped in JSON. */
export function secretForms(value: string): string[] {
  return [...new Set([value, encoded(value), JSON.stringify(value).slice(1, -1)])];
}

/** A value as it stands in a URL. Half a surrogate pair cannot be encoded, and stands in none. */
function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}
