import type { RunningService } from './running-service.ts';

/** An API token of whoever's access token is given; `status` is what a call with it answers. */
export async function issueToken(running: RunningService, accessToken: string) {
  const answer = await running.call('POST', '/v1/tokens', {
    token: accessToken,
    body: { description: 'CI', scopes: ['read'], expiresDate: '2026-06-01T00:00:00Z' },
  });
  const { token = '' } = answer.body as { token?: string };
  const headers = { 'x-akarion-api-token': token };
  const status = async () => (await running.call('GET', '/v1/users/current', { headers })).status;
  return { token, status };
}
