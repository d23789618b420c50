import { Suspense, useMemo, useState } from 'react';
import type { WebhookAttempt } from '@annals/contracts/webhooks';
import { ViewSwitch } from '../../../shared/json/ViewSwitch.tsx';
import { lazyNamed } from '../../../shared/lazy-named.ts';
import { DataList } from '../../../shared/list/DataList.tsx';
import { count, date, derived, details } from '../../../shared/list/columns.tsx';
import type { ListColumn } from '../../../shared/list/list-columns.ts';
import { useListQuery } from '../../../shared/list/list-of.ts';
import { useListState } from '../../../shared/list/useListState.ts';
import { type ServiceText, useServiceText } from '../../../shared/service-messages/service-text.ts';
import { wordFor } from '../../../shared/states/word-for.ts';
import classes from './Webhook.module.css';
import { OutcomeBadge } from './webhook-state.tsx';
import { attemptsList, followEvery, type WebhookParams } from './webhooks.queries.ts';
import { useWebhookTexts, type WebhookTexts } from './webhooks.texts.ts';

const loadDialog = () => import('./AttemptDialog.tsx');
const AttemptDialog = lazyNamed(loadDialog, 'AttemptDialog');

/** Every attempt of a webhook, the newest first. */
export function AttemptList({ params }: { params: WebhookParams }) {
  const t = useWebhookTexts();
  const translate = useServiceText();
  const list = useListState(attemptsList);
  const query = useListQuery({
    ...attemptsList.query(list.request, { params }),
    refetchInterval: list.pages.before === 0 ? followEvery : false,
  });
  const [shown, setShown] = useState<WebhookAttempt>();
  const columns = useMemo(() => columnsOf(t, translate, setShown), [t, translate]);
  return (
    <section className={classes.attempts} aria-labelledby="webhook-attempts">
      <div className={classes.attemptsHead}>
        <h2 id="webhook-attempts">{t.attempts}</h2>
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
          <AttemptDialog params={params} attempt={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function columnsOf(
  t: WebhookTexts,
  translate: ServiceText,
  onOpen: (attempt: WebhookAttempt) => void,
): ListColumn<WebhookAttempt>[] {
  const eventOf = ({ eventType }: WebhookAttempt) => wordFor(t.eventNames, eventType);
  return [
    date('attemptDate', t.time, { absolute: true, width: '230px' }),
    derived('event', t.event, eventOf),
    count('sequence', t.version, { width: '90px' }),
    derived('outcome', t.outcome, ({ outcome }) => wordFor(t.outcomes, outcome), {
      render: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
      width: '140px',
    }),
    derived('answer', t.answer, ({ status, error }) =>
      status === null ? (error === null ? t.noAnswer : translate(error)) : String(status),
    ),
    count('number', t.attempt, { width: '90px' }),
    derived('kind', t.kind, ({ kind }) => wordFor(t.kinds, kind), { hiddenAtFirst: true }),
    count('durationMs', t.duration, { hiddenAtFirst: true }),
    details(t.details, {
      label: (attempt) => t.detailsOf(eventOf(attempt)),
      width: '100px',
      onOpen,
      preload: () => void loadDialog(),
    }),
  ];
}
