import {
  testEventType,
  type AnyWebhook,
  type AnyWebhookAttempt,
  type WebhookState,
} from '@annals/contracts/webhooks';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import type { WebhookCalls } from './webhook-calls.ts';
import { useWebhookTexts, type WebhookTexts } from './webhooks.texts.ts';

const tones = {
  ACTIVE: 'good',
  FAILING: 'bad',
  SWITCHED_OFF: 'off',
  GIVEN_UP: 'bad',
  SENDER_LEFT: 'waiting',
} as const satisfies Record<WebhookState, string>;

export function WebhookStateBadge({ state }: Pick<AnyWebhook, 'state'>) {
  const t = useWebhookTexts();
  return <StatusBadge tone={tones[state]}>{labelFor(t.states, state)}</StatusBadge>;
}

export function OutcomeBadge({ outcome }: Pick<AnyWebhookAttempt, 'outcome'>) {
  const t = useWebhookTexts();
  return (
    <StatusBadge tone={outcome === 'DELIVERED' ? 'good' : 'bad'}>
      {labelFor(t.outcomes, outcome)}
    </StatusBadge>
  );
}

/** The name of a webhook: its description, or the host of its URL. */
export function nameOfWebhook({
  description,
  url,
}: Pick<AnyWebhook, 'description' | 'url'>): string {
  if (description !== '') return description;
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** The subject of an attempt. */
export const eventOf = (
  { eventType }: Pick<AnyWebhookAttempt, 'eventType'>,
  { words }: Pick<WebhookCalls, 'words'>,
  t: WebhookTexts,
): string => (eventType === testEventType ? t.kinds.TEST : labelFor(words.events, eventType));
