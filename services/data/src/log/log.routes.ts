import {
  getCheckpoint,
  getConsistency,
  getObjectProof,
  getServiceCheckpoint,
  getServiceConsistency,
  listLogEntries,
} from '@annals/contracts/proofs';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { toBase64 } from '@annals/proofs/bytes';
import { consistencyOf, readLog, type Checkpoints, type LogSnapshot } from './checkpoints.ts';
import { listEntries } from './log-entries.ts';
import { serviceLog } from './log.sql.ts';
import { proveObject } from './object-proof.ts';

/** The calls about the logs of partitions. */
export function mountLogs(mount: Mount, database: Database, checkpoints: Checkpoints): void {
  const { logKey } = checkpoints;

  mount(getCheckpoint, async ({ params: { partitionId }, query: { serviceSize }, queryable }) => {
    const log = await readLog(queryable, logKey, partitionId);
    const anchor = await checkpoints.anchorOf(queryable, log, serviceSize);
    return { ...checkpointIn(checkpoints, log), anchor: anchor ?? null };
  });

  mount(getConsistency, async ({ params: { partitionId }, query, queryable }) =>
    consistencyOf(await readLog(queryable, logKey, partitionId), query),
  );

  mount(listLogEntries, async ({ params: { partitionId }, query, queryable }) =>
    listEntries(queryable, logKey, { ...query, partitionId }),
  );

  mount(getObjectProof, async ({ params: { partitionId, objectId }, query }) =>
    proveObject(database, checkpoints, {
      partitionId,
      objectId,
      since: query.since,
      serviceSize: query.serviceSize,
    }),
  );
}

/** The calls about the log of the service itself. */
export function mountServiceLog(mount: Mount, database: Database, checkpoints: Checkpoints): void {
  const { logKey } = checkpoints;

  mount(getServiceCheckpoint, async () =>
    checkpointIn(checkpoints, await readLog(database, logKey, serviceLog)),
  );

  mount(getServiceConsistency, async ({ query, queryable }) =>
    consistencyOf(await readLog(queryable, logKey, serviceLog), query),
  );
}

function checkpointIn(checkpoints: Checkpoints, log: LogSnapshot) {
  return {
    checkpoint: checkpoints.noteOf(log),
    key: checkpoints.logKey.verifierKey(log.logId),
    size: log.size,
    root: toBase64(log.root),
  };
}
