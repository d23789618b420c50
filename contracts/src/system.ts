import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime } from './fields.ts';
import { replica } from './health.ts';
import { transferKinds, transferStates } from './transfers.ts';

/** What both services say of themselves. Null is what is not known where the service runs. */
const facts = {
  service: z.string(),
  version: z.string(),
  runtime: z.string(),
  startedDate: dateTime,
  /** Processes that serve the same ports. */
  workers: z.number(),
  schema: z.looseObject({
    applied: z.number(),
    /** When the first one was applied: how long this database is in use. */
    firstDate: z.nullable(dateTime),
    newest: z.nullable(z.string()),
    pending: z.array(z.string()),
    /** What migrations left to be filled while servers run; those that are through have an end. A version before this has none. */
    backfills: z.optional(
      z.array(
        z.looseObject({
          name: z.string(),
          done: z.number(),
          /** Rows of the table when it began, by the database's estimate. */
          total: z.nullable(z.number()),
          startedDate: z.nullable(dateTime),
          endedDate: z.nullable(dateTime),
        }),
      ),
    ),
  }),
  database: z.looseObject({
    kind: z.enum(['embedded', 'postgresql']),
    version: z.string(),
    bytes: z.number(),
  }),
  /** Of the disk under the data directory. */
  disk: z.nullable(z.looseObject({ freeBytes: z.number(), totalBytes: z.number() })),
  lastHour: z.nullable(
    z.looseObject({
      /** Less than an hour ago where the processes started later. */
      sinceDate: dateTime,
      /** How many of the processes are in the sum; without it only the one that answers. */
      workers: z.optional(z.number()),
      requests: z.number(),
      /** Answered with 5xx other than 503. */
      failed: z.number(),
      /** Answered with 429 or 503. */
      refused: z.number(),
    }),
  ),
};
const access = { kind: 'permission', permission: 'operations:read' } as const;

export const mailFailure = z.looseObject({
  id: z.string(),
  kind: z.string(),
  /** Null where the mail is for an address that belongs to nobody. */
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  createdDate: dateTime,
  /** Null: it was given up. */
  nextAttemptDate: z.nullable(dateTime),
});

export const getAuthenticationSystem = endpoint({
  method: 'GET',
  path: '/authentication/v1/system',
  summary:
    'The state of the authentication service: versions, schema, database, emails, signing keys, and the configuration without its secrets',
  access,
  response: z.looseObject({
    ...facts,
    outbox: z.looseObject({
      waiting: z.number(),
      /** Tried without success, and to be tried again. */
      failed: z.number(),
      oldestDate: z.nullable(dateTime),
      /** Of those to be tried again and those given up in the last seven days, newest first, a few of each. */
      failures: z.array(mailFailure),
    }),
    /** Of the audit log. */
    eventWebhooks: z.optional(
      z.looseObject({
        /** The ids of those that were given up or stopped, and of those that fail for longer than five minutes. */
        notDelivering: z.array(z.string()),
      }),
    ),
    signingKeys: z.array(
      z.looseObject({ id: z.string(), createdDate: dateTime, retiredDate: z.nullable(dateTime) }),
    ),
    configuration: z.array(
      z.looseObject({
        name: z.string(),
        /** Null: not set. Of a secret there is at most a part that is none. */
        value: z.nullable(z.string()),
        secret: z.boolean(),
      }),
    ),
  }),
});
export type MailFailure = z.infer<typeof mailFailure>;

export const retryMails = endpoint({
  method: 'POST',
  path: '/authentication/v1/system/mails/retries',
  summary:
    'Try the emails that could not be sent again now, in place of at their next attempt; for users who administer all users',
  access: { kind: 'permission', permission: 'users:write' },
  repeatable: true,
  response: z.looseObject({ count: z.number() }),
});

export const providerCertificate = z.looseObject({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  /** Null where the provider has no TLS, or its certificate was not seen. */
  expiresDate: z.nullable(dateTime),
  /** Why the certificate was not seen, or not accepted. */
  failure: z.nullable(z.string()),
});
export type ProviderCertificate = z.infer<typeof providerCertificate>;

export const listProviderCertificates = endpoint({
  method: 'GET',
  path: '/authentication/v1/system/provider-certificates',
  summary:
    'When the TLS certificates of the enabled identity providers expire; each is read from the provider, at most every ten minutes. The first 50 by name',
  access,
  response: z.looseObject({ certificates: z.array(providerCertificate) }),
});

export const jobFailure = z.looseObject({
  id: z.string(),
  kind: z.enum(transferKinds),
  partitionId: z.string(),
  partitionName: z.nullable(z.string()),
  error: z.nullable(z.string()),
  changedDate: dateTime,
});
export type JobFailure = z.infer<typeof jobFailure>;

export const getDataSystem = endpoint({
  method: 'GET',
  path: '/v1/system',
  summary:
    'The state of the data service: versions, schema, database, jobs, log keys, and the last backup',
  access,
  response: z.looseObject({
    ...facts,
    jobs: z.looseObject({
      states: z.array(z.looseObject({ state: z.enum(transferStates), count: z.number() })),
      /** Of the copies and search indexes that no server works on. */
      oldestWaitingDate: z.nullable(dateTime),
      /** Of the last seven days, newest first, a few. */
      failures: z.array(jobFailure),
    }),
    logKeys: z.array(
      z.looseObject({
        name: z.string(),
        createdDate: dateTime,
        /** Otherwise it is kept in a file, or signs nothing any more. */
        inDatabase: z.boolean(),
      }),
    ),
    /** The last one by `annals backup` on this data directory; null where there was none. */
    backup: z.nullable(z.looseObject({ takenDate: dateTime, bytes: z.number() })),
    /** As the process sees them that answers. */
    replicas: z.optional(z.array(replica)),
  }),
});
