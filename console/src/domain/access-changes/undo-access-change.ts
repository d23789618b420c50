import { revokeToken } from '@annals/contracts/api-tokens';
import { listApplicationTokens, revokeApplicationToken } from '@annals/contracts/applications';
import type { CallInput } from '@annals/contracts/endpoint';
import {
  addUnitRoles,
  getOrganizationalUnit,
  removeUnitRoles,
} from '@annals/contracts/organizational-units';
import { listMembers, putMember, removeMember } from '@annals/contracts/partitions';
import { changeRole, listRoles } from '@annals/contracts/roles';
import { explainAccess } from '@annals/contracts/user-administration';
import {
  addUserRoles,
  assignUserToUnit,
  changeUserStatus,
  getUser,
  removeUserRoles,
  unassignUserFromUnit,
} from '@annals/contracts/users';
import { call } from '../../platform/api/call.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { RefusedLocally } from '../../ui/bulk/bulk-result.ts';
import { tokenPagesOf } from '../tokens/token-pages.ts';
import { invalidateUsers } from '../users/invalidate-users.ts';
import {
  type AccessChange,
  isMemberChangeInEffect,
  isRoleChangeInEffect,
  type MemberChange,
  type RoleDefinitionChange,
  type TokenIssue,
  type UnitAccessChange,
  isUnitChangeInEffect,
  type UserAccessChange,
  isUserChangeInEffect,
} from './access-change.ts';
import { useAccessChangeTexts } from './access-changes.texts.ts';

/** Undoes a change with `reverseAccessChange`, and refreshes the users. */
export async function undoAccessChange(change: AccessChange): Promise<void> {
  try {
    await reverseAccessChange(change);
  } finally {
    // Also if only some of the calls succeeded.
    await invalidateUsers(listRoles, listMembers, listApplicationTokens);
  }
}

/**
 * Undoes a change with regular calls, with the rights of the signed-in user.
 * @throws RefusedLocally if something has changed since, or is now outside the user's scope
 */
export async function reverseAccessChange(change: AccessChange): Promise<void> {
  const t = useAccessChangeTexts.now();
  let stands;
  try {
    stands = await isStillInEffect(change);
  } catch (error) {
    throw isNoSuchThing(error) ? new RefusedLocally(t.outOfScope) : error;
  }
  if (!stands) throw new RefusedLocally(t.changedSince);
  await reverse(change);
}

async function isStillInEffect(change: AccessChange): Promise<boolean> {
  switch (change.kind) {
    case 'user':
      return isUserChangeInEffect(change, await call(getUser, { params: { userId: change.id } }));
    case 'unit': {
      const params = { organizationalUnitId: change.id };
      return isUnitChangeInEffect(change, await call(getOrganizationalUnit, { params }));
    }
    case 'role': {
      const { data } = await call(listRoles, {});
      const role = data.find(({ name }) => name === change.id);
      return role !== undefined && isRoleChangeInEffect(change, role);
    }
    case 'member':
      return isMemberChangeInEffect(change, (await call(explainAccess, accessTo(change))).reasons);
    case 'token':
      return isTokenValid(change);
  }
}

/** Asks why somebody has access to the partition of a change, which includes their membership. */
export const accessTo = ({
  id,
  partition,
}: Pick<MemberChange, 'id'> & { partition: { id: string } }) => ({
  params: { userId: id },
  query: { partitionId: partition.id },
});

/** Whether a token can still be revoked. */
export async function isTokenValid({ id, owner }: TokenIssue): Promise<boolean> {
  for await (const { data } of tokenPagesOf(owner))
    if (data.some((token) => token.id === id)) return true;
  return false;
}

function reverse(change: AccessChange): Promise<void> {
  switch (change.kind) {
    case 'user':
      return reverseOfUser(change);
    case 'unit':
      return reverseOfUnit(change);
    case 'role':
      return reverseOfRole(change);
    case 'member':
      return reverseOfMember(change);
    case 'token':
      return reverseOfToken(change);
  }
}

async function reverseOfMember({ id, partition, before }: MemberChange): Promise<void> {
  const params = { partitionId: partition.id, userId: id };
  if (before === null) await call(removeMember, { params });
  else await call(putMember, { params, body: { role: before } });
}

async function reverseOfToken({ id: tokenId, owner }: TokenIssue): Promise<void> {
  if (owner.kind === 'application')
    await call(revokeApplicationToken, { params: { applicationId: owner.id, tokenId } });
  else await call(revokeToken, { params: { tokenId } });
}

/** Grants come first and enabling last: if a call in between is refused, the account stays disabled. */
async function reverseOfUser(change: UserAccessChange): Promise<void> {
  const params = { userId: change.id };
  const { rolesAdded = [], unitsAdded = [], unitsRemoved = [], disabled } = change;
  const rolesBack = change.offboarded
    ? await existing(change.rolesRemoved ?? [])
    : (change.rolesRemoved ?? []);
  if (rolesBack.length > 0) await call(addUserRoles, { params, query: { role: rolesBack } });
  for (const { id } of unitsRemoved) {
    try {
      await call(assignUserToUnit, { params, query: { organizationalUnitId: id } });
    } catch (error) {
      // The dialog lists missing units; the rest is restored without them.
      if (!change.offboarded || !isNoSuchThing(error)) throw error;
    }
  }
  if (disabled !== undefined)
    await call(changeUserStatus, { params, body: { status: disabled ? 'ACTIVE' : 'DISABLED' } });
  if (rolesAdded.length > 0) await call(removeUserRoles, { params, query: { role: rolesAdded } });
  for (const { id } of unitsAdded)
    await call(unassignUserFromUnit, { params, query: { organizationalUnitId: id } });
}

async function existing(roles: readonly string[]): Promise<string[]> {
  const { data } = await call(listRoles, {});
  return roles.filter((role) => data.some(({ name }) => name === role));
}

async function reverseOfUnit({ id, rolesAdded = [], rolesRemoved = [] }: UnitAccessChange) {
  const params = { organizationalUnitId: id };
  if (rolesRemoved.length > 0) await call(addUnitRoles, { params, query: { role: rolesRemoved } });
  if (rolesAdded.length > 0) await call(removeUnitRoles, { params, query: { role: rolesAdded } });
}

async function reverseOfRole({ id, before }: RoleDefinitionChange) {
  const body = before as CallInput<typeof changeRole>['body'];
  await call(changeRole, { params: { role: id }, body });
}
