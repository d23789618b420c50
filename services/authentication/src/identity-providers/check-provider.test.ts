import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { ProviderFixture } from '../testing/provider-fixture.ts';
import { publicUrl } from '../testing/running-service.ts';

describe.each(testDatabases())('checks of identity providers, $kind', ({ open }) => {
  const fixture = ProviderFixture.forAll(open);

  const as = (at: string, body?: unknown) =>
    fixture.calls.call('POST', `/v1/identity-providers${at}`, body);

  it('discover an issuer before it is saved', async () => {
    const { status, body } = await as('/discovery', {
      issuer: fixture.peer.issuer,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      endpoints: {
        authorization: `${fixture.peer.issuer}/auth`,
        token: `${fixture.peer.issuer}/token`,
        userinfo: `${fixture.peer.issuer}/me`,
        jwks: `${fixture.peer.issuer}/jwks`,
      },
      callbackUrl: `${publicUrl}/login`,
    });
    expect(body.checks?.map(({ name, ok }) => [name, ok])).toEqual(
      ['DISCOVERY', 'ISSUER', 'ENDPOINTS', 'PKCE', 'KEYS', 'SCOPES'].map((name) => [name, true]),
    );
    for (const issuer of ['https://10.0.0.1', 'https://localhost', 'http://idp.example']) {
      const refused = await as('/discovery', { issuer });
      expect(refused.status).toBe(200);
      expect(refused.body.checks?.[0]).toMatchObject({ name: 'DISCOVERY', ok: false });
    }
    expect((await as('/discovery', { issuer: 'idp' })).status).toBe(400);
  });

  it('test a provider as saved, with configured endpoints instead of the discovered ones', async () => {
    const id = await fixture.calls.make({
      name: 'By hand',
      issuer: fixture.peer.issuer,
      clientId: 'public',
      scopes: ['openid', 'fish'],
      endpoints: {
        userinfo: `${fixture.peer.issuer}/other`,
        jwks: `${fixture.peer.issuer}/nowhere`,
      },
    });
    const { status, body } = await as(`/${id}/test`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: false,
      endpoints: {
        userinfo: `${fixture.peer.issuer}/other`,
        token: `${fixture.peer.issuer}/token`,
      },
    });
    expect(body.checks?.filter(({ ok }) => !ok)).toMatchObject([
      { name: 'KEYS', ok: false, message: expect.stringContaining('no key') },
      { name: 'SCOPES', ok: false, message: expect.stringContaining('fish') },
    ]);
    expect(await fixture.lastEvent('identityProvider.tested')).toMatchObject({
      after: { ok: false, failed: ['KEYS', 'SCOPES'] },
    });
    const trial = await as(`/${id}/trial`);
    expect(trial.body.authorizationUrl).toContain(`${fixture.peer.issuer}/auth?`);
  });
});
