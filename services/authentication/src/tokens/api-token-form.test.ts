import { describe, expect, it } from 'vitest';
import { isApiToken, newApiToken } from './api-token-form.ts';

describe('form of API tokens', () => {
  it('shows what owns it, and is unique', () => {
    const made = Array.from({ length: 200 }, () => newApiToken('annals', 'USER'));
    for (const { token, prefix } of made) {
      expect(token).toMatch(/^annals_pat_[0-9A-Za-z]{49}$/);
      expect(prefix).toBe(token.slice(0, 'annals_pat_'.length + 4));
      expect(isApiToken('annals', token)).toBe(true);
    }
    expect(new Set(made.map(({ token }) => token)).size).toBe(200);
    expect(newApiToken('annals', 'APPLICATION').token).toMatch(/^annals_app_/);
  });

  it('contains a checksum that others can compute', () => {
    const token = `annals_pat_${'0'.repeat(43)}`;
    const checksum = checksumOf(token);
    expect(isApiToken('annals', token + checksum)).toBe(true);
  });

  it('refuses any changed character', () => {
    const { token } = newApiToken('annals', 'USER');
    const others = token
      .split('')
      .flatMap((own, at) =>
        ['0', 'z', '-', 'ä', ' ']
          .filter((other) => other !== own)
          .map((other) => token.slice(0, at) + other + token.slice(at + 1)),
      );
    expect(others.length).toBeGreaterThan(200);
    expect(others.filter((other) => isApiToken('annals', other))).toEqual([]);
  });

  it('refuses another product, another length and other texts', () => {
    const { token } = newApiToken('annals', 'USER');
    const foreign = newApiToken('other', 'USER').token;
    for (const text of [
      foreign,
      `${token}0`,
      token.slice(1),
      token.slice(0, -1),
      '',
      'annals_pat_',
    ])
      expect(isApiToken('annals', text)).toBe(false);
    expect(isApiToken('other', foreign)).toBe(true);
    expect(isApiToken('annals', token.replace('_pat_', '_app_'))).toBe(false);
    expect(isApiToken('annals', 'annals_pat_'.padEnd(100_000, 'a'))).toBe(false);
  });
});

/** CRC-32 by ISO 3309, bit by bit. */
function checksumOf(text: string): string {
  let crc = 0xff_ff_ff_ff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  let rest = (crc ^ 0xff_ff_ff_ff) >>> 0;
  let written = '';
  while (written.length < 6) {
    const digit = rest % 62;
    const code = digit < 10 ? 48 + digit : digit < 36 ? 55 + digit : 61 + digit;
    written = String.fromCodePoint(code) + written;
    rest = Math.floor(rest / 62);
  }
  return written;
}
