import { agentOf } from '@annals/contracts/agents';
import type { AuditEvent } from '@annals/contracts/events';
import { eventChanges, listChange } from '../../domain/history/EventChanges.tsx';
import { isArray, isObject, jsonText } from '../../platform/json-values/json-values.ts';
import {
  date,
  derived,
  details,
  text,
  type ListColumn,
  type ListFilter,
} from '../../ui/list/columns.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import type { AuditFilter } from './audit-log.queries.ts';
import type { AuditLogTexts } from './audit-log.texts.ts';
import { actorName, type EventTexts, isFailure, subjectName } from './event-words.ts';
import { EventSentence } from './EventSentence.tsx';

export const idOfEvent = ({ id }: AuditEvent): string => id;

export function auditColumns(
  words: EventTexts,
  onDetails: (event: AuditEvent) => void,
): ListColumn<AuditEvent>[] {
  const { t, actions, fields, nothing } = words;
  const labelsOf = (event: AuditEvent) => labelFor(actions, event.action);
  return [
    date('at', t.when, { exact: true, width: '196px' }),
    derived('event', t.what, labelsOf, {
      render: (event) => <EventSentence event={event} words={words} />,
    }),
    text('address', t.address, { width: '124px' }),
    derived('actor', t.who, (event) => actorName(event, t), {
      width: '184px',
      hiddenAtFirst: true,
    }),
    derived('subject', t.about, subjectName, { width: '12%', hiddenAtFirst: true }),
    derived('change', t.change, (event) => changeText(event, fields, nothing), {
      hiddenAtFirst: true,
    }),
    derived('outcome', t.outcome, (event) => (isFailure(event) ? t.failed : t.succeeded), {
      width: '120px',
      hiddenAtFirst: true,
    }),
    text('requestId', t.requestId, { width: '200px', hiddenAtFirst: true }),
    text('seq', t.number, { align: 'end', width: '96px', hiddenAtFirst: true }),
    details(t.details, {
      label: (event) => t.detailsOf(labelsOf(event)),
      width: '80px',
      onOpen: onDetails,
      rowId: idOfEvent,
    }),
  ];
}

export function auditFilters(t: AuditLogTexts): ListFilter<AuditEvent, AuditFilter>[] {
  return [
    {
      name: 'outcome',
      label: t.outcome,
      any: t.anyOutcome,
      // A common question above the list sets it.
      onlyWhenSet: true,
      options: [
        { value: 'SUCCESS', label: t.succeeded },
        { value: 'FAILURE', label: t.failed },
      ],
    },
  ];
}

/** With what the actor acted; undefined where it is not known. */
export function credentialName(
  { credential, requestId }: AuditEvent,
  t: AuditLogTexts,
): string | undefined {
  const [kind, name = ''] = credential?.split('/') ?? [];
  if (kind === 'command') return t.command(name);
  if (kind !== 'session' && kind !== 'token') return undefined;
  const agent = agentOf(requestId);
  return agent === undefined ? t.credentials[kind] : `${t.credentials[kind]}, ${t.agents[agent]}`;
}

/** The changes as text for the CSV export. */
function changeText(event: AuditEvent, fields: Record<string, string>, nothing: string): string {
  return eventChanges(event)
    .map((change) => {
      const { field, before, after, changed } = change;
      const list = listChange(change);
      if (list)
        return `${labelFor(fields, field)}: ${[
          ...list.added.map((value) => `+ ${plain(value, nothing)}`),
          ...list.removed.map((value) => `− ${plain(value, nothing)}`),
        ].join(', ')}`;
      const values = changed
        ? `${plain(before, nothing)} → ${plain(after, nothing)}`
        : plain(after ?? before, nothing);
      return `${labelFor(fields, field)}: ${values}`;
    })
    .join('; ');
}

function plain(value: unknown, nothing: string): string {
  if (value === undefined || value === null || value === '') return nothing;
  if (isArray(value))
    return value.length === 0 ? nothing : value.map((each) => plain(each, nothing)).join(', ');
  if (isObject(value) && typeof value['name'] === 'string') return value['name'];
  return typeof value === 'string' ? value : jsonText(value);
}
