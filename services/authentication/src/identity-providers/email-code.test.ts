import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { emailCodes } from '../testing/email-codes.ts';
import { ProviderFixture } from '../testing/provider-fixture.ts';

describe.each(testDatabases())('the code that confirms an account, $kind', ({ open }) => {
  const fixture = ProviderFixture.forAll(open);
  const { running, calls } = fixture;

  const { sendCode, confirm, codesTo } = emailCodes(fixture);
  const post = (path: string, body: unknown) => calls.call('POST', path, body, '');

  it('accepts the code of the latest mail, with five attempts, within half an hour, in the same browser', async () => {
    const { email, subject } = fixture.account();
    await running.createAndSignIn(email, 'USER');
    const { confirmation } = (await fixture.signIn(subject)).body;
    // Before a code is sent, none matches.
    expect((await confirm(confirmation, '00000000')).body.code).toBe('invalid_email_code');
    await sendCode(confirmation);
    const [first = ''] = await codesTo(email, 1);
    await sendCode(confirmation);
    const second = (await codesTo(email, 2)).find((code) => code !== first) ?? '';
    expect((await confirm(confirmation, first)).body.code).toBe('invalid_email_code');
    expect((await fixture.lastEvent('signIn.refused'))?.after).toMatchObject({
      reason: 'email_code_wrong',
      identityProviderId: fixture.id,
    });
    const another = (await fixture.signIn(fixture.account().subject)).body;
    expect(another.confirmation).toBeUndefined();
    expect((await confirm('x'.repeat(43), second)).body.code).toBe('confirmation_over');
    running.advance(1800);
    expect((await confirm(confirmation, second)).body.code).toBe('confirmation_over');
    running.advance(-1800);
    for (let tries = 2; tries < 5; tries += 1)
      expect((await confirm(confirmation, '1234')).body.code).toBe('invalid_email_code');
    const over = await confirm(confirmation, second);
    expect([over.status, over.body.code]).toEqual([401, 'confirmation_over']);
    expect((await running.signIn(email)).status).toBe(200);
  });

  it('sends at most three codes to one email in a quarter of an hour, and none without a request', async () => {
    const { email, subject } = fixture.account();
    await running.createAndSignIn(email, 'USER');
    const { confirmation } = (await fixture.signIn(subject)).body;
    for (const status of [202, 202, 202, 429])
      expect((await sendCode(confirmation)).status).toBe(status);
    expect((await sendCode('x'.repeat(43))).status).toBe(401);
    expect((await post('/v1/auth/email-code', {})).status).toBe(400);
    expect((await post('/v1/auth?type=EMAIL_CODE', { challenge: 'x' })).status).toBe(400);
  });

  it('is void if the provider or the email of the account changed meanwhile', async () => {
    const asked = async () => {
      const { email, subject } = fixture.account();
      const { userId } = await running.createAndSignIn(email, 'USER');
      const { confirmation } = (await fixture.signIn(subject)).body;
      await sendCode(confirmation);
      const [code = ''] = await codesTo(email);
      return { userId, confirmation, code };
    };
    const first = await asked();
    await calls.change(fixture.id, { name: 'Another' });
    expect((await confirm(first.confirmation, first.code)).body.code).toBe('confirmation_over');
    const second = await asked();
    await calls.call('PATCH', `/v1/users/${second.userId}`, {
      email: `new-${second.userId}@example.org`,
    });
    expect((await confirm(second.confirmation, second.code)).body.code).toBe('confirmation_over');
    const third = await asked();
    await calls.call('PUT', `/v1/users/${third.userId}/status`, { status: 'DISABLED' });
    const refused = await confirm(third.confirmation, third.code);
    expect([refused.status, refused.body.code]).toEqual([403, 'account_disabled']);
  });
});
