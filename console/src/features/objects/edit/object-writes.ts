import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';
import type { CallInput } from '@annals/contracts/endpoint';
import {
  createObject,
  endTimeline,
  objectVersion,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/errors.ts';
import { partitionKey } from '../objects.queries.ts';

export type NewVersion = CallInput<typeof createObject>['body'];

/** Writes a version. The same draft sent again, after an answer that got lost, is written once. */
export function useWriteVersion(partitionId: string) {
  const queryClient = useQueryClient();
  const last = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: (body: NewVersion) => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: newKey() };
      return call(
        createObject,
        { params: { partitionId }, body },
        { headers: { 'idempotency-key': last.current.key } },
      );
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: partitionKey(partitionId) }),
  });
}

export function useEndTimeline(partitionId: string, timelineId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (predecessorId: string) =>
      call(endTimeline, { params: { partitionId, timelineId }, body: { predecessorId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: partitionKey(partitionId) }),
  });
}

const staleProblem = z.looseObject({ current: z.optional(objectVersion) });

/**
 * Whether a write was refused because somebody else wrote in between. `current` is the newest version, where the
 * service tells it.
 */
export function staleWrite(error: unknown): { current: ObjectVersion | undefined } | undefined {
  if (
    !(error instanceof CallError) ||
    error.status !== 409 ||
    error.problem.code === 'timeline_ended'
  )
    return undefined;
  const read = staleProblem.safeParse(error.problem);
  return { current: read.success ? read.data.current : undefined };
}

/** The service's own words on the fields of a draft: by `type`, `objectData` and `references.0.name`. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const errors = new Map<string, string>();
  for (const { path, message } of fields) {
    const place = path.replace(/^body\./, '');
    if (place.startsWith('objectData')) {
      const inside = place.slice('objectData'.length).replace(/^\./, '');
      errors.set('objectData', inside === '' ? message : `${inside}: ${message}`);
    } else errors.set(place, message);
  }
  return errors;
}

/** Random; crypto.randomUUID is not there on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
