import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { decodeCursor, encodeCursor, isId, isText } from '@annals/kit/lists/cursor';
import { pageFrom, rowsBefore, withTotal, type Paging } from '@annals/kit/lists/paging';
import { notFound } from '@annals/kit/problem';
import { sightOf } from '../authority/sight.sql.ts';
import {
  countUnits,
  selectUnits,
  type UnitRow,
  type UnitSights,
} from './organizational-units.sql.ts';

/** One page of the units in sight, by name. */
export async function listUnits(
  database: Queryable,
  caller: Caller,
  query: Paging & { name?: string | undefined; asOf?: string | undefined },
) {
  const { cursor, pageSize, name } = query;
  const asOf = databaseMoment(query.asOf);
  const sights = sightsOf(caller);
  const after = decodeCursor('organizational-units', cursor, [isText, isId]);
  const skip = rowsBefore(query);
  const rows = await selectUnits(
    database,
    sights,
    { name },
    {
      after: after && { name: String(after[0]), id: String(after[1]) },
      skip,
      count: pageSize + 1,
    },
    asOf,
  );
  const page = pageFrom(
    rows,
    pageSize,
    (unit) => unit,
    (unit) => encodeCursor('organizational-units', unit.name, unit.id),
  );
  return withTotal(page, { after, skip }, (most) =>
    countUnits(database, sights.read, { name }, asOf, most),
  );
}

/** @throws Problem 404 for one beyond the reach and for none alike */
export async function unitInReach(
  database: Queryable,
  caller: Caller,
  unitId: string,
  asOf?: string,
): Promise<UnitRow> {
  const [unit] = await selectUnits(
    database,
    sightsOf(caller),
    { unitId },
    { skip: 0, count: 1 },
    databaseMoment(asOf),
  );
  if (!unit) throw notFound('organizational unit');
  return unit;
}

/** Who may change units without reading others sees those. */
function sightsOf(caller: Caller): UnitSights {
  const write = sightOf(caller, 'organizational-units:write');
  const read = sightOf(caller, 'organizational-units:read');
  return { read: read.reach === 'self' ? write : read, write };
}
