import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, moment, pageOf, paging, text } from './fields.ts';
import { messageCode } from './message-code.ts';
import { reader } from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { compactJws } from './signatures.ts';

export const maxSampleEntries = 200;

/** How an auditor judges an entry. */
export const sampleConclusions = ['IN_ORDER', 'FINDING', 'NOT_JUDGED'] as const;
export type SampleConclusion = (typeof sampleConclusions)[number];

/** ANNOUNCED: nobody can know yet what will be drawn. SIGNED: nothing can change any more. */
export const sampleStates = ['ANNOUNCED', 'DRAWN', 'SIGNED'] as const;

const sample = {
  id: z.string(),
  partitionId: z.string(),
  state: z.enum(sampleStates),
  /** The auditor. */
  userId: z.string(),
  userName: z.nullable(z.string()),
  announcedDate: dateTime,
  drawnDate: z.nullable(dateTime),
  signedDate: z.nullable(dateTime),
  /** Entries are drawn from this index of the log of the partition up to the size. */
  from: z.number(),
  size: z.number(),
  /** The root of the log at that size, in base64. */
  root: z.string(),
  count: z.number(),
  /** SHA-256 of the number of the auditor, in base64. */
  commitment: z.string(),
  concludedCount: z.number(),
  findingCount: z.number(),
};
export const auditSample = z.object(sample);
export type AuditSample = z.infer<typeof auditSample>;

export const sampleItem = z.object({
  /** In the log of the partition. */
  index: z.number(),
  kind: z.enum(['VERSION', 'SCHEMA', 'ERASURE', 'POLICY', 'CHANGE_SET']),
  /** Of a version; null for other entries. */
  objectId: z.nullable(z.string()),
  modificationCount: z.nullable(z.number()),
  /** The title that the version has; null if it has none, if it was erased, and in responses to changes. */
  title: z.nullable(z.string()),
  /** The type of the object, or the type whose schema changed; null for other entries. */
  type: z.nullable(z.string()),
  /** Of a change set. */
  changeSetId: z.nullable(z.string()),
  /** When it was recorded, and by whom; null if the entry does not say it. */
  recordedDate: z.nullable(dateTime),
  recordedUserId: z.nullable(z.string()),
  recordedUserName: z.nullable(z.string()),
  conclusion: z.nullable(z.enum(sampleConclusions)),
  note: z.string(),
});
export type SampleItem = z.infer<typeof sampleItem>;

export const auditSampleDetail = z.object({
  ...sample,
  /** The number of the auditor; null before the draw. */
  number: z.nullable(z.string()),
  /**
   * The signed checkpoint of the log of events that ends with the announcement; null until it is in that log. Keep it
   * before you draw: a service that learns the number could otherwise still choose the announcement.
   */
  eventsCheckpoint: z.nullable(z.string()),
  /** How the entries were drawn, so that everybody can repeat it. */
  algorithm: z.array(z.string()),
  /** In the order of the draw. */
  items: z.array(sampleItem),
  /** What is to be signed; null unless all entries have a conclusion and the sample is the caller's. */
  signing: z.nullable(
    z.object({
      sampleId: z.string(),
      partitionId: z.string(),
      itemCount: z.number(),
      root: z.string(),
    }),
  ),
});
export type AuditSampleDetail = z.infer<typeof auditSampleDetail>;

export const listSamples = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/samples',
  summary: 'Lists the samples that auditors have announced or drawn, newest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject(paging),
  response: pageOf(auditSample),
});

export const announceSample = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/samples',
  records: ['auditSample.announced'],
  summary:
    'Announces a random sample of the changes that the log of the partition has now, with the hash of a number that only you know. What will be drawn depends on your number and on the log of events after the announcement, so nobody can choose it. An announcement cannot be withdrawn',
  access: reader,
  params: partitionParams,
  body: z.strictObject({
    count: z.int().check(z.minimum(1), z.maximum(maxSampleEntries)),
    /** Only changes recorded since then. */
    since: z.optional(moment),
    commitment: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, messageCode('base64Hash'))),
  }),
  status: 201,
  response: auditSampleDetail,
});

const sampleParams = z.extend(partitionParams, { sampleId: id });

export const getSample = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/samples/{sampleId}',
  shows: 'versions',
  summary: 'Returns a sample with its entries and conclusions',
  access: reader,
  params: sampleParams,
  response: auditSampleDetail,
});

export const drawSample = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/samples/{sampleId}/draw',
  records: ['auditSample.drawn'],
  summary:
    'Draws an announced sample with the number that was announced. 409 until the announcement is in the log of events, usually for less than a second',
  access: reader,
  params: sampleParams,
  body: z.strictObject({
    number: z.string().check(z.regex(/^[0-9]{20,100}$/, messageCode('sampleNumberForm'))),
  }),
  response: auditSampleDetail,
});

export const concludeItem = endpoint({
  method: 'PUT',
  path: '/v1/partitions/{partitionId}/samples/{sampleId}/items/{index}',
  records: 'own',
  summary: 'Records your conclusion about an entry of your sample, until the sample is signed',
  access: reader,
  params: z.extend(sampleParams, {
    index: z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,8})$/, messageCode('entryIndex'))),
  }),
  body: z.strictObject({
    conclusion: z.enum(sampleConclusions),
    note: z._default(text(0, 2000), ''),
  }),
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const signSample = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/samples/{sampleId}/signature',
  records: ['auditSample.signed'],
  summary:
    'Signs the conclusions of your sample with the passkey signature of POST /v1/users/current/signatures; nothing can change afterwards',
  access: reader,
  params: sampleParams,
  body: z.strictObject({ signature: compactJws }),
  response: auditSampleDetail,
});

export const getSampleResult = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/samples/{sampleId}/result',
  summary:
    'Returns the result of a signed sample as one file that can be verified without the service: announcement, draw, entries, conclusions and signature. It has no data of the partition',
  access: reader,
  params: sampleParams,
  response: z.looseObject({ format: z.string() }),
  mayConflict: true,
});

export const auditSampleEndpoints = [
  listSamples,
  announceSample,
  getSample,
  drawSample,
  concludeItem,
  signSample,
  getSampleResult,
] as const;
