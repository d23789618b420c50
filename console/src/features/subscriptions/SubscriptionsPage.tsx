import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Subscription } from '@annals/contracts/subscriptions';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showFailure, showToast } from '../../ui/feedback/toasts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { usePageLocation } from '../../platform/page-location.ts';
import { oneOf } from '../../platform/search.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { joinFieldNames } from '../../domain/subscriptions/field-names.ts';
import { followedName, followedPath } from '../../domain/subscriptions/followed-name.ts';
import {
  endSubscription,
  saveSubscription,
  subscriptionsQuery,
} from '../../domain/subscriptions/subscriptions.queries.ts';
import {
  useSubscriptionTexts,
  type SubscriptionTexts,
} from '../../domain/subscriptions/subscriptions.texts.ts';
import { SimpleTable, type TableColumn } from '../../ui/tables/SimpleTable.tsx';
import classes from './SubscriptionsPage.module.css';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

const EditSubscription = lazyNamed(
  () => import('../../domain/subscriptions/EditSubscription.tsx'),
  'EditSubscription',
);

/** The user's subscriptions in all partitions. `?end=`, from a link in an email, ends one. */
export function SubscriptionsPage() {
  const t = useSubscriptionTexts();
  const query = useQuery(subscriptionsQuery);
  const [edited, setEdited] = useState<Subscription>();
  const [endedId, setEndedId] = useEndFromUrl();
  const ended = query.data?.data.find(({ id }) => id === endedId);
  const resume = useSingleMutation({
    mutationFn: ({ id, state, version }: Subscription) =>
      saveSubscription(id, { active: state !== 'ACTIVE' }, version),
    onError: (error) => showFailure(t.failed, error),
  });
  const columns = columnsOf(t, {
    onEdit: setEdited,
    onResume: (subscription) => resume.mutate(subscription),
    onEnd: ({ id }) => setEndedId(id),
  });
  return (
    <>
      <PageHeader title={t.page} />
      <QueryPanel title={t.all} query={query} lines={6} flush>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t.none} hint={t.noneHint} />
          ) : (
            <SimpleTable label={t.all} columns={columns} rows={data} rowKey={({ id }) => id} />
          )
        }
      </QueryPanel>
      {edited && (
        <Suspense>
          <EditSubscription subscription={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
      {ended && (
        <ConfirmDialog
          title={t.end}
          question={
            <>
              <p>{t.ending(followedName(t, ended))}</p>
              <p>{t.endQuestion}</p>
            </>
          }
          confirm={t.end}
          failed={t.notEnded}
          act={() => endSubscription(ended.id)}
          onDone={() => showToast({ message: t.ended })}
          onClose={() => setEndedId(undefined)}
        />
      )}
    </>
  );
}

/** The subscription to end, from a button on the page or from the URL. */
function useEndFromUrl(): [string | undefined, (id: string | undefined) => void] {
  const router = useRouter();
  const { search } = usePageLocation();
  const [chosen, setChosen] = useState<string>();
  const asked = oneOf(search['end']);
  const choose = (id: string | undefined) => {
    setChosen(id);
    if (asked === undefined) return;
    const { end: _, ...rest } = search;
    void router.navigate({ to: '.', search: rest, replace: true, resetScroll: false });
  };
  return [chosen ?? asked, choose];
}

interface RowActions {
  onEdit: (subscription: Subscription) => void;
  onResume: (subscription: Subscription) => void;
  onEnd: (subscription: Subscription) => void;
}

function columnsOf(
  t: SubscriptionTexts,
  { onEdit, onResume, onEnd }: RowActions,
): TableColumn<Subscription>[] {
  return [
    {
      id: 'what',
      header: t.subscription,
      names: true,
      render: (subscription) =>
        subscription.partitionName === null ? (
          followedName(t, subscription)
        ) : (
          <PathLink to={followedPath(subscription)}>{followedName(t, subscription)}</PathLink>
        ),
    },
    {
      id: 'partition',
      header: t.partition,
      render: ({ partitionName }) => partitionName ?? t.noLongerReadable,
    },
    {
      id: 'fields',
      header: t.fieldsColumn,
      render: ({ paths }) => (paths === null ? t.anyField : joinFieldNames(paths)),
      seldom: true,
    },
    { id: 'how', header: t.how, render: ({ delivery }) => t.deliveries[delivery] },
    { id: 'state', header: t.state, render: ({ state }) => t.states[state] },
    {
      id: 'unseen',
      header: t.unseen,
      render: ({ unseen }) => (unseen === 0 ? undefined : unseen),
      align: 'end',
      fits: true,
    },
    {
      id: 'actions',
      header: t.actions,
      quietHead: true,
      align: 'end',
      render: (subscription) => {
        const name = followedName(t, subscription);
        const button = (label: string, act: (of: Subscription) => void) => (
          <Button
            size="xs"
            variant="default"
            aria-label={t.of(label, name)}
            onClick={() => act(subscription)}
          >
            {label}
          </Button>
        );
        return (
          <div className={classes.actions}>
            {button(t.change, onEdit)}
            {button(subscription.state === 'ACTIVE' ? t.pause : t.resume, onResume)}
            {button(t.stop, onEnd)}
          </div>
        );
      },
    },
  ];
}
