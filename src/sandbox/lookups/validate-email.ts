// Email validation, GET /emails: by syntax and lists. The sandbox opens no connection, so the result is
// `unknown` if only the domain's own servers could decide.
import { maximumEmail } from '../../api/limits';
import type { EmailValidation } from '../../api/validations';
import { editDistance } from '../../lib/edit-distance';
import { emailDomains } from '../test-values';
import {
  catchallDomains,
  disposableDomains,
  endingTypos,
  exampleDomains,
  freeDomains,
  popularDomains,
  roleNames,
  undeliverableEndings,
} from './email-lists';
import { type EmailParts, parseEmail } from './email-syntax';
import { done, type Outcome, refused } from './outcome';

/**
 * Validates an email address. A query without text is 40011; one of more than 320 characters (code points) is
 * 40017.
 */
export function validateEmail(query: unknown): Outcome<EmailValidation> {
  if (typeof query !== 'string' || query.trim() === '') return refused(40011);
  if ([...query].length > maximumEmail) return refused(40017);
  const email = parseEmail(query);
  const fixed = email && emailDomains[email.domain]?.answer;
  const result =
    fixed?.result ?? (email === undefined ? 'not_deliverable' : resultFor(email.domain));
  return done({
    result,
    deliverable: result === 'deliverable',
    disposable: email !== undefined && isListed(email.domain, disposableDomains),
    free: email !== undefined && freeDomains.has(email.domain),
    role: email !== undefined && isRole(email),
    catchall: email !== undefined && isListed(email.domain, catchallDomains),
    suggestions: email === undefined ? [] : suggestionsFor(email),
    ...fixed,
  });
}

function resultFor(domain: string): EmailValidation['result'] {
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  if (undeliverableEndings.has(ending) || isListed(domain, exampleDomains)) {
    return 'not_deliverable';
  }
  const acceptsMail = freeDomains.has(domain) || isListed(domain, disposableDomains);
  return acceptsMail ? 'deliverable' : 'unknown';
}

/** The domain itself or one above it: disposable mailboxes have any name below their provider. */
function isListed(domain: string, list: ReadonlySet<string>): boolean {
  const labels = domain.split('.');
  return labels.some((_, at) => list.has(labels.slice(at).join('.')));
}

/** `Sales+west@…` is for a role too. */
function isRole({ local }: EmailParts): boolean {
  return roleNames.has(local.toLowerCase().replace(/\+.*$/, ''));
}

/** Most suggestions. */
const mostSuggestions = 3;

/**
 * Whole addresses with the domain corrected, likeliest first: a mistyped ending is corrected, and similar
 * popular domains are suggested. A known domain is not changed.
 */
function suggestionsFor({ local, domain }: EmailParts): string[] {
  if (freeDomains.has(domain) || domain.startsWith('[')) return [];
  const ended = withEndingRight(domain);
  const near = popularDomains
    .map((popular) => ({ popular, mistakes: editDistance(ended, popular, 2) }))
    .filter(({ popular, mistakes }) => mistakes <= mistakesIn(popular, ended))
    .sort((a, b) => a.mistakes - b.mistakes)
    .map(({ popular }) => popular);
  const meant = near.length > 0 ? near : [ended].filter((one) => one !== domain);
  return meant.slice(0, mostSuggestions).map((one) => `${local}@${one}`);
}

/**
 * Short domains have many similar ones that are correct (`gmx.com`, `gm.com`); in long ones two mistakes are
 * possible, if the first letter is right.
 */
function mistakesIn(popular: string, domain: string): number {
  if (popular.length < 8) return 0;
  return popular.length > 9 && popular[0] === domain[0] ? 2 : 1;
}

function withEndingRight(domain: string): string {
  const dot = domain.lastIndexOf('.');
  const ending = endingTypos.get(domain.slice(dot + 1));
  return ending === undefined ? domain : `${domain.slice(0, dot)}.${ending}`;
}
