import { IconPlus } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import type { Webhook } from '@annals/contracts/webhooks';
import { ResponsiveButton } from '../../../shared/buttons/ResponsiveButton.tsx';
import { lazyNamed } from '../../../shared/lazy-named.ts';
import { pathTo } from '../../../shared/links.ts';
import { DataList } from '../../../shared/list/DataList.tsx';
import { count, date, derived, text } from '../../../shared/list/columns.tsx';
import type { ListColumn } from '../../../shared/list/list-columns.ts';
import { useListQuery } from '../../../shared/list/list-of.ts';
import { useListState } from '../../../shared/list/useListState.ts';
import { wordFor } from '../../../shared/states/word-for.ts';
import { nameOfWebhook, WebhookStateBadge } from './webhook-state.tsx';
import { followEvery, webhooksList } from './webhooks.queries.ts';
import { useWebhookTexts, type WebhookTexts } from './webhooks.texts.ts';

const loadNew = () => import('./NewWebhook.tsx');
const NewWebhook = lazyNamed(loadNew, 'NewWebhook');

/** The webhooks of a partition, with how far they have come. */
export function WebhooksTab({ partitionId }: { partitionId: string }) {
  const t = useWebhookTexts();
  const list = useListState(webhooksList);
  const query = useListQuery({
    ...webhooksList.query(list.request, { params: { partitionId } }),
    refetchInterval: followEvery,
  });
  const [creating, setCreating] = useState(false);
  const columns = useMemo(() => columnsOf(t), [t]);
  const create = (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setCreating(true)}
      onPointerEnter={() => void loadNew()}
      onFocus={() => void loadNew()}
    >
      {t.newWebhook}
    </ResponsiveButton>
  );
  return (
    <>
      <DataList
        list={list}
        query={query}
        label={t.webhooks}
        columns={columns}
        rowId={({ id }) => id}
        rowPath={({ id: webhookId }) =>
          pathTo('v1-partitions-partitionId-webhooks-webhookId', { partitionId, webhookId })
        }
        tools={create}
        none={{ title: t.none, hint: t.noneHint, action: create }}
      />
      {creating && (
        <Suspense>
          <NewWebhook partitionId={partitionId} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

function columnsOf(t: WebhookTexts): ListColumn<Webhook>[] {
  return [
    derived('name', t.webhook, nameOfWebhook),
    text('url', t.url, { width: '28%' }),
    derived('state', t.state, ({ state }) => wordFor(t.states, state), {
      render: ({ state }) => <WebhookStateBadge state={state} />,
      width: '130px',
    }),
    count('behind', t.behind, { width: '190px' }),
    date('lastDeliveredDate', t.lastDelivered, { never: t.never, width: '150px' }),
    date('createdDate', t.createdDate, { width: '150px', hiddenAtFirst: true }),
  ];
}
