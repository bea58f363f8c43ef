// Masks secrets in output, errors and traces, so that waypost shows only the first six characters of a secret.
import { plainText } from './plain-text';
import { replaceMatches } from './replace-each';
import {
  type Replacement,
  Replacer,
  type Spelling,
  type StreamReplacer,
} from './replace-in-stream';

const previewLength = 6;

/** Returns the first six characters of a secret and `…`. */
export function preview(secret: string): string {
  return `${[...secret].slice(0, previewLength).join('')}…`;
}

/**
 * Matches keys by their prefixes, sign-up tokens in paths, and secrets in queries. Also matches the `…` at the end of a
 * masked secret, so that masking does not add a second `…`.
 */
const secretShapes =
  /\b(?:ak|uk|sl)_[\w.~%-]+…?|(?<=\/sign_up\/)[^/?#\s"'`]+|(?<=[?&](?:api_key|user_token|licensee)=)[^&#\s"'`]+/g;

/** Matches control characters, line and paragraph separators, and characters that a terminal might not show. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const anyInvisible = new RegExp(invisible.source, 'u');

function withoutInvisible(text: string): string {
  return replaceMatches(text, invisible, () => '');
}

function withoutSequences(text: string): string {
  return withoutInvisible(plainText(text));
}

/** Masks everything that looks like a secret, and all values that the command adds as secrets. */
export class SecretMask {
  readonly #values = new Set<string>();
  #replacer: Replacer | undefined;

  /** Adds values to mask. Ignores values that are too short to be secrets. */
  add(...values: (string | undefined)[]): void {
    for (const value of values) {
      if (value === undefined || value.length <= previewLength) continue;
      this.#values.add(value);
      this.#replacer = undefined;
    }
  }

  /**
   * Replaces each secret with its preview. If a secret contains characters that a terminal does not show, removes all
   * such characters from the text.
   */
  apply(text: string): string {
    let masked = this.#applyShapes(text);
    if (!anyInvisible.test(masked)) return masked;
    for (const cleaned of [plainText, withoutInvisible, withoutSequences]) {
      const bare = cleaned(masked);
      const bareMasked = this.#applyShapes(bare);
      if (bareMasked !== bare) masked = bareMasked;
    }
    return masked;
  }

  #applyShapes(text: string): string {
    return replaceMatches(this.applyKnown(text), secretShapes, (match) =>
      preview(match.replace(/…$/, '')),
    );
  }

  /**
   * Replaces only the values that `add` has added. waypost uses this method for results, which can contain other keys
   * on purpose.
   */
  applyKnown(text: string): string {
    return this.#known().in(text);
  }

  /** Returns a stream that masks the output of another program in the same way as `applyKnown`. */
  stream(): StreamReplacer {
    return this.#known().stream();
  }

  #known(): Replacer {
    this.#replacer ??= new Replacer({
      all: [...this.#values].flatMap((value) => replacements(value, preview)),
      // The preview contains the first characters unchanged, so the stream passes them on immediately. Therefore, the
      // stream never delays a short prompt.
      early: previewLength,
      cutOff: cutOffSecret,
    });
    return this.#replacer;
  }
}

/** Returns the masked form of an incomplete secret at the end of a stream. */
export function cutOffSecret(beginning: string): string {
  return beginning.length > previewLength ? preview(beginning) : beginning;
}

/**
 * Returns the forms in which a secret can appear in text. Each character can be plain or escaped for JSON, URLs or
 * HTML, or the complete secret can be in base64.
 */
export function replacements(secret: string, by: Replacement['by']): Replacement[] {
  return [Array.from(secret, waysOf), ...inBase64(secret)].map((spelling) => ({
    spelling,
    by,
  }));
}

