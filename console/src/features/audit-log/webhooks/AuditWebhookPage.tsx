import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  changeEventWebhook,
  deleteEventWebhook,
  getEventWebhookAttempt,
  replayEventWebhook,
  resendEventWebhookMessage,
  rotateEventWebhookSecret,
  testEventWebhook,
  type EventWebhook,
  type EventWebhookAttempt,
} from '@annals/contracts/event-webhooks';
import type { AnyWebhookAttempt, AnyWebhookAttemptDetails } from '@annals/contracts/webhooks';
import type { Page } from '../../../platform/api/page.ts';
import { call } from '../../../platform/api/call.ts';
import { queryOf } from '../../../platform/api/query.ts';
import { useEventLabels } from '../../../domain/history/event-labels.texts.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { labelFor } from '../../../ui/states/label-for.ts';
import classes from '../../../domain/webhooks/Webhook.module.css';
import { reading, type WebhookCalls } from '../../../domain/webhooks/webhook-calls.ts';
import { WebhookDetails } from '../../../domain/webhooks/WebhookDetails.tsx';
import { useWebhookTexts } from '../../../domain/webhooks/webhooks.texts.ts';
import {
  auditAttemptsList,
  auditWebhookQuery,
  invalidateAuditWebhooks,
} from './audit-webhooks.queries.ts';
import { useAuditWebhookTexts, type AuditWebhookTexts } from './audit-webhooks.texts.ts';

const EditAuditWebhook = lazyNamed(() => import('./AuditWebhookDialogs.tsx'), 'EditAuditWebhook');

/** One webhook of the audit log. */
export function AuditWebhookPage() {
  const t = useAuditWebhookTexts();
  const events = useEventLabels();
  const { webhooks } = useWebhookTexts();
  const { webhookId } = useParams({ from: '/audit-log/webhooks/$webhookId' });
  const calls = useMemo(() => callsOf(webhookId, t, events), [webhookId, t, events]);
  const to = pathTo('audit-log-webhooks');
  const settings = ({ actions, outcome }: EventWebhook) =>
    [
      [t.actions, actions?.map((action) => labelFor(events, action)).join(', ') ?? t.allActions],
      [t.outcome, t.outcomes[outcome ?? 'ALL']],
    ] as const;
  return (
    <WebhookDetails
      webhookId={webhookId}
      query={reading<EventWebhook>(auditWebhookQuery(webhookId))}
      calls={calls}
      parents={[
        { name: t.auditLog, to: pathTo('audit-log') },
        { name: webhooks, to },
      ]}
      list={{ to, name: t.title }}
      noSuchHint={t.noSuchHint}
      settings={settings}
      note={<ChainNote />}
      renderEdit={(webhook, onClose) => <EditAuditWebhook webhook={webhook} onClose={onClose} />}
      preloadEdit={() => void EditAuditWebhook.preload()}
    />
  );
}

/** Explains how a receiver detects missing events. */
function ChainNote() {
  const t = useAuditWebhookTexts();
  return (
    <section className={classes.part} aria-label={t.chain}>
      <h3>{t.chain}</h3>
      <p className={classes.note}>{t.chainExplained}</p>
      <p className={classes.note}>{t.chainCheck}</p>
      <PathLink to={`${pathTo('help-chapter', { chapter: 'webhooks' })}#check-the-chain`}>
        {t.chainGuide}
      </PathLink>
    </section>
  );
}

const callsOf = (
  eventWebhookId: string,
  t: AuditWebhookTexts,
  events: Readonly<Record<string, string>>,
): WebhookCalls => {
  const params = { eventWebhookId };
  return {
    attemptsList: auditAttemptsList,
    attemptsQuery: (request) =>
      reading<Page<AnyWebhookAttempt>>(auditAttemptsList.query(request, { params })),
    attemptQuery: (attemptId) =>
      reading<AnyWebhookAttemptDetails>(
        queryOf(getEventWebhookAttempt, { params: { eventWebhookId, attemptId } }),
      ),
    resend: (attemptId) =>
      call(resendEventWebhookMessage, { params: { eventWebhookId, attemptId } }),
    test: () => call(testEventWebhook, { params }),
    switchTo: (enabled) => call(changeEventWebhook, { params, body: { enabled } }),
    rotate: () => call(rotateEventWebhookSecret, { params }),
    replay: (from) =>
      call(replayEventWebhook, {
        params,
        body: 'place' in from ? { seq: from.place } : { from: from.moment },
      }),
    remove: () => call(deleteEventWebhook, { params }),
    invalidate: invalidateAuditWebhooks,
    placeOf: (attempt) => (attempt as EventWebhookAttempt).seq,
    words: { place: t.entry, fromPlace: t.fromEntry, events },
  };
};
