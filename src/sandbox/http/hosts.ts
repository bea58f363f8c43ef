// Checks where requests come from. With DNS rebinding, a page of another site makes its own host name resolve to this
// machine, and can then use the sandbox as its own server. The Host header reveals such a page.
import { isIP } from 'node:net';
import type { Sandbox } from '../server/sandbox';
import type { Call } from './call';

/** True for a loopback address, which only this machine can use. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/**
 * True if a Host header names this sandbox: with an IP address, which rebinding cannot use, with localhost, or with the
 * host name on which the sandbox listens.
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

/** True if a request comes from a page of this sandbox, or not from a page. */
export function isSameOrigin(call: Call): boolean {
  const origin = call.header('origin');
  const site = call.header('sec-fetch-site');
  return (
    (origin === undefined ||
      origin.toLowerCase() === `http://${call.header('host')?.toLowerCase()}`) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  );
}

/** Returns the scheme and host by which the client reaches this sandbox, for links in responses. */
export function publicOrigin(sandbox: Sandbox, call: Call): string {
  const host = call.header('host');
  return isOwnHost(sandbox, host) ? `http://${host}` : sandbox.origin;
}
