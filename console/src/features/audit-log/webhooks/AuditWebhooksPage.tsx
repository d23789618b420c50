import { isRefused } from '../../../platform/api/query.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { useListState } from '../../../ui/list/useListState.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { followEvery } from '../../../domain/webhooks/webhook-calls.ts';
import { WebhookList } from '../../../domain/webhooks/WebhookList.tsx';
import { useWebhookTexts } from '../../../domain/webhooks/webhooks.texts.ts';
import { auditWebhooksList } from './audit-webhooks.queries.ts';
import { useAuditWebhookTexts } from './audit-webhooks.texts.ts';

const NewAuditWebhook = lazyNamed(() => import('./AuditWebhookDialogs.tsx'), 'NewAuditWebhook');

/** The webhooks of the audit log. */
export function AuditWebhooksPage() {
  const t = useAuditWebhookTexts();
  const { webhooks } = useWebhookTexts();
  const list = useListState(auditWebhooksList);
  const query = useListQuery({
    ...auditWebhooksList.query(list.request),
    refetchInterval: followEvery,
  });
  return (
    <WebhookList
      list={list}
      query={query}
      pathOf={(webhookId) => pathTo('audit-log-webhooks-webhookId', { webhookId })}
      noneHint={t.noneHint}
      renderCreate={(onClose) => <NewAuditWebhook onClose={onClose} />}
      preloadCreate={() => void NewAuditWebhook.preload()}
      renderHeader={(newButton) => (
        <PageHeader
          title={webhooks}
          parents={[{ name: t.auditLog, to: pathTo('audit-log') }]}
          action={!isRefused(query.error) && newButton}
        />
      )}
    />
  );
}
