import {
  getWebhook,
  listWebhookAttempts,
  listWebhooks,
  webhooksToAttend,
} from '@annals/contracts/webhooks';
import { invalidate, queryOf } from '../../../platform/api/query.ts';
import { listOf } from '../../../ui/list/list-of.ts';

/** The path parameters of a webhook. */
export interface WebhookParams {
  partitionId: string;
  webhookId: string;
}

export const webhooksList = listOf(listWebhooks, { name: 'webhooks' });

export const webhookQuery = (params: WebhookParams) => queryOf(getWebhook, { params });

export const attemptsList = listOf(listWebhookAttempts, {
  name: 'webhook-attempts',
  filters: { outcome: 'outcome' },
});

export const invalidateWebhooks = () =>
  invalidate(listWebhooks, getWebhook, listWebhookAttempts, webhooksToAttend);
