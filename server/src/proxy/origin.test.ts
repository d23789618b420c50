import { describe, expect, it } from 'vitest';
import { requireOwnOrigin } from './headers.ts';

const passes = (origin: string | undefined, host: string, publicUrl?: string) => {
  try {
    requireOwnOrigin(origin === undefined ? { host } : { origin, host }, publicUrl);
    return true;
  } catch {
    return false;
  }
};

describe('the origin of a call', () => {
  it.each([
    ['a program, which sends none', undefined, 'anything.example'],
    ['localhost', 'http://localhost:3000', 'localhost:3000'],
    ['an IPv4 address', 'http://192.0.2.7:3000', '192.0.2.7:3000'],
    ['an IPv6 address', 'http://[::1]:3000', '[::1]:3000'],
  ])('%s passes', (_name, origin, host) => {
    expect(passes(origin, host)).toBe(true);
  });

  it('PUBLIC_URL passes, even if a proxy in front changes the host', () => {
    expect(passes('https://annals.example', '10.0.0.3:3000', 'https://annals.example/')).toBe(true);
  });

  it.each([
    ['another address', 'http://localhost:4000', 'localhost:3000'],
    ['a stranger’s name that was made to point here', 'http://rebound.example', 'rebound.example'],
    ['null, of a sandboxed page', 'null', 'localhost:3000'],
  ])('%s is refused', (_name, origin, host) => {
    expect(passes(origin, host)).toBe(false);
    expect(passes(origin, host, 'https://annals.example')).toBe(false);
  });
});
