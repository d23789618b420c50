import { isIPv6 } from 'node:net';

/**
 * The part of an address that a client cannot change freely: all of an IPv4 address, the first 64 bits of an IPv6 one
 * (RFC 4291, section 2.5.1). Empty for an unknown address.
 */
export function networkOf(address: string | null): string {
  if (address === null) return '';
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  const [before = '', after] = bare.toLowerCase().split('::', 2);
  const head = groupsOf(before);
  const tail = groupsOf(after ?? '');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

function groupsOf(written: string): string[] {
  if (written === '') return [];
  // The last 32 bits may be written as an IPv4 address; they are beyond the first 64.
  const groups = written.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split(':');
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
