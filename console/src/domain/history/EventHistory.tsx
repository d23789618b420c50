import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { AuditEvent } from '@annals/contracts/events';
import { accessChangeOf } from '../access-changes/access-change.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { shownPerson } from '../../ui/ids/display-names.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useMay } from '../permissions/my-permissions.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { MoreButton } from '../../ui/states/MoreButton.tsx';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { isBySystem } from './by-system.ts';
import { useEventLabels } from './event-labels.texts.ts';
import classes from './EventHistory.module.css';
import { EventChanges } from './EventChanges.tsx';
import { eventsOf } from './events.queries.ts';
import { type HistoryTexts, useHistoryTexts } from './history.texts.ts';

const UndoAccessChange = lazyNamed(
  () => import('../access-changes/UndoAccessChange.tsx'),
  'UndoAccessChange',
);

interface EventHistoryProps {
  /** The subject of the history, such as `user/<id>`; see subjectKinds in the contract. */
  subject: string;
  title: string;
}

/** The audit log of one item: when, who, old and new, from where. Empty for a service without an audit log. */
export function EventHistory({ subject, title }: EventHistoryProps) {
  const t = useHistoryTexts();
  const mayReadAll = useMay('events:read');
  const query = useInfiniteQuery(eventsOf(subject));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const events = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel
      title={title}
      error={data === undefined ? error : null}
      flush={events.length > 0}
      action={
        mayReadAll && <PathLink to={pathTo('audit-log', {}, { subject })}>{t.inAuditLog}</PathLink>
      }
    >
      {data === undefined && !error && <LineSkeletons lines={5} />}
      {data && events.length === 0 && <p className={classes.quiet}>{t.none}</p>}
      {events.length > 0 && (
        <ol className={classes.events} aria-busy={isFetchingNextPage}>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      )}
      {error && (
        <ErrorPanel
          title={data && t.notMore}
          error={error}
          onRetry={() => void (data ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {hasNextPage && !error && (
        <div className={classes.more}>
          <MoreButton query={query} size="xs">
            {t.more}
          </MoreButton>
        </div>
      )}
    </Panel>
  );
}

function actorLabel(event: AuditEvent, t: HistoryTexts): string {
  const { actor } = event;
  if (!actor) return isBySystem(event) ? t.bySystem : t.byUnknown;
  return actor.id === '' ? t.actorOutsideScope : t.by(shownPerson(actor));
}

function Event({ event }: { event: AuditEvent }) {
  const t = useHistoryTexts();
  const words = useEventLabels();
  const { action, address, at } = event;
  return (
    <li className={classes.event}>
      <div className={classes.line}>
        <span className={classes.action}>{labelFor(words, action)}</span>
        <span className={classes.quiet}>
          {actorLabel(event, t)}
          {address !== null && ` · ${t.from(address)}`}
        </span>
        {accessChangeOf(event) && (
          <Suspense>
            <UndoAccessChange event={event} />
          </Suspense>
        )}
        <span className={classes.when}>
          <Moment value={at} exact />
        </span>
      </div>
      <EventChanges event={event} />
    </li>
  );
}
