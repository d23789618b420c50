import { eventActions, failureActions, type AuditEvent } from '@annals/contracts/events';
import { isBySystem } from '../../domain/history/by-system.ts';
import { eventChanges, EventChangeValues, listChange } from '../../domain/history/EventChanges.tsx';
import { shownPerson } from '../../ui/ids/display-names.ts';
import { isArray, isObject, jsonText } from '../../platform/json-values/json-values.ts';
import {
  date,
  derived,
  details,
  text,
  type ListColumn,
  type ListFilter,
} from '../../ui/list/columns.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import type { AuditFilter } from './audit-log.queries.ts';
import classes from './AuditLogPage.module.css';
import type { AuditLogTexts } from './audit-log.texts.ts';
import { subjectPage } from './subject-page.ts';

export interface EventTexts {
  t: AuditLogTexts;
  actions: Record<string, string>;
  fields: Record<string, string>;
  /** Shown in place of a missing value. */
  nothing: string;
}

export const idOfEvent = ({ id }: AuditEvent): string => id;

export const isFailure = ({ action }: AuditEvent): boolean =>
  failureActions.some((each) => each === action);

export function auditColumns(
  { t, actions, fields, nothing }: EventTexts,
  onDetails: (event: AuditEvent) => void,
): ListColumn<AuditEvent>[] {
  const labelsOf = (event: AuditEvent) => labelFor(actions, event.action);
  return [
    derived('action', t.what, labelsOf, {
      render: (event) =>
        isFailure(event) ? (
          <StatusBadge tone="bad">{labelsOf(event)}</StatusBadge>
        ) : (
          labelsOf(event)
        ),
      width: '228px',
    }),
    date('at', t.when, { absolute: true, width: '172px' }),
    derived('actor', t.who, (event) => actorName(event, t), { width: '184px' }),
    derived('subject', t.about, subjectName, {
      render: (event) => subjectName(event) && <Subject event={event} />,
      width: '12%',
    }),
    derived('change', t.change, (event) => changeText(event, fields, nothing), {
      render: (event) => eventChanges(event).length > 0 && <Change event={event} fields={fields} />,
    }),
    derived('outcome', t.outcome, (event) => (isFailure(event) ? t.failed : t.succeeded), {
      width: '120px',
      hiddenAtFirst: true,
    }),
    text('address', t.address, { width: '124px' }),
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

export function auditFilters(
  t: AuditLogTexts,
  actions: Record<string, string>,
): ListFilter<AuditEvent, AuditFilter>[] {
  return [
    {
      name: 'action',
      label: t.what,
      any: t.anyAction,
      options: eventActions.map((action) => ({ value: action, label: labelFor(actions, action) })),
    },
    {
      name: 'outcome',
      label: t.outcome,
      any: t.anyOutcome,
      options: [
        { value: 'SUCCESS', label: t.succeeded },
        { value: 'FAILURE', label: t.failed },
      ],
    },
    { name: 'address', label: t.address, any: t.anyAddress },
  ];
}

/** With what the actor acted; undefined where it is not known. */
export function credentialName({ credential }: AuditEvent, t: AuditLogTexts): string | undefined {
  const [kind] = credential?.split('/') ?? [];
  return kind === 'session' || kind === 'token' ? t.credentials[kind] : undefined;
}

export function actorName(event: AuditEvent, t: AuditLogTexts): string {
  const { actor } = event;
  if (actor === null) return isBySystem(event) ? t.system : t.unknown;
  if (actor.id === '') return t.outsideScope;
  return shownPerson(actor);
}

export function subjectName({ subject, subjectName: name }: AuditEvent): string | undefined {
  return name ?? subject ?? undefined;
}

function Subject({ event }: { event: AuditEvent }) {
  const name = subjectName(event);
  const path = event.subjectName ? subjectPage(event) : undefined;
  return path === undefined ? name : <PathLink to={path}>{name}</PathLink>;
}

/** Only the first change, because more would be cut off on one line; the details show all of them. */
function Change({ event, fields }: { event: AuditEvent; fields: Record<string, string> }) {
  const [change, ...others] = eventChanges(event);
  if (change === undefined) return null;
  return (
    <span className={classes.change}>
      <span className={classes.first}>
        <span className={classes.field}>{labelFor(fields, change.field)}</span>{' '}
        <EventChangeValues change={change} />
      </span>
      {others.length > 0 && <span className={classes.field}>+{others.length}</span>}
    </span>
  );
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
