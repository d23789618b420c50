import { TextInput } from '@mantine/core';
import { replayWebhook } from '@annals/contracts/webhooks';
import { call } from '../../../api/call.ts';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { GuardedForm } from '../../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../../shared/forms/useGuardedForm.ts';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import { MomentInput } from '../../../shared/time/MomentInput.tsx';
import classes from './Webhook.module.css';
import { invalidateWebhooks, type WebhookParams } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

interface Values {
  sequence: string;
  from: string | null;
}

/** Sends everything again from a version or a moment on. */
export function ReplayDialog({ params, onClose }: { params: WebhookParams; onClose: () => void }) {
  const t = useWebhookTexts();
  const form = useGuardedForm<Values, unknown>({
    initialValues: { sequence: '', from: '' },
    validate: {
      sequence: (sequence: string, { from }: Values) =>
        from === null || (sequence.trim() === '') === (from === '') ? t.replayMissing : null,
    },
    save: ({ sequence, from }) =>
      call(replayWebhook, {
        params,
        body: from ? { from } : { sequence: Number(sequence.trim()) },
      }),
    onSaved: () => {
      showToast({ message: t.replayed });
      void invalidateWebhooks();
      onClose();
    },
  });
  return (
    <Dialog title={t.replayTitle} onClose={onClose} form>
      <p className={classes.explained}>{t.replayHint}</p>
      <GuardedForm
        form={form}
        save={t.replay}
        failed={t.notReplayed}
        labels={{ sequence: t.fromSequence, from: t.fromMoment }}
        onCancel={onClose}
      >
        <TextInput
          label={t.fromSequence}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('sequence')}
        />
        <MomentInput
          label={t.fromMoment}
          {...form.field('from')}
          value={form.values.from}
          onChange={(from) => form.set('from', from)}
        />
      </GuardedForm>
    </Dialog>
  );
}
