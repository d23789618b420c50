import type { Webhook, WebhookAttempt, WebhookState } from '@annals/contracts/webhooks';
import { StatusBadge } from '../../../shared/states/StatusBadge.tsx';
import { wordFor } from '../../../shared/states/word-for.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const tones = {
  ACTIVE: 'good',
  FAILING: 'bad',
  SWITCHED_OFF: 'off',
  GIVEN_UP: 'bad',
  SENDER_LEFT: 'waiting',
} as const satisfies Record<WebhookState, string>;

export function WebhookStateBadge({ state }: Pick<Webhook, 'state'>) {
  const t = useWebhookTexts();
  return <StatusBadge tone={tones[state]}>{wordFor(t.states, state)}</StatusBadge>;
}

export function OutcomeBadge({ outcome }: Pick<WebhookAttempt, 'outcome'>) {
  const t = useWebhookTexts();
  return (
    <StatusBadge tone={outcome === 'DELIVERED' ? 'good' : 'bad'}>
      {wordFor(t.outcomes, outcome)}
    </StatusBadge>
  );
}

/** What a webhook is called: its description, or the host that it sends to. */
export function nameOfWebhook({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  if (description !== '') return description;
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
