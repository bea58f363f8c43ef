// Masking secrets in bytes that arrive in pieces gives the same result as masking the complete text.
import { describe, expect, test } from 'vitest';
import { replacements, SecretMask } from '../../src/lib/masking';
import { Replacer, type StreamReplacer } from '../../src/lib/replace-in-stream';
import { random } from '../support/random';
import { runs, sample } from '../support/runs';

const key = 'ak_live_9f8e7d6c5b4a39281706';
const token = 'uk_live_ak_0a1b2c3d4e5f60718293';
const odd = 'pa/ss"wo\\rd+é€';
const longer = `${key}_and_more`;

function maskOf(...secrets: string[]): SecretMask {
  const mask = new SecretMask();
  for (const secret of secrets) mask.add(secret);
  return mask;
}

function through(replacer: StreamReplacer, pieces: Uint8Array[]): Buffer {
  return Buffer.concat([...pieces.map((piece) => replacer.push(piece)), replacer.end()]);
}

/** Splits bytes at random places, also into empty pieces and single bytes. */
function cut(bytes: Buffer, below: (most: number) => number): Buffer[] {
  const cuts = Array.from({ length: 1 + below(12) }, () => below(bytes.length + 1));
  const places = [0, ...cuts.sort((one, other) => one - other), bytes.length];
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place));
}

