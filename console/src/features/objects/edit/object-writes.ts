import { useRef } from 'react';
import type { CallInput } from '@annals/contracts/endpoint';
import { createObject, endTimeline, restoreObject } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { call, newIdempotencyKey } from '../../../platform/api/call.ts';
import { invalidatePartition } from '../../../platform/api/query.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

export type NewVersion = CallInput<typeof createObject>['body'];

/** Writes a version. An idempotency key makes a retry after a lost response write once. */
export function useWriteVersion(partitionId: string) {
  const last = useRef({ text: '', key: '' });
  return useSingleMutation({
    mutationFn: (body: NewVersion) => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() };
      return call(
        createObject,
        { params: { partitionId }, body },
        { headers: { 'idempotency-key': last.current.key } },
      );
    },
    onSuccess: () => {
      // Writing the same content again creates another object.
      last.current = { text: '', key: '' };
      return invalidatePartition(partitionId);
    },
  });
}

/** Ends a timeline after its newest version. */
export async function end(
  partitionId: string,
  { id, timelineId = '' }: ObjectVersion,
  why: { reason?: string } = {},
) {
  return call(endTimeline, {
    params: { partitionId, timelineId },
    body: { predecessorId: id, ...why },
  });
}

/** Restores an old version. */
export async function restore(
  partitionId: string,
  old: ObjectVersion,
  latest: ObjectVersion,
  why: { reason?: string } = {},
): Promise<ObjectVersion> {
  return call(restoreObject, {
    params: { partitionId, timelineId: old.timelineId ?? '' },
    body: { objectId: old.id, predecessorId: latest.id, ...why },
  });
}
