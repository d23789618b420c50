import { readAddress } from '@annals/kit/ip-address';

/**
 * The part of an address that a client cannot change freely: all of an IPv4 address, the first 64 bits of an IPv6 one
 * (RFC 4291, section 2.5.1). Empty for an unknown address.
 */
export function networkOf(written: string | null): string {
  const address = readAddress(written ?? '');
  if (address?.family !== 'ipv6') return address?.text ?? written ?? '';
  const [before = '', after] = address.text.split('::', 2);
  const head = groupsOf(before);
  const tail = groupsOf(after ?? '');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** The last 32 bits may be written as an IPv4 address; they are beyond the first 64. */
const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split(':');
