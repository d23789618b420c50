import type { ReceivedMessage } from '@annals/contracts/problem';
import * as z from 'zod/mini';
import { objectVersion } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { CallError } from '../../../platform/api/errors.ts';
import { loosenSchema } from '../../../platform/api/loosen-schema.ts';
import { isArray, isObject, escapeToken } from '../../../platform/json-values/json-values.ts';

const staleProblem = loosenSchema(z.object({ current: z.optional(objectVersion) }));

/**
 * Whether a write was rejected because of a concurrent write. `current` is the newest version, if the service
 * reports it.
 */
export function staleWrite(error: unknown): { current: ObjectVersion | undefined } | undefined {
  if (!(error instanceof CallError) || error.status !== 409) return undefined;
  const { code = 'stale_predecessor' } = error.problem;
  if (code !== 'stale_predecessor') return undefined;
  return { current: z.safeParse(staleProblem, error.problem).data?.current };
}

/** Why nothing can be written any more, if that is why a write was rejected. */
export function closingReason(error: unknown): 'ended' | 'archived' | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { code } = error.problem;
  return code === 'timeline_ended'
    ? 'ended'
    : code === 'partition_archived'
      ? 'archived'
      : undefined;
}

/** What the service says about a value at a JSON Pointer. */
export interface RefusedValue extends ReceivedMessage {
  readonly pointer: string;
}

interface AssignedErrors {
  /** Messages by field, such as `type` and `references.0.name`. */
  readonly fields: ReadonlyMap<string, ReceivedMessage>;
  /** Problems within the data, by JSON Pointer. */
  readonly problems: readonly RefusedValue[];
  /** Whether the error says more than the assigned messages. */
  readonly rest: boolean;
}

/** Assigns the service's errors about a draft to its fields. */
export function assignErrors(error: unknown, data: unknown): AssignedErrors {
  const fieldErrors = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const fields = new Map<string, ReceivedMessage>();
  const problems: RefusedValue[] = [];
  let rest = fieldErrors.length === 0;
  for (const { path, ...wrong } of fieldErrors) {
    const [, place = ''] = /^body\.(.+)$/s.exec(path) ?? [];
    if (place === 'objectData' || place.startsWith('objectData.'))
      problems.push({ pointer: pointerOf(place.slice('objectData.'.length), data), ...wrong });
    else if (place === 'type' || place.startsWith('references.')) fields.set(place, wrong);
    else rest = true;
  }
  return { fields, problems, rest };
}

/** Converts a dotted path to a JSON Pointer; names that contain dots are resolved against the data. */
function pointerOf(path: string, data: unknown): string {
  let pointer = '';
  let left = path === '' ? [] : path.split('.');
  let place = data;
  while (left.length > 0) {
    const length = isObject(place) ? longestName(place, left) : 1;
    const name = left.slice(0, length).join('.');
    pointer += `/${escapeToken(name)}`;
    place = isArray(place) ? place[Number(name)] : isObject(place) ? place[name] : undefined;
    left = left.slice(length);
  }
  return pointer;
}

function longestName(data: Readonly<Record<string, unknown>>, parts: readonly string[]): number {
  for (let length = parts.length; length > 1; length--)
    if (Object.hasOwn(data, parts.slice(0, length).join('.'))) return length;
  return 1;
}
