import sql from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { Caller, FindMemberRole } from '@annals/kit/caller';
import type { Database, Queryable, Stop } from '@annals/kit/database/queryable';
import { conflict, notFound } from '@annals/kit/problem';
import { readWithoutLock } from '../append/append.sql.ts';
import { readStateFor } from '../append/append-transaction.ts';
import type { ChangeSetKey } from '../change-sets/change-sets.sql.ts';
import { operationOf } from '../change-sets/commit.ts';
import { loadChangeSet, viewerOf, type LoadedChangeSet } from '../change-sets/load.ts';
import { listAllOperations } from '../change-sets/operations.sql.ts';
import { dataOf, readVersionsToRestore } from '../transactions/write-transaction.ts';
import type { ObjectDataCheck } from '../types/schemas.ts';
import { commandToRead, decidePreview, type Preview, type PreviewedSet } from './preview.ts';
import { fillPreview, selectPreviewed } from './preview.sql.ts';

export interface PreviewServices {
  database: Database;
  check: ObjectDataCheck;
  findMemberRole: FindMemberRole;
}

/** A partition as it would be if a change set were committed now. */
export class Previews {
  readonly #services: PreviewServices;

  constructor(services: PreviewServices) {
    this.#services = services;
  }

  /**
   * What the operations of the set would write.
   * @throws Problem 404 if the caller does not see the set, 409 once it is committed
   */
  async preview(
    queryable: Queryable,
    key: ChangeSetKey,
    caller: Caller,
  ): Promise<Preview & Pick<LoadedChangeSet, 'reviewState' | 'row'>> {
    const { loaded, set } = await this.#load(queryable, key, caller);
    return { ...loaded, ...(await decide(queryable, set, caller)) };
  }

  /**
   * Reads with what the set would write. It is in the database for this read only, in separate tables: no lock is taken
   * that a writer waits for, and the transaction is always rolled back.
   * @param read must use the given database only
   * @throws Problem 404, 409
   */
  async read<Answer>(
    key: ChangeSetKey,
    { caller, signal }: { caller: Caller; signal: Stop },
    read: (queryable: Queryable) => Promise<Answer>,
  ): Promise<Answer> {
    const { database } = this.#services;
    // The JSON Schemas are checked outside of the transaction, as for a write.
    const { set } = await this.#load(database, key, caller);
    try {
      return await database.transaction(async (transaction) => {
        // A concurrent write must not be visible to only some of the statements.
        await transaction.query(sql`set transaction isolation level repeatable read`);
        const { versions } = await decide(transaction, set, caller);
        await fillPreview(transaction, key.partitionId, versions);
        throw new RolledBack(await read(selectPreviewed(transaction, key.partitionId, signal)));
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.answer as Answer;
      throw error;
    }
  }

  async #load(
    queryable: Queryable,
    key: ChangeSetKey,
    caller: Caller,
  ): Promise<{ loaded: LoadedChangeSet; set: PreviewedSet }> {
    const { check, findMemberRole } = this.#services;
    const { partitionId } = key;
    const viewer = await viewerOf(findMemberRole, caller, partitionId);
    const loaded = await loadChangeSet(queryable, key, viewer);
    const { state, reason, title } = loaded.row;
    if (state === 'COMMITTED') throw conflict('change_set_committed', say('changeSetCommitted'));
    const stored = await listAllOperations(queryable, key);
    const operations = stored.map(operationOf);
    const bytes = stored.reduce((sum, operation) => sum + operation.bytes, 0);
    const { olds } = await readVersionsToRestore(queryable, partitionId, { operations }, bytes);
    const { given, numbers } = dataOf({ operations }, olds);
    const { problems } = await check.check({ partitionId, userId: caller.userId, given });
    const broken = new Map(problems.map(({ index, fields }) => [numbers[index] ?? index, fields]));
    const set = { key, reason: reason ?? title, operations: stored, prepared: { olds, broken } };
    return { loaded, set };
  }
}

/** Ends the transaction of a preview, and carries its result. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';

  constructor(readonly answer: unknown) {
    super('A preview is not committed.');
  }
}

async function decide(queryable: Queryable, set: PreviewedSet, caller: Caller): Promise<Preview> {
  const { partitionId } = set.key;
  const partition = await readWithoutLock(queryable, partitionId);
  if (!partition) throw notFound('partition');
  const commands = [commandToRead(set, caller)];
  const readState = await readStateFor(queryable, partitionId, commands);
  return decidePreview(set, readState, partition, caller);
}
