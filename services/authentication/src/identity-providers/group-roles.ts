import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import type { Act } from '../audit/audit-log.sql.ts';
import {
  forgetGroupRoles,
  grantRoles,
  noteGroupRoles,
  selectDirectRoles,
  selectGroupRoles,
  takeBackRoles,
} from './group-roles.sql.ts';

/**
 * Gives the user the roles that the groups of the identity stand for now, and takes those away that they stood for at
 * an earlier sign-in. A role that the user holds otherwise is neither taken over nor taken away. Call it with the user
 * locked, and write the acts that come back.
 */
export async function followGroups(
  transaction: Queryable,
  identity: { identityId: string; userId: string; providerId: string },
  wanted: readonly string[],
  at: number,
): Promise<Act[]> {
  const { identityId, userId, providerId } = identity;
  const moment = toTimestamp(at);
  const before = await selectDirectRoles(transaction, userId);
  const granted = await grantRoles(transaction, userId, wanted, moment);
  await noteGroupRoles(transaction, identity, { granted, wanted });
  const forgotten = await forgetGroupRoles(transaction, identityId, wanted);
  const removed = await takeBackRoles(transaction, userId, forgotten, { by: null, at: moment });
  const of = { userId, actorId: null, at, identityProviderId: providerId };
  const held = [...before, ...granted].toSorted();
  return [
    ...(granted.length > 0 ? [actOf('user.roleAdded', before, held, of)] : []),
    ...(removed.length > 0 ? [actOf('user.roleRemoved', held, without(held, removed), of)] : []),
  ];
}

/** Removes identities with `remove`, and takes the roles away that their groups gave. */
export async function takeBackAllGroupRoles(
  transaction: Queryable,
  of: ({ providerId: string } | { identityId: string }) & { actorId: string; at: number },
  remove: () => Promise<void>,
): Promise<{ identities: number; acts: Act[] }> {
  const { actorId, at } = of;
  const identities = await selectGroupRoles(transaction, of);
  await remove();
  const acts: Act[] = [];
  for (const { userId, roles, identityProviderId } of identities) {
    if (roles.length === 0) continue;
    const held = await selectDirectRoles(transaction, userId);
    const removal = { by: actorId, at: toTimestamp(at) };
    const removed = await takeBackRoles(transaction, userId, roles, removal);
    if (removed.length === 0) continue;
    const about = { userId, actorId, at, identityProviderId };
    acts.push(actOf('user.roleRemoved', held, without(held, removed), about));
  }
  return { identities: identities.length, acts };
}

function actOf(
  action: 'user.roleAdded' | 'user.roleRemoved',
  before: string[],
  after: string[],
  of: { userId: string; actorId: string | null; at: number; identityProviderId: string },
): Act {
  const { userId, actorId, at, identityProviderId } = of;
  return {
    action,
    at,
    actorId,
    subject: `user/${userId}`,
    before: { roles: before },
    after: { roles: after, identityProviderId },
  };
}

const without = (roles: readonly string[], removed: readonly string[]) =>
  roles.filter((role) => !removed.includes(role));
