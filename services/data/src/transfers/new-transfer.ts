import type { BodyOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { startTransfer } from '@annals/contracts/transfers';
import type { MemberRole } from '@annals/contracts/permissions';
import { mayTouchPartition, type Caller, type FindMemberRole } from '@annals/kit/caller';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Database } from '@annals/kit/database/database';
import { badRequest, conflict, forbidden, notFound } from '@annals/kit/problem';
import { writesAsOwner } from '../members/member-access.ts';
import type { NewTransfer } from './transfers.sql.ts';
import { countTimelines, newestSequence, isOlderThanTarget } from './target.sql.ts';

interface TransferRequest {
  partitionId: string;
  body: BodyOf<typeof startTransfer>;
  caller: Caller;
}

/**
 * The requested transfer, after checking that it can start.
 * @throws Problem 400, 403, 404 or 409 with the reason
 */
export async function newTransfer(
  database: Database,
  roleOf: FindMemberRole,
  { partitionId, body, caller }: TransferRequest,
): Promise<Omit<NewTransfer, 'id'>> {
  const transfer = {
    partitionId,
    kind: body.kind,
    fromPartitionId: null,
    asOf: null,
    fileName: null,
    fileHash: null,
    reason: null,
    userId: caller.userId,
    userName: caller.name || caller.username,
  };
  if (body.kind === 'IMPORT') {
    const { fileName, fileHash, total, reason } = body;
    return { ...transfer, fileName, fileHash, total, reason: reason || null };
  }
  requireOwner(caller, await roleOf(caller, partitionId));
  if (body.kind === 'REINDEX')
    return { ...transfer, total: await countTimelines(database, partitionId) };

  const fromPartitionId = body.fromPartitionId.toLowerCase();
  if (fromPartitionId === partitionId)
    throw badRequest(say('copyIntoItself'), [
      { path: 'body.fromPartitionId', ...say('chooseAnotherPartition') },
    ]);
  await requireReaderOfSource(roleOf, caller, fromPartitionId);
  const asOf = databaseMoment(body.asOf);
  const total = await newestSequence(database, fromPartitionId, asOf);
  if (await isOlderThanTarget(database, fromPartitionId, total, partitionId))
    throw conflict('dates_go_back', say('copyDatesGoBack'));
  return { ...transfer, fromPartitionId, asOf: asOf ?? null, total };
}

/** @throws Problem 403, 404 */
export async function requireReaderOfSource(
  roleOf: FindMemberRole,
  caller: Caller,
  fromPartitionId: string,
): Promise<void> {
  if (caller.token && !caller.token.scopes.includes('read')) throw forbidden(say('copyNeedsRead'));
  if (
    !mayTouchPartition(caller, fromPartitionId) ||
    (await roleOf(caller, fromPartitionId)) === undefined
  )
    throw notFound('partition to copy from');
}

/** @throws Problem 403 */
export function requireOwner(caller: Caller, role: MemberRole | undefined): void {
  if (role !== 'OWNER')
    throw forbidden(say('roleMissing', { needed: 'OWNER', role: role ?? 'none' }));
  if (!writesAsOwner(caller, role)) throw forbidden(say('scopeMissing', { scope: 'admin' }));
}
