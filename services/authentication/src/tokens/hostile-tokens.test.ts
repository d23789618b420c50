import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { bothDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe.each(bothDatabases().slice(0, 1))('hostile tokens', ({ open }) => {
  const running = RunningService.forAll(open);
  let token: string;
  let claims: JWTPayload;
  let kid: string;
  let jwk: JWK;

  beforeAll(async () => {
    ({ token } = await running.createAndSignIn('target@example.org', 'GLOBAL_MASTER'));
    claims = decodeJwt(token);
    kid = decodeProtectedHeader(token).kid ?? '';
    const [key] = await running.database.query<{ jwk: JWK }>(
      sql`select private_jwk as jwk from authentication.signing_key`,
    );
    jwk = key?.jwk ?? {};
  });

  const statusWith = async (authorization: string, headers: Record<string, string> = {}) =>
    (await running.call('GET', '/v1/users/current', { headers: { authorization, ...headers } }))
      .status;

  async function signed(change: {
    header?: object;
    payload?: object;
    key?: CryptoKey;
  }): Promise<string> {
    const key = change.key ?? (await importJWK(jwk, 'ES256'));
    return new SignJWT({ ...claims, ...change.payload })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...change.header })
      .sign(key);
  }

  it('accepts the genuine token, and one rebuilt with the genuine key', async () => {
    expect(await statusWith(`Bearer ${token}`)).toBe(200);
    expect(await statusWith(`Bearer ${await signed({})}`)).toBe(200);
  });

  it('refuses alg none', async () => {
    for (const alg of ['none', 'None', 'NONE'])
      for (const signature of ['', token.split('.')[2]])
        expect(
          await statusWith(
            `Bearer ${encoded({ alg, typ: 'at+jwt', kid })}.${encoded(claims)}.${signature}`,
          ),
        ).toBe(401);
  });

  it('refuses HS256 with the public key as the secret', async () => {
    const { d: _, ...publicPart } = jwk;
    const publicKey = await importJWK(publicPart, 'ES256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('not a public key');
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(publicPart)]) {
      const signedPart = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid })}.${encoded(claims)}`;
      const signature = createHmac('sha256', secret).update(signedPart).digest('base64url');
      expect(await statusWith(`Bearer ${signedPart}.${signature}`)).toBe(401);
    }
  });

  it('refuses a key embedded in the token', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const own = pair.privateKey.export({ format: 'jwk' });
    const key = await importJWK({ ...own, kty: 'EC' }, 'ES256');
    if (key instanceof Uint8Array) throw new Error('not a key pair');
    const publicJwk = pair.publicKey.export({ format: 'jwk' });
    expect(await statusWith(`Bearer ${await signed({ key, header: { jwk: publicJwk } })}`)).toBe(
      401,
    );
    expect(
      await statusWith(
        `Bearer ${await signed({ key, header: { kid: 'own', jku: 'http://127.0.0.1:9/jwks' } })}`,
      ),
    ).toBe(401);
  });

  it.each([
    ['another type', { header: { typ: 'JWT' } }],
    ['no type', { header: { typ: undefined } }],
    ['an unknown key', { header: { kid: 'other' } }],
    ['no key', { header: { kid: undefined } }],
    ['an expiry in the past', { payload: { exp: 1_700_000_000 } }],
    ['no end', { payload: { exp: undefined } }],
    ['a start in the future', { payload: { nbf: 4_000_000_000 } }],
    ['another issuer', { payload: { iss: 'https://elsewhere.test' } }],
    ['another audience', { payload: { aud: 'other' } }],
    ['no subject', { payload: { sub: undefined } }],
    ['the subject of another user', { payload: { sub: randomUUID() } }],
    ['an unknown session', { payload: { sid: randomUUID() } }],
    ['roles that are not a list', { payload: { roles: 'GLOBAL_MASTER' } }],
  ])('refuses a correctly signed token with %s', async (_, change) => {
    expect(await statusWith(`Bearer ${await signed(change)}`)).toBe(401);
  });

  it('ignores a role that the token claims and the user does not hold', async () => {
    const { token: plain } = await running.createAndSignIn('plain@example.org');
    const { sub, sid } = decodeJwt(plain);
    const forged = await signed({ payload: { sub, sid, roles: ['GLOBAL_MASTER'] } });
    expect((await running.get('/v1/users', forged)).status).toBe(403);
  });

  it('refuses a session of another user', async () => {
    const other = await running.createAndSignIn('other@example.org');
    expect(await statusWith(`Bearer ${await signed({ payload: { sub: other.userId } })}`)).toBe(
      401,
    );
  });

  it('refuses a changed token', async () => {
    const [header = '', , signature = ''] = token.split('.');
    expect(
      await statusWith(
        `Bearer ${header}.${encoded({ ...claims, exp: (claims.exp ?? 0) + 60 })}.${signature}`,
      ),
    ).toBe(401);
    expect(await statusWith(`Bearer ${token.slice(0, -4)}AAAA`)).toBe(401);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer a.b',
    'Bearer a.b.c',
    'Bearer ..',
    'Basic dTpw',
    'Bearer e30.e30.e30',
  ])('refuses the header %j', async (authorization) => {
    expect(await statusWith(authorization)).toBe(401);
  });

  it('refuses other forms of a valid token, and a second credential beside it', async () => {
    expect(await statusWith(token)).toBe(401);
    expect(await statusWith(`Bearer ${token} `)).toBe(200);
    expect(await statusWith(`Bearer ${token}, Bearer ${token}`)).toBe(401);
    expect(await statusWith(`Bearer ${token}.x`)).toBe(401);
    expect(await statusWith(`Bearer ${token}`, { 'x-akarion-api-token': 'other' })).toBe(401);
    expect(await statusWith(`Bearer ${'a'.repeat(5000)}.${token}`)).toBe(401);
  });
});
