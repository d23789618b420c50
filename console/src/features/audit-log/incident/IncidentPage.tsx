import { TextInput } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { listWritesOfUser } from '@annals/contracts/data-users';
import type { AuditEvent, listEvents } from '@annals/contracts/events';
import type { ReadRecord } from '@annals/contracts/read-records';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf, type PlainSearch } from '../../../platform/search.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { MomentInput } from '../../../platform/time/MomentInput.tsx';
import { useEventFieldTexts } from '../../../domain/history/event-fields.texts.ts';
import { useEventLabels } from '../../../domain/history/event-labels.texts.ts';
import { useHistoryTexts } from '../../../domain/history/history.texts.ts';
import { namedThingQuery } from '../../../domain/named-things/named-ids.ts';
import { IncidentLink } from '../../../domain/incidents/IncidentLink.tsx';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { UserPicker } from '../../../domain/pickers/UserPicker.tsx';
import { ReadWhat } from '../../../domain/read-records/read-columns.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { shownName } from '../../../ui/ids/display-names.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { LineSkeletons, QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { useAuditLogTexts } from '../audit-log.texts.ts';
import { EventSentence } from '../EventSentence.tsx';
import classes from './Incident.module.css';
import {
  type EventLane,
  eventLanes,
  eventsQuery,
  failuresQuery,
  laneFilters,
  mostShown,
  readsQuery,
  writesQuery,
} from './incident.queries.ts';
import { type Incident, incidentIn, personOf } from './incident-search.ts';
import { useIncidentTexts } from './incident.texts.ts';
import { useRecordedSince } from '../recorded-since.ts';
import { type Lane, lanes, mergeEvents } from './lanes.ts';
import { countText, Timeline } from './Timeline.tsx';

const Respond = lazyNamed(() => import('./Respond.tsx'), 'Respond');
const UndoAccessChange = lazyNamed(
  () => import('../../../domain/access-changes/UndoAccessChange.tsx'),
  'UndoAccessChange',
);

/** Everything that a user, a token, an application or an address did in a period, and what to do about it. */
export function IncidentPage() {
  const t = useIncidentTexts();
  const { search } = usePageLocation();
  const { name, incident } = useNamed(incidentIn(search));
  return (
    <>
      <PageHeader
        title={incident ? t.titleOf(name) : t.incident}
        parents={[{ name: t.auditLog, to: pathTo('audit-log') }]}
        beside={incident && t.kinds[incident.kind]}
      />
      <Choice search={search} incident={incident} name={name} />
      {incident ? (
        <Findings
          key={`${incident.kind}/${incident.id} ${incident.from} ${incident.to}`}
          incident={incident}
          name={name}
        />
      ) : (
        <EmptyState title={t.choose} hint={t.chooseHint} />
      )}
    </>
  );
}

/**
 * The current name; that of the link until it is loaded, and where there is none. Whoever acted may be an application,
 * which an event does not say.
 */
function useNamed(incident: Incident | undefined): {
  name: string;
  incident: Incident | undefined;
} {
  const isPerson = incident?.kind === 'user' || incident?.kind === 'application';
  const { data } = useQuery({
    ...namedThingQuery('ownerId', incident?.id ?? ''),
    enabled: isPerson,
  });
  const isApplication = data?.path?.startsWith('/v1/applications/') === true;
  return {
    name: data?.name ?? incident?.name ?? incident?.id ?? '',
    incident: incident && isApplication ? { ...incident, kind: 'application' } : incident,
  };
}

interface ChoiceProps {
  search: PlainSearch;
  incident: Incident | undefined;
  name: string;
}

/** The subject and the period, which the address contains. */
function Choice({ search, incident, name }: ChoiceProps) {
  const t = useIncidentTexts();
  const router = useRouter();
  const mayFindUsers = useMay('users:read');
  const [defaults] = useState(() => lastDay(Date.now()));
  const change = (next: PlainSearch) =>
    void router.navigate({
      to: '.',
      search: { ...defaults, ...search, ...next },
      replace: true,
      resetScroll: false,
    });
  const about = (subject: string | undefined) =>
    change({ about: subject, owner: undefined, name: undefined });
  const from = oneOf(search['from']) ?? defaults.from;
  const to = oneOf(search['to']) ?? defaults.to;
  return (
    <div className={classes.filters}>
      {mayFindUsers && (
        <UserPicker
          label={t.user}
          placeholder={t.anyUser}
          value={incident?.kind === 'user' ? { id: incident.id, name } : null}
          onChange={(user) => about(user ? `user/${user.id}` : undefined)}
        />
      )}
      <TextInput
        key={incident?.kind === 'address' ? incident.id : ''}
        label={t.address}
        defaultValue={incident?.kind === 'address' ? incident.id : ''}
        onBlur={({ currentTarget: { value } }) => value.trim() && about(`address/${value.trim()}`)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <MomentInput
        label={t.from}
        value={from}
        onChange={(moment) => moment && change({ from: moment })}
      />
      <MomentInput
        label={t.to}
        day="end"
        value={to}
        onChange={(moment) => moment && change({ to: moment })}
      />
    </div>
  );
}

const hourMs = 3_600_000;

const lastDay = (nowMs: number) => ({
  from: new Date(Math.floor(nowMs / hourMs - 24) * hourMs).toISOString(),
  to: new Date(Math.floor(nowMs / hourMs + 1) * hourMs).toISOString(),
});

type Write = AnswerOf<typeof listWritesOfUser>['data'][number];

function Findings({ incident, name }: { incident: Incident; name: string }) {
  const t = useIncidentTexts();
  const recordedSince = useRecordedSince();
  const person = personOf(incident);
  const laneOf = useEventLanes(incident);
  const { grants } = laneOf;
  const reads = useQuery(readsQuery(incident));
  const writes = useQuery({
    ...writesQuery(person?.id ?? '', incident),
    enabled: person !== undefined,
  });
  const read = reads.data?.data ?? [];
  const written = writes.data?.data ?? [];
  const moments = Object.fromEntries(
    lanes.map((lane) => [
      lane,
      lane === 'reads'
        ? read.map(({ readDate }) => readDate)
        : lane === 'writes'
          ? written.map(({ writtenDate }) => writtenDate)
          : laneOf[lane].events.map(({ at }) => at),
    ]),
  ) as Record<Lane, string[]>;
  const cut: Record<Lane, boolean> = {
    reads: reads.data?.hasMore === true,
    writes: writes.data?.complete === false,
    grants: grants.hasMore,
    exports: laneOf.exports.hasMore,
    failures: laneOf.failures.hasMore,
    others: laneOf.others.hasMore,
  };
  const knownSince = laneOf.others.query.data?.knownSince;
  const partitions = writes.data?.partitions ?? [];
  const touched = new Map(
    [
      ...partitions,
      ...read.map(({ partitionId: id, partitionName }) => ({ id, partitionName })),
    ].map(({ id, partitionName }) => [id, { id, partitionName }]),
  );
  const isLoaded =
    eventLanes.every((lane) => laneOf[lane].query.data) && reads.data && (writes.data ?? !person);
  return (
    <div className={classes.panels}>
      <Panel title={t.timeline}>
        {isLoaded ? (
          <Timeline
            from={incident.from}
            to={incident.to}
            moments={moments}
            cut={cut}
            unknown={[
              ...(person ? [] : ['writes' as const]),
              ...(knownSince === undefined ? [] : eventLanes),
            ]}
          />
        ) : (
          <LineSkeletons lines={6} />
        )}
        {knownSince !== undefined && <p className={classes.quiet}>{recordedSince(knownSince)}</p>}
      </Panel>
      {isLoaded && (
        <Suspense>
          <Respond
            incident={incident}
            name={name}
            written={partitions}
            touched={[...touched.values()]}
            hasMoreReads={cut.reads}
            grants={{ count: grants.events.length, isCut: cut.grants }}
          />
        </Suspense>
      )}
      <LanePanel
        lane="reads"
        isCut={cut.reads}
        query={reads}
        hint={t.readsHint}
        more={cut.reads && <AllReads incident={incident} />}
        rows={read.map((each) => ({
          id: each.id,
          at: each.readDate,
          what: <ReadRow read={each} />,
        }))}
      />
      {person ? (
        <LanePanel
          lane="writes"
          isCut={cut.writes}
          query={writes}
          hint={incident.kind === 'token' ? t.writesOfToken : undefined}
          more={cut.writes && t.newest(written.length)}
          rows={written.map((each) => ({
            id: each.objectId,
            at: each.writtenDate,
            what: <WriteRow write={each} />,
          }))}
        />
      ) : (
        <PeopleAt
          incident={incident}
          events={eventLanes.flatMap((lane) => laneOf[lane].events)}
          reads={read}
        />
      )}
      {eventLanes.map((lane) => (
        <LanePanel
          key={lane}
          lane={lane}
          isCut={cut[lane]}
          query={laneOf[lane].query}
          isRecorded={knownSince === undefined}
          hint={lane === 'grants' && grants.events.length > 0 ? t.grantsHint : undefined}
          more={cut[lane] && <AllEvents incident={incident} lane={lane} />}
          rows={laneOf[lane].events.map((event) => ({
            id: event.id,
            at: event.at,
            what: <EventRow event={event} />,
            action: lane === 'grants' && (
              <Suspense>
                <UndoAccessChange
                  event={event}
                  explains
                  onUndone={() => void grants.query.refetch()}
                />
              </Suspense>
            ),
          }))}
        />
      ))}
    </div>
  );
}

interface LaneOfEvents {
  query: UseQueryResult<AnswerOf<typeof listEvents>>;
  events: readonly AuditEvent[];
  hasMore: boolean;
}

function useEventLanes(incident: Incident): Record<EventLane, LaneOfEvents> {
  const attempts = useQuery({ ...failuresQuery(incident), enabled: incident.kind === 'user' });
  const failures = useLane(incident, 'failures');
  return {
    grants: useLane(incident, 'grants'),
    exports: useLane(incident, 'exports'),
    failures: {
      query: failures.query,
      events: useMemo(
        () => mergeEvents(failures.events, attempts.data?.data ?? []),
        [failures.events, attempts.data],
      ),
      hasMore: failures.hasMore || attempts.data?.hasMore === true,
    },
    others: useLane(incident, 'others'),
  };
}

function useLane(incident: Incident, lane: EventLane): LaneOfEvents {
  const query = useQuery(eventsQuery(incident, lane));
  return { query, events: query.data?.data ?? noEvents, hasMore: query.data?.hasMore === true };
}

const noEvents: readonly AuditEvent[] = [];

interface Row {
  id: string;
  at: string;
  what: ReactNode;
  action?: ReactNode;
}

interface LanePanelProps {
  lane: Lane;
  /** There is more than the rows. */
  isCut: boolean;
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
  /** Whether everything of the period is recorded. */
  isRecorded?: boolean;
  hint?: ReactNode;
  /** What is beyond the rows. */
  more: ReactNode;
  rows: readonly Row[];
}

function LanePanel({ lane, isCut, query, isRecorded = true, hint, more, rows }: LanePanelProps) {
  const t = useIncidentTexts();
  return (
    <div id={lane}>
      <Panel title={t.lanes[lane]} beside={rows.length > 0 && countText(rows.length, isCut)}>
        {hint && <p className={classes.quiet}>{hint}</p>}
        <QueryStates query={query}>
          {() =>
            rows.length === 0 && (
              <p className={classes.quiet}>{isRecorded ? t.nothing[lane] : t.nothingKnown}</p>
            )
          }
        </QueryStates>
        <ol className={classes.rows}>
          {rows.map(({ id, at, what, action }) => (
            <li key={id} className={classes.row}>
              <span className={classes.when}>
                <Moment value={at} exact />
              </span>
              <span>{what}</span>
              {action && <span>{action}</span>}
            </li>
          ))}
        </ol>
        {rows.length > 0 && more && <p className={classes.more}>{more}</p>}
      </Panel>
    </div>
  );
}

function EventRow({ event }: { event: AuditEvent }) {
  const t = useAuditLogTexts();
  const actions = useEventLabels();
  const { fields } = useEventFieldTexts();
  const { nothing } = useHistoryTexts();
  return <EventSentence event={event} words={{ t, actions, fields, nothing }} />;
}

function ReadRow({ read }: { read: ReadRecord }) {
  const { partitionId, partitionName } = read;
  return (
    <>
      <ReadWhat read={read} about="user" />{' '}
      <PathLink to={pathTo('v1-partitions-partitionId', { partitionId })}>{partitionName}</PathLink>
    </>
  );
}

function WriteRow({ write }: { write: Write }) {
  const t = useIncidentTexts();
  const { partitionId, partitionName, objectId, title, type, ended, imported } = write;
  const path = pathTo('v1-partitions-partitionId-objects-objectId', { partitionId, objectId });
  const marks = [ended && t.ended, imported && t.imported].filter(Boolean).join(', ');
  return (
    <>
      <PathLink to={path}>{t.versionOf(shownName(title, objectId), type)}</PathLink>
      {marks && ` ${marks}`}{' '}
      <PathLink to={pathTo('v1-partitions-partitionId', { partitionId })}>{partitionName}</PathLink>
    </>
  );
}

/** Of an address: who acted or read from it, because versions do not say from where. */
function PeopleAt({
  incident,
  events,
  reads,
}: {
  incident: Incident;
  events: readonly AuditEvent[];
  reads: readonly ReadRecord[];
}) {
  const t = useIncidentTexts();
  const people = new Map<string, string>();
  for (const { actor } of events)
    if (actor && actor.id !== '') people.set(actor.id, shownName(actor.name, actor.id));
  for (const { userId, userName } of reads) people.set(userId, shownName(userName, userId));
  return (
    <div id="writes">
      <Panel title={t.lanes.writes}>
        <p className={classes.quiet}>{people.size === 0 ? t.noneAtAddress : t.writesOfAddress}</p>
        <ul>
          {[...people].map(([id, name]) => (
            <li key={id}>
              <IncidentLink subject={{ kind: 'user', id, name }} at={incident.from} isNamed />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function AllReads({ incident }: { incident: Incident }) {
  const t = useIncidentTexts();
  const { kind, id, from, to } = incident;
  return (
    <>
      {t.newest(mostShown)}{' '}
      {kind === 'user' && (
        <PathLink to={pathTo('v1-users-userId', { userId: id }, { tab: 'reads', from, to })}>
          {t.allReads}
        </PathLink>
      )}
    </>
  );
}

function AllEvents({ incident, lane }: { incident: Incident; lane: EventLane }) {
  const t = useIncidentTexts();
  const { kind, id, from, to } = incident;
  const by = kind === 'address' ? { address: id } : { actor: id };
  return (
    <>
      {t.newest(mostShown)}{' '}
      {kind !== 'token' && (
        <PathLink to={pathTo('audit-log', {}, { ...by, ...laneFilters[lane], from, to })}>
          {t.allEvents}
        </PathLink>
      )}
    </>
  );
}
