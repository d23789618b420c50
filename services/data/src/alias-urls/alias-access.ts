import { say } from '@annals/contracts/messages';
import { memberRoleSuffices } from '@annals/contracts/permissions';
import { mayTouchPartition, type Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { forbidden } from '@annals/kit/problem';
import { memberRoles } from '../members/member-access.ts';
import type { AliasRow } from './alias-urls.sql.ts';

/** The aliases that a caller sees. */
export interface AliasScope {
  userId: string;
  everything: boolean;
  /** Whether it includes the aliases of every partition, not only of the caller's own. */
  everyPartition: boolean;
  /** The partitions that the caller's API token is limited to. */
  only: ReadonlySet<string> | undefined;
}

/**
 * A caller whose permission is limited to organizational units sees their own aliases, and those into partitions they
 * can open.
 */
export function aliasScopeOf(caller: Caller): AliasScope {
  const hasEverywhere = (permission: Parameters<Caller['scope']>[0]) =>
    caller.scope(permission) === 'all';
  return {
    userId: caller.userId,
    everything: hasEverywhere('alias-urls:read') || hasEverywhere('alias-urls:write'),
    everyPartition: hasEverywhere('partitions:read-all') || hasEverywhere('partitions:write-all'),
    only: caller.token?.partitionIds,
  };
}

/** @throws Problem 403 for an alias that the caller can see but not change */
export async function requireChangeable(
  database: Queryable,
  caller: Caller,
  { createdUserId, targetPartitionId }: AliasRow,
): Promise<void> {
  if (caller.scope('alias-urls:write') === 'all' || createdUserId === caller.userId) return;
  const role =
    targetPartitionId === null ? undefined : await memberRoles(database)(caller, targetPartitionId);
  if (role === undefined || !memberRoleSuffices(role, 'EDITOR'))
    throw forbidden(say('aliasNotYours'));
}

export async function mayRead(
  database: Queryable,
  caller: Caller,
  partitionId: string,
): Promise<boolean> {
  if (!mayTouchPartition(caller, partitionId)) return false;
  return (await memberRoles(database)(caller, partitionId)) !== undefined;
}
