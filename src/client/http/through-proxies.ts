// Requests through proxies. A module of its own, so that only those who have a proxy load it.
import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import DispatcherBase from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// What asks a proxy for a tunnel; undici as a whole puts it there, its parts alone do not.
DispatcherBase.prototype.connect = connect;

/** A dispatcher that chooses the proxy by the request. Proxies are URLs, '' for none. */
export function throughProxies(options: EnvHttpProxyAgent.Options): Dispatcher {
  return new EnvHttpProxyAgent(options);
}
