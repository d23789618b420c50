import { useRouter } from '@tanstack/react-router';
import type { AnyWebhook } from '@annals/contracts/webhooks';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { expectSecret } from '../../ui/secrets/issued-secrets.ts';
import { SecretDialog } from '../../ui/secrets/SecretDialog.tsx';
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
  const form = useGuardedForm({
    initialValues,
    validate: rulesOf(fields, t),
    save: async (values) => {
      const showSecret = expectSecret();
      const { pathname } = router.state.location;
      const webhook = await create(values);
      const { id, secret } = webhook;
      if (secret !== null)
        showSecret((close) => (
          <SecretDialog
            title={t.created}
            hint={t.secretHint}
            label={t.secret}
            secret={secret}
            onClose={() => {
              close();
              if (router.state.location.pathname === pathname) router.history.push(pathOf(id));
            }}
          />
        ));
      return webhook;
    },
    onSaved: ({ id, secret }) => {
      void invalidate();
      onClose();
      if (secret === null) router.history.push(pathOf(id));
    },
  });
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
