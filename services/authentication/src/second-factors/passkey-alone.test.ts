import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { codeNow, FactorClient, softwarePasskey } from '../testing/second-factors.ts';
import type { SoftwareAuthenticator } from '../testing/software-authenticator.ts';

describe.each(testDatabases())('sign-in with a passkey alone, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const client = new FactorClient(running);

  const start = async () =>
    (await client.call('POST', '/v1/auth/passkey')).body.passkey?.challenge ?? '';
  const finish = (assertion: object) =>
    client.call('POST', '/v1/auth?type=PASSKEY', undefined, { assertion });
  const signIn = async (passkey: SoftwareAuthenticator) => finish(passkey.get(await start()));
  const someoneWithPasskey = async () => {
    const someone = await running.someone();
    return { ...someone, ...(await client.addPasskey(someone.token)) };
  };

  it('offers any passkey of the site, and requires that it verifies its user', async () => {
    const { status, body } = await client.call('POST', '/v1/auth/passkey');
    expect(status).toBe(200);
    expect(body.passkey).toMatchObject({ rpId: 'annals.test', userVerification: 'required' });
    expect(body.passkey?.allowCredentials ?? []).toEqual([]);
  });

  it('needs neither user name nor password, and counts as a required second factor', async () => {
    const { token, passkey } = await someoneWithPasskey();
    const { body } = await signIn(passkey);
    expect(body.challenge).toBeUndefined();
    const session = body.accessToken ?? '';
    const me = await running.call('GET', '/v1/users/current', { token: session });
    const before = await running.call('GET', '/v1/users/current', { token });
    expect(me.body.id).toBe(before.body.id);
  });

  it('accepts each challenge once, and for ten minutes', async () => {
    const { passkey } = await someoneWithPasskey();
    const assertion = passkey.get(await start());
    expect((await finish(assertion)).status).toBe(200);
    expect((await finish(assertion)).body.code).toBe('challenge_over');

    const early = await start();
    running.advance(599);
    expect((await finish(passkey.get(early))).status).toBe(200);
    const late = await start();
    running.advance(600);
    expect((await finish(passkey.get(late))).body.code).toBe('challenge_over');
    expect((await finish(passkey.get('bm90IGZyb20gaGVyZQ'))).body.code).toBe('challenge_over');
  });

  it('accepts no challenge of a sign-in with a password, and the other way round', async () => {
    const { email, passkey } = await someoneWithPasskey();
    const due = await client.signIn(email);
    expect((await finish(passkey.get(due.body.passkey?.challenge ?? ''))).body.code).toBe(
      'challenge_over',
    );
    const { challenge } = due.body;
    const answer = await client.finish({ challenge, assertion: passkey.get(await start()) });
    expect(answer.body.code).toBe('invalid_second_factor');
  });

  it('refuses a passkey that was removed, and says to delete it from the device', async () => {
    const { id, token, passkey } = await someoneWithPasskey();
    expect((await client.own('DELETE', `/${id}`, token)).status).toBe(204);
    const { status, body } = await signIn(passkey);
    expect([status, body.code]).toEqual([401, 'unknown_passkey']);
  });

  it('refuses a passkey that names another owner, or none', async () => {
    const { passkey } = await someoneWithPasskey();
    const other = await someoneWithPasskey();
    const { userHandle } = passkey;
    passkey.userHandle = other.passkey.userHandle;
    expect((await signIn(passkey)).body.code).toBe('invalid_passkey');
    passkey.userHandle = undefined;
    expect((await signIn(passkey)).body.code).toBe('invalid_passkey');
    passkey.userHandle = userHandle;
    expect((await signIn(passkey)).status).toBe(200);
  });

  it('refuses another key under the same id, and a copy with a lower counter', async () => {
    const { passkey } = await someoneWithPasskey();
    const forged = softwarePasskey();
    passkey.credentialId.copy(forged.credentialId);
    forged.userHandle = passkey.userHandle;
    expect((await signIn(forged)).body.code).toBe('invalid_passkey');
    expect((await signIn(passkey)).status).toBe(200);
    passkey.signCount = 0;
    expect((await signIn(passkey)).body.code).toBe('invalid_passkey');
  });

  it('says at which address passkeys work', async () => {
    const { passkey } = await someoneWithPasskey();
    passkey.site = { origin: 'https://10.0.0.7:8443', rpId: 'annals.test' };
    const { status, body } = await signIn(passkey);
    expect([status, body.code]).toEqual([401, 'passkey_other_address']);
    expect(body).toMatchObject({
      message: expect.stringMatching(/10\.0\.0\.7:8443.*https:\/\/annals\.test\b/),
    });
  });

  it('refuses a passkey that does not verify its user', async () => {
    const { passkey } = await someoneWithPasskey();
    passkey.verifiesUser = false;
    expect((await signIn(passkey)).body.code).toBe('passkey_not_verified');
    passkey.verifiesUser = true;
    expect((await signIn(passkey)).status).toBe(200);
  });

  it('lets a passkey that was added unverified sign in alone only after it confirmed a password', async () => {
    const { email, token } = await running.someone();
    const key = softwarePasskey();
    key.verifiesUser = false;
    await client.addPasskey(token, key);
    // Whoever finds the key can give it a PIN.
    key.verifiesUser = true;
    expect((await signIn(key)).body.code).toBe('passkey_not_verified');
    const due = await client.signIn(email);
    const { challenge, passkey } = due.body;
    const assertion = key.get(passkey?.challenge ?? '');
    expect((await client.finish({ challenge, assertion })).status).toBe(200);
    expect((await signIn(key)).status).toBe(200);
  });

  it('refuses a disabled user', async () => {
    const { userId, passkey } = await someoneWithPasskey();
    const { token: master } = await running.someone('GLOBAL_MASTER');
    const path = `/v1/users/${userId}/status`;
    await running.call('PUT', path, { token: master, body: { status: 'DISABLED' } });
    expect((await signIn(passkey)).status).toBe(401);
  });

  it('delays after many failures, without delaying the password', async () => {
    const { email, passkey } = await someoneWithPasskey();
    const { userHandle } = passkey;
    passkey.userHandle = undefined;
    for (let attempt = 0; attempt < 10; attempt++) expect((await signIn(passkey)).status).toBe(401);
    passkey.userHandle = userHandle;
    expect((await signIn(passkey)).status).toBe(429);
    expect((await client.signIn(email)).status).toBe(200);
  });

  it('a lost passkey is replaced by nothing less than before', async () => {
    const { email, answer } = await someoneWithPasskey();
    const { challenge, methods } = (await client.signIn(email)).body;
    expect(methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    const [code = ''] = answer.body.recoveryCodes ?? [];
    const enrolled = await client.call('POST', '/v1/auth/second-factor', undefined, { challenge });
    expect(enrolled.status).toBe(409);
    const wrong = { challenge, code: codeNow(running, 'JBSWY3DPEHPK3PXP') };
    expect((await client.finish(wrong)).status).toBe(401);
    expect((await client.finish({ challenge, code })).status).toBe(200);
  });

  it('each attempt that fails is in the audit log, with the reason', async () => {
    const { userId, passkey } = await someoneWithPasskey();
    passkey.verifiesUser = false;
    await signIn(passkey);
    const { token } = await running.someone('GLOBAL_MASTER');
    const { body } = await running.call(
      'GET',
      `/v1/events?action=signIn.failed&subject=user/${userId}`,
      { token },
    );
    expect(body.data).toMatchObject([
      { after: { method: 'PASSKEY', reason: 'passkey_not_verified' } },
    ]);
  });
});

describe('a console without passkeys', () => {
  const [first] = testDatabases();
  if (!first) throw new Error('There is no database to test on.');
  const running = RunningService.forAll(first.open, () =>
    Promise.resolve({ publicUrl: 'http://192.0.2.4:8080' }),
  );

  it('offers none at an IP address', async () => {
    const { status, body } = await running.call('POST', '/v1/auth/passkey');
    expect([status, body]).toEqual([200, { passkey: null }]);
  });

  it('names product and host in the authenticator app', async () => {
    const client = new FactorClient(running);
    const { token } = await running.someone();
    const { body } = await client.own('POST', '/totp', token, { name: 'Telephone' });
    const uri = new URL(body.uri ?? '');
    expect(uri.searchParams.get('issuer')).toBe('annals (192.0.2.4)');
  });
});
