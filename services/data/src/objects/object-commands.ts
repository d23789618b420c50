import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@annals/contracts/endpoint';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { createObject, endTimeline, restoreObject } from '@annals/contracts/objects';
import type { Caller } from '@annals/kit/caller';
import {
  prefixPaths,
  badRequest,
  conflict,
  ExplainedError,
  notFound,
  type FieldProblem,
} from '@annals/kit/problem';
import type { AppendCommand, WriteRequest } from '../append/append-command.ts';
import {
  resolveReferences,
  type Draft,
  type ReferenceInput,
  type Head,
  type NewVersion,
  type Targets,
} from '../append/draft.ts';
import type { Version, VersionRow } from '../versions/version.ts';

/** The write conflicts with the head of the timeline, which is the given object. */
export class HeadConflict extends ExplainedError {
  override readonly name = 'HeadConflict';

  constructor(
    readonly code: 'stale_predecessor' | 'timeline_ended' | 'nothing_to_restore',
    explanation: ServiceMessage,
    readonly objectId: string,
  ) {
    super(explanation);
  }
}

/**
 * Starts a timeline, or adds a version to one.
 * @param broken what of the data breaks the JSON Schema of its type
 */
export function createObjectCommand(
  body: BodyOf<typeof createObject>,
  broken: FieldProblem[] | undefined,
  { caller, ...request }: WriteRequest,
): AppendCommand<VersionRow> {
  const timelineId = body.timelineId?.toLowerCase();
  const references = body.references.map(({ name, timelineId: target }) => ({
    name,
    timelineId: target.toLowerCase(),
  }));
  return {
    reads: {
      timelines: [
        ...references.map((reference) => reference.timelineId),
        ...(timelineId ? [timelineId] : []),
      ],
    },
    ...request,
    versions: 1,
    decide: (draft) => {
      const head =
        timelineId === undefined ? undefined : headToFollow(draft, timelineId, body.predecessorId);
      const type = typeFor(head, body);
      const content = { type, objectData: body.objectData, references, broken };
      const reason = body.isReadBack && body.reason === head?.reason ? null : body.reason;
      return writtenBy(
        caller,
        appendContent(draft, head, content, { userId: caller.userId, reason }),
      );
    },
  };
}

/** What a version has from its write, not from its content. */
export type Authorship = Pick<
  NewVersion,
  'userId' | 'dateMicros' | 'id' | 'timelineId' | 'reason' | 'changeSetId' | 'salts'
>;

/** What a version is to say. */
export interface NewContent {
  type: string;
  objectData: Record<string, unknown>;
  references: ReferenceInput[];
  /** What of the data breaks the JSON Schema of its type. */
  broken: FieldProblem[] | undefined;
}

/**
 * Starts a timeline, or adds a version to that of the head.
 * @throws Problem 400 with paths that begin at `body`
 */
export function appendContent(
  draft: Draft,
  head: Head | undefined,
  { type, objectData, references, broken }: NewContent,
  authorship: Authorship,
  targets: Targets = draft,
): Version {
  if (broken)
    throw badRequest(say('breaksSchema', { type }), prefixPaths('body.objectData', broken));
  return draft.append({
    ...authorship,
    head,
    type,
    objectData,
    references: resolveReferences(
      targets,
      references,
      (index) => `body.references.${index}.timelineId`,
    ),
    ended: false,
  });
}

/** Adds the last version to a timeline: the newest one again, with the date of the end. */
export function endTimelineCommand(
  timeline: string,
  { predecessorId, reason }: BodyOf<typeof endTimeline>,
  { caller, ...request }: WriteRequest,
): AppendCommand<VersionRow> {
  const timelineId = timeline.toLowerCase();
  return {
    reads: { timelines: [timelineId], withData: [timelineId] },
    ...request,
    versions: 1,
    decide: (draft) => {
      const head = headToFollow(draft, timelineId, predecessorId);
      return writtenBy(caller, appendEnd(draft, head, { userId: caller.userId, reason }));
    },
  };
}

/** @param head read with its data */
export function appendEnd(draft: Draft, head: Head, authorship: Authorship): Version {
  const { type, objectData, references } = head;
  return draft.append({
    ...authorship,
    head,
    type,
    objectData: objectData ?? {},
    references,
    ended: true,
  });
}

