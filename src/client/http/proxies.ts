// Which proxy a request takes: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in lower case first. Empty variables
// count as unset.
import { type Environment, type ProxyVariable, readVariable } from '../../lib/environment';
import { isLoopback } from '../../lib/loopback';
import { rejected } from '../reasons';

/**
 * The proxy for requests to this URL; undefined for a direct connection. Addresses of this machine are never
 * reached through a proxy. Throws `invalid_input` for a variable that names no proxy.
 */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  if (isLoopback(url)) return undefined;
  const http = proxyFrom(env, 'HTTP_PROXY');
  const proxy = url.protocol === 'https:' ? (proxyFrom(env, 'HTTPS_PROXY') ?? http) : http;
  const exceptions = readProxyVariable(env, 'NO_PROXY')?.split(/[,\s]/) ?? [];
  return exceptions.some((entry) => isNamed(url, entry)) ? undefined : proxy;
}

function readProxyVariable(env: Environment, name: ProxyVariable): string | undefined {
  const lowerCase = name.toLowerCase() as Lowercase<ProxyVariable>;
  return readVariable(env, lowerCase) ?? readVariable(env, name);
}

/** A proxy as a URL; without a scheme, http is assumed, as in other tools. */
function proxyFrom(env: Environment, name: ProxyVariable): URL | undefined {
  const value = readProxyVariable(env, name);
  if (value === undefined) return undefined;
  const whole = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(whole) && /^https?:\/\//i.test(whole)) return new URL(whole);
  throw rejected('proxy', `${name} does not name an http or https proxy.`);
}

/**
 * Whether an entry of NO_PROXY, which are separated by commas or spaces, names the host: a host with its subdomains
 * (`example.com`, `.example.com`, `*.example.com`), optionally with a port, or `*` for every host.
 */
function isNamed({ hostname, port, protocol }: URL, entry: string): boolean {
  if (entry === '*') return true;
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  const [, host = '', entryPort = ownPort] = /(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const name = host.toLowerCase().replace(/^\*?\./, '');
  const isMatch = hostname === name || hostname.endsWith(`.${name}`);
  return name !== '' && isMatch && entryPort === ownPort;
}
