import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dataAsOf, dateTime, id } from './fields.ts';
import { queryText } from './object-search.ts';
import { reader } from './object-version.ts';
import { partitionParams } from './partitions.ts';

export const evidenceLanguages = ['en', 'de'] as const;
export type EvidenceLanguage = (typeof evidenceLanguages)[number];

/** What the evidence is about. */
export const evidenceSubjects = ['OBJECT', 'SEARCH', 'PARTITION'] as const;
export type EvidenceSubject = (typeof evidenceSubjects)[number];

/** Of an object or a search: how many objects, and versions of them all, the evidence has at most. */
export const mostEvidenceObjects = 1000;
export const mostEvidenceVersions = 5000;
/** Of a partition all is in the data; in the report no more than these. */
export const mostReportedObjects = 200;
export const mostReportedVersions = 2000;

export const getEvidence = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/evidence',
  summary:
    'What an object, a search or the partition said at a moment, to hand out. With Accept: application/zip one file: a report to print, the data, the proofs, checkpoints and the verifier. Without it what that file would contain. One object by the id of any of its versions, or a search by its query; the partition where both are left out',
  access: reader,
  params: partitionParams,
  query: z.strictObject({
    ...dataAsOf,
    objectId: z.optional(id),
    query: z.optional(queryText),
    /** Of the report. */
    language: z._default(z.enum(evidenceLanguages), 'en'),
  }),
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
  }),
  streamsAs: 'application/zip',
});

export const evidenceEndpoints = [getEvidence] as const;
