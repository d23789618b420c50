import sql from 'sql-template-tag';
import argon2 from '@node-rs/argon2';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, RunningService } from '../testing/running-service.ts';
import { networkOf } from '../context/network.ts';

// Hundreds of guesses; another test covers the cost of a hash.
vi.spyOn(argon2, 'hash').mockImplementation(async (secret) => `hash of ${String(secret)}`);
const verify = vi
  .spyOn(argon2, 'verify')
  .mockImplementation(async (stored, secret) => String(stored) === `hash of ${String(secret)}`);
afterAll(() => vi.restoreAllMocks());

describe.each(testDatabases())('guessing from many addresses, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let count = 0;

  const from = async (remoteAddress: string, username: string, secret = 'wrong') => {
    const { statusCode } = await running.app.inject({
      method: 'POST',
      url: '/v1/auth?type=PASSWORD',
      payload: { username, password: secret },
      remoteAddress,
    });
    return statusCode;
  };
  const newAddress = () => {
    count += 1;
    return `198.51.${Math.floor(count / 250)}.${count % 250}`;
  };
  const someone = async () => {
    const email = `owner${(count += 1)}@example.org`;
    await running.service.createUser({ email, roles: [], password });
    return email;
  };
  /** Fails from a new address each time, until the name is delayed. */
  const guess = async (name: string) => {
    for (let failures = 0; failures < 200; failures += 1) {
      if ((await from(newAddress(), name)) === 429) return failures;
    }
    return undefined;
  };
  const lockedUntil = async (name: string) => {
    const [user] = await running.database.query<{ until: string | null }>(sql`
      select locked_until as until from authentication.user_account where username = ${name}`);
    return user?.until === undefined || user.until === null
      ? user?.until
      : Date.parse(user.until) - running.now;
  };

  it('delays the name everywhere, except for its owner at a known address', async () => {
    const owner = await someone();
    const home = '203.0.113.7';
    expect(await from(home, owner, password)).toBe(200);
    expect(await guess(owner)).toBe(100);
    expect(await lockedUntil(owner)).toBe(1000);
    expect(await from('203.0.113.8', owner, password)).toBe(429);
    for (let day = 0; day < 3; day += 1) {
      expect(await from(home, owner, password)).toBe(200);
      expect(await lockedUntil(owner)).toBe(null);
      // The owner's success does not allow attackers new attempts.
      expect(await from(newAddress(), owner)).toBe(429);
    }
    running.advance(1);
    expect(await from(newAddress(), owner)).toBe(401);
    expect(await lockedUntil(owner)).toBe(2000);
    expect(await from(home, owner)).toBe(401);
  });

  it('lets the owner in from elsewhere after the delay, and then knows that address', async () => {
    const owner = await someone();
    expect(await guess(owner)).toBe(100);
    running.advance(1);
    expect(await from('203.0.113.20', owner, password)).toBe(200);
    running.advance(1);
    expect(await guess(owner)).toBeLessThan(3);
    expect(await from('203.0.113.20', owner, password)).toBe(200);
  });

  it.runIf(exhaustive)('never delays anybody for more than five minutes', async () => {
    const owner = await someone();
    await guess(owner);
    for (let round = 0; round < 12; round += 1) {
      running.advance(300);
      expect(await from(newAddress(), owner)).toBe(401);
    }
    expect(await lockedUntil(owner)).toBe(300_000);
    running.advance(300);
    expect(await from(newAddress(), owner, password)).toBe(200);
  });

  it.runIf(exhaustive)('forgets an address after thirty days', async () => {
    const owner = await someone();
    expect(await from('203.0.113.30', owner, password)).toBe(200);
    running.advance(30 * 24 * 3600);
    await guess(owner);
    expect(await from('203.0.113.30', owner, password)).toBe(429);
  });

  it.runIf(exhaustive)('treats unknown names like all others', async () => {
    expect(await guess('absent@example.org')).toBe(100);
    running.advance(1);
    expect(await from(newAddress(), 'absent@example.org')).toBe(401);
    expect(await from(newAddress(), 'absent@example.org')).toBe(429);
    running.advance(24 * 3600 + 3);
    expect(await guess('absent@example.org')).toBe(100);
  });

  it('counts an IPv6 network as one address', async () => {
    const statuses = [];
    for (let host = 1; host <= 11; host += 1)
      statuses.push(await from(`2001:db8:1:2::${host.toString(16)}`, 'six@example.org'));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(await from('2001:db8:1:3::1', 'six@example.org')).toBe(401);
  });

  it('does not count attempts that were not checked', async () => {
    const owner = await someone();
    const address = newAddress();
    for (let turn = 0; turn < 20; turn += 1) {
      verify.mockRejectedValueOnce(new Error('no memory left'));
      expect(await from(address, owner)).toBe(500);
    }
    for (let failure = 1; failure <= 10; failure += 1) expect(await from(address, owner)).toBe(401);
    expect(await from(address, owner)).toBe(429);
  });
});

describe('network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:0002:a:b:c:d', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:FFFF:c000:201', '192.0.2.1'],
    ['::ffff:c000:0202', '192.0.2.2'],
    ['::192.0.2.1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['', ''],
  ])('%s: %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
