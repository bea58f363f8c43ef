// Before waypost sends a billable request, this module rejects text that cannot be an email address. If waypost sent
// such text, the service would bill the lookup and report the text as undeliverable. This module accepts unusual but
// valid addresses.
import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { maximumEmail } from '../api/limits';
import type { InvalidReason, InvalidValue } from './lookup';

/**
 * Returns the reason why the text is not a single email address, or undefined if the text can be an address. Accepts
 * quoted mailboxes, comments in parentheses, address literals and domains in any script. If the intended address is
 * clear, `suggestion` contains that address.
 */
export function invalidEmail(text: string): InvalidValue | undefined {
  const value = text.trim();
  // `emailValidate.request` throws a separate error for text that exceeds this length.
  if ([...value].length > maximumEmail) return undefined;
  const reason = whyNoAddress(value);
  if (reason === undefined) return undefined;

  const inside = addressesInside(value).find(isPlainAddress);
  if (inside !== undefined) {
    return { parameter: 'email', value, reason: 'address_in_text', suggestion: inside };
  }
  const corrected = withoutSlips(withoutSurroundings(value));
  if (isPlainAddress(corrected)) {
    return { parameter: 'email', value, reason, suggestion: corrected };
  }
  return { parameter: 'email', value, reason };
}

/** True if the text is an address without quotes, escapes or comments. */
function isPlainAddress(text: string): boolean {
  return !/["\\()]/.test(text) && whyNoAddress(text) === undefined;
}

function whyNoAddress(value: string): InvalidReason | undefined {
  const bare = withoutComments(value);
  const at = bare.lastIndexOf('@');
  if (at === -1) return 'no_at_sign';
  const mailbox = bare.slice(0, at);
  const domain = bare.slice(at + 1);
  if (mailbox === '') return 'no_mailbox';
  if (domain === '') return 'no_domain';
  const reason = isMailbox(mailbox) ? whyNoDomain(domain) : whyNoMailbox(mailbox, bare);
  if (reason !== undefined) return reason;
  // A comment in parentheses at the start or end is usually a name or a note, so waypost treats the value as an address
  // inside other text.
  return /^\(|\)$/.test(value) ? 'address_in_text' : undefined;
}

// The following patterns implement RFC 5321 and RFC 5322, and accept the non-ASCII characters that RFC 6531 allows.

/** The maximum length of a mailbox and of a domain, in bytes (RFC 5321, section 4.5.3.1). */
const longestMailbox = 64;
const longestDomain = 255;

/** Matches invisible characters, except the zero-width joiner and non-joiner, which some scripts use inside words. */
const invisible = String.raw`(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]`;

/** Matches non-ASCII quotation marks and brackets, except U+2019, which is also an apostrophe. */
const foreignMark = String.raw`(?![\u2019])[\p{Pi}\p{Pf}\p{Ps}\p{Pe}]`;

/**
 * Matches non-ASCII characters that an address never contains. U+FF20 is the full-width at sign, which East Asian
 * keyboards can produce. U+FFFD replaces a character that could not be decoded.
 */
const foreignDirt = new RegExp(
  String.raw`(?![\x00-\x7f])(?:${invisible}|${foreignMark}|[\p{Z}\uff20\ufffd])`,
  'u',
);

/**
 * Matches non-ASCII punctuation and symbols that a domain never contains. Does not match emoji, the middle dots and
 * other marks that some scripts use inside words, or the full stops and hyphen that East Asian keyboards produce,
 * because a domain can contain these characters.
 */
const foreignSign =
  /(?![\x00-\x7f\u00b7\u0375\u05f3\u05f4\u30fb\u3002\uff0d\uff0e\uff61])[\p{P}\p{Sc}\p{Sk}\p{Sm}]/u;

const atom = String.raw`(?:[\w!#$%&'*+/=?^\x60{|}~\-\u0080-\u{10ffff}]|\\.)+`;
const quotedText = String.raw`"(?:[^"\\\p{Cc}]|\\.)*"`;
const mailboxWord = `(?:${atom}|${quotedText})`;
const mailboxWords = new RegExp(String.raw`^${mailboxWord}(?:\.${mailboxWord})*$`, 'u');
const anyQuotedText = new RegExp(quotedText, 'gu');

function isMailbox(text: string): boolean {
  return (
    mailboxWords.test(text) &&
    !foreignDirt.test(text.replace(anyQuotedText, '')) &&
    Buffer.byteLength(text) <= longestMailbox
  );
}

function whyNoMailbox(mailbox: string, bare: string): InvalidReason {
  if (mailbox.includes('@')) return /[,;\s]/.test(bare) ? 'several_addresses' : 'several_at_signs';
  return /\s/.test(bare) ? 'blank_inside' : 'wrong_mailbox';
}

const label = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;
const topLevel = /^(?!\d+$)[a-z\d-]+$/;

function whyNoDomain(text: string): InvalidReason | undefined {
  if (/\s/.test(text)) return 'blank_inside';
  if (text.startsWith('[')) return isAddressLiteral(text) ? undefined : 'wrong_domain';
  if (/[^\w.\-\u0080-\u{10ffff}]/u.test(text)) return 'wrong_domain';
  if (foreignDirt.test(text) || foreignSign.test(text)) return 'wrong_domain';
  const domain = domainToASCII(text).toLowerCase();
  const labels = domain.split('.');
  const isName = labels.every((one) => label.test(one)) && topLevel.test(labels.at(-1) ?? '');
  if (!isName || domain.length > longestDomain) return 'wrong_domain';
  return labels.length === 1 ? 'domain_without_dot' : undefined;
}

/**
 * True for an IP address literal such as `[192.0.2.1]` or `[IPv6:2001:db8::1]`, and for a literal with any other tag.
 */
function isAddressLiteral(text: string): boolean {
  const [, tag, address = ''] = /^\[(?:([a-z][a-z\d-]*):)?([^\s[\]]+)\]$/i.exec(text) ?? [];
  if (tag === undefined) return isIPv4(address);
  return tag.toLowerCase() === 'ipv6' ? isIPv6(address) : true;
}

const quotedOrComment = /"(?:[^"\\]|\\.)*"|\\.|\((?:[^()\\]|\\.)*\)/gu;

