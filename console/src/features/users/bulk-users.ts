import { type bulkActions, bulkUsers } from '@annals/contracts/user-administration';
import type { User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import type { BulkResult } from '../../shared/bulk/bulk-result.ts';
import { personName } from '../../shared/ids/display-names.ts';

/** So many users go into one call: often enough to see it go on, and to stop it. */
export const mostAtOnce = 100;

export type BulkAction = (typeof bulkActions)[number];

export interface BulkChoice {
  role?: string;
  organizationalUnitId?: string;
}

export const nameOfUser = (user: User): string => personName(user) ?? user.id;

/** One call for all of them, with the result of each in their order. */
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
