import type { BodyOf } from '@annals/contracts/endpoint';
import type { createObject } from '@annals/contracts/objects';
import { badRequest, notFound } from '@annals/kit/problem';
import type { Draft, Head } from './draft.ts';
import { resolveReferences } from './references.ts';
import type { Job } from './sequencer.ts';
import type { VersionRow } from './version.ts';
import type { WriteRequest } from './write-request.ts';

/** The write does not go with the timeline's head, which is the object named. */
export class HeadConflict extends Error {
  override readonly name = 'HeadConflict';

  constructor(
    readonly code: 'stale_predecessor' | 'timeline_ended',
    message: string,
    readonly objectId: string,
  ) {
    super(message);
  }
}

/** Starts a timeline, or adds a version to one. */
export function writeObject(
  body: BodyOf<typeof createObject>,
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
      const version = draft.append({
        head,
        type: typeFor(head, body),
        objectData: body.objectData,
        references: resolveReferences(
          draft,
          references,
          (index) => `body.references.${index}.timelineId`,
        ),
        userId: caller.userId,
        ended: false,
      });
      return { ...version, modificationUserName: caller.name || caller.username };
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
      return { ...version, modificationUserName: caller.name || caller.username };
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
      'This timeline has ended; nothing can be added to it.',
      head.objectId,
    );
  if (predecessorId !== undefined && predecessorId?.toLowerCase() !== head.objectId)
    throw new HeadConflict(
      'stale_predecessor',
      'There is a newer version than the one this was based on. Look at it in current, then write again on top of it.',
      head.objectId,
    );
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
