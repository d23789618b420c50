import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { getPartition } from '@annals/contracts/partitions';
import { maxKeptDays, putReadRecording, readScopes } from '@annals/contracts/read-records';
import { call } from '../../../platform/api/call.ts';
import { invalidatePartition } from '../../../platform/api/query.ts';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { wholeNumberWithin } from '../../../platform/numbers/typed-number.ts';
import {
  invalidateReadRecording,
  readRecordingQuery,
} from '../../../domain/read-records/read-records.queries.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../../ui/forms/useGuardedForm.ts';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import { useReadRecordingTexts } from './read-recording.texts.ts';
import classes from './SettingsTab.module.css';

type Recording = AnswerOf<typeof putReadRecording>;
type ShownPartition = AnswerOf<typeof getPartition>;

/** Which reads of the partition are recorded, with the form that changes it. */
export function ReadRecording({ partition }: { partition: ShownPartition }) {
  const t = useReadRecordingTexts();
  const isOffered = useCapability(putReadRecording);
  const query = useQuery({ ...readRecordingQuery(partition.id), enabled: isOffered });
  if (!isOffered) return null;
  return (
    <QueryPanel title={t.title} query={query} lines={6}>
      {(recording) => <ReadRecordingForm partitionId={partition.id} recording={recording} />}
    </QueryPanel>
  );
}

interface Values {
  scope: Recording['scope'];
  durable: boolean;
  /** As typed. */
  keptDays: string;
}

const valuesOf = ({ scope, durable, keptDays }: Recording): Values => ({
  scope,
  durable,
  keptDays: String(keptDays),
});

function ReadRecordingForm({
  partitionId,
  recording,
}: {
  partitionId: string;
  recording: Recording;
}) {
  const t = useReadRecordingTexts();
  const form = useGuardedForm<Values, Recording>({
    initialValues: valuesOf(recording),
    validate: { keptDays: (text: string) => (daysIn(text) === undefined ? t.keptDaysWrong : null) },
    save: ({ scope, durable, keptDays }) =>
      call(putReadRecording, {
        params: { partitionId },
        body: { scope, durable, keptDays: daysIn(keptDays) },
      }),
    onSaved: () => {
      showToast({ message: t.saved });
      void invalidatePartition(partitionId);
      void invalidateReadRecording();
    },
  });
  const isOn = form.values.scope !== 'NOTHING';
  return (
    <GuardedForm
      form={form}
      save={t.save}
      failed={t.notSaved}
      labels={{ scope: t.scope, durable: t.durable, keptDays: t.keptDays }}
    >
      <p className={classes.quiet}>{t.hint}</p>
      <Radio.Group label={t.scope} {...form.field('scope')}>
        {readScopes.map((scope) => (
          <Radio
            key={scope}
            className={classes.choice ?? ''}
            value={scope}
            label={t.scopes[scope].label}
            description={t.scopes[scope].hint}
          />
        ))}
      </Radio.Group>
      {isOn && (
        <Checkbox
          label={t.durable}
          description={t.durableHint}
          {...form.field('durable', 'checkbox')}
        />
      )}
      <TextInput
        classNames={{ wrapper: classes.days ?? '' }}
        label={t.keptDays}
        description={t.keptDaysHint}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('keptDays')}
      />
    </GuardedForm>
  );
}

const daysIn = (text: string) => wholeNumberWithin(text, 1, maxKeptDays);
