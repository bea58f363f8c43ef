// Chooses the proxy for a request from HTTP_PROXY, HTTPS_PROXY and NO_PROXY. A lowercase name such as `http_proxy`
// overrides its uppercase form.
import { type Environment, type ProxyVariable, readVariable } from '../../lib/environment';
import { isLoopback } from '../../lib/loopback';
import { rejected } from '../reasons';

/**
 * Returns the proxy for requests to this URL, or undefined if waypost connects directly. If HTTPS_PROXY is not set,
 * HTTP_PROXY also applies to https URLs. Requests to this machine never use a proxy. Throws `invalid_input` if a proxy
 * variable does not contain the URL of a proxy.
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

/**
 * Returns the proxy URL in an environment variable, or undefined if the variable is not set. If the value has no
 * scheme, assumes http, as other tools do.
 */
function proxyFrom(env: Environment, name: ProxyVariable): URL | undefined {
  const value = readProxyVariable(env, name);
  if (value === undefined) return undefined;
  const whole = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(whole) && /^https?:\/\//i.test(whole)) return new URL(whole);
  throw rejected('proxy', `${name} is not the URL of an http or https proxy.`);
}

/**
 * True if an entry of NO_PROXY matches the URL. An entry is `*` for every host, or a host with an optional port.
 * `example.com`, `.example.com` and `*.example.com` all match the host and its subdomains.
 */
function isNamed({ hostname, port, protocol }: URL, entry: string): boolean {
  if (entry === '*') return true;
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  const [, host = '', entryPort = ownPort] = /(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const name = host.toLowerCase().replace(/^\*?\./, '');
  const isMatch = hostname === name || hostname.endsWith(`.${name}`);
  return name !== '' && isMatch && entryPort === ownPort;
}
