import { message, messageFields } from './problem.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { evidenceOfJob } from './evidence-subject.ts';
import { maximalImportRows, rowsToSend } from './import-batches.ts';
import { dateTime, dataAsOf, flag, id, moment, pageOf, paging, repeated } from './fields.ts';
import { messageCode } from './message-code.ts';
import {
  changeReason,
  editor,
  objectData,
  owner,
  reader,
  referenceName,
  timelineKey,
  typeName,
} from './object-version.ts';
import { partitionParams } from './partitions.ts';

export { maximalImportRows, rowsToSend };

const common = {
  key: timelineKey,
  id: z.optional(id),
  /** Default: the moment of the import. */
  modificationDate: z.optional(moment),
  /** Its author. Default: the importer. Only an owner can import for somebody else. */
  modificationUserId: z.optional(id),
  /** Why it was written. */
  reason: changeReason,
};

/**
 * One version to import. `key` names a timeline across runs, or is the id of one. `id` makes the row repeatable: an id
 * that already exists with the same content is not written again. After a row with `ended` the timeline continues only
 * with one that has `restored`. A reference leads to an existing timeline or an earlier row of the batch; to a later
 * row only if both have the same `modificationDate`, as versions of one transaction do.
 */
export const importRow = z.union([
  z.strictObject({
    ...common,
    type: typeName,
    objectData,
    references: z._default(
      z.array(z.strictObject({ name: referenceName, key: timelineKey })).check(z.maxLength(1000)),
      [],
    ),
    restored: z.optional(z.literal(true)),
  }),
  z.strictObject({ ...common, ended: z.literal(true) }),
]);
export type ImportRow = z.infer<typeof importRow>;

const exported = {
  /** The key of the timeline, or its id if it has none. */
  key: z.string(),
  id: z.string(),
  modificationDate: dateTime,
  modificationUserId: z.string(),
  /** Only if a reason was given. */
  reason: z.optional(z.string()),
};

/** A version as a row that `importRow` accepts. */
export const exportRow = z.union([
  z.object({
    ...exported,
    type: z.string(),
    objectData: z.record(z.string(), z.unknown()),
    references: z.array(z.object({ name: z.string(), key: z.string() })),
    /** Only on the first version after an end. */
    restored: z.optional(z.literal(true)),
  }),
  z.object({ ...exported, ended: z.literal(true) }),
]);
export type ExportRow = z.infer<typeof exportRow>;

export const importOutcomes = ['created', 'changed', 'ended', 'existing', 'refused'] as const;

const refusal = z.object({
  /** The index of the row in this batch, from 0; in a transfer, its number in the file. */
  row: z.number(),
  code: z.string(),
  ...messageFields,
});

export const importObjects = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/import',
  records: 'log',
  summary:
    'Writes a batch of versions with their original dates, all or none; with dryRun or skipRefused each row is checked by itself',
  access: editor,
  params: partitionParams,
  query: z.strictObject({
    dryRun: flag,
    /** Write the valid rows, and report the others. */
    skipRefused: flag,
    /** Skip rows that match the current state of their timeline; they count as existing. */
    skipUnchanged: flag,
    /** With dryRun: the rows will become changes of a change set, so the policy for direct writes is not applied. */
    forChangeSet: flag,
    /**
     * A row changes its object and does not replace it: fields and references of names that it does not have keep their
     * values. Objects within objects are changed the same way; lists are replaced.
     */
    partial: flag,
    /** With dryRun: return what the rows change. */
    withCurrent: flag,
    /** The transfer that this batch belongs to. */
    jobId: z.optional(id),
    /**
     * The Idempotency-Key of the batch before, which may still be on its way: this one is written after it, and refused
     * if it is not written (409 previous_batch_missing).
     */
    after: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,128}$/))),
  }),
  body: z.strictObject({
    rows: z.array(importRow).check(z.minLength(1), z.maxLength(maximalImportRows)),
    /** The number of each row in its file, from 1, under which the transfer stores refusals. */
    numbers: z.optional(
      z
        .array(z.int().check(z.minimum(1), z.maximum(1_000_000_000)))
        .check(z.maxLength(maximalImportRows)),
    ),
    /** The reason of rows without their own. */
    reason: changeReason,
  }),
  response: z.object({
    created: z.number(),
    changed: z.number(),
    ended: z.number(),
    /** Rows whose id already existed. */
    existing: z.number(),
    refused: z.array(refusal),
    /** For a dry run, the outcome of each row in order. */
    outcomes: z.optional(z.array(z.enum(importOutcomes))),
    /**
     * With withCurrent: the newest versions of the timelines whose rows would change them, by their row. At least the
     * first of them, and no more than about 4 MiB: ask again for rows that are missing.
     */
    current: z.optional(
      z.array(
        z.object({
          row: z.number(),
          objectData: z.record(z.string(), z.unknown()),
          references: z.array(z.object({ name: z.string(), timelineId: z.string() })),
        }),
      ),
    ),
    /** With forChangeSet or withCurrent: the existing timelines that keys of rows and references lead to, by key. */
    timelines: z.optional(
      z.array(
        z.object({
          key: z.string(),
          timelineId: z.string(),
          /** Its newest version. */
          objectId: z.string(),
          ended: z.boolean(),
        }),
      ),
    ),
  }),
});

export const exportObjects = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/export',
  shows: 'partition',
  records: ['partition.exported'],
  summary:
    'Exports the versions as rows that can be imported into an equal partition, oldest first; with history=false a snapshot of the newest version of each active timeline, whose references may lead to later rows. With Accept: application/x-ndjson it returns all of them as a stream',
  access: reader,
  mayLag: true,
  params: partitionParams,
  query: z.strictObject({
    ...dataAsOf,
    cursor: paging.cursor,
    pageSize: paging.pageSize,
    history: flag,
    type: z.optional(typeName),
  }),
  response: pageOf(exportRow),
  streamsAs: 'application/x-ndjson',
});

