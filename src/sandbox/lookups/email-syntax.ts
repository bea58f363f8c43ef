// Which texts are email addresses: RFC 5321 with the characters of RFC 6531, without the comments and
// folding that no form accepts.
import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/** The two halves of an address. */
export interface EmailParts {
  /** As written. */
  local: string;
  /** In lower case, international names in their ASCII form; or an address literal in brackets. */
  domain: string;
}

/** RFC 5321, section 4.5.3.1: octets. */
const longestLocal = 64;
const longestDomain = 255;

const atom = String.raw`[\w!#$%&'*+/=?^\x60{|}~\-\u0080-\u{10FFFF}]+`;
const dotAtom = new RegExp(String.raw`^${atom}(?:\.${atom})*$`, 'u');
const quoted = /^"(?:[\x20\x21\x23-\x5B\x5D-\x7E\u0080-\u{10FFFF}]|\\[\x20-\x7E])*"$/u;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The halves of an address, or undefined if the text is none. Spaces around it do not count. */
export function parseEmail(text: string): EmailParts | undefined {
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
  return dotAtom.test(local) || quoted.test(local);
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
