// The host names of this sandbox. A page of another site can make its own name resolve to this machine and
// then use the sandbox as its own server (DNS rebinding); the Host header reveals it.
import { isIP } from 'node:net';
import type { Sandbox } from '../server/sandbox';
import type { Call } from './call';

/** Addresses of this machine alone. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/**
 * Whether a Host header names this machine: an IP address (rebinding needs a name), localhost, or the name
 * the sandbox listens on.
 */
export function isOwnHost(sandbox: Pick<Sandbox, 'host'>, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname, username, pathname, search, hash } = new URL(`http://${host}`);
  if (username !== '' || pathname !== '/' || search !== '' || hash !== '') return false;
  const name = hostname.replace(/^\[|\]$/g, '');
  return (
    isIP(name) !== 0 ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === sandbox.host.toLowerCase()
  );
}

/** Whether a changing request comes from a page of this sandbox, or from no page at all. */
export function isSameOrigin(call: Call): boolean {
  const origin = call.header('origin');
  const site = call.header('sec-fetch-site');
  return (
    (origin === undefined ||
      origin.toLowerCase() === `http://${call.header('host')?.toLowerCase()}`) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  );
}

/** Scheme and host by which the client reaches this sandbox, for links in answers. */
export function publicOrigin(sandbox: Sandbox, call: Call): string {
  const host = call.header('host');
  return isOwnHost(sandbox, host) ? `http://${host}` : sandbox.origin;
}
