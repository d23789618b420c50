import { message } from './problem.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime } from './fields.ts';
import { replica } from './health.ts';
import { transferKinds, transferStates } from './transfers.ts';

const counts = {
  requests: z.number(),
  /** Answered with 5xx other than 503. */
  failed: z.number(),
  /** Answered with 429 or 503. */
  refused: z.number(),
  /**
   * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
   * none was measured. Requests that wait for changes are not.
   */
  p50Ms: z.nullable(z.number()),
  /** The same of 95 of 100. */
  p95Ms: z.nullable(z.number()),
};

/** The responses of all processes in a period. */
const load = z.object({
  /** The length of its intervals. */
  slotSeconds: z.number(),
  /** The beginning of the period, or when the oldest of the processes started. */
  sinceDate: dateTime,
  /** All intervals, oldest first. */
  slots: z.array(z.object({ fromDate: dateTime, ...counts })),
  /** The processes whose responses are included. */
  workers: z.array(z.object({ worker: z.number(), startedDate: dateTime, ...counts })),
});
export type Load = z.infer<typeof load>;

/** The facts that both services report. Null: unknown where the service runs. */
const facts = {
  service: z.string(),
  version: z.string(),
  runtime: z.string(),
  startedDate: dateTime,
  /** Processes that serve the same ports. */
  workers: z.number(),
  schema: z.object({
    applied: z.number(),
    /** When the first one was applied, that is, since when the database exists. */
    firstDate: z.nullable(dateTime),
    newest: z.nullable(z.string()),
    pending: z.array(z.string()),
    /** Backfills of migrations that run while servers run; finished ones have an end date. */
    backfills: z.array(
      z.object({
        name: z.string(),
        done: z.number(),
        /** Rows of the table at the start, as estimated by the database. */
        total: z.nullable(z.number()),
        startedDate: z.nullable(dateTime),
        endedDate: z.nullable(dateTime),
      }),
    ),
  }),
  database: z.object({
    kind: z.enum(['embedded', 'postgresql']),
    version: z.string(),
    bytes: z.number(),
  }),
  /** The disk with the data directory. */
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
  /** The responses in the last hour by minute, and in the last day by quarter of an hour. */
  load: z.nullable(z.object({ hour: load, day: load })),
};
const access = { kind: 'permission', permission: 'operations:read' } as const;

export const mailFailure = z.object({
  id: z.string(),
  kind: z.string(),
  /** Null if the mail is for an address without a user. */
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  failure: z.nullable(message),
  createdDate: dateTime,
  /** Null: it was given up. */
  nextAttemptDate: z.nullable(dateTime),
});

export const getAuthenticationSystem = endpoint({
  method: 'GET',
  path: '/authentication/v1/system',
  summary:
    'Returns the state of the authentication service: versions, schema, database, emails, signing keys, and the configuration without its secrets',
  access,
  response: z.object({
    ...facts,
    outbox: z.object({
      waiting: z.number(),
      /** Tried without success, to be retried. */
      failed: z.number(),
      oldestDate: z.nullable(dateTime),
      /** A few of those to be retried and those given up in the last seven days, newest first. */
      failures: z.array(mailFailure),
    }),
    /** Of the audit log. */
    eventWebhooks: z.object({
      /**
       * The ids of webhooks that were given up or stopped, and of those that have failed for more than five minutes.
       */
      notDelivering: z.array(z.string()),
    }),
    signingKeys: z.array(
      z.object({ id: z.string(), createdDate: dateTime, retiredDate: z.nullable(dateTime) }),
    ),
    /** The address of a reverse proxy that TRUST_PROXY does not name, as seen by the process that responds. */
    untrustedProxy: z.nullable(z.string()),
    configuration: z.array(
      z.object({
        name: z.string(),
        /** Null: not set. A secret is reduced to its non-secret part. */
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
  records: ['mail.retried'],
  summary:
    'Retries the emails that could not be sent now, instead of at their next attempt; for users who administer all users',
  access: { kind: 'permission', permission: 'users:write' },
  repeatable: true,
  response: z.object({ count: z.number() }),
});

export const providerCertificate = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  /** Null if the provider has no TLS, or its certificate could not be read. */
  expiresDate: z.nullable(dateTime),
  /** Why the certificate could not be read, or was not accepted. */
  failure: z.nullable(message),
});
export type ProviderCertificate = z.infer<typeof providerCertificate>;

export const listProviderCertificates = endpoint({
  method: 'GET',
  path: '/authentication/v1/system/provider-certificates',
  summary:
    'Lists when the TLS certificates of the first 50 enabled identity providers, by name, expire. Each is read from the provider at most every ten minutes',
  access,
  response: z.object({ certificates: z.array(providerCertificate) }),
});

export const jobFailure = z.object({
  id: z.string(),
  kind: z.enum(transferKinds),
  partitionId: z.string(),
  partitionName: z.nullable(z.string()),
  error: z.nullable(message),
  changedDate: dateTime,
});
export type JobFailure = z.infer<typeof jobFailure>;

export const getDataSystem = endpoint({
  method: 'GET',
  path: '/v1/system',
  summary:
    'Returns the state of the data service: versions, schema, database, jobs, log keys, and the last backup',
  access,
  response: z.object({
    ...facts,
    jobs: z.object({
      states: z.array(z.object({ state: z.enum(transferStates), count: z.number() })),
      /** The oldest of the copies and index rebuilds that no server works on. */
      oldestWaitingDate: z.nullable(dateTime),
      /** A few of the last seven days, newest first. */
      failures: z.array(jobFailure),
    }),
    logKeys: z.array(
      z.object({
        name: z.string(),
        createdDate: dateTime,
        /** Otherwise it is stored in a file, or no longer signs anything. */
        inDatabase: z.boolean(),
      }),
    ),
    /** The last one by `annals backup` on this data directory; null if there was none. */
    backup: z.nullable(z.object({ takenDate: dateTime, bytes: z.number() })),
    /** As seen by the process that responds. */
    replicas: z.optional(z.array(replica)),
  }),
});
