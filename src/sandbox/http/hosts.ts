// Checks the source of requests, to protect the sandbox against DNS rebinding. In this attack, a website's host name
// resolves to this machine, so that the browser lets the website's pages use the sandbox. The Host header reveals the
// attack, because the header contains the website's host name.
import { isIP } from 'node:net';
import type { Sandbox } from '../server/sandbox';
import type { Call } from './call';

/** True if an address is a loopback address. Only this machine can send requests from a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/**
 * True if the host in a Host header is an IP address, localhost, or the host name on which the sandbox listens. IP
 * addresses are safe, because DNS rebinding requires a host name.
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

/** True if a request comes from one of this sandbox's pages, or does not come from a web page. */
export function isSameOrigin(call: Call): boolean {
  const origin = call.header('origin');
  const site = call.header('sec-fetch-site');
  return (
    (origin === undefined ||
      origin.toLowerCase() === `http://${call.header('host')?.toLowerCase()}`) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  );
}

/**
 * Returns the origin (scheme and host) for links in responses: the origin that the client uses for this sandbox, or the
 * sandbox's own origin if the Host header names a different host.
 */
export function publicOrigin(sandbox: Sandbox, call: Call): string {
  const host = call.header('host');
  return isOwnHost(sandbox, host) ? `http://${host}` : sandbox.origin;
}
