import {
  getWebhook,
  listWebhookAttempts,
  listWebhooks,
  webhooksToAttend,
} from '@annals/contracts/webhooks';
import { invalidate, queryOf } from '../../../api/query.ts';
import { listOf } from '../../../shared/list/list-of.ts';

/** The path parameters of a webhook. */
export interface WebhookParams {
  partitionId: string;
  webhookId: string;
}

/** How often a page asks how far a webhook has come, in milliseconds. */
export const followEvery = 5_000;

export const webhooksList = listOf(listWebhooks, { name: 'webhooks' });

export const webhookQuery = (params: WebhookParams) => queryOf(getWebhook, { params });

export const attemptsList = listOf(listWebhookAttempts, {
  name: 'webhook-attempts',
  filters: { outcome: 'outcome' },
});

export const invalidateWebhooks = () =>
  invalidate(listWebhooks, getWebhook, listWebhookAttempts, webhooksToAttend);