/** The ways in which other programs can write a character. */
const ways: ((character: string) => string)[] = [
  (character) => character,
  (character) =>
    Array.from(
      Array(character.length).keys(),
      (at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  (character) => Array.from(Buffer.from(character), (byte) => `%${byte.toString(16)}`).join(''),
  (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).toUpperCase()}`).join(''),
  (character) => `&#${character.codePointAt(0)};`,
  (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
  (character) => `&#X${character.codePointAt(0)?.toString(16).toUpperCase()};`,
  (character) => `&#x${character.codePointAt(0)?.toString(16).padStart(8, '0')};`,
  (character) => `&#${String(character.codePointAt(0)).padStart(8, '0')};`,
];

const notations = [
  'unescaped',
  'as a JSON escape',
  'percent-encoded with lowercase digits',
  'percent-encoded with uppercase digits',
  'as a decimal HTML entity',
  'as a hexadecimal HTML entity',
  'as a hexadecimal HTML entity in uppercase',
  'as a hexadecimal HTML entity with leading zeros',
  'as a decimal HTML entity with leading zeros',
];

const written = (text: string, choose: (at: number) => number): string =>
  Array.from(text, (character, at) => ways[choose(at) % ways.length]?.(character)).join('');

const base64 = (text: string, coding: 'base64' | 'base64url' = 'base64') =>
  Buffer.from(text).toString(coding);

/** Base64 as it is, percent-encoded, and escaped in JSON. */
const inAddressesAndJson: ((text: string) => string)[] = [
  String,
  encodeURIComponent,
  (text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  (text) => text.replaceAll('+', '\\u002b').replaceAll('/', '\\/'),
  (text) => text.replaceAll('+', '\\u002B'),
];

/** Text with secrets, their beginnings, and similar text. */
function textWith(below: (most: number) => number): string {
  const parts = [
    key,
    token,
    odd,
    longer,
    encodeURIComponent(odd),
    JSON.stringify(odd),
    'ak_',
    'ak_live_9f8',
    key.slice(0, -1),
    key.slice(1),
    token.slice(0, 12),
    'a',
    'ak',
    'uk_live_',
    ...[key, odd].map((text) => written(text, () => below(ways.length))),
    base64(`a${key}`),
    base64(`Basic ${odd}:`),
    base64(`{"a":"${odd}"}`, 'base64url'),
    '%61',
    '\\u0061',
    '&#97;',
    '&',
    '%',
    '\\',
    'YWtf',
    'plain text ',
    '\n',
    'é€😀',
    '\u0000',
    `${key}${key}`,
    'ak_ak_live_',
  ];
  const chosen = Array.from({ length: 1 + below(10) }, () => parts[below(parts.length)] ?? '');
  return `${chosen.join('')}.`;
}

const rounds = runs(10_000);
test(`masking ${rounds} randomly split texts gives the same result as masking the undivided texts`, () => {
  const chance = random(20261122);
  const below = (most: number) => Math.floor(chance() * most);
  const mask = maskOf(key, token, odd, longer);
  let hits = 0;
  for (let round = 0; round < rounds; round += 1) {
    // Long texts take another code path.
    const text = (round % 10 === 0 ? 'x '.repeat(3000) : '') + textWith(below);
    const bytes = Buffer.from(text);
    const masked = through(mask.stream(), cut(bytes, below)).toString();
    if (masked !== mask.applyKnown(text)) expect(masked, text).toBe(mask.applyKnown(text));
    for (const secret of [key, token, odd]) expect(masked.includes(secret)).toBe(false);
    hits += masked.includes('…') ? 1 : 0;
  }
  expect(hits).toBeGreaterThan(rounds / 2);
});

describe('a secret in a different notation', () => {
  const hidden = (text: string, ...decode: ((masked: string) => string)[]) => {
    const mask = maskOf(key, odd);
    const long = `${'x '.repeat(3000)}${text}`;
    const masked = [text, long].flatMap((one) => [
      mask.apply(one),
      through(mask.stream(), [Buffer.from(one)]).toString(),
    ]);
    for (const one of masked) {
      expect(one).toContain('…');
      for (const read of decode) {
        const told = read(one);
        for (const secret of [key, odd]) expect(told).not.toContain(secret.slice(0, -1));
      }
    }
  };
  const plain = (text: string) => text;

  test.each(ways.map((_, way) => [notations[way] ?? expect.unreachable(), way] as const))(
    'is masked if every character is written in the same notation (%s)',
    (_, way) => {
      for (const secret of [key, odd]) hidden(`is ${written(secret, () => way)}.`, plain);
    },
  );

  test('is masked if the characters are written in different notations', () => {
    for (const secret of [key, odd]) hidden(`is ${written(secret, (at) => at)}.`, plain);
  });

  test('is masked if it contains HTML entities, escaped slashes from JSON, or plus signs for the spaces in a URL', () => {
    const mask = maskOf('a<b>&"c\'d', '12/34/56', 'one two three', 'say "so"\t\\o/');
    expect(mask.applyKnown(JSON.stringify('say "so"\t\\o/'))).toBe('"say \\"…"');
    expect(mask.applyKnown('a&lt;b&gt;&amp;&quot;c&apos;d')).toBe('a&lt;b…');
    expect(mask.applyKnown('12\\/34\\/56')).toBe('12\\/34…');
    expect(maskOf('one_two').applyKnown('one&lowbar;two one&UnderBar;two')).toBe('one&lo… one&Un…');
    expect(mask.applyKnown('one+two+three')).toBe('one+tw…');
    expect(mask.applyKnown('12&#047;34&#047;56')).toBe('12&#04…');
    expect(mask.applyKnown('12&sol;34&sol;56')).toBe('12&sol…');
    expect(mask.applyKnown(encodeURIComponent('say "so"\t\\o/'))).toBe('say%20…');
  });

  test('is masked in base64 at any position, in the standard and in the URL-safe alphabet', () => {
    for (const secret of [key, odd, 'ÿþ>?ÿþ>?ÿþ']) {
      const mask = maskOf(secret);
      for (let before = 0; before < 6; before += 1) {
        for (let behind = 0; behind < 3; behind += 1) {
          const text = `${'x'.repeat(before)}${secret}${'y'.repeat(behind)}`;
          for (const coding of ['base64', 'base64url'] as const) {
            for (const write of inAddressesAndJson) {
              const masked = mask.applyKnown(write(base64(text, coding)));
              expect(masked).toContain('…');
              // The rest at the ends reveals at most the preview and one letter.
              const left = decodeURIComponent(masked.replace(/.*…/, ''));
              expect(Buffer.from(left, 'base64').length).toBeLessThan(4 + behind);
            }
          }
        }
      }
    }
  });

  test.each(
    sample([
      [76, '\n'],
      [64, '\n'],
      [76, '\r\n'],
      [64, '\\n'],
      [76, '\\r\\n'],
      [64, '\n    '],
      [76, '\r\n\t'],
      [64, `\n${' '.repeat(16)}`],
      [76, '\\n  '],
    ] as const),
  )(
    'is masked in base64 with a line break after every %d characters (line break: %j)',
    (width, lineBreak) => {
      for (const before of sample(Array.from({ length: width + 1 }, (_, n) => n))) {
        const whole = base64(`${'x'.repeat(before)}${key}`);
        const text = whole.replace(new RegExp(`.{${width}}`, 'g'), `$&${lineBreak}`);
        const masked = maskOf(key).applyKnown(text);
        expect(masked).toContain('…');
        // Only the preview and one letter at the end are left.
        const [left = '', right = ''] = masked.replaceAll(lineBreak, '').split('…');
        expect(Buffer.from(left, 'base64').length - before).toBeLessThan(6);
        expect(Buffer.from(right, 'base64').length).toBeLessThan(4);
        expect(
          through(
            maskOf(key).stream(),
            cut(Buffer.from(text), () => 3),
          ).toString(),
        ).toBe(masked);
      }
    },
  );

  test('is distinguished from similar text, which stays unchanged', () => {
    const others = [key.replace('_', '+'), key.replace('_', '\\/')];
    const text = `${written(key.slice(0, -1), (at) => at)} ${base64(key.slice(1, -3))} ${others}.`;
    expect(maskOf(key).applyKnown(text)).toBe(text);
    expect(through(maskOf(key).stream(), [Buffer.from(text)]).toString()).toBe(text);
  });
});

test.each([
  ['plain secrets', `key=${key}; token=${token}\n`, 'key=ak_liv…; token=uk_liv…\n'],
  ['a secret escaped in JSON', `"${written(key, () => 1)}"`, '"\\u0061…"'],
  [
    'a secret that starts with another secret',
    `${longer} ${key} ${key}_and`,
    'ak_liv… ak_liv… ak_liv…_and',
  ],
  [
    'a secret whose end is the same as its start',
    'a-secret-a-sec a-secret-a.',
    'a-secr… a-secret-a.',
  ],
])(
  'a masked stream masks secrets that are split at any byte (secrets: %s)',
  (_, secret, expected) => {
    const text = Buffer.from(secret);
    const mask = maskOf(key, token, longer, 'a-secret-a-sec');
    for (let place = 0; place <= text.length; place += 1) {
      const pieces = [text.subarray(0, place), text.subarray(place)];
      expect(through(mask.stream(), pieces).toString()).toBe(expected);
    }
    const bytes = Array.from(text, (byte) => Buffer.of(byte));
    expect(through(mask.stream(), bytes).toString()).toBe(expected);
  },
);

describe('a masked stream', () => {
  test('does not hold back a prompt that ends with the start of a key', () => {
    const stream = maskOf(key).stream();
    expect(stream.push(Buffer.from('name of the ak_li')).toString()).toBe('name of the ak_li');
    expect(stream.push(Buffer.from('\n')).toString()).toBe('\n');
  });

  test('never shows more of a key than its preview', () => {
    const stream = maskOf(key).stream();
    let out = '';
    for (const byte of Buffer.from(key)) {
      out += stream.push(Buffer.of(byte)).toString();
      expect('ak_liv…'.startsWith(out)).toBe(true);
    }
    expect(out + stream.end().toString()).toBe('ak_liv…');
  });

  test('shortens a truncated key to its preview', () => {
    const text = Buffer.from(`x ${key.slice(0, -1)}`);
    expect(through(maskOf(key).stream(), [text]).toString()).toBe('x ak_liv…');
    expect(through(maskOf(key).stream(), [Buffer.from('x ak_liv')]).toString()).toBe('x ak_liv');
  });

  test('immediately passes on text that cannot be the start of a key', () => {
    const stream = maskOf(key).stream();
    expect(stream.push(Buffer.from('x ak_live_!')).toString()).toBe('x ak_live_!');
    expect(stream.push(Buffer.from('x ak_live_\\')).toString()).toBe('x ak_liv');
  });

  test('passes on an incomplete character at the end unchanged', () => {
    const half = Buffer.from('pass€word').subarray(0, 6);
    expect(through(maskOf('pass€word').stream(), [half])).toEqual(half);
  });

  test('passes on bytes that are not text unchanged', () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7) % 256));
    expect(through(maskOf(key, odd).stream(), [bytes]).equals(bytes)).toBe(true);
  });

  test('does not change the text if there are no secrets', () => {
    expect(through(new SecretMask().stream(), [Buffer.from(key)]).toString()).toBe(key);
  });
});

