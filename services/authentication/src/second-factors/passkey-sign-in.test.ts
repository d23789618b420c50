import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { FactorClient, softwarePasskey } from '../testing/second-factors.ts';

describe.each(testDatabases())('sign-in with a passkey, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const client = new FactorClient(running);

  const challengeOf = async (email: string) => (await client.signIn(email)).body.challenge ?? '';

  it('accepts a passkey that signed the challenge', async () => {
    const { email, token } = await running.someone();
    const { passkey } = await client.addPasskey(token);
    const due = await client.signIn(email);
    expect(due.body.methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    expect(due.body.passkey).toMatchObject({
      rpId: 'annals.test',
      userVerification: 'preferred',
      allowCredentials: [{ id: passkey.credentialId.toString('base64url') }],
    });
    const { challenge, passkey: options } = due.body;
    const assertion = passkey.get(options?.challenge ?? '');
    expect((await client.finish({ challenge, assertion })).status).toBe(200);
    // The same assertion does not sign in again, with the old challenge or a new one.
    expect((await client.finish({ challenge, assertion })).status).toBe(401);
    const again = await challengeOf(email);
    expect((await client.finish({ challenge: again, assertion })).status).toBe(401);
  });

  it('refuses a passkey of another site, an altered one, and a copy with a lower counter', async () => {
    const { email, token } = await running.someone();
    const { passkey } = await client.addPasskey(token);
    const attempt = async (make: (challenge: string) => object) => {
      const { challenge, passkey: options } = (await client.signIn(email)).body;
      const assertion = make(options?.challenge ?? '');
      return (await client.finish({ challenge, assertion })).status;
    };
    expect(await attempt((challenge) => passkey.get(challenge))).toBe(200);
    const sites = [
      { origin: 'https://annals.test.evil.example', rpId: 'annals.test' },
      { origin: 'https://annals.test', rpId: 'evil.example' },
    ];
    const { site: own } = passkey;
    for (const site of sites) {
      passkey.site = site;
      expect(await attempt((challenge) => passkey.get(challenge))).toBe(401);
    }
    passkey.site = own;
    expect(
      await attempt((challenge) => {
        const assertion = passkey.get(challenge);
        const data = Buffer.from(assertion.response.authenticatorData, 'base64url');
        data.writeUInt32BE(900, 33);
        assertion.response.authenticatorData = data.toString('base64url');
        return assertion;
      }),
    ).toBe(401);
    expect(await attempt(() => ({}))).toBe(401);
    expect(await attempt((challenge) => softwarePasskey().get(challenge))).toBe(401);
    passkey.signCount = 0;
    expect(await attempt((challenge) => passkey.get(challenge))).toBe(401);
    passkey.signCount = 50;
    expect(await attempt((challenge) => passkey.get(challenge))).toBe(200);
  });
});
