// What waypost shows of a secret.
import { describe, expect, test } from 'vitest';
import { cutOffSecret, preview, SecretMask } from '../../src/lib/masking';
import { plainText } from '../../src/lib/plain-text';

test.each([
  ['ak_0123456789', 'ak_012…'],
  ['ak_0123', 'ak_012…'],
  ['short', 'short…'],
  ['ключ-от-дома', 'ключ-о…'],
])('the preview of the secret %s is %s', (secret, shown) => {
  expect(preview(secret)).toBe(shown);
});

describe('SecretMask.applyKnown()', () => {
  const secret = 'ann/s k&y "é😀"';
  const masked = (text: string) => {
    const mask = new SecretMask();
    mask.add(secret);
    return mask.applyKnown(text);
  };

  test.each<[form: string, text: string]>([
    ['without escapes', secret],
    ['in JSON', String.raw`ann/s k&y \"é😀\"`],
    ['in JSON with escaped slashes', String.raw`ann\/s k&y \"é😀\"`],
    ['in JSON in ASCII', String.raw`ann\u002fs\u0020k\u0026y \u0022\u00e9\ud83d\ude00\u0022`],
    ['in JSON in ASCII in uppercase', String.raw`ann\u002Fs k&y "\u00E9\uD83D\uDE00"`],
    ['in a URL', 'ann%2fs%20k%26y%20%22%c3%a9%f0%9f%98%80%22'],
    ['in a URL in uppercase', 'ann%2Fs%20k%26y%20%22%C3%A9%F0%9F%98%80%22'],
    ['in a form', 'ann%2Fs+k%26y+%22%C3%A9%F0%9F%98%80%22'],
    ['in HTML with names', 'ann&sol;s k&amp;y &quot;é😀&QUOT;'],
    ['in HTML with decimal numbers', 'ann&#47;s k&#38;y &#34;&#233;&#128512;&#34;'],
    ['in HTML with leading zeros', 'ann&#00000047;s k&#038;y "é&#00128512;"'],
    ['in HTML with hexadecimal numbers', 'ann&#x2f;s k&#X26;y "&#xE9;&#X1f600;"'],
    ['in HTML with hexadecimal leading zeros', 'ann&#x0000002F;s k&#X00000026;y "é&#x0001F600;"'],
  ])('masks a secret %s', (_, text) => {
    expect(masked(`key=${text}.`)).toBe(`key=${preview(text)}.`);
  });

  test.each<[difference: string, text: string]>([
    ['a plus sign instead of a letter', 'a+n/s k&y "é😀"'],
    ['an escaped slash instead of a letter', String.raw`a\/n/s k&y "é😀"`],
    ['more leading zeros than HTML usually has', 'ann&#000000047;s k&y "é😀"'],
    ['an unmarked number instead of a letter', 'ann002fs k&y "é😀"'],
    ['the number of another letter', 'ann&#48;s k&y "é😀"'],
  ])('does not mask text with %s', (_, text) => {
    expect(masked(text)).toBe(text);
  });
});

test.each([
  ['an API key', 'key ak_0123456789 is', 'key ak_012… is'],
  ['a management key', 'uk_0123456789', 'uk_012…'],
  ['a licensee key', '"sl_0123456789"', '"sl_012…"'],
  ['a key in a path', '/keys/ak_0123456789/details', '/keys/ak_012…/details'],
  ['a key that is percent-encoded', '/keys/ak_0123%2F456', '/keys/ak_012…'],
  ['a sign-up token in a path', '/sign_up/0123456789?x', '/sign_up/012345…?x'],
  ['an api_key in a query', '?api_key=0123456789&a=b', '?api_key=012345…&a=b'],
  ['a user_token in a query', '&user_token=0123456789', '&user_token=012345…'],
  ['a preview', 'ak_012… and /sign_up/012345…', 'ak_012… and /sign_up/012345…'],
  ['a preview of a short secret', '/sign_up/012…', '/sign_up/012…'],
  ['a secret followed by an ellipsis', 'ak_0123456789…', 'ak_012…'],
  ['a value with an ellipsis in it', '?api_key=0…123456789', '?api_key=0…1234…'],
  ['words similar to keys', 'break_down task_list', 'break_down task_list'],
  ['no secrets', 'nothing here', 'nothing here'],
])('SecretMask.apply() masks exactly the secrets in text with %s', (_name, text, masked) => {
  expect(new SecretMask().apply(text)).toBe(masked);
});

