// An entry of a key's allowed URLs: an origin, or a host whose subdomains are all meant.

/** Scheme, `*.`, and host with an optional port; nothing behind them but a slash. */
const form = /^(https?:\/\/)?(\*\.)?([^\s*/?#@\\]+)\/?$/i;

/**
 * An entry as it is kept and compared: `https://shop.example`, `https://shop.example:8443`,
 * `*.shop.example` or `https://*.shop.example`, in lower case, without a trailing slash or the scheme's
 * own port. Undefined for anything else.
 */
export function readUrlEntry(text: string): string | undefined {
  const [, scheme = '', wildcard = '', host = ''] = form.exec(text) ?? [];
  if (host === '' || (scheme === '' && wildcard === '')) return undefined;
  const url = `${scheme || 'https://'}${host}`;
  return URL.canParse(url) ? `${scheme.toLowerCase()}${wildcard}${new URL(url).host}` : undefined;
}
