import { useQuery } from '@tanstack/react-query';
import { createSubscription, type Subscription } from '@annals/contracts/subscriptions';
import { call } from '../../api/call.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { showToast } from '../feedback/toasts.ts';
import { useGuardedForm } from '../forms/useGuardedForm.ts';
import { Dialog } from '../states/Dialog.tsx';
import { LineSkeletons } from '../states/QueryPanel.tsx';
import { EditSubscription } from './EditSubscription.tsx';
import type { Followed } from './followed.ts';
import { writtenFields } from './field-names.ts';
import {
  bodyOf,
  SubscriptionForm,
  validationRules,
  type SubscriptionValues,
} from './SubscriptionForm.tsx';
import { invalidateSubscriptions, subscriptionsInQuery } from './subscriptions.queries.ts';
import { useSubscriptionTexts } from './subscriptions.texts.ts';

interface FollowDialogProps {
  followed: Followed;
  onClose: () => void;
}

/** Follows an object or a search; what is followed already is changed instead. */
export function FollowDialog({ followed, onClose }: FollowDialogProps) {
  const t = useSubscriptionTexts();
  const own = useQuery(subscriptionsInQuery(followed.partitionId));
  if (own.data === undefined)
    return (
      <Dialog title={t.title} onClose={onClose}>
        {own.error ? (
          <ErrorPanel error={own.error} onRetry={() => void own.refetch()} />
        ) : (
          <LineSkeletons lines={5} />
        )}
      </Dialog>
    );
  const known = own.data.data.find((subscription) => isSame(followed, subscription));
  if (known)
    return <EditSubscription subscription={known} notice={t.followedAlready} onClose={onClose} />;
  return <NewSubscription followed={followed} onClose={onClose} />;
}

function isSame(followed: Followed, { timelineId, query, searched, paths }: Subscription) {
  const sameFields = writtenFields(paths) === writtenFields(followed.paths ?? null);
  return followed.timelineId === undefined
    ? sameFields && query === followed.query.trim() && searched === followed.searched
    : sameFields && timelineId === followed.timelineId;
}

function NewSubscription({ followed, onClose }: FollowDialogProps) {
  const t = useSubscriptionTexts();
  const { partitionId, paths } = followed;
  const isSearch = followed.timelineId === undefined;
  const name = isSearch ? followed.query.trim() || t.everything : followed.title;
  const form = useGuardedForm<SubscriptionValues, Subscription>({
    initialValues: {
      query: isSearch ? followed.query : '',
      paths: writtenFields(paths ?? null),
      delivery: 'DAILY',
    },
    validate: validationRules(t),
    save: ({ query, ...values }) =>
      call(createSubscription, {
        params: { partitionId },
        body: {
          ...bodyOf(values),
          ...(isSearch
            ? { query, searched: followed.searched }
            : { timelineId: followed.timelineId }),
        },
      }),
    onSaved: () => {
      void invalidateSubscriptions();
      showToast({ message: t.following(name) });
      onClose();
    },
  });
  return (
    <Dialog title={t.title} onClose={onClose} form>
      <SubscriptionForm
        form={form}
        name={isSearch ? undefined : name}
        save={t.follow}
        onClose={onClose}
      />
    </Dialog>
  );
}