test('SecretMask.apply() masks added values, both plain and percent-encoded', () => {
  const mask = new SecretMask();
  mask.add('my/secret value');
  mask.add('no key');
  mask.add(undefined);
  const text = 'my/secret value, my%2Fsecret%20value, no key, another secret';
  expect(mask.apply(text)).toBe('my/sec…, my%2Fs…, no key, another secret');
  mask.add('another secret');
  expect(mask.apply(text)).toBe('my/sec…, my%2Fs…, no key, anothe…');
});

test.each([
  ['shorter than a preview', 'sec', 'sec'],
  ['as long as a preview', 'secret', 'secret'],
  ['longer than a preview', 'secret1', 'secret…'],
])(
  'cutOffSecret returns at most the preview of a truncated secret that is %s',
  (_, beginning, shown) => {
    expect(cutOffSecret(beginning)).toBe(shown);
  },
);

test('SecretMask.apply() masks the longer of two secrets with the same prefix', () => {
  const mask = new SecretMask();
  mask.add('private-key');
  mask.add('private-key-of-ann');
  expect(mask.apply('private-key-of-ann private-key')).toBe('privat… privat…');
});

test('SecretMask.stream() masks complete secrets, and shortens a truncated secret to its preview', () => {
  const mask = new SecretMask();
  mask.add('private-key');
  const stream = mask.stream();
  const texts = [
    stream.push(Buffer.from('a private-')),
    stream.push(Buffer.from('key, private-k')),
  ];
  expect(Buffer.concat([...texts, stream.end()]).toString()).toBe('a privat…, privat…');
});

test('SecretMask.stream() masks a complete secret at the end of the stream, even if a longer secret has the same prefix', () => {
  const mask = new SecretMask();
  mask.add('private-key');
  mask.add('private-key-of-ann');
  const stream = mask.stream();
  const out = Buffer.concat([stream.push(Buffer.from('private-key-of')), stream.end()]);
  expect(out.toString()).toBe('privat…-of');
});

test.each([
  ['a bell', '\x07'],
  ['an escape sequence', '\x1b[31m'],
  ['an unfinished sequence', '\x1b]0;'],
  ['a backspace', '\b'],
  ['a tab', '\t'],
  ['a line feed', '\n'],
  ['a C1 control character', '\x85'],
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a direction mark', '\u202e'],
  ['a variation selector', '\ufe0f'],
  ['a combining grapheme joiner', '\u034f'],
  ['a filler', '\u115f'],
  ['a line separator', '\u2028'],
])('SecretMask.apply() masks a secret with %s between its letters', (_, between) => {
  const mask = new SecretMask();
  mask.add('private-key-of-ann');
  const spread = (text: string) => [...text].join(between);
  for (const secret of ['private-key-of-ann', 'ak_0123456789']) {
    const shown = plainText(mask.apply(`Refused: ${spread(secret)}.`));
    expect(shown.replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '')).not.toContain(
      secret.slice(0, 9),
    );
  }
});

test('SecretMask.apply() keeps line feeds and tabs in text without secrets', () => {
  const text = 'one\n\ttwo: ak_012…\nthree';
  expect(new SecretMask().apply(text)).toBe(text);
});

test('SecretMask.applyKnown() masks a secret in base64 even if a terminal changed the CRLF line breaks to CR CR LF', () => {
  const mask = new SecretMask();
  mask.add('private-key-of-ann');
  const lines =
    Buffer.from('key: private-key-of-ann')
      .toString('base64')
      .match(/.{1,8}/g) ?? [];
  const masked = mask.applyKnown(lines.join('\r\r\n'));
  expect(Buffer.from(masked, 'base64').toString()).not.toContain('key-of');
});

test('SecretMask.applyKnown() masks only the added values', () => {
  const mask = new SecretMask();
  mask.add('ak_0123456789');
  expect(mask.applyKnown('ak_0123456789 sl_0123456789')).toBe('ak_012… sl_0123456789');
});
