import { listEvents } from '@annals/contracts/events';
import { listWritesOfUser } from '@annals/contracts/data-users';
import { listReadsOfAll } from '@annals/contracts/read-records';
import type { Incident } from './incident-search.ts';
import { queryOf } from '../../../platform/api/query.ts';

/** The most reads, and events of each lane, that the page shows. */
export const mostShown = 200;

/** The lanes of events. Each is read by itself, so that many of one kind cannot hide another. */
export const laneFilters = {
  grants: { kind: 'ACCESS', outcome: 'SUCCESS' },
  exports: { kind: 'EXPORT', outcome: 'SUCCESS' },
  failures: { outcome: 'FAILURE' },
  others: { kind: 'OTHER', outcome: 'SUCCESS' },
} as const;
export type EventLane = keyof typeof laneFilters;
export const eventLanes = [
  'grants',
  'exports',
  'failures',
  'others',
] as const satisfies EventLane[];

/** What the subject did, of one lane. */
export const eventsQuery = (incident: Incident, lane: EventLane) => {
  const { kind, id, from, to } = incident;
  const by =
    kind === 'address'
      ? { address: id }
      : kind === 'token'
        ? { credential: `token/${id}` }
        : { actorId: id };
  return queryOf(listEvents, {
    query: { ...by, ...laneFilters[lane], from, to, pageSize: mostShown },
  });
};

/** What failed for a user before it was known who it was: sign-ins, second factors. */
export const failuresQuery = ({ id, from, to }: Incident) =>
  queryOf(listEvents, {
    query: { subject: `user/${id}`, outcome: 'FAILURE', from, to, pageSize: mostShown },
  });

export const readsInput = ({ kind, id, from, to }: Incident) => {
  const by =
    kind === 'address'
      ? { address: id }
      : kind === 'token'
        ? { credential: `token/${id}` }
        : { userId: id };
  return { query: { ...by, from, to, pageSize: mostShown } };
};

export const readsQuery = (incident: Incident) => queryOf(listReadsOfAll, readsInput(incident));

/** What the user or application wrote; of a token, all that its owner wrote. */
export const writesQuery = (userId: string, { from, to }: Incident) =>
  queryOf(listWritesOfUser, { params: { userId }, query: { from, to } });
