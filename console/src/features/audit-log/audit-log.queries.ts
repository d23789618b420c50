import {
  countEvents,
  listEvents,
  type EventAction,
  type EventKind,
} from '@annals/contracts/events';
import { prefetch, queryOf } from '../../platform/api/query.ts';
import { listOf } from '../../ui/list/list-of.ts';
import { listRequestAt } from '../../ui/list/useListState.ts';
import type { ListRequest } from '../../ui/list/list-request.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import {
  eventLanes,
  eventsQuery,
  failuresQuery,
  readsQuery,
  writesQuery,
} from './incident/incident.queries.ts';
import { incidentIn, personOf } from './incident/incident-search.ts';
import {
  auditAttemptsList,
  auditWebhookQuery,
  auditWebhooksList,
} from './webhooks/audit-webhooks.queries.ts';
import { intervalsOf } from './time-ranges.ts';

export type AuditFilter =
  | 'action'
  | 'outcome'
  | 'kind'
  | 'address'
  | 'actor'
  | 'subject'
  | 'from'
  | 'to';

export const auditLog = listOf(listEvents, {
  name: 'audit-log',
  search: 'text',
  filters: {
    action: 'action',
    outcome: 'outcome',
    kind: 'kind',
    address: 'address',
    actor: 'actorId',
    subject: 'subject',
    from: 'from',
    to: 'to',
  },
});

/** The number of events per interval, a day or for few days an hour, with the filters of the list. */
export function countsOf({ q, filters }: Pick<ListRequest<AuditFilter>, 'q' | 'filters'>) {
  const { action, outcome, kind, address, actor, subject, from, to } = filters;
  const intervals = intervalsOf({ from, to }, Date.now());
  const query = queryOf(countEvents, {
    query: {
      ...intervals,
      text: q || undefined,
      action: action as EventAction | undefined,
      outcome: outcome as 'SUCCESS' | 'FAILURE' | undefined,
      kind: kind as EventKind | undefined,
      address,
      actorId: actor,
      subject,
      from,
      to,
    },
  });
  return { interval: intervals.interval, query };
}

export const loaders: Loaders = {
  'audit-log': ({ search }) =>
    prefetch(
      rolesQuery(),
      auditLog.queryAt(search),
      countsOf(listRequestAt(auditLog, search)).query,
    ),
  'audit-log-incident': ({ search }) => {
    const incident = incidentIn(search);
    if (!incident) return;
    const person = personOf(incident);
    prefetch(
      ...eventLanes.map((lane) => eventsQuery(incident, lane)),
      readsQuery(incident),
      rolesQuery(),
    );
    if (incident.kind === 'user') prefetch(failuresQuery(incident));
    if (person) prefetch(writesQuery(person.id, incident));
  },
  'audit-log-webhooks': ({ search }) => prefetch(auditWebhooksList.queryAt(search), rolesQuery()),
  'audit-log-webhooks-webhookId': ({ params: { webhookId: eventWebhookId }, search }) =>
    prefetch(
      auditWebhookQuery(eventWebhookId),
      auditAttemptsList.queryAt(search, { params: { eventWebhookId } }),
      rolesQuery(),
    ),
};