/** Removes comments in parentheses, which can be nested. Parentheses in quotes are not a comment. */
function withoutComments(text: string): string {
  let bare = text;
  let before: string;
  do {
    before = bare;
    bare = bare.replace(quotedOrComment, (part) => (part.startsWith('(') ? '' : part));
  } while (bare !== before);
  return bare;
}

/** Patterns that match an address inside other text, such as `Ada <ada@example.com>` or `mailto:ada@example.com`. */
const addressInText = [/<([^<>\s@]+@[^<>\s@]+)>\s*$/, /^mailto:([^\s@?]+@[^\s@?]+)/i];

/** Returns substrings that might be the intended address, most likely first. */
function addressesInside(value: string): string[] {
  const named = addressInText.flatMap((pattern) => pattern.exec(value)?.[1] ?? []);
  return [withoutEnds(value), ...named, withoutSurroundings(value)];
}

const before =
  /^(?:(?:mailto|smtp|e-?mail)\s*:|[\s"'`=<>([{,;:.|\\/*\p{Pd}\u2022\u2032\u2033\uff1c\p{Pi}\p{Pf}\p{Ps}])+/iu;

const behind =
  /[\s"'`>)\]},;:.!?|\\/*_\p{Pd}\u2022\u2026\u2032\u2033\u3001\uff1e\p{Pi}\p{Pf}\p{Pe}]+$/u;
const anyInvisible = new RegExp(invisible, 'gu');

/**
 * Removes all invisible characters, a prefix such as `mailto:`, and the quotes, brackets and punctuation around the
 * text. For example, a spreadsheet can export a cell as `="…"`.
 */
function withoutEnds(value: string): string {
  return value.replace(anyInvisible, '').replace(before, '').replace(behind, '');
}

/** Like `withoutEnds`, but removes comments first. */
function withoutSurroundings(value: string): string {
  return withoutEnds(withoutComments(value));
}

/** Corrects typing mistakes: spaces around the at sign, and spaces, repeated dots or a comma in the domain. */
function withoutSlips(text: string): string {
  const joined = text.replace(/\s*\\?[@\uff20]\s*/g, '@');
  const at = joined.lastIndexOf('@');
  const domain = joined.slice(at + 1).replace(/\s*\.[\s.]*/g, '.');
  return joined.slice(0, at + 1) + (domain.includes('.') ? domain : domain.replace(',', '.'));
}
