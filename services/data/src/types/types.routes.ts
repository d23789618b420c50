import { getObjectType, listObjectTypes, putObjectType } from '@annals/contracts/object-types';
import type { Database } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { putType } from './put-type.ts';
import type { SchemaThread } from './schema-thread.ts';
import { findType, listTypes } from './types.sql.ts';

export function mountTypes(mount: Mount, database: Database, thread: SchemaThread): void {
  mount(listObjectTypes, async ({ params: { partitionId }, query }) => ({
    data: await listTypes(database, partitionId, databaseMoment(query.asOf)),
    nextCursor: null,
    hasMore: false,
  }));

  mount(getObjectType, async ({ params: { partitionId, type }, query }) => {
    const found = await findType(database, partitionId, type, databaseMoment(query.asOf));
    if (!found) throw notFound('type');
    return found;
  });

  mount(putObjectType, async ({ params, query, body: { jsonSchema }, caller, request }) =>
    putType(database, thread, { ...params, jsonSchema, caller, request }, query.dryRun === true),
  );
}
