import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';

const minute = 60;
const year = 365 * 24 * 60 * minute;

describe.each(testDatabases())('a clock that jumps, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let email: string;
  let people = 0;

  beforeEach(async () => {
    email = `somebody-${(people += 1)}@example.org`;
    await running.createAndSignIn(email, 'USER');
  });

  const signedIn = async () => {
    const { status, body } = await running.signIn(email);
    expect(status).toBe(200);
    return { token: body.accessToken ?? '', refreshToken: body.refreshToken ?? '' };
  };
  const current = async (token: string) => (await running.get('/v1/users/current', token)).status;
  const refreshed = async (refreshToken: string) => (await running.refresh(refreshToken)).status;
  const fails = async () => (await running.signIn(email, 'a wrong password')).status;

  it('changes nothing if it moves back a little', async () => {
    const { token, refreshToken } = await signedIn();
    running.advance(-4 * minute);
    expect([await current(token), await refreshed(refreshToken)]).toEqual([200, 200]);
    await signedIn();
    running.advance(4 * minute);
  });

  it('ends sessions if it moves back by hours, and locks nobody out', async () => {
    const { token, refreshToken } = await signedIn();
    await fails();
    running.advance(-2 * 60 * minute);
    expect([await current(token), await refreshed(refreshToken)]).toEqual([401, 401]);
    const { token: again } = await signedIn();
    expect(await current(again)).toBe(200);
    running.advance(2 * 60 * minute);
  });

  it('invalidates what was issued if it was years ahead, and makes nobody wait for years', async () => {
    const before = await signedIn();
    running.advance(10 * year);
    const { token, refreshToken } = await signedIn();
    for (let failure = 0; failure < 12; failure += 1) await fails();
    expect(await fails()).toBe(429);
    running.advance(-10 * year);
    expect([await current(token), await refreshed(refreshToken)]).toEqual([401, 401]);
    expect(await refreshed(before.refreshToken)).toBe(200);
    await signedIn();
    for (let failure = 0; failure < 12; failure += 1) await fails();
    const refused = await running.signIn(email);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(300);
  });
});
