import { listTokens } from '@annals/contracts/api-tokens';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import type { Endpoint } from '@annals/contracts/endpoint';
import { listEvents } from '@annals/contracts/events';
import {
  getOrganizationalUnit,
  listOrganizationalUnits,
  listUnitUsers,
} from '@annals/contracts/organizational-units';
import {
  explainAccess,
  listAccess,
  listInvitations,
  listUserIdentities,
  listUserSessions,
} from '@annals/contracts/user-administration';
import { listTrustedDevices } from '@annals/contracts/trusted-devices';
import { findUserByName, findUsersContaining, getUser, listUsers } from '@annals/contracts/users';
import { invalidate } from '../../platform/api/query.ts';

/**
 * Invalidates everything about users, after users, their units or their invitations have changed.
 * @param also further rows that have changed
 */
export function invalidateUsers(...also: readonly Endpoint[]): Promise<void> {
  return invalidate(
    listUsers,
    findUsersContaining,
    findUserByName,
    getUser,
    listUserSessions,
    listUserIdentities,
    listTrustedDevices,
    listTokens,
    explainAccess,
    listAccess,
    listPartitionsOfUser,
    listInvitations,
    listEvents,
    listOrganizationalUnits,
    getOrganizationalUnit,
    listUnitUsers,
    ...also,
  );
}
