import {
  allowWriting,
  countingMemberRole,
  givesAllPartitions,
} from '@annals/contracts/partition-access';
import { memberRoleSuffices, type MemberRole } from '@annals/contracts/permissions';
import type { AccessReason } from '@annals/contracts/user-administration';
import type { HeldRole } from './access.sql.ts';

/** The access to a partition without the names of those who granted it: `byId` and `unitId` in place of names. */
export interface Access {
  mayRead: boolean;
  mayWrite: boolean;
  mayWriteAsMember: boolean;
  role: MemberRole | null;
  reasons: UnnamedReason[];
}

type UnnamedReason = Pick<AccessReason, 'kind' | 'grants' | 'role' | 'permission' | 'status'> & {
  sinceDate?: string | undefined;
  untilDate?: string | undefined;
  byId?: string | null;
  unit?: { id: string; name: string } | null;
};

export interface AccessBasis {
  /** The status of a user; undefined for an application, which has none. */
  status: string | undefined;
  roles: readonly HeldRole[];
  /** Undefined if no single partition is meant. */
  member: { role: MemberRole | null; sinceDate: string | null; byId?: string | null } | undefined;
}

/**
 * The access to a partition and its reasons, by the rules of the data service: a permission to write all partitions
 * counts as owner, a permission to read all as reader at least, and writing requires partitions:write in addition to
 * the member role.
 */
export function accessOf({ status, roles, member }: AccessBasis): Access {
  const reasons: UnnamedReason[] = [];
  const active = status === undefined || status === 'ACTIVE';
  if (!active) reasons.push({ kind: 'STATUS', grants: false, status });

  const writingAll = roles.filter((role) => givesAllPartitions(role, 'partitions:write-all'));
  const readingAll = roles.filter((role) => givesAllPartitions(role, 'partitions:read-all'));
  reasons.push(...writingAll.map((role) => reasonOf(role, 'partitions:write-all')));
  reasons.push(
    ...readingAll
      .filter((role) => !writingAll.includes(role))
      .map((role) => reasonOf(role, 'partitions:read-all')),
  );
  if (member && member.role !== null)
    reasons.push({
      kind: 'MEMBER',
      grants: true,
      role: member.role,
      sinceDate: member.sinceDate ?? undefined,
      byId: member.byId ?? null,
    });

  const role = countingMemberRole(roles, member?.role ?? null);
  if (role === null && member) reasons.push({ kind: 'MEMBER', grants: false });

  const writesAsMember = role !== null && memberRoleSuffices(role, 'EDITOR');
  const writesByRole = allowWriting(roles);
  if (writesAsMember && !writesByRole)
    reasons.push({ kind: 'ROLE', grants: false, permission: 'partitions:write' });
  return {
    mayRead: active && role !== null,
    mayWrite: active && writesAsMember && writesByRole,
    mayWriteAsMember: active && writesByRole,
    role: active ? role : null,
    reasons,
  };
}

function reasonOf(
  held: HeldRole,
  permission: 'partitions:read-all' | 'partitions:write-all',
): UnnamedReason {
  const { role, unitId, unitName, sinceDate, untilDate, byId } = held;
  const unit = unitId === null ? null : { id: unitId, name: unitName ?? '' };
  return {
    kind: 'ROLE',
    grants: true,
    role,
    permission,
    unit,
    sinceDate,
    untilDate: untilDate ?? undefined,
    byId,
  };
}