/**
 * Adds a version with the data and references of an older one of the same timeline; an ended timeline resumes.
 * @param old read before the append; only erasures can change it in the meantime
 * @param broken what in its data violates the current JSON Schema of its type
 */
export function restoreObjectCommand(
  old: Version,
  { predecessorId, reason }: Pick<BodyOf<typeof restoreObject>, 'predecessorId' | 'reason'>,
  broken: FieldProblem[] | undefined,
  { caller, ...request }: WriteRequest,
): AppendCommand<VersionRow> {
  return {
    reads: readsToRestore(old),
    ...request,
    versions: 1,
    decide: (draft) => {
      const restoration = { old, predecessorId, broken };
      return writtenBy(
        caller,
        appendRestored(draft, restoration, { userId: caller.userId, reason }),
      );
    },
  };
}

export const readsToRestore = ({ id, timelineId, references }: Version) => ({
  timelines: [timelineId, ...references.map((target) => target.timelineId)],
  versions: [id],
});

/** As the parameters of restoreObjectCommand. */
export interface Restoration {
  old: Version;
  predecessorId: string | undefined;
  broken: FieldProblem[] | undefined;
}

/** @throws HeadConflict, and Problem 400 with paths that begin at `body` */
export function appendRestored(
  draft: Draft,
  { old, predecessorId, broken }: Restoration,
  authorship: Authorship,
): Version {
  const head = draft.head(old.timelineId);
  if (!head) throw notFound('timeline');
  requirePredecessor(head, predecessorId);
  if (head.objectId === old.id && head.endedDate === null)
    throw new HeadConflict('nothing_to_restore', say('alreadyNewest'), head.objectId);
  // Otherwise values erased in between would be restored.
  if (!isDeepStrictEqual(draft.version(old.id)?.objectData, old.objectData))
    throw conflict('erased_meanwhile', say('erasedMeanwhile'));
  if (broken)
    throw badRequest(
      say('schemaNoLongerMatches'),
      broken.map((field) => ({ path: 'body.objectId', ...say('listed', { fields: [field] }) })),
    );
  return draft.append({
    ...authorship,
    head,
    type: head.type,
    objectData: old.objectData,
    references: resolveReferences(
      draft,
      old.references.filter((target) => draft.head(target.timelineId)),
      () => 'body.objectId',
    ),
    ended: false,
  });
}

/**
 * @param predecessorId the version the caller has seen last; undefined to follow whatever is there
 * @throws Problem 404, HeadConflict
 */
export function headToFollow(
  draft: Draft,
  timelineId: string,
  predecessorId: string | null | undefined,
): Head {
  const head = draft.head(timelineId);
  if (!head) throw notFound('timeline');
  if (head.endedDate !== null)
    throw new HeadConflict('timeline_ended', say('timelineEnded'), head.objectId);
  requirePredecessor(head, predecessorId);
  return head;
}

function typeFor(
  head: Head | undefined,
  { type, predecessorId }: BodyOf<typeof createObject>,
): string {
  if (head) {
    if (type === undefined || type === head.type) return head.type;
    throw badRequest(say('typeIsFixed', { type: head.type }), [
      { path: 'body.type', ...say('omitOrUseType', { type: head.type }) },
    ]);
  }
  if (typeof predecessorId === 'string')
    throw badRequest(say('noPredecessor'), [
      { path: 'body.timelineId', ...say('sendTimelineOfPredecessor') },
    ]);
  if (type === undefined)
    throw badRequest(say('typeRequired'), [{ path: 'body.type', ...say('enterType') }]);
  return type;
}

/** @param predecessorId the version the caller has seen last; undefined to follow whatever is there */
function requirePredecessor({ objectId }: Head, predecessorId: string | null | undefined): void {
  if (predecessorId !== undefined && predecessorId?.toLowerCase() !== objectId)
    throw new HeadConflict('stale_predecessor', say('newerVersion'), objectId);
}

/** The version as returned to its author. */
const writtenBy = ({ name, username }: Caller, version: Version): VersionRow => ({
  ...version,
  modificationUserName: name || username,
});
