import type { AuditEvent, EventAction } from '@annals/contracts/events';

/** What people do who are not signed in. Their address is hidden from those outside whose scope they are. */
const withoutSignIn: ReadonlySet<EventAction> = new Set<EventAction>([
  'signIn.failed',
  'signIn.refused',
  'factor.failed',
  'link.used',
  'password.resetRequested',
  'signUp.requested',
  'invitation.opened',
  'identity.confirmationAsked',
  'identity.claimUnread',
]);

/** Whether the service itself did what has no actor, and not somebody unknown: only people have an address. */
export function isBySystem({ action, address }: Pick<AuditEvent, 'action' | 'address'>): boolean {
  if (action.startsWith('mail.')) return true;
  return address === null && !withoutSignIn.has(action as EventAction);
}
