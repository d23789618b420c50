import { getObjectType, listObjectTypes, putObjectType } from '@annals/contracts/object-types';
import type { Database } from '@annals/kit/database/database';
import { decodeCursor, encodeCursor, isText } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { asOfOf } from '../versions/as-of.sql.ts';
import { maxTypes } from '../partitions/partitions.sql.ts';
import { putType, type TypeServices } from './put-type.ts';
import { findType, listTypes } from './types.sql.ts';
import { showing } from '../versions/shown-versions.ts';

export function mountTypes(mount: Mount, database: Database, services: TypeServices): void {
  mount(listObjectTypes, async ({ params: { partitionId }, query, queryable }) => {
    const [after] = decodeCursor('types', query.cursor, [isText]) ?? [];
    const asOf = asOfOf(query);
    const types = await listTypes(
      queryable,
      partitionId,
      asOf,
      after === undefined ? undefined : String(after),
    );
    const data = types.slice(0, maxTypes);
    const last = types.length > maxTypes ? data.at(-1) : undefined;
    return {
      data,
      nextCursor: last ? encodeCursor('types', last.type) : null,
      hasMore: last !== undefined,
    };
  });

  mount(getObjectType, async ({ params: { partitionId, type }, query, queryable }) => {
    const found = await findType(queryable, partitionId, type, asOfOf(query));
    if (!found) throw notFound('type');
    return found;
  });

  mount(putObjectType, async ({ params, query, body: { jsonSchema }, caller, request }) => {
    const given = { ...params, jsonSchema, caller, request };
    const answer = await putType(database, services, given, query.dryRun === true);
    const objectIds = answer.breaking.objects.map(({ id }) => id);
    return objectIds.length === 0
      ? answer
      : showing(answer, [{ objectIds, count: () => objectIds.length }]);
  });
}
