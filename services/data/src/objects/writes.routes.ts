import { createObject, endTimeline } from '@annals/contracts/objects';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { conflict } from '@annals/kit/problem';
import { findVersion } from './reads.sql.ts';
import type { Job, Sequencer } from './sequencer.ts';
import { objectVersionOf, type VersionRow } from './version.ts';
import { endTimeline as endOf, HeadConflict, writeObject } from './write-object.ts';
import { writeRequestOf } from './write-request.ts';

export function mountObjectWrites(mount: Mount, database: Database, sequencer: Sequencer): void {
  const append = async (partition: string, job: Job<VersionRow>) => {
    const partitionId = partition.toLowerCase();
    try {
      return objectVersionOf(partitionId, await sequencer.append(partitionId, job));
    } catch (error) {
      if (!(error instanceof HeadConflict)) throw error;
      const current = await findVersion(database, partitionId, error.objectId);
      throw conflict(error.code, error.message, current && objectVersionOf(partitionId, current));
    }
  };

  mount(createObject, async (call) =>
    append(call.params.partitionId, writeObject(call.body, writeRequestOf(call))),
  );

  mount(endTimeline, async (call) => {
    const { partitionId, timelineId } = call.params;
    return append(partitionId, endOf(timelineId, call.body.predecessorId, writeRequestOf(call)));
  });
}
