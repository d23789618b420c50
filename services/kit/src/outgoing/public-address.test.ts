import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2a00::1%eth0',
  'fec0::1',
  'ff02::1',
])('does not consider %s public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.128.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '198.20.0.1',
  '223.255.255.255',
])('considers %s public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each(['2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888'])(
  'considers %s public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const octet = fc.nat(255);
const group = fc.nat(0xffff).map((value) => value.toString(16));

it('considers no address of a private network public, whatever its other bits', () => {
  const networks = [
    fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
  ];
  fc.assert(
    fc.property(fc.oneof(...networks), (octets) => {
      const address = octets.join('.');
      expect(isPublicAddress(address)).toBe(false);
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
    }),
  );
});

it('considers no IPv6 address outside 2000::/3 public', () => {
  const first = fc
    .nat(0xffff)
    .filter((value) => value < 0x2000 || value > 0x3fff)
    .map((value) => value.toString(16));
  const rest = fc.array(group, { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(first, rest, (head, tail) => {
      expect(isPublicAddress([head, ...tail].join(':'))).toBe(false);
    }),
  );
});

it('considers nothing public that is not an address', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^[\d.]+$|:/.test(text));
      expect(isPublicAddress(text)).toBe(false);
    }),
  );
});
