// IP addresses and networks (`10.0.0.0/8`), as an IP allow list holds them.
import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an entry is an IP address or a network. */
export function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** Whether an address is one of the entries, or in one. */
export function isWithin(entries: readonly string[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list.check(address, familyOf(address));
}
