import { Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { listEventWebhooks } from '@annals/contracts/event-webhooks';
import { exportEvents, type AuditEvent } from '@annals/contracts/events';
import { useAppState } from '../../platform/api/state.ts';
import { TimeBars } from '../../ui/charts/TimeBars.tsx';
import { useEventFieldTexts } from '../../domain/history/event-fields.texts.ts';
import { useEventLabels } from '../../domain/history/event-labels.texts.ts';
import { EventChanges } from '../../domain/history/EventChanges.tsx';
import { useHistoryTexts } from '../../domain/history/history.texts.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { ToolButton } from '../../ui/buttons/ToolButton.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { ExportButtons } from '../../ui/list/ExportButtons.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListTexts } from '../../ui/list/list.texts.ts';
import { QuickFilters } from '../../ui/list/QuickFilters.tsx';
import { type ListState, useListState } from '../../ui/list/useListState.ts';
import { IncidentLink } from '../../domain/incidents/IncidentLink.tsx';
import { useRecordedSince } from './recorded-since.ts';
import { LiveSwitch } from '../../domain/live/LiveSwitch.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useDialogFromUrl } from '../../ui/page/useDialogFromUrl.ts';
import { useMay, useMayEverywhere } from '../../domain/permissions/my-permissions.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { LineSkeletons, QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SidePanel } from '../../ui/states/SidePanel.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import { useWebhookTexts } from '../../domain/webhooks/webhooks.texts.ts';
import { auditColumns, auditFilters, credentialName, idOfEvent } from './audit-columns.tsx';
import { type AuditFilter, auditLog, countsOf } from './audit-log.queries.ts';
import { type AuditLogTexts, useAuditLogTexts } from './audit-log.texts.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { actorName, subjectName } from './event-words.ts';
import { ProofOfEvents } from './ProofOfEvents.tsx';
import classes from './AuditLogPage.module.css';
import { partsOf, subjectPage } from './subject-page.ts';
import { boundsOf, type TimeRange, timeRanges } from './time-ranges.ts';

const UndoAccessChange = lazyNamed(
  () => import('../../domain/access-changes/UndoAccessChange.tsx'),
  'UndoAccessChange',
);

/** Where the details stand beside the list instead of over it (also in AuditLogPage.module.css). */
const hasRoomBeside = '(min-width: 1200px)';

/** The polling interval of the first page in milliseconds. */
const followEvery = 5_000;

/** All events for auditors and masters, and those of their own units for unit administrators. */
export function AuditLogPage() {
  const t = useAuditLogTexts();
  const actions = useEventLabels();
  const { fields } = useEventFieldTexts();
  const { nothing } = useHistoryTexts();
  const list = useListState(auditLog);
  const [follows, setFollows] = useState(true);
  const [shown, setShown] = useState<AuditEvent>();
  const beside = shown !== undefined && window.matchMedia(hasRoomBeside).matches;
  const seesOthers = useMay('events:read');
  const isProvable = useCapability(exportEvents);
  const seesAll = useMayEverywhere('events:read');
  const managesRoles = useMay('roles:write', listEventWebhooks);
  const isMaster = useAppState(({ isGlobalMaster }) => isGlobalMaster);
  const hasWebhooks = isMaster && seesOthers && managesRoles;
  // Only the first page is live: later pages must not shift while they are read.
  const live = {
    refetchInterval: follows && list.pages.before === 0 ? followEvery : false,
  } as const;
  const events = useListQuery({ ...auditLog.query(list.request), ...live });
  const recordedSince = useRecordedSince();
  const { clearFilters } = useListTexts();
  const { knownSince: listedSince } = events.data ?? {};
  const [opensNewest, setOpensNewest] = useDialogFromUrl('newest');
  const newest = events.isPlaceholderData ? undefined : events.data?.data[0];
  if (opensNewest && newest) {
    setOpensNewest(false);
    if (window.matchMedia(hasRoomBeside).matches) setShown(newest);
  }
  const { interval, query: countsQuery } = countsOf(list.state);
  const counts = useQuery({ ...countsQuery, ...live });
  const columns = useMemo(
    () => auditColumns({ t, actions, fields, nothing }, setShown),
    [t, actions, fields, nothing],
  );
  const filters = useMemo(() => auditFilters(t), [t]);
  // Whose events these are stands above them all, and must not push them down or be taken back.
  const { isPending: awaitsRoles } = useQuery(rolesQuery());
  if (awaitsRoles)
    return (
      <>
        <PageHeader title={t.auditLog} />
        <LineSkeletons lines={8} />
      </>
    );
  const file = { list, query: auditLog.query, columns, filters, filename: 'audit-log' };
  return (
    <>
      <PageHeader
        title={t.auditLog}
        action={
          <LiveSwitch
            state={events.isError ? 'interrupted' : 'live'}
            follows={follows}
            onFollow={setFollows}
          />
        }
      />
      {!seesOthers && <p className={classes.ownOnly}>{t.ownOnly}</p>}
      <div className={classes.questions}>
        <QuickFilters label={t.quick} list={list} choices={quickChoices(t)} />
        <RangeFilters list={list} t={t} />
      </div>
      <div className={classes.perDay}>
        <QueryPanel title={t.counts[interval]} query={counts} lines={3}>
          {({ data, complete, knownSince }) => (
            <>
              <TimeBars
                compact
                interval={interval}
                bars={data.map(({ from, eventCount, failureCount }) => ({
                  from,
                  count: eventCount,
                  failed: failureCount,
                }))}
                label={t.countsLabel[interval]}
              />
              {!complete && <p className={classes.note}>{t.notAll}</p>}
              {knownSince !== undefined && (
                <p className={classes.note}>{recordedSince(knownSince)}</p>
              )}
            </>
          )}
        </QueryPanel>
      </div>
      <AuditFilters list={list} />
      <div className={classes.listAndDetails} data-details={beside || undefined}>
        <DataList
          list={list}
          query={events}
          label={t.auditLog}
          columns={columns}
          filters={filters}
          search={t.search}
          rowId={idOfEvent}
          exports={
            <>
              {isProvable && (seesAll || isMaster) && <ProofOfEvents />}
              <ExportButtons {...file} formats={['csv', 'xlsx', 'ndjson']} />
              {hasWebhooks && <WebhooksButton />}
            </>
          }
          none={
            listedSince === undefined
              ? { title: t.none, hint: t.noneHint }
              : {
                  title: t.noneKnown,
                  hint: recordedSince(listedSince),
                  action: (
                    <Button variant="default" onClick={list.filters.clear}>
                      {clearFilters}
                    </Button>
                  ),
                }
          }
        />
        {shown && (
          <EventDetails
            key={shown.id}
            event={shown}
            beside={beside}
            onClose={() => setShown(undefined)}
          />
        )}
      </div>
    </>
  );
}

/** Opens the webhooks that send the log elsewhere as it grows. They are set up once, so they stand beside the exports. */
function WebhooksButton() {
  const t = useWebhookTexts();
  const router = useRouter();
  return (
    <ToolButton
      icon={<IconWebhook size={18} stroke={1.75} aria-hidden />}
      label={t.webhooks}
      onClick={() => router.history.push(pathTo('audit-log-webhooks'))}
    />
  );
}

/** Presets for the most common questions. */
function quickChoices(t: AuditLogTexts) {
  return [
    { name: t.everything, filters: {} },
    { name: t.signIns, filters: { kind: 'SIGN_IN' } },
    { name: t.failedSignIns, filters: { action: 'signIn.failed' } },
    { name: t.allFailures, filters: { outcome: 'FAILURE' } },
    { name: t.accessChanges, filters: { kind: 'ACCESS' } },
  ];
}

/** The periods that people ask about most. */
function RangeFilters({ list, t }: { list: ListState<AuditFilter>; t: AuditLogTexts }) {
  const { from, to } = list.state.filters;
  const [chosen, setChosen] = useState<{ range: TimeRange; from: string; to: string }>();
  return (
    <div className={classes.ranges} role="group" aria-label={t.period}>
      {timeRanges.map((range) => {
        const isChosen =
          chosen?.range === range && chosen.from === (from ?? '') && chosen.to === (to ?? '');
        return (
          <Button
            key={range}
            size="xs"
            variant={isChosen ? 'light' : 'default'}
            aria-pressed={isChosen}
            onClick={() => {
              const bounds = isChosen ? { from: '', to: '' } : boundsOf(range, Date.now());
              setChosen(isChosen ? undefined : { range, ...bounds });
              list.filters.change(bounds);
            }}
          >
            {t.ranges[range]}
          </Button>
        );
      })}
    </div>
  );
}

/** Whom an event gives reason to look into: who acted, or failed to sign in, and from where. */
function incidentSubjects({ actor, subject, address, subjectName: name }: AuditEvent) {
  const about = partsOf(subject);
  const person =
    actor !== null && actor.id !== ''
      ? { kind: 'user' as const, id: actor.id, name: actor.name ?? undefined }
      : actor === null && about?.kind === 'user'
        ? { kind: 'user' as const, id: about.id, name: name ?? undefined }
        : undefined;
  return [
    ...(person ? [person] : []),
    ...(address === null ? [] : [{ kind: 'address' as const, id: address }]),
  ];
}

interface EventDetailsProps {
  event: AuditEvent;
  beside: boolean;
  onClose: () => void;
}

/** All details of an event, beside the list or, where there is no room, over it. */
function EventDetails({ event, beside, onClose }: EventDetailsProps) {
  const t = useAuditLogTexts();
  const words = useEventLabels();
  const path = event.subjectName ? subjectPage(event) : undefined;
  const subject = subjectName(event);
  const title = labelFor(words, event.action);
  const content = (
    <>
      <Facts
        facts={[
          [t.when, <Moment key="at" value={event.at} exact />],
          [t.who, actorName(event, t)],
          [
            t.about,
            path === undefined ? (
              subject
            ) : (
              <PathLink key="about" to={path}>
                {subject}
              </PathLink>
            ),
          ],
          [t.address, event.address ?? undefined],
          [t.credential, credentialName(event, t)],
          [t.requestId, event.requestId ? <Id key="request" value={event.requestId} /> : undefined],
          [t.number, event.seq],
        ]}
      />
      <EventChanges event={event} />
      <p className={classes.incidents}>
        {incidentSubjects(event).map((each) => (
          <IncidentLink key={each.kind} subject={each} at={event.at} isNamed />
        ))}
      </p>
      <div className={classes.undo}>
        <Suspense>
          <UndoAccessChange event={event} explains onUndone={onClose} />
        </Suspense>
      </div>
    </>
  );
  return beside ? (
    <SidePanel title={title} onClose={onClose}>
      {content}
    </SidePanel>
  ) : (
    <Dialog title={title} onClose={onClose} size="lg">
      {content}
    </Dialog>
  );
}
