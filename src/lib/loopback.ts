// This machine, as a URL names it.

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL leads to this machine alone. */
export function isLoopback(url: Pick<URL, 'hostname'>): boolean {
  return loopbackHost.test(url.hostname);
}
