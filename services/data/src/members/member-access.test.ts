import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '@annals/kit/caller';
import { DatabaseUnavailable } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, listenerForAll } from '../testing/data-listener.ts';
import { memberRoles } from './member-access.ts';

describe.each(testDatabases())('roles of callers in partitions, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  let asked: number;
  let fault: Error | undefined;
  let roleIn: (userId: string, partitionId: string) => Promise<string | undefined>;

  beforeEach(async () => {
    partitionId = await service.makePartition();
    asked = 0;
    fault = undefined;
    const find = memberRoles({
      query: async (statement, name) => {
        asked += 1;
        if (fault) throw fault;
        return service.database.query(statement, name);
      },
    });
    roleIn = async (userId, partition) => find(callerOf(userId), partition);
  });

  const callerOf = (userId: string) => ({ userId, scope: () => undefined }) as unknown as Caller;
  const { owner, editor, reader, stranger } = people;
  const nowhere = '00000000-0000-7000-8000-000000000000';

  it('are queried together for concurrent requests, each separately answered', async () => {
    const other = await service.makePartition();
    const found = await Promise.all([
      roleIn(reader.userId, partitionId),
      roleIn(owner.userId, other),
      roleIn(stranger.userId, partitionId),
      roleIn(owner.userId, nowhere),
      roleIn(editor.userId, partitionId),
      roleIn(reader.userId, partitionId),
    ]);
    expect(found).toEqual(['READER', 'OWNER', undefined, undefined, 'EDITOR', 'READER']);
    expect(asked).toBe(1);
  });

  it('are queried again for later requests, so that removed members lose access', async () => {
    await expect(roleIn(reader.userId, partitionId)).resolves.toBe('READER');
    await service.database.query(
      sql`update data.member_period set removed_date = statement_timestamp()
        where partition_id = ${partitionId} and user_id = ${reader.userId}`,
    );
    await expect(roleIn(reader.userId, partitionId)).resolves.toBeUndefined();
    expect(asked).toBe(2);
  });

  it('fail only for those who were queried together', async () => {
    fault = new DatabaseUnavailable('The database is unavailable.');
    const failed = await Promise.allSettled([
      roleIn(reader.userId, partitionId),
      roleIn(owner.userId, partitionId),
    ]);
    expect(failed).toEqual([
      { status: 'rejected', reason: fault },
      { status: 'rejected', reason: fault },
    ]);
    fault = undefined;
    await expect(roleIn(reader.userId, partitionId)).resolves.toBe('READER');
  });
});
