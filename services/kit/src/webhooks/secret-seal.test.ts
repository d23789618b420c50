import { expect, it } from 'vitest';
import { SecretSeal, UnknownSealKey } from './secret-seal.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;

it('opens what it sealed, which is unreadable and differs each time', () => {
  const seal = new SecretSeal([first]);
  const sealed = seal.seal('whsec_abc', 'here');
  expect(seal.open(sealed, 'here')).toBe('whsec_abc');
  expect(sealed.toString('latin1')).not.toContain('whsec');
  expect(seal.seal('whsec_abc', 'here').equals(sealed)).toBe(false);
});

it('opens with a former key, and seals with the newest', () => {
  const before = new SecretSeal([first]).seal('old', 'here');
  const both = new SecretSeal([second, first]);
  expect(both.open(before, 'here')).toBe('old');
  const after = both.seal('new', 'here');
  expect(new SecretSeal([second]).open(after, 'here')).toBe('new');
  expect(() => new SecretSeal([second]).open(before, 'here')).toThrow(UnknownSealKey);
});

it('refuses what was changed, or belongs to another place', () => {
  const seal = new SecretSeal([first]);
  const sealed = seal.seal('secret', 'here');
  expect(() => seal.open(sealed, 'there')).toThrow(UnknownSealKey);
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => seal.open(changed, 'here')).toThrow(UnknownSealKey);
  }
  expect(() => seal.open(sealed.subarray(0, 10), 'here')).toThrow(UnknownSealKey);
  expect(() => new SecretSeal([]).seal('secret', 'here')).toThrow(UnknownSealKey);
});
