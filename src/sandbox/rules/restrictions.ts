// Where a key may be used from: its allowed URLs and its IP allow list.
import type { Call } from '../http/call';
import { Refusal } from '../http/refusal';
import type { KeySettings } from '../schemas/key-settings';
import { isWithin } from './networks';

/** What a key is restricted to. */
type Restrictions = Pick<KeySettings, 'allowed_urls' | 'ip_allow_list'>;

/** The page a header names; undefined where it names none. */
function pageOf(header: string | undefined): URL | undefined {
  if (header === undefined || !URL.canParse(header)) return undefined;
  return new URL(header);
}

/**
 * Whether an entry allows a page. An entry is a scheme and host, exactly, without a path; its host may
 * begin with `*.` for every subdomain, and then the scheme may be left out.
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
 * Refuses a request that comes from none of the pages, where there are any.
 * @throws Refusal 4011.
 */
export function checkPages(call: Call, urls: readonly string[]): void {
  if (urls.length === 0) return;
  const pages = [pageOf(call.header('origin')), pageOf(call.header('referer'))];
  const allowed = pages.some((page) => page && urls.some((entry) => matchesEntry(entry, page)));
  if (!allowed) throw new Refusal(4011);
}
