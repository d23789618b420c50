import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  evidenceLanguages,
  evidenceSubjects,
  type EvidenceLanguage,
  type EvidenceSubject,
} from './evidence-subject.ts';
import { dataAsOf, dateTime, id } from './fields.ts';
import { queryText } from './object-search.ts';
import { reader } from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { transfer } from './transfers.ts';

export { evidenceLanguages, evidenceSubjects };
export type { EvidenceLanguage, EvidenceSubject };

/** Of an object or a search: how many objects, and versions of them all, the evidence has at most. */
export const mostEvidenceObjects = 1000;
export const mostEvidenceVersions = 5000;
/** Of a partition all is in the data; in the report no more than these. */
export const mostReportedObjects = 200;
export const mostReportedVersions = 2000;

/** More than this takes so long that a job had better make it: an object or a search has a proof for each version. */
export const largeEvidenceVersions = 1000;
export const largePartitionVersions = 10_000;
/** How long the file of a job is kept, and how large it may be. */
export const evidenceKeptDays = 7;
export const mostEvidenceBytes = 512 * 1024 * 1024;
/** Of one person in a partition: those that are being made, and those that are kept. */
export const mostEvidenceOfPerson = 5;
/** Of all files that are kept in a partition: beyond it no further one is begun. */
export const mostKeptBytes = 2 * 1024 * 1024 * 1024;

/** What the evidence is of. */
const about = {
  ...dataAsOf,
  objectId: z.optional(id),
  query: z.optional(queryText),
  /** Of the report. */
  language: z._default(z.enum(evidenceLanguages), 'en'),
};

export const getEvidence = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/evidence',
  summary:
    'What an object, a search or the partition said at a moment, to hand out. With Accept: application/zip one file: a report to print, the data, the proofs, checkpoints and the verifier. Without it what that file would contain. One object by the id of any of its versions, or a search by its query; the partition where both are left out',
  access: reader,
  params: partitionParams,
  query: z.strictObject(about),
  response: z.looseObject({
    subject: z.enum(evidenceSubjects),
    /** Null: the present. */
    moment: z.nullable(dateTime),
    /** Null for a search, which is not counted in advance. */
    objectCount: z.nullable(z.number()),
    versionCount: z.nullable(z.number()),
    memberCount: z.number(),
    /** Not everything goes in, as the file says. */
    overLimit: z.boolean(),
    /** It takes long: a job makes it while the person does something else. */
    large: z.optional(z.boolean()),
  }),
  streamsAs: 'application/zip',
});

export const startEvidence = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/evidence',
  summary:
    'Let a job make the same file, and keep it for seven days. It goes on after a restart, and says how far it is. What is written after this call does not go in',
  access: reader,
  params: partitionParams,
  body: z.strictObject(about),
  status: 201,
  response: transfer,
});

const keptParams = z.strictObject({ partitionId: id, jobId: id });

export const getKeptEvidence = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/evidence/{jobId}',
  summary:
    'How far the job is. With Accept: application/zip its file, for whoever started it and the owners of the partition. An erasure of values in the partition removes the file',
  access: reader,
  params: keptParams,
  response: transfer,
  streamsAs: 'application/zip',
});

export const removeEvidence = endpoint({
  method: 'DELETE',
  path: '/v1/partitions/{partitionId}/evidence/{jobId}',
  summary: 'Stop making it, or remove the file that is kept',
  access: reader,
  params: keptParams,
  response: transfer,
  repeatable: true,
});

export const evidenceEndpoints = [
  getEvidence,
  startEvidence,
  getKeptEvidence,
  removeEvidence,
] as const;
