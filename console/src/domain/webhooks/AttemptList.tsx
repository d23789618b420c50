import { Suspense, useMemo, useState } from 'react';
import type { AnyWebhookAttempt } from '@annals/contracts/webhooks';
import { ViewSwitch } from '../../ui/json/ViewSwitch.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { count, date, derived, details, type ListColumn } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { useServiceText, type ServiceText } from '../../platform/service-messages/service-text.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import { grouped } from '../../platform/texts.ts';
import classes from './Webhook.module.css';
import { followEvery, type WebhookCalls } from './webhook-calls.ts';
import { eventOf, OutcomeBadge } from './webhook-state.tsx';
import { useWebhookTexts, type WebhookTexts } from './webhooks.texts.ts';

const AttemptDialog = lazyNamed(() => import('./AttemptDialog.tsx'), 'AttemptDialog');

/** All attempts of a webhook, newest first. */
export function AttemptList({ calls }: { calls: WebhookCalls }) {
  const t = useWebhookTexts();
  const translate = useServiceText();
  const list = useListState(calls.attemptsList);
  const query = useListQuery({
    ...calls.attemptsQuery(list.request),
    refetchInterval: list.pages.before === 0 ? followEvery : false,
  });
  const [shown, setShown] = useState<AnyWebhookAttempt>();
  const columns = useMemo(() => columnsOf(t, translate, calls, setShown), [t, translate, calls]);
  return (
    <div className={classes.attempts}>
      <div className={classes.attemptsHead}>
        <h2>{t.attempts}</h2>
        <ViewSwitch
          label={t.showAttempts}
          options={[
            { value: '', label: t.allAttempts },
            { value: 'FAILED', label: t.failedAttempts },
          ]}
          value={list.state.filters.outcome ?? ''}
          onChange={(outcome) => list.filters.set('outcome', outcome)}
        />
      </div>
      <DataList
        list={list}
        query={query}
        label={t.attempts}
        columns={columns}
        views={false}
        rowId={({ id }) => id}
        none={{ title: t.noAttempts, hint: t.noAttemptsHint }}
      />
      {shown && (
        <Suspense>
          <AttemptDialog calls={calls} attempt={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function placeOf(attempt: AnyWebhookAttempt, calls: WebhookCalls): string | null {
  const place = calls.placeOf(attempt);
  return place === null ? null : grouped(place);
}

function columnsOf(
  t: WebhookTexts,
  translate: ServiceText,
  calls: WebhookCalls,
  onOpen: (attempt: AnyWebhookAttempt) => void,
): ListColumn<AnyWebhookAttempt>[] {
  const nameOf = (attempt: AnyWebhookAttempt) => eventOf(attempt, calls, t);
  return [
    date('attemptDate', t.time, { absolute: true }),
    derived('event', t.event, nameOf),
    derived('place', calls.words.place, calls.placeOf, {
      render: (attempt) => placeOf(attempt, calls),
      align: 'end',
      width: '90px',
    }),
    derived('outcome', t.outcome, ({ outcome }) => labelFor(t.outcomes, outcome), {
      render: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
      width: '140px',
    }),
    derived('answer', t.answer, ({ status, error }) =>
      status === null ? (error === null ? t.noAnswer : translate(error)) : String(status),
    ),
    count('number', t.attempt, { width: '90px' }),
    derived('kind', t.kind, ({ kind }) => labelFor(t.kinds, kind), { hiddenAtFirst: true }),
    count('durationMs', t.duration, { hiddenAtFirst: true }),
    details(t.details, {
      label: (attempt) => t.detailsOf(nameOf(attempt)),
      width: '100px',
      onOpen,
      rowId: ({ id }) => id,
      preload: () => void AttemptDialog.preload(),
    }),
  ];
}
