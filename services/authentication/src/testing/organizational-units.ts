import sql from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';
import { assignToUnit } from './inserted-units.ts';
import type { Answer, RunningService } from './running-service.ts';

/** Creates a unit through the service. */
export async function makeUnit(
  running: RunningService,
  token: string,
  name: string,
  parentId?: string,
): Promise<string> {
  const query = new URLSearchParams({ name, ...(parentId === undefined ? {} : { parentId }) });
  const { status, body } = await running.call(
    'POST',
    `/v1/organizational-units?${query.toString()}`,
    {
      token,
    },
  );
  if (status !== 201) throw new Error(`The unit ${name} was not created: ${JSON.stringify(body)}`);
  return body.id ?? '';
}

export async function joinUnit(
  { database, now }: RunningService,
  userId: string,
  unitId: string,
): Promise<void> {
  await assignToUnit(database, unitId, userId, new Date(now).toISOString());
}

/** A response without what differs with each request. */
export function reported({ status, body }: Answer) {
  return { status, body: { ...body, requestId: undefined } };
}

/** Units whose stored paths do not match their parents. */
export function wrongPaths(database: Database): Promise<object[]> {
  return database.query(sql`
    with recursive path(ancestor_id, descendant_id, depth) as (
      select id, id, 0 from authentication.organizational_unit
      union all
      select path.ancestor_id, unit.id, path.depth + 1
      from authentication.organizational_unit unit join path on path.descendant_id = unit.parent_id)
    (select * from path except select ancestor_id, descendant_id, depth from authentication.organizational_unit_path)
    union all
    (select ancestor_id, descendant_id, depth from authentication.organizational_unit_path except select * from path)`);
}
