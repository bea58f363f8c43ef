// Which texts cannot be an e-mail address, whatever the mail system behind it.
import type { InvalidReason, InvalidValue } from './invalid-value';

/** U+FF20 is the at sign of East Asian keyboards; some services read it as `@`. */
const atSign = /[@\uff20]/g;

/** An address inside other text: `Ada <ada@example.com>`, `mailto:ada@example.com`. */
const wrapped = [/<([^<>\s@]+@[^<>\s@]+)>\s*$/, /^mailto:([^\s@?]+@[^\s@?]+)/i];

/**
 * Why a text cannot be one e-mail address; undefined where it may be. Quoted mailboxes, comments in
 * parentheses, address literals and domains of any script pass.
 */
export function invalidEmail(text: string): InvalidValue | undefined {
  const value = text.trim();
  const invalid = (reason: InvalidReason) => ({ parameter: 'email', value, reason });
  for (const pattern of wrapped) {
    const [, suggestion] = pattern.exec(value) ?? [];
    if (suggestion !== undefined) return { ...invalid('address_in_text'), suggestion };
  }
  const signs = value.match(atSign)?.length ?? 0;
  if (signs === 0) return invalid('no_at_sign');
  // Inside quotes and comments nearly everything is allowed.
  if (/["\\()]/.test(value)) return undefined;
  if (/^[@\uff20]/.test(value)) return invalid('no_mailbox');
  if (/[@\uff20]$/.test(value)) return invalid('no_domain');
  if (signs > 1) return invalid(/[,;\s]/.test(value) ? 'several_addresses' : 'several_at_signs');
  // Blanks around dots and the at sign are an old form that some servers still read.
  if (/[^\s.@\uff20]\s+[^\s.@\uff20]/.test(value)) return invalid('blank_inside');
  return undefined;
}
