import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnyWebhook } from '@annals/contracts/webhooks';
import { useGuardedForm } from '../forms/useGuardedForm.ts';
import { withReauthentication } from '../reauthentication/reauthentication.ts';
import { SecretDialog } from '../secrets/SecretDialog.tsx';
import { rulesOf, WebhookForm, type WebhookFields, type WebhookValues } from './WebhookForm.tsx';
import { useWebhookTexts } from './webhooks.texts.ts';

interface NewWebhookProps<Values extends WebhookValues> {
  initialValues: Values;
  fields: WebhookFields<Values>;
  create: (values: Values) => Promise<Pick<AnyWebhook, 'id'> & { secret: string | null }>;
  invalidate: () => Promise<void>;
  pathOf: (webhookId: string) => string;
  onClose: () => void;
}

/** Creates a webhook, shows its secret once, and opens its page. */
export function NewWebhook<Values extends WebhookValues>({
  initialValues,
  fields,
  create,
  invalidate,
  pathOf,
  onClose,
}: NewWebhookProps<Values>) {
  const t = useWebhookTexts();
  const router = useRouter();
  const [made, setMade] = useState<{ webhookId: string; secret: string }>();
  const open = (webhookId: string) => {
    onClose();
    router.history.push(pathOf(webhookId));
  };
  const form = useGuardedForm({
    initialValues,
    validate: rulesOf(fields, t),
    save: (values) => withReauthentication(() => create(values)),
    onSaved: ({ id, secret }) => {
      void invalidate();
      if (secret === null) open(id);
      else setMade({ webhookId: id, secret });
    },
  });
  if (made)
    return (
      <SecretDialog
        title={t.created}
        hint={t.secretHint}
        label={t.secret}
        secret={made.secret}
        onClose={() => open(made.webhookId)}
      />
    );
  return (
    <WebhookForm
      title={t.newWebhook}
      form={form}
      fields={fields}
      save={t.create}
      failed={t.notCreated}
      onClose={onClose}
    />
  );
}
