import { type bulkActions, bulkUsers } from '@annals/contracts/user-administration';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import type { UserAccessChange } from '../../domain/access-changes/access-change.ts';
import type { BulkResult } from '../../ui/bulk/bulk-result.ts';
import { shownPerson } from '../../ui/ids/display-names.ts';

/** Users per call, few enough to show progress and to stop in between. */
export const maxBatchSize = 100;

export type BulkAction = (typeof bulkActions)[number];

export interface BulkChoice {
  role?: string;
  organizationalUnitId?: string;
}

export const nameOfUser = (user: User): string => shownPerson(user);

const untold: BulkResult = { outcome: 'UNKNOWN' };

/** Applies the action to all users in one call; the results are in the order of the users. */
export async function actOnChunk(
  action: BulkAction,
  users: readonly User[],
  what: BulkChoice,
  signal: AbortSignal,
): Promise<BulkResult[]> {
  const userIds = users.map(({ id }) => id);
  const { results } = await call(bulkUsers, { body: { action, userIds, ...what } }, { signal });
  return userIds.map((id): BulkResult => results.find(({ userId }) => userId === id) ?? untold);
}

/** The access change of an action; undefined if it cannot be undone. */
export function accessChangeOf(
  action: BulkAction,
  { role, organizationalUnitId }: BulkChoice,
  id: string,
): UserAccessChange | undefined {
  const roles = role === undefined ? [] : [role];
  const units = organizationalUnitId === undefined ? [] : [{ id: organizationalUnitId }];
  switch (action) {
    case 'ENABLE':
      return { kind: 'user', id, disabled: false };
    case 'DISABLE':
      return { kind: 'user', id, disabled: true };
    case 'ADD_ROLE':
      return { kind: 'user', id, rolesAdded: roles };
    case 'REMOVE_ROLE':
      return { kind: 'user', id, rolesRemoved: roles };
    case 'ASSIGN_UNIT':
      return { kind: 'user', id, unitsAdded: units };
    case 'UNASSIGN_UNIT':
      return { kind: 'user', id, unitsRemoved: units };
    case 'RESEND_INVITATION':
    case 'END_SESSIONS':
      return undefined;
  }
}
