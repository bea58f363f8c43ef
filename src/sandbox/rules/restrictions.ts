// Checks requests against a key's restrictions: its allowed URLs and its IP allow list.
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
 * True if an allowed URL matches a web page. An allowed URL consists of an exact scheme and host, without a path. The
 * host can start with `*.` to match every subdomain. In this case, the scheme is optional.
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
 * Checks that a key's restrictions allow a request from an IP address.
 * @throws Refusal 4011 if the restrictions do not allow the request. A key with allowed URLs is for browsers, so this
 * function also rejects a request that has neither an Origin header nor a Referer header.
 */
export function checkRestrictions(call: Call, settings: Restrictions, ip: string): void {
  const { allowed_urls: urls, ip_allow_list: networks } = settings;
  if (networks.length > 0 && !isWithin(networks, ip)) {
    throw new Refusal(4011, { message: 'Forbidden' });
  }
  checkPages(call, urls);
}

/**
 * Checks that a request comes from an allowed URL. An empty list allows every request.
 * @throws Refusal 4011 if the request comes from a web page that no allowed URL matches, or has neither an Origin
 * header nor a Referer header.
 */
export function checkPages(call: Call, urls: readonly string[]): void {
  if (urls.length === 0) return;
  const pages = [pageUrl(call.header('origin')), pageUrl(call.header('referer'))];
  const allowed = pages.some((page) => page && urls.some((entry) => matchesEntry(entry, page)));
  if (!allowed) throw new Refusal(4011);
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True if an IP address is in a list of IP addresses and networks. */
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
