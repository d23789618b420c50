import type { Queryable } from '@annals/kit/database/database';
import type { AuditEvent } from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import {
  deleteGroupRoles,
  grantRoles,
  recordGroupRoles,
  selectDirectRoles,
  selectGroupRoles,
  removeGroupRoles,
} from './group-roles.sql.ts';

/**
 * Grants the roles that the groups of the identity map to now, and removes those from an earlier sign-in. Roles that
 * the user holds otherwise stay. Call it with the user locked, and record the returned events.
 */
export async function followGroups(
  transaction: Queryable,
  identity: { identityId: string; userId: string; providerId: string },
  wanted: readonly string[],
  actor: Actor,
): Promise<AuditEvent[]> {
  const { identityId, userId, providerId } = identity;
  const before = await selectDirectRoles(transaction, userId);
  const granted = await grantRoles(transaction, userId, wanted, toTimestamp(actor.at));
  await recordGroupRoles(transaction, identity, { granted, wanted });
  const withdrawn = await deleteGroupRoles(transaction, identityId, wanted);
  const removed = await removeGroupRoles(transaction, userId, withdrawn, actor);
  const about = { userId, actor, identityProviderId: providerId };
  const held = [...before, ...granted].toSorted();
  return [
    ...(granted.length > 0 ? [eventOf('user.roleAdded', before, held, about)] : []),
    ...(removed.length > 0
      ? [eventOf('user.roleRemoved', held, without(held, removed), about)]
      : []),
  ];
}

/** Removes identities with `remove`, and the roles granted by their groups. */
export async function removeAllGroupRoles(
  transaction: Queryable,
  of: { providerId: string } | { identityId: string },
  actor: Actor,
  remove: () => Promise<void>,
): Promise<{ identities: number; events: AuditEvent[] }> {
  const identities = await selectGroupRoles(transaction, of);
  await remove();
  const events: AuditEvent[] = [];
  for (const { userId, roles, identityProviderId } of identities) {
    if (roles.length === 0) continue;
    const held = await selectDirectRoles(transaction, userId);
    const removed = await removeGroupRoles(transaction, userId, roles, actor);
    if (removed.length === 0) continue;
    const about = { userId, actor, identityProviderId };
    events.push(eventOf('user.roleRemoved', held, without(held, removed), about));
  }
  return { identities: identities.length, events };
}

function eventOf(
  action: 'user.roleAdded' | 'user.roleRemoved',
  before: string[],
  after: string[],
  about: { userId: string; actor: Actor; identityProviderId: string },
): AuditEvent {
  const { userId, actor, identityProviderId } = about;
  return {
    actor,
    action,
    subject: `user/${userId}`,
    before: { roles: before },
    after: { roles: after, identityProviderId },
  };
}

const without = (roles: readonly string[], removed: readonly string[]) =>
  roles.filter((role) => !removed.includes(role));
