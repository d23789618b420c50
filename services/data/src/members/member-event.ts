import type { MemberRole } from '@annals/contracts/permissions';
import type { AuditedAction } from '@annals/kit/change-reports';
import type { GivenRole } from './members.sql.ts';

/** What the audit log is told of a role that a user was given in a partition. */
export const memberEvent = (
  before: MemberRole | undefined,
  { userId, role, givenDate: effectiveDate }: GivenRole,
): AuditedAction => ({
  action: before === undefined ? 'member.added' : 'member.changed',
  aboutUserId: userId,
  ...(before !== undefined && { before: { role: before } }),
  after: { userId, role, effectiveDate },
});
