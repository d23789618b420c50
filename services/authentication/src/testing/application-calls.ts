import { beforeAll, beforeEach, expect } from 'vitest';
import type { ApiToken } from '@annals/contracts/api-tokens';
import type { Application } from '@annals/contracts/applications';
import type { TestDatabase } from '@annals/kit/testing/databases';
import { assignToUnit, makeUnit } from './inserted-units.ts';
import { RunningService } from './running-service.ts';

export const start = Date.parse('2026-03-01T12:00:00.250Z');

type Token = ApiToken & { token: string };
interface List<Item> {
  data: Item[];
  nextCursor: string | null;
  total: { value: number };
}
/** The fields of any response; each test says which it has. */
export type Body = Application & Token & List<Application & Token> & { fields: { path: string }[] };

/** For all tests of a `describe`: users of each role, units, and the calls about applications. */
export function applicationCalls(open: TestDatabase['open']) {
  const running = RunningService.forAll(open);
  const people: Record<string, { userId: string; token: string }> = {};
  const units: Record<string, string> = {};

  beforeAll(async () => {
    for (const role of ['GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR', 'USER'])
      people[role] = await running.createAndSignIn(`${role}@example.org`, role);
    units['north'] = await makeUnit(running.database, 'North');
    units['below'] = await makeUnit(running.database, 'Below', units['north']);
    units['south'] = await makeUnit(running.database, 'South');
    await assignToUnit(running.database, units['north'], people['ORG_ADMIN']?.userId ?? '');
  });

  beforeEach(() => {
    running.now = start;
  });

  interface CallOptions {
    as?: string;
    key?: string;
    body?: unknown;
    ifMatch?: string;
  }
  const ask = async (method: string, path: string, options: CallOptions = {}) => {
    const { as, key, body, ifMatch } = options;
    const answer = await running.call(method, `/v1/applications${path}`, {
      token: as === undefined ? undefined : people[as]?.token,
      body,
      headers: {
        ...(key === undefined ? {} : { 'x-akarion-api-token': key }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
    });
    return { ...answer, body: answer.body as unknown as Body };
  };
  const make = (body: object, as = 'GLOBAL_MASTER') => ask('POST', '', { as, body });
  const made = async (body: object, as?: string) => {
    const answer = await make(body, as);
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const issue = (id: string, body: object = {}, as = 'GLOBAL_MASTER') =>
    ask('POST', `/${id}/tokens`, { as, body: { description: 'Key', ...body } });
  const names = async (as: string, query = '') => {
    const { body } = await ask('GET', query, { as });
    return body.data.map(({ name }) => name);
  };
  return { running, people, units, ask, make, made, issue, names };
}
