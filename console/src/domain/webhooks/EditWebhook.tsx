import type { AnyWebhook } from '@annals/contracts/webhooks';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { rulesOf, WebhookForm, type WebhookFields, type WebhookValues } from './WebhookForm.tsx';
import { useWebhookTexts } from './webhooks.texts.ts';

interface EditWebhookProps<Hook extends Pick<AnyWebhook, 'version'>, Values extends WebhookValues> {
  webhook: Hook;
  valuesOf: (webhook: Hook) => Values;
  fields: WebhookFields<Values>;
  change: (values: Values, version: number | undefined) => Promise<unknown>;
  latest: () => Promise<Hook>;
  invalidate: () => Promise<void>;
  onClose: () => void;
}

/** The dialog that changes a webhook. */
export function EditWebhook<
  Hook extends Pick<AnyWebhook, 'version'>,
  Values extends WebhookValues,
>({
  webhook,
  valuesOf,
  fields,
  change,
  latest,
  invalidate,
  onClose,
}: EditWebhookProps<Hook, Values>) {
  const t = useWebhookTexts();
  const form = useGuardedForm({
    initialValues: valuesOf(webhook),
    version: webhook.version,
    validate: rulesOf(fields, t),
    save: (values, version) => change(values, version),
    latest: async () => {
      const now = await latest();
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: () => {
      showToast({ message: t.saved });
      void invalidate();
      onClose();
    },
  });
  return (
    <WebhookForm
      title={t.editTitle}
      form={form}
      fields={fields}
      save={t.save}
      failed={t.notSaved}
      onClose={onClose}
    />
  );
}
