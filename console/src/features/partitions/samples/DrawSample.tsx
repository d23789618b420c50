import { TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { announceSample, maxSampleEntries } from '@annals/contracts/audit-samples';
import { call } from '../../../platform/api/call.ts';
import { pathTo } from '../../../platform/links.ts';
import { MomentInput } from '../../../platform/time/MomentInput.tsx';
import { GuardedForm } from '../../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../../ui/forms/useGuardedForm.ts';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { commitmentTo, draw, randomNumber } from './draw.ts';
import { invalidateSamples } from './samples.queries.ts';
import { useSampleTexts } from './samples.texts.ts';
import classes from './Samples.module.css';

interface DrawSampleProps {
  partitionId: string;
  onClose: () => void;
}

interface DrawValues {
  count: string;
  /** Null: not a date. */
  since: string | null;
  number: string;
}

/** Announces a sample, and draws it with the announced number. */
export function DrawSample({ partitionId, onClose }: DrawSampleProps) {
  const t = useSampleTexts();
  const router = useRouter();
  const [announcedId, setAnnouncedId] = useState<string>();
  const form = useGuardedForm<DrawValues, string>({
    initialValues: { count: '25', since: '', number: randomNumber() },
    validate: {
      count: (count) =>
        /^[0-9]{1,6}$/.test(count) && Number(count) >= 1 && Number(count) <= maxSampleEntries
          ? null
          : t.countWrong(maxSampleEntries),
      since: (since) => (since === null ? t.sinceWrong : null),
      number: (number) => (/^[0-9]{20,100}$/.test(number) ? null : t.numberWrong),
    },
    save: async ({ count, since, number }) => {
      // What is announced stays announced, so a second attempt only draws.
      const sampleId =
        announcedId ??
        (
          await call(announceSample, {
            params: { partitionId },
            body: {
              count: Number(count),
              commitment: await commitmentTo(number),
              ...(since && { since }),
            },
          })
        ).id;
      setAnnouncedId(sampleId);
      await draw({ partitionId, sampleId }, number);
      return sampleId;
    },
    onSaved: (sampleId) => {
      void invalidateSamples();
      onClose();
      router.history.push(
        pathTo('v1-partitions-partitionId-samples-sampleId', { partitionId, sampleId }),
      );
    },
  });
  const isAnnounced = announcedId !== undefined;
  return (
    <Dialog title={t.drawSample} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={t.announceAndDraw}
        failed={t.notDrawn}
        onCancel={() => {
          if (isAnnounced) void invalidateSamples();
          onClose();
        }}
      >
        <TextInput
          label={t.countField}
          description={t.countHint(maxSampleEntries)}
          withAsterisk
          inputMode="numeric"
          autoComplete="off"
          disabled={isAnnounced}
          data-autofocus
          {...form.field('count')}
        />
        <MomentInput
          label={t.since}
          description={t.sinceHint}
          disabled={isAnnounced}
          {...form.field('since')}
        />
        <TextInput
          label={t.number}
          description={t.numberHint}
          withAsterisk
          maxLength={100}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          readOnly={isAnnounced}
          {...form.field('number')}
        />
        <p className={classes.hint}>{t.cannotWithdraw}</p>
      </GuardedForm>
    </Dialog>
  );
}
