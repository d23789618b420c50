import { TextInput } from '@mantine/core';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import type { WebhookCalls } from './webhook-calls.ts';
import classes from './Webhook.module.css';
import { useWebhookTexts } from './webhooks.texts.ts';

interface Values {
  place: string;
  from: string | null;
}

/** Sends all messages again from a number or a time on. */
export function ReplayDialog({ calls, onClose }: { calls: WebhookCalls; onClose: () => void }) {
  const t = useWebhookTexts();
  const { fromPlace } = calls.words;
  const form = useGuardedForm<Values, unknown>({
    initialValues: { place: '', from: '' },
    validate: {
      place: (place: string, { from }: Values) =>
        from === null || (from === '') !== /^\s*[1-9]\d*\s*$/.test(place) ? t.replayMissing : null,
    },
    save: ({ place, from }) =>
      calls.replay(from ? { moment: from } : { place: Number(place.trim()) }),
    onSaved: () => {
      showToast({ message: t.replayed });
      void calls.invalidate();
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
        labels={{ place: fromPlace, from: t.fromMoment }}
        onCancel={onClose}
      >
        <TextInput
          label={fromPlace}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('place')}
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
