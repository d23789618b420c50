import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { useListState } from '../../../ui/list/useListState.ts';
import { followEvery } from '../../../domain/webhooks/webhook-calls.ts';
import { WebhookList } from '../../../domain/webhooks/WebhookList.tsx';
import { webhooksList } from './webhooks.queries.ts';
import { usePartitionWebhookTexts } from './webhooks.texts.ts';

const NewPartitionWebhook = lazyNamed(() => import('./WebhookDialogs.tsx'), 'NewPartitionWebhook');

/** The webhooks of a partition. */
export function WebhooksTab({ partitionId }: { partitionId: string }) {
  const t = usePartitionWebhookTexts();
  const list = useListState(webhooksList);
  const query = useListQuery({
    ...webhooksList.query(list.request, { params: { partitionId } }),
    refetchInterval: followEvery,
  });
  return (
    <WebhookList
      list={list}
      query={query}
      pathOf={(webhookId) =>
        pathTo('v1-partitions-partitionId-webhooks-webhookId', { partitionId, webhookId })
      }
      noneHint={t.noneHint}
      renderCreate={(onClose) => (
        <NewPartitionWebhook partitionId={partitionId} onClose={onClose} />
      )}
      preloadCreate={() => void NewPartitionWebhook.preload()}
    />
  );
}
