import { createObject, endTimeline, restoreObject } from '@annals/contracts/objects';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { conflict, notFound } from '@annals/kit/problem';
import { writeRequestOf } from '../append/append-command.ts';
import type { CheckedAppend } from '../append/checked-append.ts';
import {
  createObjectCommand,
  endTimelineCommand,
  HeadConflict,
  restoreObjectCommand,
} from './object-commands.ts';
import { findVersion } from './reads.sql.ts';
import type { Sequencer } from '../append/sequencer.ts';
import { objectVersionOf, type VersionRow } from '../versions/version.ts';

export function mountObjectWrites(
  mount: Mount,
  database: Database,
  sequencer: Sequencer,
  checked: CheckedAppend,
): void {
  const answer = async (
    partition: string,
    append: (partitionId: string) => Promise<VersionRow>,
  ) => {
    const partitionId = partition.toLowerCase();
    try {
      return objectVersionOf(partitionId, await append(partitionId));
    } catch (error) {
      if (!(error instanceof HeadConflict)) throw error;
      const current = await findVersion(database, partitionId, error.objectId);
      throw conflict(
        error.code,
        error.explanation,
        current && objectVersionOf(partitionId, current),
      );
    }
  };

  mount(createObject, async (call) => {
    const { body } = call;
    const request = writeRequestOf(call);
    const { type, objectData } = body;
    const given = { type, timelineId: body.timelineId?.toLowerCase(), objectData };
    return answer(call.params.partitionId, async (partitionId) =>
      checked.append({ partitionId, userId: call.caller.userId, given: [given] }, (broken) =>
        createObjectCommand(body, broken.get(0), request),
      ),
    );
  });

  mount(endTimeline, async (call) => {
    const { partitionId: partition, timelineId } = call.params;
    const end = endTimelineCommand(timelineId, call.body, writeRequestOf(call));
    return answer(partition, async (partitionId) => sequencer.append(partitionId, end));
  });

  mount(restoreObject, async (call) => {
    const { objectId } = call.body;
    const request = writeRequestOf(call);
    return answer(call.params.partitionId, async (partitionId) => {
      const old = await findVersion(database, partitionId, objectId);
      if (old?.timelineId !== call.params.timelineId.toLowerCase())
        throw notFound('object in this timeline');
      const { type, timelineId, objectData } = old;
      const given = [{ type, timelineId, objectData }];
      return checked.append({ partitionId, userId: call.caller.userId, given }, (broken) =>
        restoreObjectCommand(old, call.body, broken.get(0), request),
      );
    });
  });
}
