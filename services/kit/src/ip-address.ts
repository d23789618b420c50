import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

export interface IpAddress {
  family: 'ipv4' | 'ipv6';
  /** As RFC 5952 writes it, without the zone, which only means something to one machine. */
  text: string;
}

/**
 * Reads an IP address however it is written: an IPv4 address that is mapped to IPv6 (RFC 4291, section 2.5.5.2) is one of
 * IPv4, in dotted form (::ffff:192.0.2.1) and in hexadecimal (::ffff:c000:201). A port after it is no part of it: some
 * reverse proxies add the client's (192.0.2.1:61598, [2001:db8::1]:61598). Undefined if it is none.
 */
export function readAddress(written: string): IpAddress | undefined {
  const [bare = ''] = withoutPort(written.trim()).split('%', 1);
  if (isIPv4(bare)) return { family: 'ipv4', text: bare };
  if (isIP(bare) === 0) return undefined;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  const mapped = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv4(mapped) ? { family: 'ipv4', text: mapped } : { family: 'ipv6', text: address };
}

function withoutPort(written: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(written) ?? [];
  return ipv6 ?? ipv4 ?? written;
}

/** Whether the address is one of this machine. */
export function isLoopback(address: string): boolean {
  const { text = '' } = readAddress(address) ?? {};
  return text === '::1' || text.startsWith('127.');
}

/** A network of mapped addresses as one of IPv4, which is how clients are compared with it. */
export function plainNetwork(network: string): string {
  const [base = '', bits = '128'] = network.split('/', 2);
  const address = readAddress(base);
  const isMapped = address?.family === 'ipv4' && !isIPv4(base) && Number(bits) >= 96;
  return isMapped ? `${address.text}/${Number(bits) - 96}` : network;
}

interface NetworkLists {
  ipv4: BlockList;
  ipv6: BlockList;
}
const lists = new WeakMap<readonly string[], NetworkLists>();

/** Whether the address is in one of the networks, or is one of them where no prefix length is given. */
export function isInNetworks(networks: readonly string[], written: string | null): boolean {
  const address = readAddress(written ?? '');
  if (!address) return false;
  const both = lists.get(networks) ?? listsOf(networks);
  return both[address.family].check(address.text, address.family);
}

/**
 * Each family has a list of its own: in one list, Node finds every IPv4 address in ::/0, because it compares it as
 * ::ffff:203.0.113.7. Whoever allows an office of IPv4 and all of IPv6 would allow everybody.
 */
function listsOf(networks: readonly string[]): NetworkLists {
  const both = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [base = '', bits] = plainNetwork(network).split('/', 2);
    const address = readAddress(base);
    if (!address) continue;
    const { family, text } = address;
    if (bits === undefined) both[family].addAddress(text, family);
    else both[family].addSubnet(text, Number(bits), family);
  }
  lists.set(networks, both);
  return both;
}
