import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890) and multicast; all other addresses are public. */
const specialIPv4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, with the metadata service of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // A public address, but on Azure it is the host of the virtual machine.
  ['168.63.129.16', 32],
];

/** The special-purpose ranges within 2000::/3 (RFC 6890), and those that wrap an IPv4 address. */
const specialIPv6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const blockedIPv4 = new BlockList();
for (const [network, prefix] of specialIPv4) blockedIPv4.addSubnet(network, prefix, 'ipv4');
const globalIPv6 = new BlockList();
globalIPv6.addSubnet('2000::', 3, 'ipv6');
const blockedIPv6 = new BlockList();
for (const [network, prefix] of specialIPv6) blockedIPv6.addSubnet(network, prefix, 'ipv6');

/**
 * Whether the address is on the public internet. IPv6 is public only inside 2000::/3, so that loopback, unique local,
 * link-local, multicast, IPv4-mapped and NAT64 addresses, and any future special ranges, are not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedIPv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIPv6.check(address, 'ipv6') && !blockedIPv6.check(address, 'ipv6');
}