test('a replacer holds back a secret until it is complete if the secret and its replacement have different prefixes', () => {
  const replacer = new Replacer({
    all: [{ spelling: Array.from(key, (letter) => [letter]), by: () => 'token' }],
    early: 0,
    cutOff: () => '',
  }).stream();
  expect(replacer.push(Buffer.from('is ak_')).toString()).toBe('is ');
  expect(replacer.push(Buffer.from(key.slice(3))).toString()).toBe('token');
});

test('a replacer replaces each search text with its own replacement', () => {
  const replacer = new Replacer({
    all: ['first', 'second'].map((text) => ({
      spelling: Array.from(text, (letter) => [letter]),
      by: (found) => `<${text} ${found}>`,
    })),
    early: 0,
    cutOff: String,
  });
  const replaced = 'a <second second> and <first first> ';
  expect(replacer.in('a second and first ')).toBe(replaced);
  expect(through(replacer.stream(), [Buffer.from('a second and first ')]).toString()).toBe(
    replaced,
  );
});

test('replacers and masks do not change the text if there are no secrets', () => {
  expect(new Replacer({ all: [], early: 6, cutOff: (text) => text }).in(key)).toBe(key);
  expect(maskOf().applyKnown(key)).toBe(key);
  expect(through(maskOf().stream(), [Buffer.from(key)]).toString()).toBe(key);
});

