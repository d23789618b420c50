import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { PeerWorld } from '../testing/peer-world.ts';
import { publicUrl } from '../testing/running-service.ts';

describe.each(testDatabases())('checks of identity providers, $kind', ({ open }) => {
  let database: Database;
  let world: PeerWorld;

  beforeAll(async () => {
    database = await open();
    world = await PeerWorld.make(database);
  });

  afterAll(async () => {
    await world.stop();
    await database.close();
  });

  const as = (at: string, body?: unknown) =>
    world.calls.call('POST', `/v1/identity-providers${at}`, body);

  it('discover an issuer before it is saved', async () => {
    const { status, body } = await as('/discovery', {
      issuer: world.peer.issuer,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      endpoints: {
        authorization: `${world.peer.issuer}/auth`,
        token: `${world.peer.issuer}/token`,
        userinfo: `${world.peer.issuer}/me`,
        jwks: `${world.peer.issuer}/jwks`,
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
    const id = await world.calls.make({
      name: 'By hand',
      issuer: world.peer.issuer,
      clientId: 'public',
      scopes: ['openid', 'fish'],
      endpoints: { userinfo: `${world.peer.issuer}/other`, jwks: `${world.peer.issuer}/nowhere` },
    });
    const { status, body } = await as(`/${id}/test`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: false,
      endpoints: { userinfo: `${world.peer.issuer}/other`, token: `${world.peer.issuer}/token` },
    });
    expect(body.checks?.filter(({ ok }) => !ok)).toEqual([
      { name: 'KEYS', ok: false, message: expect.stringContaining('no key') },
      { name: 'SCOPES', ok: false, message: expect.stringContaining('fish') },
    ]);
    expect(await world.lastEvent('identityProvider.tested')).toMatchObject({
      after: { ok: false, failed: ['KEYS', 'SCOPES'] },
    });
    const trial = await as(`/${id}/trial`);
    expect(trial.body.authorizationUrl).toContain(`${world.peer.issuer}/auth?`);
  });
});