/** The most timelines whose keys one call returns: their ids are in the address, which our proxy limits to 4 KB. */
export const maxTimelinesOfKeys = 50;

export const listTimelineKeys = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/timelines/keys',
  shows: 'versions',
  summary:
    'Returns the keys by which imports name these timelines. One that is left out has none: its id is its key',
  access: reader,
  mayLag: true,
  params: partitionParams,
  query: z.strictObject({
    timelineId: repeated(id).check(
      z.refine((ids) => ids.length <= maxTimelinesOfKeys, messageCode('tooManyTimelines')),
    ),
  }),
  response: z.object({ data: z.array(z.object({ timelineId: z.string(), key: z.string() })) }),
});

export const transferKinds = ['IMPORT', 'COPY', 'REINDEX', 'EVIDENCE'] as const;
export const transferStates = ['RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;

/**
 * An import, a copy, a rebuild of the search index of a partition, or the creation of evidence. The path says `jobs`.
 */
export const transfer = z.object({
  id: z.string(),
  kind: z.enum(transferKinds),
  partitionId: z.string(),
  partitionName: z.nullable(z.string()),
  fromPartitionId: z.nullable(z.string()),
  fromPartitionName: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  /** SHA-256 of the file of an import in hexadecimal, which identifies the file when the import continues. */
  fileHash: z.nullable(z.string()),
  /** The reason of rows of an import without their own. The client sends it with each batch. */
  reason: z.nullable(z.string()),
  /** The subject of EVIDENCE. */
  evidence: z.nullable(evidenceOfJob),
  /** The size of the stored file, and until when it is stored; null if there is none or it was removed. */
  fileBytes: z.nullable(z.number()),
  expiresDate: z.nullable(dateTime),
  state: z.enum(transferStates),
  done: z.number(),
  /** Null while it is not known. */
  total: z.nullable(z.number()),
  created: z.number(),
  changed: z.number(),
  ended: z.number(),
  existing: z.number(),
  refused: z.number(),
  /** Why it failed, or why its file was removed. */
  error: z.nullable(message),
  createdDate: dateTime,
  createdUserId: z.string(),
  createdUserName: z.nullable(z.string()),
  /** When it was last resumed, and by whom: it continues with the rights of that user. */
  resumedDate: z.nullable(dateTime),
  resumedUserId: z.nullable(z.string()),
  resumedUserName: z.nullable(z.string()),
  changedDate: dateTime,
  endedDate: z.nullable(dateTime),
});
export type Transfer = z.infer<typeof transfer>;

export const transferDetail = z.extend(transfer, {
  /** The first thousand refused rows, by their number in the file, or otherwise their index from 0. */
  refusals: z.array(refusal),
});

const count = z.int().check(z.minimum(0), z.maximum(1_000_000_000));

export const startTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs',
  records: ['transfer.started', 'transfer.ended'],
  summary:
    'Starts an import whose batches you send, a copy from another partition, or a rebuild of the search index. Copies and rebuilds need the role OWNER',
  access: editor,
  params: partitionParams,
  body: z.union([
    z.strictObject({
      kind: z.literal('IMPORT'),
      fileName: z.string().check(z.minLength(1), z.maxLength(255)),
      fileHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, messageCode('sha256Form'))),
      total: count,
      reason: changeReason,
    }),
    z.strictObject({ kind: z.literal('COPY'), fromPartitionId: id, asOf: z.optional(moment) }),
    z.strictObject({ kind: z.literal('REINDEX') }),
  ]),
  status: 201,
  response: transfer,
});

const transferParams = z.strictObject({ partitionId: id, jobId: id });

export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs/{jobId}/cancel',
  records: ['transfer.ended'],
  summary: 'Cancels a job; what it has written stays',
  access: editor,
  params: transferParams,
  response: transfer,
  repeatable: true,
});

export const finishTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs/{jobId}/finish',
  records: ['transfer.ended'],
  summary: 'Marks an import as complete: all its batches are sent',
  access: editor,
  params: transferParams,
  response: transfer,
  repeatable: true,
});

export const resumeTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs/{jobId}/resume',
  records: ['transfer.resumed'],
  summary: 'Resumes a job that was cancelled or failed',
  access: editor,
  params: transferParams,
  response: transfer,
  repeatable: true,
});

export const handOverTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs/{jobId}/hand-over',
  records: ['transfer.handedOver'],
  summary: 'Lets a running copy or index continue with the rights of another user',
  access: owner,
  params: transferParams,
  body: z.strictObject({ userId: id }),
  response: transfer,
  repeatable: true,
});

export const listTransfers = endpoint({
  method: 'GET',
  path: '/v1/jobs',
  summary: 'Lists the jobs in the partitions you can open, newest first',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    ...paging,
    partitionId: z.optional(id),
    kind: z.optional(z.enum(transferKinds)),
    state: z.optional(z.enum(transferStates)),
    /** Who started it, or last resumed it. */
    userId: z.optional(id),
  }),
  response: pageOf(transfer),
});

export const getTransfer = endpoint({
  method: 'GET',
  path: '/v1/jobs/{jobId}',
  summary: 'Returns a job with the refused rows',
  access: { kind: 'signedIn' },
  params: z.strictObject({ jobId: id }),
  response: transferDetail,
});

export const transferEndpoints = [
  importObjects,
  exportObjects,
  listTimelineKeys,
  startTransfer,
  cancelTransfer,
  finishTransfer,
  resumeTransfer,
  handOverTransfer,
] as const;
/** These go to the data service's own endpoint. */
export const transferListEndpoints = [listTransfers, getTransfer] as const;
