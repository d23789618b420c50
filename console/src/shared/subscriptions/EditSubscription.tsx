import { getSubscription, type Subscription } from '@annals/contracts/subscriptions';
import { call } from '../../api/call.ts';
import { showToast } from '../feedback/toasts.ts';
import { useGuardedForm } from '../forms/useGuardedForm.ts';
import { Dialog } from '../states/Dialog.tsx';
import { writtenFields } from './field-names.ts';
import { followedName } from './followed-name.ts';
import { bodyOf, SubscriptionForm, validationRules } from './SubscriptionForm.tsx';
import classes from './Subscriptions.module.css';
import { saveSubscription } from './subscriptions.queries.ts';
import { useSubscriptionTexts } from './subscriptions.texts.ts';

interface EditSubscriptionProps {
  subscription: Subscription;
  /** Why it is changed, where something else was asked for. */
  notice?: string;
  onClose: () => void;
}

export function EditSubscription({ subscription, notice, onClose }: EditSubscriptionProps) {
  const t = useSubscriptionTexts();
  const { id: subscriptionId, timelineId, version } = subscription;
  const isSearch = timelineId === null;
  const form = useGuardedForm({
    initialValues: valuesOf(subscription),
    version,
    validate: validationRules(t),
    save: ({ query, ...values }, from) =>
      saveSubscription(subscriptionId, { ...bodyOf(values), ...(isSearch && { query }) }, from),
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
    <Dialog title={t.edit} onClose={onClose} form>
      {notice !== undefined && <p className={classes.what}>{notice}</p>}
      <SubscriptionForm
        form={form}
        name={isSearch ? undefined : followedName(t, subscription)}
        save={t.save}
        onClose={onClose}
      />
    </Dialog>
  );
}

const valuesOf = ({ query, paths, delivery }: Subscription) => ({
  query: query ?? '',
  paths: writtenFields(paths),
  delivery,
});
