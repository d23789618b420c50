import { allowedAddress } from '@annals/rules/alias-hosts';
import { pathOfTarget, type AliasTarget } from '@annals/contracts/alias-urls';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, forbidden, Problem } from '@annals/kit/problem';
import { mayRead } from './alias-access.ts';
import { objectExists, timelineExists, type TargetRow } from './alias-urls.sql.ts';

/**
 * The target as it is stored.
 * @param hosts whose URLs are allowed
 * @throws Problem 400 for one that does not exist, that the caller cannot read, or whose host is not allowed
 */
export async function checkTarget(
  database: Queryable,
  caller: Caller,
  target: AliasTarget,
  hosts: readonly string[],
): Promise<AliasTarget> {
  if (target.kind === 'URL') {
    if (caller.token?.partitionIds) throw forbidden(say('tokenLimitedToPartitions'));
    const url = allowedAddress(target.url, hosts);
    if (url === undefined) throw refuse('url', refusalOf(hosts));
    return { kind: 'URL', url };
  }
  const [field, id, exists] =
    target.kind === 'OBJECT'
      ? (['objectId', target.objectId, objectExists] as const)
      : (['timelineId', target.timelineId, timelineExists] as const);
  const { partitionId } = target;
  const isVisible =
    (await mayRead(database, caller, partitionId)) && (await exists(database, partitionId, id));
  if (!isVisible)
    throw refuse(field, target.kind === 'OBJECT' ? say('noObjectThere') : say('noTimelineThere'));
  return target;
}

const refuse = (field: string, message: ServiceMessage) =>
  badRequest(say('aliasTargetNotAllowed'), [{ path: `body.target.${field}`, ...message }]);

function refusalOf(hosts: readonly string[]): ServiceMessage {
  return hosts.length === 0 ? say('noAliasHosts') : say('aliasHost', { hosts: hosts.join(', ') });
}

/** A host that was allowed when the alias was created may no longer be allowed. */
export function isAllowedTarget(row: TargetRow, hosts: readonly string[]): boolean {
  return row.targetUrl === null || allowedAddress(row.targetUrl, hosts) !== undefined;
}

/** @throws Problem 409 for a URL whose host is no longer allowed */
export function requireAllowed(row: TargetRow, hosts: readonly string[]): void {
  if (!isAllowedTarget(row, hosts)) throw new Problem(409, 'host_not_allowed', say('hostRefused'));
}

export function targetOf(row: TargetRow): AliasTarget {
  const { targetKind, targetPartitionId, targetId, targetUrl } = row;
  if (targetKind === 'URL') return { kind: 'URL', url: targetUrl ?? '' };
  const partitionId = targetPartitionId ?? '';
  return targetKind === 'OBJECT'
    ? { kind: 'OBJECT', partitionId, objectId: targetId ?? '' }
    : { kind: 'TIMELINE', partitionId, timelineId: targetId ?? '' };
}

/** The redirect target; undefined for a URL whose host is no longer allowed. */
export function locationOf(row: TargetRow, hosts: readonly string[]): string | undefined {
  const target = targetOf(row);
  return target.kind === 'URL' ? allowedAddress(target.url, hosts) : pathOfTarget(target);
}
