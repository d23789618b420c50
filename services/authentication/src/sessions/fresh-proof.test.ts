import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService, password } from '../testing/running-service.ts';

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
