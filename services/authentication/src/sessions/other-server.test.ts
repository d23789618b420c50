import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { FakeProviderFixture } from '../testing/fake-provider-fixture.ts';
import { password, RunningService } from '../testing/running-service.ts';

/** How old what another server knows of a session may be (docs/reliability.md). */
const second = 1_000;

describe.each(testDatabases())('two servers on one database, $kind', ({ open }) => {
  const fixture = FakeProviderFixture.forAll(open);
  const { running: here, calls } = fixture;
  let there: RunningService;

  beforeAll(async () => {
    there = await RunningService.start(here.database, { providerHosts: [fixture.fake.host] });
  });
  afterAll(() => there.stop());
  beforeEach(async () => {
    await fixture.connect();
    calls.token = (await here.signIn('master@example.org')).body.accessToken ?? '';
  });

  const isAccepted = async (server: RunningService, token: string | undefined) =>
    (await server.get('/v1/users/current', token)).status === 200;
  const asMaster = (method: string, path: string, body?: unknown) => calls.call(method, path, body);
  /** Somebody who signed in at the provider, with a session there. */
  const signedIn = async () => {
    const { body } = await fixture.signIn({ idToken: { sid: fixture.fake.subject } });
    const { accessToken = '', refreshToken = '' } = body;
    const { id = '' } = (await here.get('/v1/users/current', accessToken)).body;
    return { accessToken, refreshToken, id };
  };
  type Person = Awaited<ReturnType<typeof signedIn>>;

  it.each<[string, (person: Person) => Promise<{ status: number }>]>([
    [
      'a logout at the provider',
      async () =>
        calls.call(
          'POST',
          `/v1/auth/identity-providers/${fixture.id}/logout`,
          { logoutToken: await fixture.fake.logoutToken({ sid: fixture.fake.subject }) },
          '',
        ),
    ],
    [
      'a logout of the subject at the provider',
      async () =>
        calls.call(
          'POST',
          `/v1/auth/identity-providers/${fixture.id}/logout`,
          { logoutToken: await fixture.fake.logoutToken({ sub: fixture.fake.subject }) },
          '',
        ),
    ],
    [
      'an administrator who ends all sessions',
      ({ id }) => asMaster('DELETE', `/v1/users/${id}/sessions`),
    ],
    [
      'an administrator who ends one session',
      async ({ id }) => {
        const { body } = await asMaster('GET', `/v1/users/${id}/sessions`);
        return asMaster('DELETE', `/v1/users/${id}/sessions/${String(body.data?.[0]?.['id'])}`);
      },
    ],
    [
      'an administrator who disables the account',
      ({ id }) => asMaster('PUT', `/v1/users/${id}/status`, { status: 'DISABLED' }),
    ],
    [
      'the person who signs out',
      ({ accessToken }) => calls.call('POST', '/v1/auth/sign-out', undefined, accessToken),
    ],
    [
      'a refresh token that is used again',
      async ({ refreshToken }) => {
        const first = await here.refresh(refreshToken);
        await here.refresh(first.body.refreshToken ?? '');
        here.now += 60_000;
        there.now = here.now;
        const { status } = await here.refresh(refreshToken);
        return { status: status === 401 ? 204 : status };
      },
    ],
  ])('a session ends on both after %s', async (_, end) => {
    there.now = here.now;
    const person = await signedIn();
    // The other server knows the session from now on.
    expect(await isAccepted(there, person.accessToken)).toBe(true);
    expect((await end(person)).status).toBeLessThan(300);
    expect(await isAccepted(here, person.accessToken)).toBe(false);
    there.now += second;
    expect(await isAccepted(there, person.accessToken)).toBe(false);
    expect((await there.refresh(person.refreshToken)).status).toBe(401);
  });

  it('the other server asks the database once a second, not for each call', async () => {
    there.now = here.now;
    const person = await signedIn();
    expect(await isAccepted(there, person.accessToken)).toBe(true);
    await asMaster('DELETE', `/v1/users/${person.id}/sessions`);
    there.now += second - 1;
    expect(await isAccepted(there, person.accessToken)).toBe(true);
    there.now += 1;
    expect(await isAccepted(there, person.accessToken)).toBe(false);
  });

  it('a password set on one server ends the sessions on the other', async () => {
    there.now = here.now;
    const { token, userId } = await here.someone();
    expect(await isAccepted(there, token)).toBe(true);
    const next = 'a white stork on the roof';
    const { status } = await here.call('POST', '/v1/users/current/password', {
      token,
      body: { currentPassword: password, newPassword: next },
    });
    expect([status, userId.length > 0]).toEqual([200, true]);
    there.now += second;
    expect(await isAccepted(there, token)).toBe(false);
  });
});
