import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { ProviderCertificates } from './provider-certificates.ts';

/** For localhost, from 2020 to 2120; created for this test only, and trusted by nothing else. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBXDCCAQKgAwIBAgIBATAKBggqhkjOPQQDAjATMREwDwYDVQQDDAhpZHAudGVz
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowEzERMA8GA1UEAwwI
aWRwLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARDwKkNXtccx16eqc/r
I0IY7EozDU0QWG1UySUlYut6XNl2TK7gxFKHKTPceTowWhxk9G+4DMGU1D4uBpjh
m7qfo0UwQzAMBgNVHRMEBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAdBgNV
HQ4EFgQUO1ERYTCC+DlgxdoxmXol2YAcergwCgYIKoZIzj0EAwIDSAAwRQIhAKnK
tQ6Nopm2CUmmrvVoZm33QuT6zTX+lEop3vjsV1EkAiAIC25Qop7MOu0uC64zXqux
CcUBP4qrRzeKiP24aaPneg==
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxuI5gmzPMYWXtfQO
+/U4z+btGABVZFeAv/k+t6UwtJChRANCAARDwKkNXtccx16eqc/rI0IY7EozDU0Q
WG1UySUlYut6XNl2TK7gxFKHKTPceTowWhxk9G+4DMGU1D4uBpjhm7qf
-----END PRIVATE KEY-----`;

describe.each(testDatabases())('certificates of providers, $kind', ({ open }) => {
  let host: string;
  let asked = 0;
  const server = createServer({ cert: certificate, key }, (_, response) => {
    asked += 1;
    response.end('{}');
  });

  const running = RunningService.forAll(open);

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `localhost:${(server.address() as AddressInfo).port}`;
    for (const [name, issuer, enabled] of [
      ['Away', 'https://elsewhere.invalid', true],
      ['Harbour', `https://${host}`, true],
      ['Off', 'https://off.invalid', false],
    ])
      await running.database.query(sql`
        insert into authentication.identity_provider (id, name, enabled, button_label, issuer, client_id,
          client_authentication, scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor,
          provisioning, new_user_roles, created)
        values (gen_random_uuid(), ${name}, ${enabled}, '', ${issuer}, 'annals', 'none', '{openid}', '{}', '{}', '{}',
          false, false, 'NONE', '{}', now())`);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('are read from the providers, and again after a while', async () => {
    let now = 0;
    const context = { database: running.database, providerHosts: [host], clock: () => now };
    const certificates = new ProviderCertificates(context, { authority: certificate });
    const found = await certificates.read();
    expect(found.certificates).toMatchObject([
      { name: 'Away', host: 'elsewhere.invalid', expiresDate: null },
      { name: 'Harbour', host, expiresDate: '2120-01-01T00:00:00.000Z', failure: null },
    ]);
    expect(found.certificates[0]?.failure?.messageCode).toBe('hostNotFound');
    await certificates.read();
    expect(asked).toBe(1);
    now += 11 * 60_000;
    await certificates.read();
    expect(asked).toBe(2);
  });

  it('are not accepted from an untrusted authority', async () => {
    const certificates = new ProviderCertificates({
      database: running.database,
      providerHosts: [host],
      clock: Date.now,
    });
    const { certificates: found } = await certificates.read();
    expect(found.find(({ name }) => name === 'Harbour')).toMatchObject({
      expiresDate: null,
      failure: { message: expect.stringMatching(/certificate of localhost.* is not accepted/) },
    });
  });

  it('require the permission of operators', async () => {
    const statusOf = async (role: string | undefined, query = '') => {
      const token = role && (await running.createAndSignIn(`${role}@example.org`, role)).token;
      return (await running.get(`/v1/system/provider-certificates${query}`, token)).status;
    };
    expect(await statusOf('AUDITOR')).toBe(200);
    expect(await statusOf('GLOBAL_MASTER', '?x=1')).toBe(400);
    expect(await statusOf('ORG_ADMIN')).toBe(403);
    expect(await statusOf(undefined)).toBe(401);
  });
});
