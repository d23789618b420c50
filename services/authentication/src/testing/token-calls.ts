import { beforeEach } from 'vitest';
import type { ApiToken } from '@annals/contracts/api-tokens';
import type { RunningService } from './running-service.ts';

const day = 86_400_000;
export const start = Date.parse('2026-03-01T12:00:00.250Z');

type Shown = ApiToken & { token: string };
export interface List {
  data: Shown[];
  nextCursor: string | null;
  total: { value: number };
}

/** The calls about the tokens of users. Each test starts at the same time, so that users stay signed in. */
export function tokenCalls(running: RunningService) {
  beforeEach(() => {
    running.now = start;
  });

  const inDays = (days: number) => new Date(running.now + days * day).toISOString();
  const someone = () => running.someone('USER');

  const issue = async (token: string, given: object = {}) => {
    const body = { description: 'CI', scopes: ['read'], expiresDate: inDays(30), ...given };
    const answer = await running.call('POST', '/v1/tokens', { token, body });
    return { ...answer, body: answer.body as unknown as Shown & { code?: string } };
  };
  const list = async (token: string, query = '') => {
    const answer = await running.get(`/v1/tokens${query}`, token);
    return { ...answer, body: answer.body as unknown as List };
  };
  const withKey = (key: string, path = '/v1/users/current', method = 'GET', body?: unknown) =>
    running.call(method, path, { headers: { 'x-akarion-api-token': key }, body });
  const revoke = async (token: string, id: string) =>
    (await running.call('DELETE', `/v1/tokens/${id}`, { token })).status;
  return { inDays, someone, issue, list, withKey, revoke };
}
