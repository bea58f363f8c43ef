// Secrets never appear in output, errors or traces: only their first six characters are shown.

import { StreamReplacer } from './replace-in-stream';

const previewLength = 6;

/** The first six characters and `…`. */
export function preview(secret: string): string {
  return `${[...secret].slice(0, previewLength).join('')}…`;
}

/**
 * Keys by their prefixes, sign-up tokens in paths, secrets in queries. The `…` of a preview is part of the
 * match, so that a preview is not cut again.
 */
const secretShapes =
  /\b(?:ak|uk|sl)_[\w.~%-]+…?|(?<=\/sign_up\/)[^/?#\s"'`]+|(?<=[?&](?:api_key|user_token|licensee)=)[^&#\s"'`]+/g;

/**
 * Masks every text that has the shape of a secret, and the values that a command works with, whatever their
 * shape.
 */
export class SecretMask {
  readonly #values = new Set<string>();

  /** Masks this value wherever it appears from now on. Values too short to be a secret are ignored. */
  add(value: string | undefined): void {
    if (value !== undefined && value.length > previewLength) this.#values.add(value);
  }

  /** The text with each secret cut to its preview. */
  apply(text: string): string {
    return this.applyKnown(text).replace(secretShapes, (match) => preview(match.replace(/…$/, '')));
  }

  /**
   * The text with only the known values cut to their previews: for results, which may contain other keys on
   * purpose.
   */
  applyKnown(text: string): string {
    let masked = text;
    for (const form of this.#forms()) masked = masked.replaceAll(form, preview(form));
    return masked;
  }

  /** As `applyKnown`, for a stream of bytes of another program. */
  stream(): StreamReplacer {
    return new StreamReplacer({
      texts: new Map(this.#forms().map((form) => [form, preview(form)])),
      // The preview shows these characters anyway, so that a prompt of a few letters is never held back.
      early: previewLength,
      cutOff: cutOffSecret,
    });
  }

  /** The known values in each of their forms, the longest first. */
  #forms(): string[] {
    const forms = [...this.#values].flatMap(secretForms);
    return [...new Set(forms)].sort((one, other) => other.length - one.length);
  }
}

/** The beginning of a secret at the end of a stream is cut to the preview too. */
export function cutOffSecret(beginning: string): string {
  return beginning.length > previewLength ? preview(beginning) : beginning;
}

/** The forms of a secret in a text: as it is, percent-encoded in a URL, escaped in JSON. */
export function secretForms(value: string): string[] {
  return [...new Set([value, encoded(value), JSON.stringify(value).slice(1, -1)])];
}

/** A value as it appears in a URL. Half a surrogate pair cannot be encoded, so it appears in no URL. */
function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}
