import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEvent } from '@annals/contracts/events';
import { isNotOffered } from '../../api/errors.ts';
import { sameJson } from '../json-values/json-values.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { personName, shortenId } from '../ids/display-names.ts';
import { Panel } from '../states/Panel.tsx';
import { LineSkeletons } from '../states/QueryPanel.tsx';
import { wordFor } from '../states/word-for.ts';
import { Moment } from '../time/Moment.tsx';
import { useEventFieldTexts } from './event-fields.texts.ts';
import { useEventWords } from './event-words.texts.ts';
import classes from './EventHistory.module.css';
import { EventValue } from './EventValue.tsx';
import { eventsOf } from './events.queries.ts';
import { type HistoryTexts, useHistoryTexts } from './history.texts.ts';

interface EventHistoryProps {
  /** What it is the history of: `user/<id>`, see subjectKinds of the contract. */
  subject: string;
  title: string;
}

/** The audit log of one item: when, who, old and new, from where. Empty for a service without an audit log. */
export function EventHistory({ subject, title }: EventHistoryProps) {
  const t = useHistoryTexts();
  const query = useInfiniteQuery(eventsOf(subject));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  if (data === undefined && isNotOffered(error)) return null;
  const events = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel title={title} flush={events.length > 0}>
      {data === undefined && !error && <LineSkeletons lines={5} />}
      {data && events.length === 0 && <p className={classes.quiet}>{t.none}</p>}
      {events.length > 0 && (
        <ol className={classes.events} aria-busy={isFetchingNextPage}>
          {events.map((event) => (
            <Event key={event.id ?? event.seq} event={event} />
          ))}
        </ol>
      )}
      {error && (
        <ErrorPanel
          {...(data && { title: t.notMore })}
          error={error}
          onRetry={() => void (data ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {hasNextPage && !error && (
        <div className={classes.more}>
          <Button
            size="xs"
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function actorWords(actor: NonNullable<AuditEvent['actor']>, t: HistoryTexts): string {
  return actor.id === '' ? t.actorOutsideScope : t.by(personName(actor) ?? shortenId(actor.id));
}

function Event({ event }: { event: AuditEvent }) {
  const t = useHistoryTexts();
  const words = useEventWords();
  const { fields } = useEventFieldTexts();
  const { action, actor, address, at } = event;
  const changes = eventChanges(event);
  return (
    <li className={classes.event}>
      <div className={classes.line}>
        <span className={classes.action}>{wordFor(words, action)}</span>
        <span className={classes.quiet}>
          {actor ? actorWords(actor, t) : t.unknownActor}
          {address !== null && ` · ${t.from(address)}`}
        </span>
        <span className={classes.when}>
          <Moment value={at} />
        </span>
      </div>
      {changes.length > 0 && (
        <dl className={classes.changes}>
          {changes.map(({ field, before, after, changed }) => (
            <div key={field} className={classes.change}>
              <dt>{wordFor(fields, field)}</dt>
              <dd>
                {(changed || after === undefined) && (
                  <del className={classes.before} aria-label={t.before}>
                    <EventValue field={field} value={before} />
                  </del>
                )}
                {changed && (
                  <span className={classes.arrow} role="img" aria-label={t.changedTo}>
                    →
                  </span>
                )}
                {(changed || after !== undefined) && (
                  <ins className={classes.after} aria-label={t.after}>
                    <EventValue field={field} value={after} />
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

interface EventChange {
  field: string;
  before: unknown;
  after: unknown;
  /** Both sides are known: it changed from one to the other. */
  changed: boolean;
}

/** The fields of an event, without unchanged fields and ids that have a name beside them. */
function eventChanges({ before, after }: AuditEvent): EventChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  if ('name' in { ...before, ...after }) fields.delete('id');
  return [...fields]
    .map((field) => ({
      field,
      before: before?.[field],
      after: after?.[field],
      changed: before !== null && after !== null,
    }))
    .filter((change) => !sameJson(change.before ?? null, change.after ?? null));
}
