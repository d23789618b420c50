import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  evidenceLanguages,
  evidenceSubjects,
  type EvidenceLanguage,
  type EvidenceSubject,
} from './evidence-subject.ts';
import { dataAsOf, dateTime, id, knownSince } from './fields.ts';
import { queryText } from './object-search.ts';
import { reader } from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { transfer } from './transfers.ts';

export { evidenceLanguages, evidenceSubjects };
export type { EvidenceLanguage, EvidenceSubject };

/** Limits for evidence of an object or a search: objects, and versions of all of them. */
export const maxEvidenceObjects = 1000;
export const maxEvidenceVersions = 5000;
/** The data contains a whole partition; the report contains at most this many. */
export const maxReportedObjects = 200;
export const maxReportedVersions = 2000;

/** Beyond this it takes so long that a job should create it: an object or a search has a proof for each version. */
export const largeEvidenceVersions = 1000;
export const largePartitionVersions = 10_000;
/** How long the file of a job is stored, and its maximum size. */
export const evidenceKeptDays = 7;
export const maxEvidenceBytes = 512 * 1024 * 1024;
/** Limits for one person in a partition: evidence in progress, and stored evidence. */
export const maxEvidencePerUser = 5;
/** The total size of stored evidence in a partition. Beyond it no new evidence is started. */
export const maxStoredBytes = 2 * 1024 * 1024 * 1024;

/** The subject of the evidence. */
const about = {
  ...dataAsOf,
  objectId: z.optional(id),
  query: z.optional(queryText),
  /** The language of the report. */
  language: z._default(z.enum(evidenceLanguages), 'en'),
};

export const getEvidence = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/evidence',
  shows: 'partition',
  records: ['evidence.requested'],
  summary:
    'Returns what an object, a search or the partition contained at a moment, as evidence to hand out. Name an object by the ID of any of its versions, a search by its query, or omit both for the partition. With Accept: application/zip it returns one file: a printable report, the data, the proofs, checkpoints and the verifier. Otherwise it returns a summary of what the file would contain',
  access: reader,
  params: partitionParams,
  query: z.strictObject(about),
  response: z.object({
    subject: z.enum(evidenceSubjects),
    /** Null: the present. */
    moment: z.nullable(dateTime),
    /** Null for a search, which is not counted in advance. */
    objectCount: z.nullable(z.number()),
    versionCount: z.nullable(z.number()),
    /** Null with `knownSince`: it is not recorded who had access then. */
    memberCount: z.nullable(z.number()),
    knownSince,
    /** Some versions are left out, as the file says. */
    overLimit: z.boolean(),
    /** It takes long: a job should create it in the background. */
    large: z.boolean(),
  }),
  streamsAs: 'application/zip',
  mayConflict: true,
});

export const startEvidence = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/evidence',
  records: ['evidence.requested'],
  summary:
    'Starts a job that creates the same file and stores it for seven days. It survives restarts and reports progress. Versions written after this call are not included',
  access: reader,
  params: partitionParams,
  body: z.strictObject(about),
  status: 201,
  response: transfer,
});

const evidenceJobParams = z.strictObject({ partitionId: id, jobId: id });

export const getKeptEvidence = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/evidence/{jobId}',
  shows: 'partition',
  summary:
    'Returns the progress of the job. With Accept: application/zip it returns its file, for whoever started it and the owners of the partition. Erasing values in the partition removes the file',
  access: reader,
  params: evidenceJobParams,
  response: transfer,
  streamsAs: 'application/zip',
  mayConflict: true,
});

export const removeEvidence = endpoint({
  method: 'DELETE',
  path: '/v1/partitions/{partitionId}/evidence/{jobId}',
  records: ['evidence.deleted'],
  summary: 'Cancels the job, or deletes its stored file',
  access: reader,
  params: evidenceJobParams,
  response: transfer,
  repeatable: true,
});

export const evidenceEndpoints = [
  getEvidence,
  startEvidence,
  getKeptEvidence,
  removeEvidence,
] as const;
