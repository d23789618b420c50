import { allowedAddress } from '@annals/rules/alias-hosts';
import { pathOfTarget, type AliasTarget } from '@annals/contracts/alias-urls';
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
export async function checkedTarget(
  database: Queryable,
  caller: Caller,
  target: AliasTarget,
  hosts: readonly string[],
): Promise<AliasTarget> {
  if (target.kind === 'URL') {
    if (caller.token?.partitionIds)
      throw forbidden(
        'This API token is limited to partitions. An alias of a URL belongs to no partition.',
      );
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
    throw refuse(
      field,
      `There is no such ${target.kind === 'OBJECT' ? 'object' : 'timeline'} in that partition, or you do not have access to it.`,
    );
  return target;
}

const refuse = (field: string, message: string) =>
  badRequest('This target is not allowed for an alias; see fields.', [
    { path: `body.target.${field}`, message },
  ]);

function refusalOf(hosts: readonly string[]): string {
  return hosts.length === 0
    ? 'No hosts are allowed here. The operator of the service can allow hosts with ALIAS_HOSTS; until then aliases can only lead to objects and timelines.'
    : `Enter an http or https URL without user name and password, on one of these hosts: ${hosts.join(', ')}.`;
}

/** A host that was allowed when the alias was created may no longer be allowed. */
export function isAllowedTarget(row: TargetRow, hosts: readonly string[]): boolean {
  return row.targetUrl === null || allowedAddress(row.targetUrl, hosts) !== undefined;
}

/** @throws Problem 409 for a URL whose host is no longer allowed */
export function requireAllowed(row: TargetRow, hosts: readonly string[]): void {
  if (!isAllowedTarget(row, hosts))
    throw new Problem(
      409,
      'host_not_allowed',
      'The host of its URL is no longer allowed. Choose another target first.',
    );
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
