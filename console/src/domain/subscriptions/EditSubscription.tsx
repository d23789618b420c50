import { getSubscription, type Subscription } from '@annals/contracts/subscriptions';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { referencedIn } from '../pickers/ReferencedPicker.tsx';
import { joinFieldNames } from './field-names.ts';
import { followedName } from './followed-name.ts';
import { bodyOf, searchOf, SubscriptionForm, validationRules } from './SubscriptionForm.tsx';
import { saveSubscription } from './subscriptions.queries.ts';
import { useSubscriptionTexts } from './subscriptions.texts.ts';

interface EditSubscriptionProps {
  subscription: Subscription;
  onClose: () => void;
}

/** The dialog that changes a subscription. */
export function EditSubscription({ subscription, onClose }: EditSubscriptionProps) {
  const t = useSubscriptionTexts();
  return (
    <Dialog title={t.edit} onClose={onClose} form>
      <SubscriptionEdit subscription={subscription} onClose={onClose} />
    </Dialog>
  );
}

export function SubscriptionEdit({ subscription, onClose }: EditSubscriptionProps) {
  const t = useSubscriptionTexts();
  const { id: subscriptionId, partitionId, timelineId, version } = subscription;
  const isSearch = timelineId === null;
  const form = useGuardedForm({
    initialValues: valuesOf(subscription),
    version,
    validate: validationRules(t),
    save: (values, from) =>
      saveSubscription(
        subscriptionId,
        { ...bodyOf(values), ...(isSearch && searchOf(values)) },
        from,
      ),
    latest: async () => {
      const current = await call(getSubscription, { params: { subscriptionId } });
      return { values: valuesOf(current), version: current.version };
    },
    onSaved: () => {
      showToast({ message: t.saved });
      onClose();
    },
  });
  return (
    <SubscriptionForm
      form={form}
      partitionId={partitionId}
      name={isSearch ? undefined : followedName(t, subscription)}
      save={t.save}
      onClose={onClose}
    />
  );
}

const valuesOf = ({ query, references, paths, delivery }: Subscription) => ({
  query: query ?? '',
  references: referencedIn(references),
  paths: joinFieldNames(paths),
  delivery,
});
