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
  /** Has a Retry-After header. */
  retryAfter?: true;
}

/** The errors of calls, each with its status and what to do about it. */
export const responseComponents: Readonly<Record<ErrorName, ResponseComponent>> = {
  BadRequest: {
    status: '400',
    description: 'The input is not valid. fields lists each place and what is wrong with it.',
  },
  NotAuthenticated: {
    status: '401',
    description: 'The credential is missing or no longer valid. Sign in again.',
  },
  Forbidden: {
    status: '403',
    description: 'The caller does not have the access that the call needs.',
  },
  NotFound: {
    status: '404',
    description: 'It does not exist, or the caller may not access it: both look the same.',
  },
  Conflict: {
    status: '409',
    description: 'It conflicts with the current state. current contains that state if it helps.',
  },
  PreconditionFailed: {
    status: '412',
    description: 'It has changed since it was read (If-Match). current contains the current state.',
  },
  TooManyRequests: {
    status: '429',
    description:
      'Too many requests of this caller, or too many sign-ins. Nothing was done. Retry after Retry-After.',
    retryAfter: true,
  },
  Unavailable: {
    status: '503',
    description: 'The service or its database cannot answer now. Retry after Retry-After.',
    retryAfter: true,
  },
  Other: {
    status: 'default',
    description:
      'Another error: 413 for a body of more than 1 MiB, 415 for one that is not JSON, 422 for an Idempotency-Key that was used with another request, 500 for a defect.',
  },
};

/** Descriptions of parameters that many calls share. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  asHeld:
    'Together with asOf: not what is recorded as of the moment, but what this service had stored then, without what was imported later.',
  asOf: 'Answer as of this moment. Omitted: now.',
  changeSet: 'Answer as if this change set were committed now. Cannot be combined with asOf.',
  cursor: 'nextCursor of the previous page. Omitted: the first page.',
  dryRun: 'Change nothing; only report what would happen.',
  fromSequence: 'Start with the version of this number and continue with older ones.',
  include: 'Names of the requested fields, repeated. The response has at least these.',
  objectId: 'ID of a version of an object.',
  page: 'Number of the page, from 0. For small lists; a cursor reaches any depth.',
  pageSize: 'Number of entries per page.',
  partitionId: 'ID of the partition.',
  query: 'Words and conditions in the query language.',
  sort: 'The order; with - in front, reversed.',
  timelineId: 'ID of the timeline of an object, the same for all its versions.',
  userId: 'ID of the user; where allowed, current for the caller.',
  wait: 'Seconds to wait for changes if there are none.',
  withPredecessor: 'Include with each version the one before it, to show what changed.',
};
