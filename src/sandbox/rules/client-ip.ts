// Whose request it is: the connection's address, or what a key with IP forwarding says.
import { isIP } from 'node:net';
import type { Call } from '../http/call';
import { plainAddress } from '../http/call';
import type { ApiKey } from '../store/keys';

/** Header that carries an IP address, both ways. */
export const sourceIpHeader = 'Svc-Source-IP';

/**
 * The address a request counts for, which every answer tells (a header that is no IP address is as good
 * as none).
 */
export function detectClientIp(call: Call, key: ApiKey): string {
  if (!key.settings.ip_forwarding) return call.address;
  const forwarded = plainAddress(call.header(sourceIpHeader));
  if (isIP(forwarded) === 0) return call.address;
  call.outgoing.setHeader(sourceIpHeader, forwarded);
  return forwarded;
}
