// Detects URLs that refer to this machine.

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True if the host of a URL is a loopback name or address. */
export function isLoopback(url: Pick<URL, 'hostname'>): boolean {
  return loopbackHost.test(url.hostname);
}
