import * as z from 'zod/mini';
import { essential } from './essential.ts';
import { dateTime, flag, givenId, id, withoutNul } from './fields.ts';
import { messageCode } from './message-code.ts';

/** A reference as it was written: it points to a timeline; `objectId` is the version that was its latest then. */
export const reference = z.object({
  name: essential(z.string()),
  timelineId: essential(z.string()),
  type: z.string(),
  objectId: z.string(),
});
export type Reference = z.infer<typeof reference>;

const erasedPaths = z.array(z.object({ path: z.string(), receipt: z.number() }));

/** One immutable version in a timeline. */
export const objectVersion = z.object({
  id: givenId,
  partitionId: z.string(),
  timelineId: z.string(),
  type: z.string(),
  objectData: z.record(z.string(), z.unknown()),
  references: z.array(reference),
  genesisDate: dateTime,
  genesisUserId: z.string(),
  modificationDate: dateTime,
  modificationUserId: z.string(),
  modificationUserName: z.nullable(z.string()),
  /** 1 for the first version of a timeline. */
  modificationCount: z.number(),
  predecessorId: z.nullable(z.string()),
  /** Set on the version that ended the timeline. */
  endedDate: z.nullable(dateTime),
  /** Its number among all versions of the partition, from 1 without gaps. */
  sequence: z.number(),
  /** When and by whom it was imported; null for a version that was written here. */
  importedDate: z.nullable(dateTime),
  importedUserId: z.nullable(z.string()),
  /** Why it was written, in its author's words; null if no reason was given. */
  reason: z.nullable(z.string()),
  /** The receipt of the erasure; only if the reason was erased. */
  reasonReceipt: z.optional(z.number()),
  /** The change set that it was committed with; null for a direct write. */
  changeSetId: z.nullable(z.string()),
  /** The erased values, each with the number of its receipt; only if there are any. The data contains null there. */
  erased: z.optional(erasedPaths),
  /** The version it is based on, if it was requested and is not too large. */
  predecessor: z.optional(
    z.object({
      type: z.string(),
      objectData: z.record(z.string(), z.unknown()),
      references: z.array(reference),
      endedDate: z.nullable(dateTime),
      erased: z.optional(erasedPaths),
    }),
  ),
});
export type ObjectVersion = z.infer<typeof objectVersion>;

/**
 * Lists of versions can include the version before each, so that changes can be shown with one request. A page has one
 * mebibyte for all of them, divided equally; larger ones are omitted.
 */
export const withPredecessor = { withPredecessor: flag };

export const typeName = z
  .string()
  .check(z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, messageCode('typeForm')));
export const objectData = z.record(z.string(), z.unknown());

// Written out because the API document contains them, and other languages lack the names of Unicode properties.
/** Without \p{Cc} and line separators. */
// oxlint-disable-next-line no-control-regex -- they are what it excludes
export const singleLine = /^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$/;
/** Without \p{Bidi_Control}. */
export const withoutBidiControls = /^[^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/;

/** A text that reads the same everywhere, and stays on one line. */
export const readableLine = (maxLength: number, tooLong?: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxLength, tooLong),
      z.regex(singleLine, messageCode('singleLine')),
      z.regex(withoutBidiControls, messageCode('directionCharacters')),
    );

/** A line of only invisible characters counts as empty. */
export const emptyUnlessSeen = z.overwrite<string>((line) =>
  /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : '',
);

export const maxReasonLength = 1000;
/** Why a version is written. An empty text counts as no reason. */
export const changeReason = z.optional(
  z.nullable(readableLine(maxReasonLength).check(emptyUnlessSeen)),
);
/** The key under which imports find a timeline; several keys may lead to one. */
export const timelineKey = z.string().check(z.minLength(1), z.maxLength(200), withoutNul);
export const referenceName = z.string().check(z.minLength(1), z.maxLength(100), withoutNul);

const maxReferencedObjects = 20;

/** References to one of these objects, by one name or by any. Null: no filter. */
export const wantedReferences = z.nullable(
  z
    .array(z.strictObject({ name: z.optional(referenceName), timelineId: id }))
    .check(
      z.minLength(1, messageCode('chooseObject')),
      z.maxLength(maxReferencedObjects, messageCode('tooManyObjects')),
    ),
);

/** Part of a response, so that it can be sent back; the service ignores it. */
export const readOnly = z.optional(z.unknown());

export const newReference = z.pipe(
  z.strictObject({ name: referenceName, timelineId: id, type: readOnly, objectId: readOnly }),
  z.transform(({ name, timelineId }) => ({ name, timelineId })),
);

export const objectParams = z.strictObject({ partitionId: id, objectId: id });
export const timelineParams = z.strictObject({ partitionId: id, timelineId: id });
export const reader = { kind: 'partition', role: 'READER' } as const;
export const editor = { kind: 'partition', role: 'EDITOR' } as const;
export const owner = { kind: 'partition', role: 'OWNER' } as const;

/** A JSON Pointer (RFC 6901) into objectData that names a property, however deep. */
export const dataPathOf = (maxLength: number) =>
  z
    .string()
    .check(
      z.maxLength(maxLength),
      z.regex(/^(?:\/(?:[^~/]|~[01])*){1,32}$/, messageCode('pointerForm')),
      withoutNul,
    );
export const dataPath = dataPathOf(500);

/** A page of a list that does not know its total in advance. */
export const changesPage = z.object({
  /** With all fields, or those that were requested. */
  data: z.array(z.extend(z.partial(objectVersion), { id: givenId })),
  /** Where the feed continues, even if there was nothing new. */
  nextCursor: z.string(),
  hasMore: z.boolean(),
});
