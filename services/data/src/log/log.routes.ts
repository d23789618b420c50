import {
  getCheckpoint,
  getConsistency,
  getObjectProof,
  getServiceCheckpoint,
  getServiceConsistency,
  listLogEntries,
} from '@annals/contracts/proofs';
import type { Database } from '@annals/kit/database/database';
import { responseOf } from '@annals/kit/lists/page-bytes';
import type { Mount } from '@annals/kit/mount';
import { toBase64 } from '@annals/proofs/bytes';
import {
  consistencyOf,
  readAnchoredLog,
  readLog,
  type Checkpoints,
  type LogSnapshot,
} from './checkpoints.ts';
import { showing } from '../versions/shown-versions.ts';
import { listEntries } from './log-entries.ts';
import { writeProof } from './object-proof.ts';
import type { WideVersionThread } from './wide-version.ts';

/** The calls about the logs of partitions. */
export function mountLogs(
  mount: Mount,
  checkpoints: Checkpoints,
  wideVersions: WideVersionThread,
): void {
  const { logKey } = checkpoints;

  mount(getCheckpoint, async ({ params: { partitionId }, query: { serviceSize }, queryable }) => {
    const read = await readAnchoredLog(queryable, partitionId, serviceSize);
    const found = await checkpoints.findAnchor(queryable, read, serviceSize);
    const anchor = found ? await checkpoints.proveAnchor(found, read.log) : null;
    return { ...checkpointIn(checkpoints, read.log), anchor };
  });

  mount(getConsistency, async ({ params: { partitionId }, query, queryable }) =>
    consistencyOf(await readLog(queryable, partitionId), query),
  );

  mount(listLogEntries, async ({ params: { partitionId }, query, queryable, steps }) => {
    const context = { logKey, wideVersions };
    const page = await listEntries(queryable, context, { ...query, partitionId }, steps);
    return showing(responseOf(page), [{ whole: true, count: () => page.items.length }]);
  });

  mount(getObjectProof, async ({ params: { partitionId, objectId }, query, queryable, steps }) =>
    writeProof(
      queryable,
      { checkpoints, wideVersions },
      { partitionId, objectId, since: query.since, serviceSize: query.serviceSize },
      steps,
    ),
  );
}

/** The calls about the log of the service itself. */
export function mountServiceLog(mount: Mount, database: Database, checkpoints: Checkpoints): void {
  mount(getServiceCheckpoint, async () =>
    checkpointIn(checkpoints, await checkpoints.readServiceLog(database)),
  );

  mount(getServiceConsistency, async ({ query, queryable }) =>
    consistencyOf(await checkpoints.readServiceLog(queryable), query),
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
