import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { openSignature, type SignatureStatement } from '@annals/proofs/approval-signature';
import { p256Key } from '@annals/proofs/public-key';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, publicUrl, RunningService } from '../testing/running-service.ts';
import { codeNow, FactorClient, softwarePasskey } from '../testing/second-factors.ts';
import { tokenCalls } from '../testing/token-calls.ts';

const absent = '01980000-0000-7000-8000-000000000000';
const address = '/v1/users/current/signatures';
const subject = {
  changeSetId: '01980000-0000-7000-8000-000000000001',
  partitionId: '01980000-0000-7000-8000-000000000002',
  revision: 4,
  operationCount: 40,
  root: `${'A'.repeat(43)}=`,
};

interface Started {
  signatureId: string;
  statement: string;
  passkey: { challenge: string; userVerification: string } | null;
  passwordAndCode: boolean;
  code?: string;
}

describe.each(testDatabases())('signatures of approvals, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const tokens = tokenCalls(running);
  const client = new FactorClient(running);

  const start = async (token: string, given: object = {}) => {
    const body = { subject, meaning: 'RESPONSIBLE', ...given };
    const answer = await running.call('POST', address, { token, body });
    return { status: answer.status, body: answer.body as unknown as Started };
  };
  const confirm = async (token: string, signatureId: string, body: object) => {
    const answer = await running.call('POST', `${address}/${signatureId}/confirmation`, {
      token,
      body,
    });
    return {
      status: answer.status,
      body: answer.body as unknown as { signature?: string; code?: string },
    };
  };
  /** Like the data service: with the key that the signature names. */
  const opened = async (jws = '') => {
    const [head = ''] = jws.split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    return openSignature({ jws, key: p256Key.parse(await running.service.signatureKey(kid)) });
  };
  const withPasskey = async () => {
    const someone = await tokens.someone();
    const { passkey } = await client.addPasskey(someone.token);
    return { ...someone, passkey };
  };

  it('signs by passkey who approves what, when and with which meaning', async () => {
    const { token, userId, passkey } = await withPasskey();
    const { status, body } = await start(token);
    expect(status).toBe(201);
    const statement = JSON.parse(body.statement) as SignatureStatement;
    expect(statement).toMatchObject({ ...subject, userId, meaning: 'RESPONSIBLE' });
    expect(Date.parse(statement.signedDate)).toBe(running.now);
    expect(body).toMatchObject({
      passkey: { userVerification: 'required' },
      passwordAndCode: false,
    });
    const assertion = passkey.get(body.passkey?.challenge ?? '');
    const confirmed = await confirm(token, body.signatureId, { assertion });
    expect(confirmed.status).toBe(200);
    expect(await opened(confirmed.body.signature)).toMatchObject({
      iss: publicUrl,
      method: 'PASSKEY',
      statement,
      credential: { id: passkey.credentialId.toString('base64url') },
    });
    const events = await running.database.query<{ action: string; after: object }>(sql`
      select action, after from authentication.event where subject = ${`user/${userId}`} order by seq desc limit 1`);
    expect(events).toMatchObject([
      {
        action: 'signature.given',
        after: { changeSet: subject.changeSetId, revision: 4, method: 'PASSKEY' },
      },
    ]);
    // It works once.
    const again = passkey.get(body.passkey?.challenge ?? '');
    expect((await confirm(token, body.signatureId, { assertion: again })).status).toBe(404);
  });

  it('refuses a passkey of another user or site, or one that signed something else', async () => {
    const { token, passkey } = await withPasskey();
    const other = await withPasskey();
    const attempt = async (make: (challenge: string) => object) => {
      const { body } = await start(token);
      const assertion = make(body.passkey?.challenge ?? '');
      return (await confirm(token, body.signatureId, { assertion })).status;
    };
    const { body: another } = await start(token, { meaning: 'REVIEWED' });
    expect(await attempt((challenge) => other.passkey.get(challenge))).toBe(400);
    expect(await attempt((challenge) => softwarePasskey().get(challenge))).toBe(400);
    expect(await attempt(() => passkey.get(another.passkey?.challenge ?? ''))).toBe(400);
    expect(await attempt(() => ({}))).toBe(400);
    const { site } = passkey;
    passkey.site = { origin: 'https://annals.test.evil.example', rpId: site.rpId };
    expect(await attempt((challenge) => passkey.get(challenge))).toBe(400);
    passkey.site = site;
    // A device that did not verify its user.
    expect(
      await attempt((challenge) => {
        const assertion = passkey.get(challenge);
        const data = Buffer.from(assertion.response.authenticatorData, 'base64url');
        data.writeUInt8(0x01, 32);
        assertion.response.authenticatorData = data.toString('base64url');
        return assertion;
      }),
    ).toBe(400);
    expect(await attempt((challenge) => passkey.get(challenge))).toBe(200);
  });

  it('signs by password and code in the weaker form; each code once, and no recovery code', async () => {
    const { token } = await tokens.someone();
    const { secret, recoveryCodes: [recoveryCode = ''] = [] } = await client.addTotp(token);
    const { body } = await start(token);
    expect(body).toMatchObject({ passkey: null, passwordAndCode: true });
    const attempt = async (given: object) => confirm(token, body.signatureId, given);
    const code = codeNow(running, secret);
    expect((await attempt({ password: 'not the password at all', code })).status).toBe(400);
    expect((await attempt({ password, code: recoveryCode })).status).toBe(400);
    const right = await attempt({ password, code });
    expect(right.status).toBe(200);
    const messages = await opened(right.body.signature);
    expect(messages).toMatchObject({ method: 'PASSWORD_AND_CODE' });
    expect(messages).not.toHaveProperty('credential');
    const { body: next } = await start(token);
    expect((await confirm(token, next.signatureId, { password, code })).status).toBe(400);
  });

  it('expires after five minutes and after five wrong answers', async () => {
    const { token, passkey } = await withPasskey();
    const late = await start(token);
    running.advance(4 * 60);
    const { accessToken = '' } = (await running.get('/v1/auth', token)).body;
    const tried = await start(accessToken);
    running.advance(61);
    const answer = ({ body }: { body: Started }) =>
      confirm(accessToken, body.signatureId, {
        assertion: passkey.get(body.passkey?.challenge ?? ''),
      });
    expect((await answer(late)).status).toBe(404);
    for (let count = 0; count < 5; count += 1)
      expect((await confirm(accessToken, tried.body.signatureId, { assertion: {} })).status).toBe(
        400,
      );
    expect((await answer(tried)).status).toBe(404);
  });

  it('requires a session of the user, and a means to sign', async () => {
    expect((await running.call('POST', address, { body: {} })).status).toBe(401);
    const { token } = await tokens.someone();
    expect(await start(token)).toMatchObject({ status: 409, body: { code: 'no_means_to_sign' } });
    const { body: issued } = await tokens.issue(token, { scopes: ['read', 'write'] });
    const body = { subject, meaning: 'APPROVED' };
    expect((await tokens.withKey(issued.token, address, 'POST', body)).status).toBe(403);
    expect((await start(token, { meaning: 'ADORED' })).status).toBe(400);
    expect((await start(token, { subject: { ...subject, root: 'short' } })).status).toBe(400);
    const one = await withPasskey();
    const { body: started } = await start(one.token);
    const assertion = one.passkey.get(started.passkey?.challenge ?? '');
    const other = await withPasskey();
    expect((await confirm(other.token, started.signatureId, { assertion })).status).toBe(404);
    expect((await confirm(one.token, absent, { assertion })).status).toBe(404);
    // Another session of the same user did not start it.
    const { body: second } = await client.signIn(one.email);
    const signedIn = await client.finish({
      challenge: second.challenge,
      assertion: one.passkey.get(second.passkey?.challenge ?? ''),
    });
    const elsewhere = signedIn.body.accessToken ?? '';
    expect((await confirm(elsewhere, started.signatureId, { assertion })).status).toBe(404);
  });

  it('is not an access token, and an access token is not a signature', async () => {
    const { token, passkey } = await withPasskey();
    const { body } = await start(token);
    const assertion = passkey.get(body.passkey?.challenge ?? '');
    const { body: confirmed } = await confirm(token, body.signatureId, { assertion });
    expect((await running.get('/v1/users/current', confirmed.signature)).status).toBe(401);
    expect(await opened(token)).toEqual({ problem: 'signatureUnreadable' });
  });
});
