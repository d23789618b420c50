import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService, password } from '../testing/running-service.ts';
import { FactorClient, softwarePasskey } from '../testing/second-factors.ts';

const master = 'master@example.org';
const inMonths = '2026-06-01T00:00:00Z';
const newToken = {
  description: 'CI',
  scopes: ['read', 'write', 'admin'],
  expiresDate: inMonths,
};
const webhook = { url: 'https://receiver.invalid/', actions: ['user.offboarded'] };

describe.each(testDatabases())(
  'calls that require a recent reauthentication, $kind',
  ({ open }) => {
    const running = RunningService.forAll(open);
    const made: Record<'application' | 'invited' | 'invitation' | 'member' | 'webhook', string> = {
      application: '',
      invited: '',
      invitation: '',
      member: '',
      webhook: '',
    };
    let refreshToken = '';
    let apiToken = '';

    const later = async () => {
      const { body } = await running.refresh(refreshToken);
      refreshToken = body.refreshToken ?? '';
      return body.accessToken ?? '';
    };

    beforeAll(async () => {
      const { token, refreshToken: first } = await running.createAndSignIn(master, 'GLOBAL_MASTER');
      refreshToken = first;
      const idOf = async (path: string, body: object) =>
        (await running.call('POST', path, { token, body })).body.id ?? '';
      made.application = await idOf('/v1/applications', { name: 'Portal', roles: ['USER'] });
      made.invited = await idOf('/v1/users', { email: 'new@example.org' });
      const list = await running.get(`/v1/users/invitations?userId=${made.invited}`, token);
      made.invitation = list.body.data?.[0]?.id ?? '';
      made.member = (
        await running.service.createUser({ email: 'm@example.org', roles: [], password })
      ).userId;
      made.webhook = await idOf('/v1/event-webhooks', webhook);
      const { body } = await running.call('POST', '/v1/tokens', { token, body: newToken });
      apiToken = (body as { token?: string }).token ?? '';
    });

    /** Each issues, adds or redirects credentials. */
    const calls: [string, () => { method: string; path: string; body?: object }][] = [
      ['an API token', () => ({ method: 'POST', path: '/v1/tokens', body: newToken })],
      [
        'a token of an application',
        () => ({
          method: 'POST',
          path: `/v1/applications/${made.application}/tokens`,
          body: { description: 'CI' },
        }),
      ],
      [
        'a link of an invitation',
        () => ({ method: 'POST', path: `/v1/users/invitations/${made.invitation}/link` }),
      ],
      [
        'the removal of the second factors of somebody else',
        () => ({ method: 'DELETE', path: `/v1/users/${made.member}/factors` }),
      ],
      [
        'the email of somebody else',
        () => ({
          method: 'PATCH',
          path: `/v1/users/${made.member}`,
          body: { email: `m${running.now}@example.org` },
        }),
      ],
      [
        'the own email',
        () => ({
          method: 'PATCH',
          path: '/v1/users/current',
          body: { email: `own${running.now}@example.org` },
        }),
      ],
      [
        'an authenticator app',
        () => ({ method: 'POST', path: '/v1/users/current/factors/totp', body: { name: 'App' } }),
      ],
      ['a passkey', () => ({ method: 'POST', path: '/v1/users/current/factors/passkeys/options' })],
      [
        'a webhook of the audit log',
        () => ({ method: 'POST', path: '/v1/event-webhooks', body: webhook }),
      ],
      [
        'where the audit log is sent',
        () => ({
          method: 'PATCH',
          path: `/v1/event-webhooks/${made.webhook}`,
          body: { url: 'https://elsewhere.invalid/' },
        }),
      ],
      [
        'a secret that signs what is sent of the audit log',
        () => ({ method: 'POST', path: `/v1/event-webhooks/${made.webhook}/secret` }),
      ],
      [
        'the audit log sent again',
        () => ({
          method: 'POST',
          path: `/v1/event-webhooks/${made.webhook}/replay`,
          body: { seq: 1 },
        }),
      ],
    ];

    it.each(calls)('%s', async (_, call) => {
      running.advance(600);
      const token = await later();
      const { method, path, body } = call();
      const ask = () => running.call(method, path, { token, body });
      expect(await ask()).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } });
      const proof = '/v1/users/current/reauthentication';
      expect((await running.call('POST', proof, { token, body: { password } })).status).toBe(204);
      expect((await ask()).status).toBeLessThan(300);
    });

    describe('with a passkey', () => {
      const client = new FactorClient(running);
      const proof = '/v1/users/current/reauthentication';
      const isFresh = async (token: string) => {
        const app = { name: `App ${randomUUID()}` };
        const { status } = await client.own('POST', '/totp', token, app);
        return status === 201;
      };
      /** Somebody who signed in more than ten minutes ago. */
      const someone = async (key = softwarePasskey()) => {
        const { token: first, email, userId, refreshToken: renewal } = await running.someone();
        const added = await client.addPasskey(first, key);
        running.advance(600);
        const { body } = await running.refresh(renewal);
        return { token: body.accessToken ?? '', email, userId, key, factorId: added.id };
      };
      const start = async (token: string) =>
        (await client.call('POST', `${proof}/options`, token)).body.passkey;
      const challengeFor = async (token: string) => (await start(token))?.challenge ?? '';
      const prove = (token: string, assertion: object) =>
        running.call('POST', proof, { token, body: { assertion } });

      it('of the account, which verifies its user, once for each challenge', async () => {
        const { token, userId, key } = await someone();
        expect(await isFresh(token)).toBe(false);
        const options = await start(token);
        expect(options).toMatchObject({
          userVerification: 'required',
          allowCredentials: [{ id: key.credentialId.toString('base64url') }],
        });
        const assertion = key.get(options?.challenge ?? '');
        expect((await prove(token, assertion)).status).toBe(204);
        expect(await isFresh(token)).toBe(true);
        expect(await prove(token, assertion)).toMatchObject({ status: 400 });
        const events = await running.database.query(sql`
          select action, after from authentication.event where subject = ${`user/${userId}`}
          order by seq desc limit 1`);
        expect(events).toEqual([
          { action: 'reauthentication.failed', after: { method: 'PASSKEY' } },
        ]);
      });

      const wrong: [string, () => Promise<{ token: string; assertion: object }>][] = [
        [
          'somebody else’s',
          async () => {
            const { key } = await someone();
            const { token } = await someone();
            return { token, assertion: key.get(await challengeFor(token)) };
          },
        ],
        [
          'with the challenge of somebody else',
          async () => {
            const { token, key } = await someone();
            const other = await running.someone();
            await client.addPasskey(other.token);
            return { token, assertion: key.get(await challengeFor(other.token)) };
          },
        ],
        [
          'with the challenge of a sign-in',
          async () => {
            const { token, key } = await someone();
            const { body } = await client.call('POST', '/v1/auth/passkey');
            return { token, assertion: key.get(body.passkey?.challenge ?? '') };
          },
        ],
        [
          'with a challenge that is over',
          async () => {
            const { token, key } = await someone();
            const challenge = await challengeFor(token);
            running.advance(240);
            const { body } = await running.get('/v1/auth', token);
            running.advance(60);
            return { token: body.accessToken ?? '', assertion: key.get(challenge) };
          },
        ],
        [
          'of another site',
          async () => {
            const { token, key } = await someone();
            const challenge = await challengeFor(token);
            key.site = { origin: 'https://annals.test.evil.example', rpId: key.site.rpId };
            return { token, assertion: key.get(challenge) };
          },
        ],
        [
          'that verifies nobody this time',
          async () => {
            const { token, key } = await someone();
            const challenge = await challengeFor(token);
            key.verifiesUser = false;
            return { token, assertion: key.get(challenge) };
          },
        ],
        [
          'that was removed meanwhile',
          async () => {
            const { token, key, factorId } = await someone();
            const challenge = await challengeFor(token);
            await running.database.query(
              sql`delete from authentication.second_factor where id = ${factorId}`,
            );
            return { token, assertion: key.get(challenge) };
          },
        ],
        ['that says nothing', async () => ({ token: (await someone()).token, assertion: {} })],
      ];

      it.each(wrong)('not %s', async (_, make) => {
        const { token, assertion } = await make();
        expect(await prove(token, assertion)).toMatchObject({
          status: 400,
          body: { fields: [{ path: 'body.assertion' }] },
        });
        expect(await isFresh(token)).toBe(false);
      });

      it('is not offered to whoever has none, or one that never verified its user', async () => {
        const { token } = await running.someone();
        expect(await start(token)).toBeNull();
        const key = softwarePasskey();
        key.verifiesUser = false;
        const unverified = await someone(key);
        expect(await start(unverified.token)).toBeNull();
      });
    });

    it('a call with an API token is exempt, because it contains the whole token each time', async () => {
      running.advance(600);
      const headers = { 'x-akarion-api-token': apiToken };
      for (const [what, call] of [...calls.slice(1, 4), ...calls.slice(-4)]) {
        const { method, path, body } = call();
        const { status, body: answer } = await running.call(method, path, { headers, body });
        expect([what, status < 300, answer.message]).toEqual([what, true, undefined]);
      }
    });
  },
);
