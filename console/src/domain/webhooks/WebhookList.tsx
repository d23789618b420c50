import { IconPlus } from '@tabler/icons-react';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import type { AnyWebhook } from '@annals/contracts/webhooks';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { DataList } from '../../ui/list/DataList.tsx';
import { count, date, derived, text, type ListColumn } from '../../ui/list/columns.tsx';
import type { ListState } from '../../ui/list/useListState.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import type { ListedPage } from './webhook-calls.ts';
import { nameOfWebhook, WebhookStateBadge } from './webhook-state.tsx';
import { useWebhookTexts, type WebhookTexts } from './webhooks.texts.ts';

interface WebhookListProps {
  list: ListState<never>;
  query: ListedPage<AnyWebhook>;
  pathOf: (webhookId: string) => string;
  noneHint: string;
  /** The dialog that creates one. */
  renderCreate: (onClose: () => void) => ReactNode;
  preloadCreate: () => void;
  /** The header of a page of their own, which holds the button; without one it stands beside the list. */
  renderHeader?: (newButton: ReactNode) => ReactNode;
}

/** Webhooks with their states. */
export function WebhookList({
  list,
  query,
  pathOf,
  noneHint,
  renderCreate,
  preloadCreate,
  renderHeader,
}: WebhookListProps) {
  const t = useWebhookTexts();
  const [creating, setCreating] = useState(false);
  const columns = useMemo(() => columnsOf(t), [t]);
  // The empty state has the button then.
  const isEmpty = query.data?.data.length === 0;
  const button = (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setCreating(true)}
      onPointerEnter={preloadCreate}
      onFocus={preloadCreate}
    >
      {t.newWebhook}
    </ResponsiveButton>
  );
  return (
    <>
      {renderHeader?.(!isEmpty && button)}
      <DataList
        list={list}
        query={query}
        label={t.webhooks}
        columns={columns}
        rowId={({ id }) => id}
        rowPath={({ id }) => pathOf(id)}
        tools={!renderHeader && !isEmpty && button}
        none={{ title: t.none, hint: noneHint, action: button }}
      />
      {creating && <Suspense>{renderCreate(() => setCreating(false))}</Suspense>}
    </>
  );
}

function columnsOf(t: WebhookTexts): ListColumn<AnyWebhook>[] {
  return [
    derived('name', t.webhook, nameOfWebhook),
    text('url', t.url, { needsRoom: true }),
    derived('state', t.state, ({ state }) => labelFor(t.states, state), {
      render: ({ state }) => <WebhookStateBadge state={state} />,
      width: '130px',
    }),
    count('behind', t.behind, { width: '190px' }),
    date('lastDeliveredDate', t.lastDelivered, { never: t.never }),
    date('createdDate', t.createdDate, { hiddenAtFirst: true }),
  ];
}
