import { uuidv7 } from 'uuidv7';
import {
  archivePartition,
  changePartition,
  changesSince,
  createPartition,
  getPartition,
  listPartitions,
  partitionActivity,
  partitionAsOf,
  versionsPerDay,
  versionsPerDayOfAll,
} from '@annals/contracts/partitions';
import { DatabaseUnavailable, type Database } from '@annals/kit/database/database';
import { isDistributed, listReachable } from '@annals/kit/distribution/distribute';
import { JsonText } from '@annals/kit/json-text';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { executeOnce } from '../idempotency/idempotency.ts';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { asOfOf, asOfOfSeveral } from '../versions/as-of.sql.ts';
import { showingInPartitions } from '../versions/shown-versions.ts';
import { readActivity } from './activity.ts';
import * as change from './change-partition.ts';
import * as partitions from './partitions.sql.ts';
import { isMemberOfMost } from './partition-counts.sql.ts';
import { scopeOf } from './scope.sql.ts';
import { keyOf, listChangedSince, textsOfOperations, type Operation } from './changes-since.sql.ts';
import { countAt, countAtInAllPartitions, lastDays, perDay } from './versions-per-day.ts';

export function mountPartitions(mount: Mount, database: Database, trail: AuditTrail): void {
  mount(listPartitions, async ({ query, caller, queryable }) => {
    const sorted = partitions.partitionsSortedBy(query.sort ?? 'partitionName');
    const filter = {
      scope: scopeOf(caller),
      name: query.name,
      archived: query.archived,
      asOf: await asOfOfSeveral(database, query),
    };
    const range = sorted.rangeOf(query);
    const list = (only?: string[]) =>
      partitions.listPartitions(queryable, filter, sorted, range, only);
    const { asOf } = filter;
    const few = asOf && (await partitions.findFewAt(queryable, asOf));
    if (asOf && !few && query.sort === '-lastChangeDate' && !asOf.held) {
      const { scope } = filter;
      const seesMost = scope.all || (await isMemberOfMost(queryable, scope.userId));
      const changed =
        seesMost && scope.only === null
          ? await partitions.listChangedBefore(queryable, { ...filter, asOf }, sorted, range)
          : undefined;
      if (changed) return sorted.pageOf(changed, query, (row) => row);
    }
    const rows = await list(few).catch(async (error: unknown) => {
      if (!(error instanceof DatabaseUnavailable) || filter.asOf !== undefined) throw error;
      // If one worker of a cluster is away, those of the others are listed.
      const reachable = await listReachable(database);
      if (reachable === undefined) throw error;
      return list(reachable);
    });
    return sorted.pageOf(rows, query, (row) => row);
  });

  mount(
    createPartition,
    async ({ body: { partitionName, description }, caller, idempotency, request }) =>
      database.transaction(async (transaction) =>
        executeOnce(transaction, idempotency, async () => {
          const id = uuidv7();
          await partitions.insertPartition(transaction, {
            id,
            partitionName,
            description: description ?? null,
            userId: caller.userId,
          });
          const created = await partitions.findPartition(transaction, id, caller.userId);
          if (!created) throw notFound('partition');
          await trail.record(transaction, { caller, request }, id, {
            action: 'partition.created',
            after: {
              name: partitionName,
              description: created.description,
              effectiveDate: created.createdDate,
            },
          });
          return created;
        }),
      ),
  );

  mount(getPartition, async ({ params: { partitionId }, query, caller, queryable }) => {
    const asOf = asOfOf(query);
    const partition = await partitions.findPartition(queryable, partitionId, caller.userId, asOf);
    if (!partition) throw notFound('partition');
    const types = await partitions.listTypeCounts(queryable, partitionId, asOf);
    return {
      ...partition,
      types,
      recordedReads: await partitions.findRecordedReads(queryable, partitionId),
    };
  });

  mount(changePartition, async ({ params: { partitionId }, body, caller, idempotency, request }) =>
    database.transaction(async (transaction) =>
      executeOnce(transaction, idempotency, async () =>
        change.changePartition(transaction, trail, { partitionId, caller, request }, body),
      ),
    ),
  );

  mount(archivePartition, async ({ params: { partitionId }, body, caller, request }) =>
    change.archivePartition(database, trail, { partitionId, caller, request }, body.archived),
  );

  mount(partitionAsOf, async ({ params: { partitionId }, query, queryable }) =>
    partitions.findRecordedAndHeld(queryable, partitionId, databaseMoment(query.asOf)),
  );

  mount(versionsPerDay, async ({ params: { partitionId }, query, queryable }) => {
    const { days, ends } = lastDays(query.days, query.asOf);
    return { data: perDay(days, await countAt(queryable, partitionId, ends, asOfOf(query))) };
  });

  mount(partitionActivity, ({ params: { partitionId }, query, queryable }) =>
    readActivity(queryable, partitionId, { asOf: asOfOf(query), from: query.from, to: query.to }),
  );

  mount(versionsPerDayOfAll, async ({ query, caller, queryable }) => {
    const { days, ends } = lastDays(query.days, query.asOf);
    const isApart = await isDistributed(database);
    return {
      data: perDay(days, await countAtInAllPartitions(queryable, scopeOf(caller), ends, isApart)),
    };
  });

  mount(changesSince, async ({ query, caller, queryable }) => {
    const since = databaseMoment(query.since);
    const { partitions: changed, hasMore } = await listChangedSince(
      queryable,
      scopeOf(caller),
      since,
    );
    const single = changed.flatMap(({ operations }) => operations.filter(isChange));
    const texts = await textsOfOperations(queryable, single);
    const operationText = (operation: Operation) => {
      const { partitionId, imported, ...shown } = operation;
      const kind = isChange(operation) ? 'CHANGE' : imported ? 'IMPORT' : 'BATCH';
      const text = JSON.stringify({ kind, ...shown });
      const version = texts.get(keyOf(partitionId, operation.lastSequence));
      return version === undefined ? text : `${text.slice(0, -1)},"version":${version}}`;
    };
    const items = changed.map(
      ({ operations, ...partition }) =>
        `${JSON.stringify(partition).slice(0, -1)},"operations":[${operations.map(operationText).join(',')}]}`,
    );
    const shown = changed.flatMap(({ id: partitionId, operations }) =>
      operations.flatMap(({ lastSequence, objectId }) =>
        texts.has(keyOf(partitionId, lastSequence)) ? { partitionId, objectId } : [],
      ),
    );
    const answer = new JsonText(`{"data":[${items.join(',')}],"hasMore":${hasMore}}`);
    return showingInPartitions(answer, shown);
  });
}

/** An import of one version is a change like any other. */
const isChange = ({ versionCount }: Operation) => versionCount === 1;
