import type { FastifyRequest } from 'fastify';
import type { Caller } from '@annals/kit/caller';
import { conflict } from '@annals/kit/problem';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { countObstacles, deleteUnitRow, lockTree, type Obstacles } from './change-unit.sql.ts';
import { append, fieldsOf, unitToChange } from './change-unit.ts';

/** @throws Problem 404, 409 for a unit that is not empty, 412 */
export async function deleteUnit(
  context: ServiceContext,
  caller: Caller,
  unitId: string,
  request: FastifyRequest,
): Promise<void> {
  const { database, clock } = context;
  await database.transaction(async (transaction) => {
    await lockTree(transaction);
    const unit = await unitToChange(context, transaction, caller, unitId, request, {
      toDelete: true,
    });
    refuseUnlessEmpty(await countObstacles(transaction, unit.id));
    const at = clock();
    await deleteUnitRow(transaction, unit.id, { at: toTimestamp(at), by: caller.userId });
    const before = fieldsOf(unit);
    await append(transaction, 'unit.deleted', unit.id, { at, caller, request }, { before });
  });
}

function refuseUnlessEmpty({ members, children, providers, applications }: Obstacles): void {
  const found = [
    [members, 'member', 'members'],
    [children, 'subunit', 'subunits'],
    [providers, 'identity provider', 'identity providers'],
    [applications, 'application', 'applications'],
  ] as const;
  const told = found
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  if (told.length > 0)
    throw conflict(
      'not_empty',
      `This unit still has ${told.join(', ')}. Move or remove them first.`,
    );
}
