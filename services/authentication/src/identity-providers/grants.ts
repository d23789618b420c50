import type { Queryable } from '@annals/kit/database/database';
import { endMemberships, insertMembership, selectUnitName } from '../accounts/user-rights.sql.ts';
import type { AuditEvent } from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import {
  deleteGroupRoles,
  grantRoles,
  recordGroupRoles,
  deleteUnits,
  recordUnits,
  removeGroupRoles,
  selectDirectRoles,
  selectGrants,
  unitsToLeave,
} from './grants.sql.ts';

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

/** The same for the units that a claim of the identity maps to. */
export async function followUnits(
  transaction: Queryable,
  identity: { identityId: string; userId: string; providerId: string },
  wanted: readonly string[],
  actor: Actor,
): Promise<AuditEvent[]> {
  const { identityId, userId, providerId: identityProviderId } = identity;
  const assigned: string[] = [];
  for (const unitId of wanted)
    if (await insertMembership(transaction, userId, unitId, actor)) assigned.push(unitId);
  await recordUnits(transaction, identity, { assigned, wanted });
  const withdrawn = await deleteUnits(transaction, identityId, wanted);
  return [
    ...(await unitEvents(transaction, assigned, (organizationalUnit) => ({
      actor,
      action: 'user.unitAssigned',
      subject: `user/${userId}`,
      after: { organizationalUnit, identityProviderId },
    }))),
    ...(await leaveUnits(transaction, withdrawn, { userId, identityProviderId, actor })),
  ];
}

async function leaveUnits(
  transaction: Queryable,
  unitIds: readonly string[],
  { userId, identityProviderId, actor }: About,
): Promise<AuditEvent[]> {
  if (unitIds.length === 0) return [];
  const leaving = await unitsToLeave(transaction, userId, unitIds);
  const ended = await endMemberships(transaction, userId, leaving, actor);
  return unitEvents(transaction, ended, (organizationalUnit) => ({
    actor,
    action: 'user.unitUnassigned',
    subject: `user/${userId}`,
    before: { organizationalUnit },
    after: { identityProviderId },
  }));
}

async function unitEvents(
  transaction: Queryable,
  unitIds: readonly string[],
  event: (unit: { id: string; name: string }) => AuditEvent,
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const id of unitIds) events.push(event({ id, name: await selectUnitName(transaction, id) }));
  return events;
}

/** Removes identities with `remove`, and the roles and memberships that they gave. */
export async function removeAllGrants(
  transaction: Queryable,
  of: { providerId: string } | { identityId: string },
  actor: Actor,
  remove: () => Promise<void>,
): Promise<{ identities: number; events: AuditEvent[] }> {
  const identities = await selectGrants(transaction, of);
  await remove();
  const events: AuditEvent[] = [];
  for (const { userId, roles, unitIds, identityProviderId } of identities) {
    const about = { userId, actor, identityProviderId };
    events.push(...(await leaveUnits(transaction, unitIds, about)));
    if (roles.length === 0) continue;
    const held = await selectDirectRoles(transaction, userId);
    const removed = await removeGroupRoles(transaction, userId, roles, actor);
    if (removed.length === 0) continue;
    events.push(eventOf('user.roleRemoved', held, without(held, removed), about));
  }
  return { identities: identities.length, events };
}

interface About {
  userId: string;
  actor: Actor;
  identityProviderId: string;
}

function eventOf(
  action: 'user.roleAdded' | 'user.roleRemoved',
  before: string[],
  after: string[],
  about: About,
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
