import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import {
  challengeOf,
  openSignature,
  type SignatureStatement,
} from '@annals/proofs/approval-signature';
import { password, publicUrl, RunningService } from '../testing/running-service.ts';
import { codeNow, FactorClient } from '../testing/second-factors.ts';
import { SigningKeys } from '../tokens/signing-keys.ts';

const own = '/v1/users/current/signatures';
const absent = '01980000-0000-7000-8000-000000000000';
const subject = {
  changeSetId: absent,
  partitionId: absent,
  revision: 2,
  operationCount: 3,
  root: randomBytes(32).toString('base64'),
};
const asked = { subject, meaning: 'APPROVED' };

interface Started {
  signatureId: string;
  statement: string;
  passkey: { challenge: string; userVerification: string } | null;
  passwordAndCode: boolean;
}

describe.each(testDatabases())('signatures, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let client: FactorClient;
  let count = 0;

  beforeAll(async () => {
    client = new FactorClient(running);
  });

  const someone = async () => running.signedIn(`signer${(count += 1)}@example.org`);
  const call = async (method: string, path: string, token?: string, body?: unknown) =>
    client.call(method, path, token, body);
  const start = async (token: string) => {
    const { status, body } = await call('POST', own, token, asked);
    expect(status).toBe(201);
    return body as unknown as Started;
  };
  const confirm = async (id: string, token: string | undefined, body: object) =>
    call('POST', `${own}/${id}/confirmation`, token, body);
  const opened = async (jws: string) => {
    const kid = JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()).kid;
    const key = await new SigningKeys(running.database, () => running.now).publicJwk(kid);
    return openSignature({ jws, key: key as never });
  };
  const actionsOf = async (userId: string) => {
    const rows = await running.database.query<{ action: string }>(
      sql`select action from authentication.event where subject = ${`user/${userId}`} order by seq`,
    );
    return rows.map(({ action }) => action).filter((action) => action.startsWith('signature'));
  };

  it('signs with a passkey what it said it would, once', async () => {
    const { token, userId } = await someone();
    const { passkey } = await client.addPasskey(token);
    const started = await start(token);
    const statement = JSON.parse(started.statement) as SignatureStatement;
    expect(statement).toMatchObject({ ...subject, meaning: 'APPROVED', userId });
    expect(started).toMatchObject({
      passwordAndCode: false,
      passkey: { challenge: challengeOf(statement), userVerification: 'required' },
    });
    const assertion = passkey.get(challengeOf(statement));
    const { status, body } = await confirm(started.signatureId, token, { assertion });
    expect(status).toBe(200);
    const { signature } = body as { signature: string };
    expect(await opened(signature)).toMatchObject({ iss: publicUrl, method: 'PASSKEY', statement });
    expect(await actionsOf(userId)).toEqual(['signature.given']);
    const again = { assertion: passkey.get(challengeOf(statement)) };
    expect((await confirm(started.signatureId, token, again)).status).toBe(404);
    // It opens nothing.
    expect((await call('GET', '/v1/users/current', signature)).status).toBe(401);
  });

  it('takes no assertion for another statement, and none after five wrong ones', async () => {
    const { token, userId } = await someone();
    const { passkey } = await client.addPasskey(token);
    const [one, other] = [await start(token), await start(token)];
    const statement = JSON.parse(one.statement) as SignatureStatement;
    const foreign = challengeOf({ ...statement, meaning: 'RESPONSIBLE' });
    for (let attempt = 0; attempt < 5; attempt++) {
      const wrong = { assertion: passkey.get(foreign) };
      expect((await confirm(other.signatureId, token, wrong)).status).toBe(400);
    }
    const right = { assertion: passkey.get(other.passkey?.challenge ?? '') };
    expect((await confirm(other.signatureId, token, right)).status).toBe(404);
    expect(await actionsOf(userId)).toEqual(Array.from({ length: 5 }, () => 'signature.failed'));
  });

  it('signs with password and code, each of which has to be right', async () => {
    const { token } = await someone();
    const { secret } = await client.addTotp(token);
    const started = await start(token);
    expect(started).toMatchObject({ passkey: null, passwordAndCode: true });
    const code = codeNow(running, secret);
    for (const wrong of [
      { password: 'not the password', code },
      { password, code: code === '000000' ? '000001' : '000000' },
    ])
      expect((await confirm(started.signatureId, token, wrong)).status).toBe(400);
    const { status, body } = await confirm(started.signatureId, token, { password, code });
    expect(status).toBe(200);
    expect(await opened((body as { signature: string }).signature)).toMatchObject({
      method: 'PASSWORD_AND_CODE',
      statement: JSON.parse(started.statement),
    });
  });

  it('needs a session, something to sign with, and five minutes at most', async () => {
    const { token } = await someone();
    const none = await call('POST', own, token, asked);
    expect([none.status, none.body.code]).toEqual([409, 'no_means_to_sign']);
    expect((await call('POST', own, undefined, asked)).status).toBe(401);
    expect((await call('POST', own, token, { ...asked, meaning: 'SEEN' })).status).toBe(400);
    const { secret } = await client.addTotp(token);
    const given = () => ({ password, code: codeNow(running, secret) });
    expect((await confirm(absent, token, given())).status).toBe(404);
    const started = await start(token);
    expect((await confirm(started.signatureId, undefined, given())).status).toBe(401);
    expect((await confirm(started.signatureId, token, {})).status).toBe(400);
    const other = await someone();
    expect((await confirm(started.signatureId, other.token, given())).status).toBe(404);
    running.advance(5 * 60);
    expect((await confirm(started.signatureId, token, given())).status).not.toBe(200);
  });
});
