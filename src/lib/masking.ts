// Secrets never appear in output, errors or traces: only their first six characters are shown.
import { plainText } from './plain-text';
import { replaceMatches } from './replace-each';
import {
  type Replacement,
  Replacer,
  type Spelling,
  type StreamReplacer,
} from './replace-in-stream';

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

/** Control characters, separators of lines, and characters that a terminal may show as nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const anyInvisible = new RegExp(invisible.source, 'u');

function withoutInvisible(text: string): string {
  return replaceMatches(text, invisible, () => '');
}

function withoutSequences(text: string): string {
  return withoutInvisible(plainText(text));
}

/**
 * Masks every text that has the shape of a secret, and the values that a command works with, whatever their
 * shape.
 */
export class SecretMask {
  readonly #values = new Set<string>();
  #replacer: Replacer | undefined;

  /** Masks these values wherever they appear from now on. Values too short to be a secret are ignored. */
  add(...values: (string | undefined)[]): void {
    for (const value of values) {
      if (value === undefined || value.length <= previewLength) continue;
      this.#values.add(value);
      this.#replacer = undefined;
    }
  }

  /**
   * The text with each secret cut to its preview. Characters that a terminal does not show are removed if a secret
   * would be readable without them.
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
   * The text with only the known values cut to their previews: for results, which may contain other keys on
   * purpose.
   */
  applyKnown(text: string): string {
    return this.#known().in(text);
  }

  /** As `applyKnown`, for a stream of bytes of another program. */
  stream(): StreamReplacer {
    return this.#known().stream();
  }

  #known(): Replacer {
    this.#replacer ??= new Replacer({
      all: [...this.#values].flatMap((value) => replacements(value, preview)),
      // The preview shows these characters anyway, so that a prompt of a few letters is never held back.
      early: previewLength,
      cutOff: cutOffSecret,
    });
    return this.#replacer;
  }
}

/** The beginning of a secret at the end of a stream is cut to the preview too. */
export function cutOffSecret(beginning: string): string {
  return beginning.length > previewLength ? preview(beginning) : beginning;
}

/**
 * The forms of a secret in a text: each character as it is or escaped as in JSON, URLs or HTML, or the whole in base64.
 */
export function replacements(secret: string, by: Replacement['by']): Replacement[] {
  return [Array.from(secret, waysOf), ...inBase64(secret)].map((spelling) => ({
    spelling,
    by,
  }));
}

/** The names in HTML of the characters that have one. */
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

/** Most digits of a character's number in HTML: leading zeros may be many. */
const maxReferenceDigits = 8;

/** A number with no leading zeros, with one, and so on. */
function withZeros(digits: string): string[] {
  return Array.from({ length: Math.max(1, maxReferenceDigits - digits.length + 1) }, (_, zeros) =>
    digits.padStart(digits.length + zeros, '0'),
  );
}

/** The ways of the characters that were asked for: secrets have the same few. */
const waysByCharacter = new Map<string, readonly string[]>();

function waysOf(character: string): readonly string[] {
  const ways = waysByCharacter.get(character) ?? waysToWrite(character);
  waysByCharacter.set(character, ways);
  return ways;
}

/** A character as it is, and escaped in JSON, URLs and HTML. */
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

/** The two letters in which the base64 alphabets differ, also escaped. */
const base64Ways: Readonly<Record<string, readonly string[]>> = {
  '+': ['+', '-', '%2B', '%2b', '\\u002b', '\\u002B'],
  '/': ['/', '_', '%2F', '%2f', '\\/'],
};

/** Deepest indentation of base64 that is found, in blanks. */
const deepest = 16;

/**
 * What may stand between two letters of base64: a line break, as base64(1) and openssl(1) write it, or in JSON; after it
 * the blanks of a YAML block or a MIME header. A terminal adds a carriage return to each line feed, also to that of CRLF.
 */
const base64Breaks = [
  '',
  ...['\n', '\r\n', '\r\r\n', '\\n', '\\r\\n'].flatMap((lineBreak) => [
    ...Array.from({ length: deepest + 1 }, (_, blanks) => lineBreak + ' '.repeat(blanks)),
    ...(lineBreak.startsWith('\\') ? ['\\t'] : ['\t']).map((tab) => lineBreak + tab),
  ]),
];

/**
 * A value in base64, for each alignment to the bytes before it. Letters at its ends that also depend on the bytes
 * beside it are omitted.
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