/** The HTML entity names of ASCII characters. */
const entities = new Map(
  [
    '! excl',
    '" quot QUOT',
    '# num',
    '$ dollar',
    '% percnt',
    '& amp AMP',
    "' apos",
    '( lpar',
    ') rpar',
    '* ast midast',
    '+ plus',
    ', comma',
    '. period',
    '/ sol',
    ': colon',
    '; semi',
    '< lt LT',
    '= equals',
    '> gt GT',
    '? quest',
    '@ commat',
    '[ lsqb lbrack',
    '\\ bsol',
    '] rsqb rbrack',
    '^ Hat',
    '_ lowbar UnderBar',
    '` grave DiacriticalGrave',
    '{ lcub lbrace',
    '| verbar vert VerticalLine',
    '} rcub rbrace',
  ].map((entry): [character: string, names: string[]] => {
    const [character = '', ...names] = entry.split(' ');
    return [character, names];
  }),
);

/**
 * The maximum number of digits, including leading zeros, in the numeric HTML character references that masking detects.
 */
const maxReferenceDigits = 8;

/** Returns every way to write the number with up to `maxReferenceDigits` digits, including leading zeros. */
function withZeros(digits: string): string[] {
  return Array.from({ length: maxReferenceDigits - digits.length + 1 }, (_, zeros) =>
    digits.padStart(digits.length + zeros, '0'),
  );
}

/** Caches the results of `waysToWrite`, because all secrets use a small set of characters. */
const waysByCharacter = new Map<string, readonly string[]>();

function waysOf(character: string): readonly string[] {
  const ways = waysByCharacter.get(character) ?? waysToWrite(character);
  waysByCharacter.set(character, ways);
  return ways;
}

/** Returns the forms of a character: plain, and escaped for JSON, URLs and HTML. */
function waysToWrite(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const unicode = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const percent = Array.from(Buffer.from(character), (byte) => byte.toString(16).padStart(2, '0'));
  const hexadecimal: (readonly [mark: string, digits: string])[][] = [
    unicode.map((digits) => ['\\u', digits]),
    percent.map((digits) => ['%', digits]),
    ...['&#x', '&#X'].flatMap((mark) =>
      withZeros(code.toString(16)).map((digits) => [[mark, `${digits};`] as const]),
    ),
  ];
  const inBothCases = hexadecimal.flatMap((parts) =>
    [String, (digits: string) => digits.toUpperCase()].map((inCase) =>
      parts.map(([mark, digits]) => mark + inCase(digits)).join(''),
    ),
  );
  return [
    ...new Set([
      character,
      JSON.stringify(character).slice(1, -1),
      character.replace('/', '\\/'),
      character.replace(' ', '+'),
      ...inBothCases,
      ...withZeros(String(code)).map((digits) => `&#${digits};`),
      ...(entities.get(character) ?? []).map((name) => `&${name};`),
    ]),
  ];
}

/** The plain and escaped forms of the two characters that differ between the base64 alphabets. */
const base64Ways: Readonly<Record<string, readonly string[]>> = {
  '+': ['+', '-', '%2B', '%2b', '\\u002b', '\\u002B'],
  '/': ['/', '_', '%2F', '%2f', '\\/'],
};

/** The maximum indentation of base64 lines that masking detects, in spaces. */
const deepest = 16;

/**
 * All strings that can separate two characters of base64: an empty string, or a line break with indentation. base64(1)
 * and openssl(1) break lines, JSON escapes line breaks, and YAML blocks and MIME headers indent lines. A terminal adds
 * a carriage return to each line feed, even to the line feed of CRLF.
 */
const base64Breaks = [
  '',
  ...['\n', '\r\n', '\r\r\n', '\\n', '\\r\\n'].flatMap((lineBreak) => [
    ...Array.from({ length: deepest + 1 }, (_, blanks) => lineBreak + ' '.repeat(blanks)),
    ...(lineBreak.startsWith('\\') ? ['\\t'] : ['\t']).map((tab) => lineBreak + tab),
  ]),
];

/**
 * Returns the base64 form of a value for each of the three possible alignments with the preceding bytes. Omits the
 * first and last characters if they also depend on neighboring bytes.
 */
function inBase64(value: string): Spelling[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const own = bytes
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return Array.from(own, (letter, at) => {
      const ways = base64Ways[letter] ?? [letter];
      return at === 0 ? [ways] : [base64Breaks, ways];
    }).flat();
  });
}
