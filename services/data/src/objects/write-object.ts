import type { BodyOf } from '@annals/contracts/endpoint';
import type { createObject } from '@annals/contracts/objects';
import { badRequest, notFound, type FieldProblem } from '@annals/kit/problem';
import { below } from '../append/checked-append.ts';
import type { Draft, Head } from '../append/draft.ts';
import { HeadConflict, requirePredecessor, writtenBy } from './head-conflict.ts';
import { resolveReferences } from '../append/references.ts';
import type { Job } from '../append/append-command.ts';
import type { VersionRow } from '../versions/version.ts';
import type { WriteRequest } from '../append/write-request.ts';

/**
 * Starts a timeline, or adds a version to one.
 * @param broken what of the data breaks the JSON Schema of its type
 */
export function writeObject(
  body: BodyOf<typeof createObject>,
  broken: FieldProblem[] | undefined,
  { caller, ...request }: WriteRequest,
): Job<VersionRow> {
  const timelineId = body.timelineId?.toLowerCase();
  const references = body.references.map(({ name, timelineId: target }) => ({
    name,
    timelineId: target.toLowerCase(),
  }));
  return {
    needs: {
      timelines: [
        ...references.map((reference) => reference.timelineId),
        ...(timelineId ? [timelineId] : []),
      ],
    },
    ...request,
    versions: 1,
    decide: (draft) => {
      const head =
        timelineId === undefined
          ? undefined
          : headToFollow(draft, timelineId, body.predecessorId ?? null);
      const type = typeFor(head, body);
      if (broken)
        throw badRequest(
          `The data breaks the JSON Schema of the type ${type}; see fields.`,
          below('body.objectData', broken),
        );
      const version = draft.append({
        head,
        type,
        objectData: body.objectData,
        references: resolveReferences(
          draft,
          references,
          (index) => `body.references.${index}.timelineId`,
        ),
        userId: caller.userId,
        ended: false,
      });
      return writtenBy(caller, version);
    },
  };
}

/** Adds the last version to a timeline: the newest one again, with the date of the end. */
export function endTimeline(
  timeline: string,
  predecessorId: string | undefined,
  { caller, ...request }: WriteRequest,
): Job<VersionRow> {
  const timelineId = timeline.toLowerCase();
  return {
    needs: { timelines: [timelineId], withData: [timelineId] },
    ...request,
    versions: 1,
    decide: (draft) => {
      const head = headToFollow(draft, timelineId, predecessorId);
      const { type, objectData, references } = head;
      const version = draft.append({
        head,
        type,
        objectData: objectData ?? {},
        references,
        userId: caller.userId,
        ended: true,
      });
      return writtenBy(caller, version);
    },
  };
}

/** @param predecessorId the version the caller has seen last; undefined to follow whatever is there */
function headToFollow(
  draft: Draft,
  timelineId: string,
  predecessorId: string | null | undefined,
): Head {
  const head = draft.head(timelineId);
  if (!head) throw notFound('timeline');
  if (head.endedDate !== null)
    throw new HeadConflict(
      'timeline_ended',
      'This timeline has ended; nothing can be added to it. To go on with it, restore one of its versions.',
      head.objectId,
    );
  requirePredecessor(head, predecessorId);
  return head;
}

function typeFor(
  head: Head | undefined,
  { type, predecessorId }: BodyOf<typeof createObject>,
): string {
  if (head) {
    if (type === undefined || type === head.type) return head.type;
    throw badRequest(`A timeline keeps its type, which is ${head.type}.`, [
      { path: 'body.type', message: `Leave it out, or give ${head.type}.` },
    ]);
  }
  if (predecessorId !== undefined)
    throw badRequest('A new timeline has no predecessor.', [
      {
        path: 'body.timelineId',
        message: 'Give the timeline whose version this follows, or leave predecessorId out.',
      },
    ]);
  if (type === undefined)
    throw badRequest('A new timeline needs a type.', [
      { path: 'body.type', message: 'Give the type.' },
    ]);
  return type;
}
