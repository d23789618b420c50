export type ErrorName =
  | 'BadRequest'
  | 'NotAuthenticated'
  | 'Forbidden'
  | 'NotFound'
  | 'Conflict'
  | 'PreconditionFailed'
  | 'TooManyRequests'
  | 'Unavailable'
  | 'Other';

interface ResponseComponent {
  status: string;
  description: string;
  /** It says when to try again. */
  retryAfter?: true;
}

/** The errors of calls, each with its status and what to do about it. */
export const responseComponents: Readonly<Record<ErrorName, ResponseComponent>> = {
  BadRequest: {
    status: '400',
    description: 'The input is not valid. fields names each place and what is wrong with it.',
  },
  NotAuthenticated: {
    status: '401',
    description: 'There is no credential, or it is no longer valid. Sign in again.',
  },
  Forbidden: {
    status: '403',
    description: 'The caller does not have the access that the call needs.',
  },
  NotFound: {
    status: '404',
    description: 'There is no such thing, or the caller has no access to it: both look the same.',
  },
  Conflict: {
    status: '409',
    description: 'It does not fit the current state. current holds that state where it helps.',
  },
  PreconditionFailed: {
    status: '412',
    description: 'It has changed since it was read (If-Match). current holds the current state.',
  },
  TooManyRequests: {
    status: '429',
    description: 'Too many requests. Try again after Retry-After.',
    retryAfter: true,
  },
  Unavailable: {
    status: '503',
    description: 'The service or its database cannot answer now. Try again after Retry-After.',
    retryAfter: true,
  },
  Other: {
    status: 'default',
    description:
      'Another error: 413 for a body of more than 1 MiB, 415 for one that is not JSON, 422 for an Idempotency-Key that came with another request, 500 for a defect.',
  },
};

/** What parameters mean that many calls take. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  asHeld:
    'Beside asOf: not what is recorded as of the moment, but what this service held then, without what an import brought later.',
  asOf: 'Answer as of this moment. Left out: now.',
  changeSet: 'Answer as if this change set were committed now. Not beside asOf.',
  cursor: 'nextCursor of the page before. Left out: the first page.',
  dryRun: 'Change nothing; only say what would happen.',
  fromSequence: 'Begin with the version of this number and go on to older ones.',
  include: 'Names of the fields wanted, repeated. The answer has at least these.',
  objectId: 'Id of a version of an object.',
  page: 'Number of the page, from 0 on. For small lists; a cursor reaches any depth.',
  pageSize: 'Entries of a page.',
  partitionId: 'Id of the partition.',
  query: 'Words and conditions in the query language.',
  sort: 'The order; with - in front the other way round.',
  timelineId: 'Id of the timeline: of an object, whatever its version.',
  userId: 'Id of the user; where it says so, current for the caller.',
  wait: 'Seconds to wait for changes when there are none.',
  withPredecessor: 'With each version the one before it, to tell what changed.',
};
