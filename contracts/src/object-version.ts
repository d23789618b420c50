import * as z from 'zod/mini';
import { dateTime, flag, givenId, id, withoutNul } from './fields.ts';

/** A reference as it was written: it points to a timeline; `objectId` is the version that was its latest then. */
export const reference = z.looseObject({
  name: z.string(),
  timelineId: z.string(),
  type: z.optional(z.nullable(z.string())),
  objectId: z.optional(z.nullable(z.string())),
});
export type Reference = z.infer<typeof reference>;

const erasedPaths = z.array(z.looseObject({ path: z.string(), receipt: z.number() }));

/** One immutable version in a timeline. A foreign service may leave out everything. */
export const objectVersion = z.looseObject({
  id: givenId,
  partitionId: z.optional(z.string()),
  timelineId: z.optional(z.string()),
  type: z.optional(z.string()),
  objectData: z.optional(z.record(z.string(), z.unknown())),
  references: z.optional(z.array(reference)),
  genesisDate: z.optional(dateTime),
  genesisUserId: z.optional(z.nullable(z.string())),
  modificationDate: z.optional(dateTime),
  modificationUserId: z.optional(z.nullable(z.string())),
  modificationUserName: z.optional(z.nullable(z.string())),
  /** 1 for the first version of a timeline. */
  modificationCount: z.optional(z.number()),
  predecessorId: z.optional(z.nullable(z.string())),
  /** Set on the version that ended the timeline. */
  endedDate: z.optional(z.nullable(dateTime)),
  /** Its place among all versions of the partition, from 1 on without gaps. */
  sequence: z.optional(z.number()),
  /** When and by whom it was brought in; null for a version that was written here. */
  importedDate: z.optional(z.nullable(dateTime)),
  importedUserId: z.optional(z.nullable(z.string())),
  /** Why it was written, as its author says; null where no reason was given. */
  reason: z.optional(z.nullable(z.string())),
  /** The receipt that tells of it, where the reason was erased. */
  reasonReceipt: z.optional(z.nullable(z.number())),
  /** The change set that it was committed with; null for a version that was written by itself. */
  changeSetId: z.optional(z.nullable(z.string())),
  /** The values that were erased, each with the number of its receipt: null stands in their place. */
  erased: z.optional(z.nullable(erasedPaths)),
  /** What it was written on top of, where it was asked for and is not too large. */
  predecessor: z.optional(
    z.looseObject({
      type: z.optional(z.string()),
      objectData: z.optional(z.record(z.string(), z.unknown())),
      references: z.optional(z.array(reference)),
      endedDate: z.optional(z.nullable(dateTime)),
      erased: z.optional(z.nullable(erasedPaths)),
    }),
  ),
});
export type ObjectVersion = z.infer<typeof objectVersion>;

/**
 * A list of versions may bring with each the version before it, so that what changed can be told with one request. All of
 * a page have a mebibyte together: each an equal part of it, larger ones are left out.
 */
export const withPredecessor = { withPredecessor: flag };

export const typeName = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/,
      'A type is a letter followed by letters, digits, _ . or -, at most 64.',
    ),
  );
export const objectData = z.record(z.string(), z.unknown());

/** A text that reads the same wherever it is shown, and that no line break makes look like two. */
export const readableLine = (maxLength: number, tooLong?: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxLength, tooLong),
      z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Use a single line.'),
      z.regex(/^\P{Bidi_Control}*$/u, 'Remove the characters that change the writing direction.'),
    );

/** Characters that nobody sees say nothing: a line of no others is an empty one. */
export const emptyUnlessSeen = z.overwrite<string>((line) =>
  /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : '',
);

export const longestReason = 1000;
/** Why a version is written. An empty text is no reason. */
export const changeReason = z.optional(
  z.nullable(readableLine(longestReason).check(emptyUnlessSeen)),
);
/** By which imports know a timeline; several may lead to one. */
export const timelineKey = z.string().check(z.minLength(1), z.maxLength(200), withoutNul);
export const referenceName = z.string().check(z.minLength(1), z.maxLength(100), withoutNul);

const mostReferredTo = 20;

/** What refers to one of these objects, by one name or by any. Null: whatever it refers to. */
export const wantedReferences = z.nullable(
  z
    .array(z.strictObject({ name: z.optional(referenceName), timelineId: id }))
    .check(
      z.minLength(1, 'Choose at least one object, or none of this filter.'),
      z.maxLength(mostReferredTo, 'Give at most 20 objects.'),
    ),
);

/** Part of an answer, so that it may be sent back with it; the service decides it. */
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
      z.regex(
        /^(?:\/(?:[^~/]|~[01])*){1,32}$/,
        'Must be a JSON Pointer, for example /release/cycle.',
      ),
      withoutNul,
    );
export const dataPath = dataPathOf(500);

/** A run of a list that does not know its total in advance. */
export const changesPage = z.looseObject({
  data: z.array(objectVersion),
  /** Where the feed goes on; also when there was nothing new. */
  nextCursor: z.string(),
  hasMore: z.boolean(),
});
