// Masks secrets in output, errors and traces: only their first six characters are shown.
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
 * Matches keys by their prefixes, sign-up tokens in paths, and secrets in queries. The `…` of a preview is part of the
 * match, so that a preview is not shortened again.
 */
const secretShapes =
  /\b(?:ak|uk|sl)_[\w.~%-]+…?|(?<=\/sign_up\/)[^/?#\s"'`]+|(?<=[?&](?:api_key|user_token|licensee)=)[^&#\s"'`]+/g;

/** Control characters, line and paragraph separators, and characters that a terminal might not show. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const anyInvisible = new RegExp(invisible.source, 'u');

function withoutInvisible(text: string): string {
  return replaceMatches(text, invisible, () => '');
}

function withoutSequences(text: string): string {
  return withoutInvisible(plainText(text));
}

/** Masks everything that looks like a secret, and the secrets of a command, whatever they look like. */
export class SecretMask {
  readonly #values = new Set<string>();
  #replacer: Replacer | undefined;

  /** Masks these values from now on. Ignores values that are too short to be secrets. */
  add(...values: (string | undefined)[]): void {
    for (const value of values) {
      if (value === undefined || value.length <= previewLength) continue;
      this.#values.add(value);
      this.#replacer = undefined;
    }
  }

  /**
   * Replaces each secret with its preview. Removes characters that a terminal does not show if a secret would be readable
   * without them.
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

  /** Replaces only values that were added, for results, which can contain other keys on purpose. */
  applyKnown(text: string): string {
    return this.#known().in(text);
  }

  /** Like `applyKnown`, for the output stream of another program. */
  stream(): StreamReplacer {
    return this.#known().stream();
  }

  #known(): Replacer {
    this.#replacer ??= new Replacer({
      all: [...this.#values].flatMap((value) => replacements(value, preview)),
      // The preview shows these characters anyway, so a short prompt is never held back.
      early: previewLength,
      cutOff: cutOffSecret,
    });
    return this.#replacer;
  }
}

/** Masks an incomplete secret at the end of a stream. */
export function cutOffSecret(beginning: string): string {
  return beginning.length > previewLength ? preview(beginning) : beginning;
}

/**
 * Returns the forms in which a secret can appear in text: each character plain or escaped for JSON, URLs or HTML, or the
 * complete secret in base64.
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

/** The most digits of a numeric character reference in HTML, which can have leading zeros. */
const maxReferenceDigits = 8;

/** Returns a number without leading zeros, with one, and so on. */
function withZeros(digits: string): string[] {
  return Array.from({ length: Math.max(1, maxReferenceDigits - digits.length + 1) }, (_, zeros) =>
    digits.padStart(digits.length + zeros, '0'),
  );
}

/** A cache of `waysToWrite`, because secrets share a small set of characters. */
const waysByCharacter = new Map<string, readonly string[]>();

function waysOf(character: string): readonly string[] {
  const ways = waysByCharacter.get(character) ?? waysToWrite(character);
  waysByCharacter.set(character, ways);
  return ways;
}

/** Returns a character plain, and escaped for JSON, URLs and HTML. */
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
      ...(character === '/' ? ['\\/'] : []),
      ...(character === ' ' ? ['+'] : []),
      ...inBothCases,
      ...withZeros(String(code)).map((digits) => `&#${digits};`),
      ...(entities.get(character) ?? []).map((name) => `&${name};`),
    ]),
  ];
}

/** The two characters in which the base64 alphabets differ, plain and escaped. */
const base64Ways: Readonly<Record<string, readonly string[]>> = {
  '+': ['+', '-', '%2B', '%2b', '\\u002b', '\\u002B'],
  '/': ['/', '_', '%2F', '%2f', '\\/'],
};

/** The deepest indentation of base64 that is recognized, in spaces. */
const deepest = 16;

/**
 * Everything that can separate two characters of base64: nothing, or a line break (of base64(1), openssl(1) or escaped in
 * JSON) followed by the indentation of a YAML block or a MIME header. A terminal adds a carriage return to each line feed,
 * also to the one in CRLF.
 */
const base64Breaks = [
  '',
  ...['\n', '\r\n', '\r\r\n', '\\n', '\\r\\n'].flatMap((lineBreak) => [
    ...Array.from({ length: deepest + 1 }, (_, blanks) => lineBreak + ' '.repeat(blanks)),
    ...(lineBreak.startsWith('\\') ? ['\\t'] : ['\t']).map((tab) => lineBreak + tab),
  ]),
];

/**
 * Returns a value in base64 for each alignment to the bytes before it. Omits characters at its ends that also depend on
 * neighboring bytes.
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
