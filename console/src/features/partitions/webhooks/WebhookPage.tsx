import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  type AnyWebhookAttempt,
  type AnyWebhookAttemptDetails,
  changeWebhook,
  deleteWebhook,
  getWebhookAttempt,
  replayWebhook,
  resendWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookAttempt,
} from '@annals/contracts/webhooks';
import type { Page } from '../../../platform/api/page.ts';
import { call } from '../../../platform/api/call.ts';
import { queryOf } from '../../../platform/api/query.ts';
import { shortenId } from '../../../ui/ids/display-names.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { labelFor } from '../../../ui/states/label-for.ts';
import { reading, type WebhookCalls } from '../../../domain/webhooks/webhook-calls.ts';
import { WebhookDetails } from '../../../domain/webhooks/WebhookDetails.tsx';
import { useWebhookTexts } from '../../../domain/webhooks/webhooks.texts.ts';
import { usePartitionOfPage } from '../shared/usePartitionOfPage.ts';
import {
  attemptsList,
  invalidateWebhooks,
  webhookQuery,
  type WebhookParams,
} from './webhooks.queries.ts';
import { usePartitionWebhookTexts, type PartitionWebhookTexts } from './webhooks.texts.ts';

const EditPartitionWebhook = lazyNamed(
  () => import('./WebhookDialogs.tsx'),
  'EditPartitionWebhook',
);

/** One webhook of a partition. */
export function WebhookPage() {
  const t = usePartitionWebhookTexts();
  const { partitionId, webhookId } = useParams({
    from: '/v1/partitions/$partitionId/webhooks/$webhookId',
  });
  const { parents } = usePartitionOfPage(partitionId, 'webhooks');
  const calls = useMemo(() => callsOf({ partitionId, webhookId }, t), [partitionId, webhookId, t]);
  const settings = useSettings();
  const to = pathTo('v1-partitions-partitionId', { partitionId }, { tab: 'webhooks' });
  return (
    <WebhookDetails
      webhookId={webhookId}
      query={reading<Webhook>(webhookQuery({ partitionId, webhookId }))}
      calls={calls}
      parents={parents}
      list={{ to, name: t.toPartition }}
      noSuchHint={t.noSuchHint}
      settings={settings}
      renderEdit={(webhook, onClose) => (
        <EditPartitionWebhook webhook={webhook} onClose={onClose} />
      )}
      preloadEdit={() => void EditPartitionWebhook.preload()}
    />
  );
}

const callsOf = (params: WebhookParams, t: PartitionWebhookTexts): WebhookCalls => ({
  attemptsList,
  attemptsQuery: (request) =>
    reading<Page<AnyWebhookAttempt>>(attemptsList.query(request, { params })),
  attemptQuery: (attemptId) =>
    reading<AnyWebhookAttemptDetails>(
      queryOf(getWebhookAttempt, { params: { ...params, attemptId } }),
    ),
  resend: (attemptId) => call(resendWebhookMessage, { params: { ...params, attemptId } }),
  test: () => call(testWebhook, { params }),
  switchTo: (enabled) => call(changeWebhook, { params, body: { enabled } }),
  rotate: () => call(rotateWebhookSecret, { params }),
  replay: (from) =>
    call(replayWebhook, {
      params,
      body: 'place' in from ? { sequence: from.place } : { from: from.moment },
    }),
  remove: () => call(deleteWebhook, { params }),
  invalidate: invalidateWebhooks,
  placeOf: (attempt) => (attempt as WebhookAttempt).sequence,
  words: { place: t.version, fromPlace: t.fromSequence, events: t.eventNames },
});

/** The settings of the webhook. */
function useSettings() {
  const t = usePartitionWebhookTexts();
  const { events } = useWebhookTexts();
  return (webhook: Webhook) => {
    const { eventTypes, objectTypes, query, references, includeData, includeProof } = webhook;
    const included = [includeData && t.includeData, includeProof && t.includeProof].filter(Boolean);
    const named = references
      ?.map(({ name, timelineId }) => [name, shortenId(timelineId)].filter(Boolean).join(' → '))
      .join(', ');
    return [
      [events, eventTypes.map((type) => labelFor(t.eventNames, type)).join(', ')],
      [t.objectTypes, objectTypes?.join(', ') ?? t.allTypes],
      [t.query, query === null ? t.allChanges : <code key="query">{query}</code>],
      [t.references, named ?? t.anyReference],
      [t.includes, included.length > 0 ? included.join(', ') : t.onlyChanges],
    ] as const;
  };
}
