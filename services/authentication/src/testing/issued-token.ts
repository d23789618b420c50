import type { RunningService } from './running-service.ts';

/** Creates an API token with this access token; `status` is the status of a call with it. */
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
