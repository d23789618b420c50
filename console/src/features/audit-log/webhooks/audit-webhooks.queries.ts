import {
  getEventWebhook,
  listEventWebhookAttempts,
  listEventWebhooks,
} from '@annals/contracts/event-webhooks';
import { getAuthenticationSystem } from '@annals/contracts/system';
import { invalidate, queryOf } from '../../../platform/api/query.ts';
import { listOf } from '../../../ui/list/list-of.ts';

export const auditWebhooksList = listOf(listEventWebhooks, { name: 'audit-webhooks' });

export const auditWebhookQuery = (eventWebhookId: string) =>
  queryOf(getEventWebhook, { params: { eventWebhookId } });

export const auditAttemptsList = listOf(listEventWebhookAttempts, {
  name: 'audit-webhook-attempts',
  filters: { outcome: 'outcome' },
});

export const invalidateAuditWebhooks = () =>
  invalidate(listEventWebhooks, getEventWebhook, listEventWebhookAttempts, getAuthenticationSystem);
