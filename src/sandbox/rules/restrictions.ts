// Where a key may be used: its allowed URLs and its IP allow list.
import { BlockList, isIP } from 'node:net';
import type { Call } from '../http/call';
import { Refusal } from '../http/responses';
import type { KeySettings } from './key-settings';

type Restrictions = Pick<KeySettings, 'allowed_urls' | 'ip_allow_list'>;

function pageUrl(header: string | undefined): URL | undefined {
  if (header === undefined || !URL.canParse(header)) return undefined;
  return new URL(header);
}

/**
 * Whether an entry allows a page. An entry is a scheme and host, exactly, without a path; its host may begin
 * with `*.` for every subdomain, and then the scheme may be missing.
 */
function matchesEntry(entry: string, page: URL): boolean {
  const wildcard = /^(?:(https?):\/\/)?\*(\.[^/\s]+)$/i.exec(entry);
  if (!wildcard) return entry.toLowerCase() === `${page.protocol}//${page.host}`;
  const [, scheme, suffix = ''] = wildcard;
  return (
    (scheme === undefined || `${scheme.toLowerCase()}:` === page.protocol) &&
    page.host.endsWith(suffix.toLowerCase()) &&
    page.host.length > suffix.length
  );
}

/**
 * Refuses a request from `ip` that a key's restrictions do not allow.
 * @throws Refusal 4011. A key with allowed URLs is for browsers: without Origin and Referer it is
 * refused too.
 */
export function checkRestrictions(call: Call, settings: Restrictions, ip: string): void {
  const { allowed_urls: urls, ip_allow_list: networks } = settings;
  if (networks.length > 0 && !isWithin(networks, ip)) {
    throw new Refusal(4011, { message: 'Forbidden' });
  }
  checkPages(call, urls);
}

/**
 * Refuses a request that comes from none of the pages, if there are any.
 * @throws Refusal 4011.
 */
export function checkPages(call: Call, urls: readonly string[]): void {
  if (urls.length === 0) return;
  const pages = [pageUrl(call.header('origin')), pageUrl(call.header('referer'))];
  const allowed = pages.some((page) => page && urls.some((entry) => matchesEntry(entry, page)));
  if (!allowed) throw new Refusal(4011);
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an address is one of the entries, or in a network of them. */
function isWithin(entries: readonly string[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list.check(address, familyOf(address));
}
