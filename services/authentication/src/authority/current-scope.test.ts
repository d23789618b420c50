import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';

describe.each(testDatabases())(
  'the current scope of an account without a request, $kind',
  ({ open }) => {
    const running = RunningService.forAll(open);

    const partitionScopes = async (id: string) => {
      const scope = await running.service.scopeOfUser(id);
      return [scope('partitions:write-all'), scope('partitions:write')];
    };

    it('is that of the roles of a user, and none once the user may not sign in', async () => {
      const { userId } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
      await expect(partitionScopes(userId)).resolves.toEqual(['all', 'all']);
      await running.database.query(
        sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
      );
      await expect(partitionScopes(userId)).resolves.toEqual([undefined, undefined]);
    });

    it('is that of the roles of an application, until it is deleted', async () => {
      const { token } = await running.createAndSignIn('other@example.org', 'GLOBAL_MASTER');
      const body = { name: 'Portal', roles: ['USER'] };
      const made = await running.call('POST', '/v1/applications', { token, body });
      expect(made.status).toBe(201);
      const id = String(made.body['id']);
      await expect(partitionScopes(id)).resolves.toEqual([undefined, 'all']);
      await running.database.query(
        sql`update authentication.application set deleted = now() where id = ${id}`,
      );
      await expect(partitionScopes(id)).resolves.toEqual([undefined, undefined]);
    });

    it('is none for an unknown id', async () => {
      await expect(partitionScopes('01890a5d-ac96-774b-bcce-b302099a8057')).resolves.toEqual([
        undefined,
        undefined,
      ]);
    });
  },
);
