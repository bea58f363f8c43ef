// Email validation (GET /emails). The sandbox checks the syntax, and looks up the domain in its lists of free,
// disposable and other known domains. The sandbox does not contact mail servers. If only the domain's mail server could tell whether the address receives mail, the result
// is `unknown`.
import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { maximumEmail } from '../../api/limits';
import type { EmailValidation } from '../../api/validations';
import { editDistance } from '../../lib/edit-distance';
import { Refusal } from '../http/responses';
import {
  catchallDomains,
  disposableDomains,
  exampleDomains,
  freeDomains,
  popularDomains,
  roleNames,
  typosOfCom,
  undeliverableTopLevelDomains,
} from './email-lists';
import { emailDomains } from './test-values';

/**
 * Validates an email address.
 * @throws Refusal 40011 if the query is empty or is not text; 40017 if the query has more than 320 characters (code
 * points).
 */
export function validateEmail(query: unknown): EmailValidation {
  if (typeof query !== 'string' || query.trim() === '') throw new Refusal(40011);
  if ([...query].length > maximumEmail) throw new Refusal(40017);
  const email = parseEmail(query);
  const fixed = email && emailDomains[email.domain]?.result;
  const result =
    fixed?.result ?? (email === undefined ? 'not_deliverable' : resultFor(email.domain));
  return {
    result,
    deliverable: result === 'deliverable',
    disposable: email !== undefined && isListed(email.domain, disposableDomains),
    free: email !== undefined && freeDomains.has(email.domain),
    role: email !== undefined && isRole(email),
    catchall: email !== undefined && isListed(email.domain, catchallDomains),
    suggestions: email === undefined ? [] : suggestionsFor(email),
    ...fixed,
  };
}

function resultFor(domain: string): EmailValidation['result'] {
  const topLevelDomain = domain.slice(domain.lastIndexOf('.') + 1);
  if (undeliverableTopLevelDomains.has(topLevelDomain) || isListed(domain, exampleDomains)) {
    return 'not_deliverable';
  }
  const acceptsMail = freeDomains.has(domain) || isListed(domain, disposableDomains);
  return acceptsMail ? 'deliverable' : 'unknown';
}

/**
 * True if a list contains the domain or one of its parent domains. Parent domains count because a mailbox can be in any
 * subdomain.
 */
function isListed(domain: string, list: ReadonlySet<string>): boolean {
  const labels = domain.split('.');
  return labels.some((_, at) => list.has(labels.slice(at).join('.')));
}

/** True if the name before the @ is a role. Ignores a suffix: `Sales+west@…` is also a role. */
function isRole({ local }: EmailParts): boolean {
  return roleNames.has(local.toLowerCase().replace(/\+.*$/, ''));
}

const mostSuggestions = 3;

/**
 * Returns addresses with a corrected domain, most likely first. The suggestions correct a mistyped top-level domain, or
 * replace the domain with a similar popular domain. If the domain belongs to a free mailbox provider or is an IP
 * address, there are no suggestions.
 */
function suggestionsFor({ local, domain }: EmailParts): string[] {
  if (freeDomains.has(domain) || domain.startsWith('[')) return [];
  const ended = withCorrectTopLevelDomain(domain);
  const near = popularDomains
    .map((popular) => ({ popular, mistakes: editDistance(ended, popular, 2) }))
    .filter(({ popular, mistakes }) => mistakes <= mistakesIn(popular, ended))
    .sort((a, b) => a.mistakes - b.mistakes)
    .map(({ popular }) => popular);
  const corrected = near.length > 0 ? near : [ended].filter((one) => one !== domain);
  return corrected.slice(0, mostSuggestions).map((one) => `${local}@${one}`);
}

/**
 * Returns how many typos `domain` can contain and still count as a misspelling of `popular`. If `popular` is short,
 * returns 0, because short valid domains can differ by a single letter, such as `gmx.com` and `gm.com`. If `popular` is
 * long and both domains begin with the same letter, returns 2. Otherwise, returns 1.
 */
function mistakesIn(popular: string, domain: string): number {
  if (popular.length < 8) return 0;
  return popular.length > 9 && popular[0] === domain[0] ? 2 : 1;
}

function withCorrectTopLevelDomain(domain: string): string {
  const dot = domain.lastIndexOf('.');
  return typosOfCom.has(domain.slice(dot + 1)) ? `${domain.slice(0, dot)}.com` : domain;
}

interface EmailParts {
  local: string;
  /** The domain in lowercase, with international names in ASCII (Punycode), or an IP address in brackets. */
  domain: string;
}

/** The maximum lengths in octets (RFC 5321, section 4.5.3.1). */
const longestLocal = 64;
const longestDomain = 255;

const atom = String.raw`[\w!#$%&'*+/=?^\x60{|}~\-\u0080-\u{10FFFF}]+`;
const dotAtom = new RegExp(String.raw`^${atom}(?:\.${atom})*$`, 'u');
const quotedLocal = /^"(?:[\x20\x21\x23-\x5B\x5D-\x7E\u0080-\u{10FFFF}]|\\[\x20-\x7E])*"$/u;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Splits an email address into its parts. Ignores surrounding spaces. Returns undefined if the text is not a valid
 * email address.
 */
function parseEmail(text: string): EmailParts | undefined {
  const email = text.trim();
  const at = email.lastIndexOf('@');
  if (at < 1) return undefined;
  const local = email.slice(0, at);
  const domain = domainOf(email.slice(at + 1));
  return domain !== undefined && isLocal(local) ? { local, domain } : undefined;
}

function isLocal(local: string): boolean {
  if (/[\p{Z}\p{C}]/u.test(local.replaceAll(' ', ''))) return false;
  if (Buffer.byteLength(local) > longestLocal) return false;
  return dotAtom.test(local) || quotedLocal.test(local);
}

function domainOf(text: string): string | undefined {
  if (text.startsWith('[')) return isAddressLiteral(text) ? text.toLowerCase() : undefined;
  if (/[^\w.\-\u0080-\u{10FFFF}]/u.test(text)) return undefined;
  const domain = domainToASCII(text).toLowerCase();
  const labels = domain.split('.');
  const isName =
    domain.length <= longestDomain &&
    labels.length >= 2 &&
    labels.every((one) => label.test(one)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  return isName ? domain : undefined;
}

function isAddressLiteral(text: string): boolean {
  const inside = /^\[(?:(ipv6):)?([^\]]+)\]$/i.exec(text);
  if (!inside) return false;
  const address = inside[2] ?? '';
  return inside[1] === undefined ? isIPv4(address) : isIPv6(address);
}
