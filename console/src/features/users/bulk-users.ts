import { type bulkActions, bulkUsers } from '@annals/contracts/user-administration';
import type { User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import type { BulkResult } from '../../shared/bulk/bulk-result.ts';
import { personName } from '../../shared/ids/display-names.ts';

/** Users per call, few enough to show progress and to stop in between. */
export const mostAtOnce = 100;

export type BulkAction = (typeof bulkActions)[number];

export interface BulkChoice {
  role?: string;
  organizationalUnitId?: string;
}

export const nameOfUser = (user: User): string => personName(user) ?? user.id;

/** Applies the action to all users in one call; the results are in the order of the users. */
export async function actOnChunk(
  action: BulkAction,
  users: readonly User[],
  what: BulkChoice,
  signal: AbortSignal,
): Promise<BulkResult[]> {
  const userIds = users.map(({ id }) => id);
  const { results } = await call(bulkUsers, { body: { action, userIds, ...what } }, { signal });
  return userIds.map((id) => {
    const { outcome = 'UNKNOWN', message } = results.find(({ userId }) => userId === id) ?? {};
    return { outcome, message };
  });
}
