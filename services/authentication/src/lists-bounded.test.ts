import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { testDatabases } from '@annals/kit/testing/databases';
import { listEndpoints, problemsOf, type ListRequest } from '@annals/kit/testing/list-requests';
import { measuringReads, type MeasuringDatabase } from '@annals/kit/testing/measured-reads';
import { insertLargestRows, type LargestRows } from './testing/largest-rows.ts';
import { RunningService } from './testing/running-service.ts';

const size = 'pageSize=500';
const fatPartition = '01890a5d-ac96-774b-bcce-b302099a8001';
const asOf = 'asOf=2026-02-01T00:00:00Z';

const at =
  (...paths: string[]) =>
  (): ListRequest[] =>
    paths.map((path) => ({ path }));

/** How each list is requested with 500 of its fattest rows. */
const requests: Record<string, (rows: LargestRows) => ListRequest[]> = {
  'GET /v1/auth/identity-providers': at('/v1/auth/identity-providers'),
  'GET /v1/users/current/factors': at('/v1/users/current/factors'),
  'GET /v1/users': at(
    `/v1/users?${size}`,
    `/v1/users?${size}&include=roleGrants`,
    `/v1/users?${size}&status=INVITED&sort=-email`,
    `/v1/users?${size}&${asOf}`,
  ),
  'GET /v1/users/forNameContaining/{searchtext}': at(
    `/v1/users/forNameContaining/fat?${size}`,
    `/v1/users/forNameContaining/fat?${size}&${asOf}`,
  ),
  'GET /v1/users/{userId}/sessions': ({ userId }) => [{ path: `/v1/users/${userId}/sessions` }],
  'GET /v1/users/{userId}/trusted-devices': ({ userId }) => [
    { path: `/v1/users/${userId}/trusted-devices` },
  ],
  'GET /v1/users/{userId}/identities': ({ userId }) => [{ path: `/v1/users/${userId}/identities` }],
  'GET /v1/users/{userId}/factors': ({ userId }) => [{ path: `/v1/users/${userId}/factors` }],
  'GET /v1/users/access': at(
    `/v1/users/access?pageSize=100&partitionId=${fatPartition}`,
    `/v1/users/access?pageSize=100&partitionId=${fatPartition}&${asOf}`,
  ),
  'GET /v1/users/invitations': at(`/v1/users/invitations?${size}`),
  'GET /authentication/v1/roles': at('/v1/roles', `/v1/roles?${asOf}`),
  'GET /authentication/v1/sign-in-rules': at('/v1/sign-in-rules'),
  'GET /v1/organizational-units': at(
    `/v1/organizational-units?${size}`,
    `/v1/organizational-units?${size}&${asOf}`,
  ),
  'GET /v1/organizational-units/{organizationalUnitId}/users': ({ unitId }) => [
    { path: `/v1/organizational-units/${unitId}/users?${size}` },
    { path: `/v1/organizational-units/${unitId}/users?${size}&below=true` },
  ],
  'GET /v1/identity-providers': at(`/v1/identity-providers?${size}`),
  'GET /v1/tokens': at(`/v1/tokens?${size}`, `/v1/tokens?${size}&sort=expiresDate`),
  'GET /v1/applications': at(
    `/v1/applications?${size}`,
    `/v1/applications?${size}&sort=-lastUsedDate`,
  ),
  'GET /v1/applications/{applicationId}/tokens': ({ applicationId }) => [
    { path: `/v1/applications/${applicationId}/tokens?${size}` },
  ],
  'GET /authentication/v1/events': ({ userId }) => [
    { path: `/v1/events?${size}` },
    { path: `/v1/events?${size}&subject=user/${userId}` },
  ],
  'GET /authentication/v1/events/counts': at('/v1/events/counts?count=366'),
  'GET /authentication/v1/event-webhooks': at(`/v1/event-webhooks?${size}`),
  'GET /authentication/v1/event-webhooks/{eventWebhookId}/attempts': ({ eventWebhookId }) => [
    { path: `/v1/event-webhooks/${eventWebhookId}/attempts?${size}` },
  ],
  'GET /authentication/v1/migrations': at('/v1/migrations'),
};

it('requests every list of the authentication service with its fattest rows', () => {
  expect(Object.keys(requests).toSorted()).toEqual(
    listEndpoints(authenticationEndpoints).toSorted(),
  );
});

describe.each(testDatabases())('500 fat rows, $kind', ({ open }) => {
  let database: MeasuringDatabase;
  let running: RunningService;
  let token: string;
  let rows: LargestRows;

  beforeAll(async () => {
    database = measuringReads(await open());
    let memberIds: string[] = [];
    running = await RunningService.start(database, {
      findMembership: async () => ({ partitionName: 'Fat', role: 'OWNER', sinceDate: null }),
      findMembers: async (_partitionId, _asOf, { after = '', limit }) =>
        memberIds
          .filter((id) => id > after)
          .slice(0, limit)
          .map((userId) => ({
            userId,
            role: 'OWNER',
            username: null,
            name: null,
            sinceDate: '2026-01-01T00:00:00.000000Z',
            removedDate: null,
            byId: userId,
          })),
    });
    ({ token } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER'));
    rows = await insertLargestRows(database);
    const users = await database.query<{ id: string }>(
      sql`select id from authentication.user_account
        union all select id from authentication.application order by id`,
    );
    memberIds = users.map(({ id }) => id);
  });
  afterAll(async () => {
    await running.stop();
    await database.close();
  });

  it.each(oneInEvery(4, Object.entries(requests)))('%s', async (_, requestsOf) => {
    for (const request of requestsOf(rows)) {
      let answer = { status: 0, text: '' };
      const read = await database.readDuring(async () => {
        const { status, body } = await running.get(request.path, token);
        answer = { status, text: JSON.stringify(body) };
      });
      expect(problemsOf(request, answer, read)).toEqual([]);
    }
  });
});
