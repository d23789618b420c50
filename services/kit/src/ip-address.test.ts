import { describe, expect, it } from 'vitest';
import { isInNetworks, isLoopback, plainNetwork, readAddress } from './ip-address.ts';

describe('an address, however it is written', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:0201', '192.0.2.1'],
    ['::FFFF:C000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
    ['0000:0000:0000:0000:0000:ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:61598', '192.0.2.1'],
    ['[2001:db8::1]:61598', '2001:db8::1'],
    ['[::ffff:c000:201]:443', '192.0.2.1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    // Not mapped: IPv4-compatible, and the prefix of NAT64.
    ['::192.0.2.1', '::192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['::1', '::1'],
    ['', undefined],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['localhost', undefined],
    ['192.0.2.1:', undefined],
    ['192.0.2.1:123456', undefined],
    ['192.0.2', undefined],
    ['192.0.2.1, 198.51.100.1', undefined],
    ['0192.0.2.1', undefined],
  ])('%j: %j', (written, text) => {
    expect(readAddress(written)?.text).toBe(text);
  });

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['::ffff:7f00:1', true],
    ['::ffff:127.9.9.9', true],
    ['128.0.0.1', false],
    ['127.example', false],
    ['', false],
  ])('%j is one of this machine: %j', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});

it.each([
  ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ['::ffff:c000:200/120', '192.0.2.0/24'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['::/0', '::/0'],
  ['::/95', '::/95'],
  ['192.0.2.0/24', '192.0.2.0/24'],
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1/32'],
])('the network %s is %s', (network, expected) => {
  expect(plainNetwork(network)).toBe(expected);
});

it.each([
  [['192.0.2.0/24'], '::ffff:c000:201', true],
  [['::ffff:c000:200/120'], '192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.8', false],
  [['::ffff:c000:207'], '192.0.2.7', true],
  [['fe80::1%eth0'], 'fe80::1%eth1', true],
  [['2001:db8::/32'], '2001:DB8::1', true],
  [['::/0'], '192.0.2.7', false],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['0.0.0.0/0', '::/0'], '', false],
  [['0.0.0.0/0'], null, false],
  [[], '192.0.2.7', false],
] as const)('%j have %j: %j', (networks, address, expected) => {
  expect(isInNetworks(networks, address)).toBe(expected);
});