describe('a finder', () => {
  const secrets = Array.from({ length: 10 }, (_, index) => `ak_${String(index).padStart(12, 'x')}`);
  const replacer = new Replacer({
    all: secrets.flatMap((secret, index) => replacements(secret, () => String(index))),
    early: 0,
    cutOff: String,
  });
  const text = secrets
    .map((secret, index) => (index % 2 === 0 ? secret : Buffer.from(secret).toString('base64')))
    .map((written) => `${'ak_'.repeat(50)}\n${written}\n`)
    .join('');

  test.each([1, 7, 4096, 1_000_000])(
    'finds every secret in a stream that arrives in chunks of %i bytes',
    (length) => {
      const finder = replacer.finder();
      const found = [];
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += length) {
        found.push(...finder.push(bytes.subarray(at, at + length)));
      }
      found.push(...finder.end());
      expect(found).toEqual(
        secrets.map((_, index) => ({ line: index * 2 + 2, replacement: String(index) })),
      );
    },
  );

  test('reports the correct line of a secret that follows a secret with a line feed', () => {
    const long = `ak_${'x'.repeat(57)}`;
    const encoded = Buffer.from(long).toString('base64');
    const finder = new Replacer({
      all: [
        ...replacements(long, () => 'long'),
        ...replacements(secrets[0] as string, () => 'short'),
      ],
      early: 0,
      cutOff: String,
    }).finder();
    const bytes = Buffer.from(`${encoded.slice(0, 76)}\n${encoded.slice(76)}\n${secrets[0]}\n`);
    const found = [...bytes].flatMap((byte) => finder.push(Buffer.of(byte)));
    expect([...found, ...finder.end()]).toEqual([
      { line: 1, replacement: 'long' },
      { line: 3, replacement: 'short' },
    ]);
  });
});
