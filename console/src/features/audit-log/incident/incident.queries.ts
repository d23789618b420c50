import { listEvents, type EventAction } from '@annals/contracts/events';
import { listWritesOfUser } from '@annals/contracts/data-users';
import { listReadsOfAll } from '@annals/contracts/read-records';
import type { Incident } from './incident-search.ts';
import { queryOf } from '../../../platform/api/query.ts';

/** The most events and reads that the page shows. */
export const mostShown = 200;

/** What the subject did. */
export const eventsQuery = (incident: Incident) => {
  const { kind, id, from, to } = incident;
  const by =
    kind === 'address'
      ? { address: id }
      : kind === 'token'
        ? { credential: `token/${id}` }
        : { actorId: id };
  return queryOf(listEvents, { query: { ...by, from, to, pageSize: mostShown } });
};

/** What failed for a user before it was known who it was: sign-ins, second factors. */
export const failuresQuery = ({ id, from, to }: Incident) =>
  queryOf(listEvents, {
    query: { subject: `user/${id}`, outcome: 'FAILURE', from, to, pageSize: mostShown },
  });

export const readsQuery = ({ kind, id, from, to }: Incident) => {
  const by =
    kind === 'address'
      ? { address: id }
      : kind === 'token'
        ? { credential: `token/${id}` }
        : { userId: id };
  return queryOf(listReadsOfAll, { query: { ...by, from, to, pageSize: mostShown } });
};

/** What the user or application wrote; of a token, all that its owner wrote. */
export const writesQuery = (userId: string, { from, to }: Incident) =>
  queryOf(listWritesOfUser, { params: { userId }, query: { from, to } });

export const exportActions: readonly EventAction[] = [
  'partition.exported',
  'evidence.requested',
  'events.exported',
];
