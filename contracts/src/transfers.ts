import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { evidenceOfJob } from './evidence-subject.ts';
import { maximalImportRows, rowsOfWholeDates } from './import-batches.ts';
import { dateTime, dataAsOf, flag, id, moment, pageOf, paging } from './fields.ts';
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

export { maximalImportRows, rowsOfWholeDates };

const common = {
  key: timelineKey,
  id: z.optional(id),
  /** Left out: the moment of the import. */
  modificationDate: z.optional(moment),
  /** Who wrote it, left out: who imports. Somebody else only where an owner imports. */
  modificationUserId: z.optional(id),
  /** Why it was written. */
  reason: changeReason,
};

/**
 * One version to import. `key` names a timeline across runs, or is the id of one; `id` makes the row repeatable: an id that
 * is already there with the same content is not written again. After a row with `ended` the timeline goes on only with
 * one that has `restored`. A reference leads to what is there or comes before it in the batch; to what comes later only
 * where both rows have the same `modificationDate`, as the versions of one transaction do.
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

export const importOutcomes = ['created', 'changed', 'ended', 'existing', 'refused'] as const;

const refusal = z.looseObject({
  /** Of the rows of this batch, from 0; in a transfer of the file. */
  row: z.number(),
  code: z.string(),
  message: z.string(),
});

export const importObjects = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/import',
  summary:
    'Write a batch of versions with their original dates, all of them or none; with dryRun or skipRefused each row counts for itself',
  access: editor,
  params: partitionParams,
  query: z.strictObject({
    dryRun: flag,
    /** Write what is right, and tell which rows were not. */
    skipRefused: flag,
    /** A row that says what its timeline says already is not written, and counts as existing. */
    skipUnchanged: flag,
    /** With dryRun: the rows will be changes of a change set, so what the partition asks of direct writes is not asked. */
    forChangeSet: flag,
    /** The transfer that this batch belongs to. */
    jobId: z.optional(id),
  }),
  body: z.strictObject({
    rows: z.array(importRow).check(z.minLength(1), z.maxLength(maximalImportRows)),
    /** The number that each row has in its file, from 1: by it the transfer stores what was refused. */
    numbers: z.optional(
      z
        .array(z.int().check(z.minimum(1), z.maximum(1_000_000_000)))
        .check(z.maxLength(maximalImportRows)),
    ),
    /** Of the rows that have none of their own. */
    reason: changeReason,
  }),
  response: z.looseObject({
    created: z.number(),
    changed: z.number(),
    ended: z.number(),
    /** Rows whose id was there already. */
    existing: z.number(),
    refused: z._default(z.array(refusal), []),
    /** Of a dry run, for each row in order: what would become of it. */
    outcomes: z.optional(z.array(z.enum(importOutcomes))),
    /** With forChangeSet: the timelines of the partition that keys of rows and references lead to, each by its key. */
    timelines: z.optional(
      z.array(
        z.looseObject({
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
  summary:
    'The versions as rows that import back into an equal partition, oldest first; with history=false a snapshot of the newest of each timeline that has not ended, whose references may lead to later rows. With Accept: application/x-ndjson all of them as a stream',
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
  response: pageOf(z.looseObject({ key: z.string() })),
  streamsAs: 'application/x-ndjson',
});

export const transferKinds = ['IMPORT', 'COPY', 'REINDEX', 'EVIDENCE'] as const;
export const transferStates = ['RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;

/** An import, a copy, the rebuild of the search index of a partition, or the making of evidence. Its path says `jobs`. */
export const transfer = z.looseObject({
  id: z.string(),
  kind: z.enum(transferKinds),
  partitionId: z.string(),
  partitionName: z.optional(z.nullable(z.string())),
  fromPartitionId: z.optional(z.nullable(z.string())),
  fromPartitionName: z.optional(z.nullable(z.string())),
  fileName: z.optional(z.nullable(z.string())),
  /** SHA-256 of the file of an import in hexadecimal, by which it is known when it goes on. */
  fileHash: z.optional(z.nullable(z.string())),
  /** Of the rows of an import that have none of their own: who sends its batches gives it with each. */
  reason: z.optional(z.nullable(z.string())),
  /** Of EVIDENCE: what it is of. */
  evidence: z.optional(z.nullable(evidenceOfJob)),
  /** The size of the file that is kept, and until when; null where there is none, or none any more. */
  fileBytes: z.optional(z.nullable(z.number())),
  expiresDate: z.optional(z.nullable(dateTime)),
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
  error: z.nullable(z.string()),
  createdDate: dateTime,
  createdUserId: z.string(),
  createdUserName: z.nullable(z.string()),
  /** When it was resumed last, and by whom: it goes on with the rights of that user. */
  resumedDate: z.optional(z.nullable(dateTime)),
  resumedUserId: z.optional(z.nullable(z.string())),
  resumedUserName: z.optional(z.nullable(z.string())),
  changedDate: dateTime,
  endedDate: z.nullable(dateTime),
});
export type Transfer = z.infer<typeof transfer>;

export const transferDetail = z.extend(transfer, {
  /** The first thousand rows that were refused, by their number in the file, or else in the whole, from 0. */
  refusals: z.array(refusal),
});

const count = z.int().check(z.minimum(0), z.maximum(1_000_000_000));

export const startTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs',
  summary:
    'Begin an import whose batches the caller sends, a copy from another partition, or the making of the search index anew. Copy and index need the role OWNER',
  access: editor,
  params: partitionParams,
  body: z.union([
    z.strictObject({
      kind: z.literal('IMPORT'),
      fileName: z.string().check(z.minLength(1), z.maxLength(255)),
      fileHash: z
        .string()
        .check(z.regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 hash in hexadecimal.')),
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
  summary: 'Stop a job; what it wrote into the partition stays',
  access: editor,
  params: transferParams,
  response: transfer,
  repeatable: true,
});

export const finishTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs/{jobId}/finish',
  summary: 'Say that all batches of an import are sent',
  access: editor,
  params: transferParams,
  response: transfer,
  repeatable: true,
});

export const resumeTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs/{jobId}/resume',
  summary: 'Let a job that was cancelled or failed go on from where it was',
  access: editor,
  params: transferParams,
  response: transfer,
  repeatable: true,
});

export const handOverTransfer = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/jobs/{jobId}/hand-over',
  summary: 'Let a running copy or index continue with the rights of another user',
  access: owner,
  params: transferParams,
  body: z.strictObject({ userId: id }),
  response: transfer,
  repeatable: true,
});

export const listTransfers = endpoint({
  method: 'GET',
  path: '/v1/jobs',
  summary: 'The jobs in the partitions the caller may open, the newest first',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    ...paging,
    partitionId: z.optional(id),
    kind: z.optional(z.enum(transferKinds)),
    state: z.optional(z.enum(transferStates)),
    /** Who started it, or resumed it last. */
    userId: z.optional(id),
  }),
  response: pageOf(transfer),
});

export const getTransfer = endpoint({
  method: 'GET',
  path: '/v1/jobs/{jobId}',
  summary: 'One job with the rows that were refused',
  access: { kind: 'signedIn' },
  params: z.strictObject({ jobId: id }),
  response: transferDetail,
});

export const transferEndpoints = [
  importObjects,
  exportObjects,
  startTransfer,
  cancelTransfer,
  finishTransfer,
  resumeTransfer,
  handOverTransfer,
] as const;
/** These go to the data service's own endpoint. */
export const transferListEndpoints = [listTransfers, getTransfer] as const;
