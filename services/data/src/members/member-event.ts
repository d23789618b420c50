import type { MemberRole } from '@annals/contracts/permissions';
import type { AuditedAction } from '@annals/kit/change-reports';

/** What the audit log is told of a role that a user was given in a partition. */
export const memberEvent = (
  userId: string,
  before: MemberRole | undefined,
  role: MemberRole,
): AuditedAction => ({
  action: before === undefined ? 'member.added' : 'member.changed',
  aboutUserId: userId,
  ...(before !== undefined && { before: { role: before } }),
  after: { userId, role },
});
