import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { conflict, forbidden } from '@annals/kit/problem';
import { requireGrantable, requireUnit } from '../authority/authority.ts';
import { isAtOrBelow, selectRolesThroughUnit } from '../authority/authority.sql.ts';
import { movePaths, selectDepth, selectHeight, type LockedUnit } from './change-unit.sql.ts';

/** How many levels of units there may be below a root. */
const deepest = 50;

/** @throws Problem 409 */
export function refuseTooDeep(depth: number): void {
  if (depth > deepest)
    throw conflict(
      'too_deep',
      `Organizational units can be nested ${deepest} levels deep at most.`,
    );
}

/**
 * Moves the locked unit with all below it; the tree must be locked too.
 * @throws Problem 403 when a place or a role that comes or goes with it is beyond the caller, 404, 409 for a circle
 */
export async function moveUnit(
  transaction: Queryable,
  caller: Caller,
  unit: LockedUnit,
  parentId: string | null,
): Promise<void> {
  const everywhere = caller.reach('organizational-units:write') === 'all';
  if (parentId !== null)
    await requireUnit(transaction, caller, 'organizational-units:write', parentId);
  if (!everywhere && (parentId === null || !unit.parentInScope))
    throw forbidden(
      'You can only move units within those that you administer. Ask a global master to move this one.',
    );
  if (parentId !== null && (await isAtOrBelow(transaction, parentId, unit.id)))
    throw conflict(
      'circle',
      'A unit cannot be moved below itself. Choose a parent that is not below it.',
    );
  if (parentId !== null)
    refuseTooDeep(
      (await selectDepth(transaction, parentId)) + 1 + (await selectHeight(transaction, unit.id)),
    );
  const before = await selectRolesThroughUnit(transaction, unit.parentId);
  const after = await selectRolesThroughUnit(transaction, parentId);
  const changing = [
    ...before.filter((role) => !after.includes(role)),
    ...after.filter((role) => !before.includes(role)),
  ];
  await requireGrantable(transaction, caller, changing, 'body.parentId');
  await movePaths(transaction, unit.id, parentId);
}
