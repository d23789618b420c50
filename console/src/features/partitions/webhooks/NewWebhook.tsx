import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { createWebhook } from '@annals/contracts/webhooks';
import { call } from '../../../api/call.ts';
import { useGuardedForm } from '../../../shared/forms/useGuardedForm.ts';
import { pathTo } from '../../../shared/links.ts';
import { SecretDialog } from '../../../shared/secrets/SecretDialog.tsx';
import { bodyOf, emptyWebhook, validationRules, WebhookDialog } from './WebhookDialog.tsx';
import { invalidateWebhooks } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

interface NewWebhookProps {
  partitionId: string;
  onClose: () => void;
}

/** Creates a webhook, shows its secret once, and opens its page. */
export function NewWebhook({ partitionId, onClose }: NewWebhookProps) {
  const t = useWebhookTexts();
  const router = useRouter();
  const [made, setMade] = useState<{ webhookId: string; secret: string }>();
  const open = (webhookId: string) => {
    onClose();
    router.history.push(
      pathTo('v1-partitions-partitionId-webhooks-webhookId', { partitionId, webhookId }),
    );
  };
  const form = useGuardedForm({
    initialValues: emptyWebhook,
    validate: validationRules(t),
    save: (values) => call(createWebhook, { params: { partitionId }, body: bodyOf(values) }),
    onSaved: ({ id, secret }: ResponseOf<typeof createWebhook>) => {
      void invalidateWebhooks();
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
    <WebhookDialog
      partitionId={partitionId}
      title={t.newWebhook}
      form={form}
      save={t.create}
      failed={t.notCreated}
      onClose={onClose}
    />
  );
}
