import { changeWebhook, getWebhook, type Webhook } from '@annals/contracts/webhooks';
import { call } from '../../../api/call.ts';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { useGuardedForm } from '../../../shared/forms/useGuardedForm.ts';
import { bodyOf, validationRules, valuesOf, WebhookDialog } from './WebhookDialog.tsx';
import { invalidateWebhooks } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

interface EditWebhookProps {
  webhook: Webhook;
  onClose: () => void;
}

/** The dialog that changes a webhook. */
export function EditWebhook({ webhook, onClose }: EditWebhookProps) {
  const t = useWebhookTexts();
  const { partitionId } = webhook;
  const params = { partitionId, webhookId: webhook.id };
  const form = useGuardedForm({
    initialValues: valuesOf(webhook),
    version: webhook.version,
    validate: validationRules(t),
    save: (values, version) =>
      call(changeWebhook, { params, body: bodyOf(values) }, { ifMatch: version }),
    latest: async () => {
      const now = await call(getWebhook, { params });
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: () => {
      showToast({ message: t.saved });
      void invalidateWebhooks();
      onClose();
    },
  });
  return (
    <WebhookDialog
      partitionId={partitionId}
      title={t.editTitle}
      form={form}
      save={t.save}
      failed={t.notSaved}
      onClose={onClose}
    />
  );
}
