import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createSubscription, type Subscription } from '@annals/contracts/subscriptions';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { wantedReferences } from '../pickers/ReferencedPicker.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { QueryStates } from '../../ui/states/QueryPanel.tsx';
import { SubscriptionEdit } from './EditSubscription.tsx';
import type { Followed } from './followed.ts';
import { searchName } from './followed-name.ts';
import { joinFieldNames } from './field-names.ts';
import {
  bodyOf,
  searchOf,
  SubscriptionForm,
  validationRules,
  type SubscriptionValues,
} from './SubscriptionForm.tsx';
import classes from './Subscriptions.module.css';
import { invalidateSubscriptions, subscriptionsInQuery } from './subscriptions.queries.ts';
import { useSubscriptionTexts } from './subscriptions.texts.ts';

interface FollowDialogProps {
  followed: Followed;
  onClose: () => void;
}

/** Subscribes to an object, to what refers to it, or to a search; an existing subscription is edited instead. */
export function FollowDialog({ followed, onClose }: FollowDialogProps) {
  const t = useSubscriptionTexts();
  const { partitionId } = followed;
  const own = useQuery(subscriptionsInQuery(partitionId));
  const [chosen, setChosen] = useState<'object' | 'referring'>('object');
  if (own.data === undefined)
    return (
      <Dialog title={t.title} onClose={onClose}>
        <QueryStates query={own} lines={5}>
          {() => null}
        </QueryStates>
      </Dialog>
    );
  const target = chosen === 'referring' ? referringTo(followed) : followed;
  const current = own.data.data.find((subscription) => isSame(target, subscription));
  // A bell beside a field subscribes to that field of the object.
  const offersChoice = followed.timelineId !== undefined && followed.paths === undefined;
  return (
    <Dialog title={current ? t.edit : t.title} onClose={onClose} form>
      {offersChoice && (
        <Radio.Group
          className={classes.followed}
          label={t.what}
          value={chosen}
          onChange={(value) => setChosen(value === 'referring' ? value : 'object')}
        >
          <div className={classes.choices}>
            <Radio value="object" label={t.followed.object} />
            <Radio value="referring" label={t.followed.referring} />
          </div>
        </Radio.Group>
      )}
      {current ? (
        <>
          <p className={classes.what}>{t.followedAlready}</p>
          <SubscriptionEdit key={current.id} subscription={current} onClose={onClose} />
        </>
      ) : (
        <NewSubscription key={chosen} followed={target} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** The search for what refers to an object. */
function referringTo(followed: Followed): Followed {
  if (followed.timelineId === undefined) return followed;
  const { partitionId, timelineId: id, title } = followed;
  return { partitionId, query: '', searched: 'objects', references: [{ id, title }] };
}

function isSame(followed: Followed, subscription: Subscription) {
  const { timelineId, query, searched, references, paths } = subscription;
  if (joinFieldNames(paths) !== joinFieldNames(followed.paths ?? null)) return false;
  if (followed.timelineId !== undefined) return timelineId === followed.timelineId;
  const wanted = wantedReferences(followed.references ?? []);
  return (
    query === followed.query.trim() &&
    searched === followed.searched &&
    keysOf(references) === keysOf(wanted)
  );
}

const keysOf = (references: { name?: string | undefined; timelineId: string }[] | null) =>
  JSON.stringify(references?.map(({ name = '', timelineId }) => [name, timelineId]) ?? null);

function NewSubscription({ followed, onClose }: FollowDialogProps) {
  const t = useSubscriptionTexts();
  const { partitionId, paths } = followed;
  const isSearch = followed.timelineId === undefined;
  const form = useGuardedForm<SubscriptionValues, Subscription>({
    initialValues: {
      query: isSearch ? followed.query : '',
      references: isSearch ? [...(followed.references ?? [])] : [],
      paths: joinFieldNames(paths ?? null),
      delivery: 'DAILY',
    },
    validate: validationRules(t),
    save: (values) =>
      call(createSubscription, {
        params: { partitionId },
        body: {
          ...bodyOf(values),
          ...(isSearch
            ? { ...searchOf(values), searched: followed.searched }
            : { timelineId: followed.timelineId }),
        },
      }),
    onSaved: (_, { query, references }) => {
      void invalidateSubscriptions();
      const titles = references.map(({ title }) => title);
      const name = isSearch ? searchName(t, query, titles) : followed.title;
      showToast({ message: t.following(name) });
      onClose();
    },
  });
  return (
    <SubscriptionForm
      form={form}
      partitionId={partitionId}
      name={isSearch ? undefined : followed.title}
      save={t.follow}
      onClose={onClose}
    />
  );
}
