import type { BodyOf } from '@annals/contracts/endpoint';
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
    throw badRequest('A partition cannot be copied into itself.', [
      { path: 'body.fromPartitionId', message: 'Choose another partition.' },
    ]);
  await requireReaderOfSource(roleOf, caller, fromPartitionId);
  const asOf = databaseMoment(body.asOf);
  const total = await newestSequence(database, fromPartitionId, asOf);
  if (await isOlderThanTarget(database, fromPartitionId, total, partitionId))
    throw conflict(
      'dates_go_back',
      'The partition has versions that are newer than those to be copied, but dates must not go back. Copy into an empty partition.',
    );
  return { ...transfer, fromPartitionId, asOf: asOf ?? null, total };
}

/** @throws Problem 403, 404 */
export async function requireReaderOfSource(
  roleOf: FindMemberRole,
  caller: Caller,
  fromPartitionId: string,
): Promise<void> {
  if (caller.token && !caller.token.scopes.includes('read'))
    throw forbidden(
      'This API token lacks the scope read, which is required to copy from a partition.',
    );
  if (
    !mayTouchPartition(caller, fromPartitionId) ||
    (await roleOf(caller, fromPartitionId)) === undefined
  )
    throw notFound('partition to copy from');
}

/** @throws Problem 403 */
export function requireOwner(caller: Caller, role: MemberRole | undefined): void {
  if (role !== 'OWNER')
    throw forbidden(`This needs the role OWNER in the partition; you have ${role ?? 'none'}.`);
  if (!writesAsOwner(caller, role))
    throw forbidden('This API token lacks the scope admin. Use one that has it.');
}
