import type { FastifyRequest } from 'fastify';
import type { BodyOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { changePartition as changeCall } from '@annals/contracts/partitions';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable, Transaction } from '@annals/kit/database/database';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import { conflict, notFound } from '@annals/kit/problem';
import type { AuditTrail } from '../audit/audit-trail.ts';
import * as table from './partitions.sql.ts';
import type { Partition } from './partitions.sql.ts';

export interface PartitionChange {
  partitionId: string;
  caller: Caller;
  request: FastifyRequest;
}

/**
 * Locks the partition for a change.
 * @throws Problem 404, 409 for an archived partition
 */
export async function lockToChange(
  transaction: Queryable,
  partitionId: string,
): Promise<table.LockedPartition> {
  const partition = await table.lockPartition(transaction, partitionId);
  if (!partition) throw notFound('partition');
  if (partition.archivedDate !== null)
    throw conflict('partition_archived', say('archivedNoChanges'));
  return partition;
}

/** @throws Problem 404, 409, 412 */
export async function changePartition(
  transaction: Transaction,
  trail: AuditTrail,
  { partitionId, caller, request }: PartitionChange,
  change: BodyOf<typeof changeCall>,
): Promise<Partition> {
  const before = await lockToChange(transaction, partitionId);
  const showPartition = () => shownPartition(transaction, partitionId, caller.userId);
  if (request.headers['if-match'] !== undefined)
    checkIfMatch(request, before.version, await showPartition());
  const after = {
    partitionName: change.partitionName ?? before.partitionName,
    description: change.description === undefined ? before.description : change.description,
    retentionDays: change.retentionDays === undefined ? before.retentionDays : change.retentionDays,
    archivedDate: null,
  };
  const same =
    after.partitionName === before.partitionName &&
    after.description === before.description &&
    after.retentionDays === before.retentionDays;
  if (same) return showPartition();
  await table.updatePartition(transaction, partitionId, after, caller.userId);
  const [was, is] = difference(settingsOf(before), settingsOf(after));
  await trail.record(transaction, { caller, request }, partitionId, {
    action: 'partition.changed',
    before: was,
    after: is,
  });
  return showPartition();
}

/**
 * Archives or unarchives a partition. No effect if it already has that state.
 * @throws Problem 404, 412
 */
export async function archivePartition(
  database: Database,
  trail: AuditTrail,
  { partitionId, caller, request }: PartitionChange,
  archived: boolean,
): Promise<Partition> {
  return database.transaction(async (transaction) => {
    const before = await table.lockPartition(transaction, partitionId);
    if (!before) throw notFound('partition');
    const showPartition = () => shownPartition(transaction, partitionId, caller.userId);
    if ((before.archivedDate !== null) === archived) return showPartition();
    if (request.headers['if-match'] !== undefined)
      checkIfMatch(request, before.version, await showPartition());
    const archivedDate = await table.setArchived(transaction, partitionId, archived);
    await table.updatePartition(
      transaction,
      partitionId,
      { ...before, archivedDate },
      caller.userId,
    );
    await trail.record(transaction, { caller, request }, partitionId, {
      action: archived ? 'partition.archived' : 'partition.unarchived',
    });
    return showPartition();
  });
}

/** As events name them. */
const settingsOf = ({
  partitionName: name,
  description,
  retentionDays,
}: Pick<table.LockedPartition, 'partitionName' | 'description' | 'retentionDays'>) => ({
  name,
  description,
  retentionDays,
});

async function shownPartition(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<Partition> {
  const partition = await table.findPartition(transaction, partitionId, userId);
  if (!partition) throw notFound('partition');
  return partition;
}
