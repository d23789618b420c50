import { errors, type ErrorName } from '../error-statuses.ts';

interface ResponseComponent {
  status: string;
  description: string;
  /** Has a Retry-After header. */
  retryAfter?: true;
  /** Has a WWW-Authenticate header. */
  challenge?: true;
}

/** Errors that depend on more than the call. */
const others = {
  BadGateway: {
    status: '502',
    description: 'The console’s server got no usable answer from the service. Retry later.',
  },
  GatewayTimeout: {
    status: '504',
    description: 'The service did not answer in time. A write may have been carried out.',
  },
  Other: {
    status: 'default',
    description:
      'Another error: 408, 414 or 431 for a request that is incomplete or too long, 501 for what a distributed database does not support, 502 if a server that the call asks, such as an identity provider, cannot be reached.',
  },
};

/** The error responses of calls. */
export const responseComponents: Readonly<
  Record<ErrorName | keyof typeof others, ResponseComponent>
> = {
  ...(Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      { ...error, status: String(error.status) },
    ]),
  ) as Record<ErrorName, ResponseComponent>),
  ...others,
};

export type ResponseName = keyof typeof responseComponents;

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
