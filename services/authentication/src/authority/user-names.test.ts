import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { tokenCalls } from '../testing/token-calls.ts';

const applicationId = '01980000-0000-7000-8000-000000000001';
const absent = '01980000-0000-7000-8000-000000000000';

describe.each(testDatabases())('names of accounts for other services, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const tokens = tokenCalls(running);

  it('are those of a user or an application as in their calls, and undefined for anything else', async () => {
    const { userId } = await tokens.someone();
    const [user] = await running.database.query<{ username: string; name: string }>(
      sql`select username, name from authentication.user_account where id = ${userId}`,
    );
    expect(await running.service.findUserNames(userId)).toEqual(user);
    await running.database.query(
      sql`insert into authentication.application (id, name, roles, created) values (${applicationId}, 'Importer', '{}', now())`,
    );
    expect(await running.service.findUserNames(applicationId)).toEqual({
      username: 'application:Importer',
      name: 'Importer',
    });
    await running.database.query(
      sql`update authentication.application set deleted = now() where id = ${applicationId}`,
    );
    expect(await running.service.findUserNames(applicationId)).toBeUndefined();
    expect(await running.service.findUserNames(absent)).toBeUndefined();
  });
});
