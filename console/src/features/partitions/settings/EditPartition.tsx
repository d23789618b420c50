import { TextInput } from '@mantine/core';
import { changePartition, getPartition } from '@annals/contracts/partitions';
import type { Partition } from '../../../platform/api/things.ts';
import { call } from '../../../platform/api/call.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../../platform/links.ts';
import { wholeNumberWithin } from '../../../platform/numbers/typed-number.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { invalidatePartitionAndLists } from '../shared/partition.queries.ts';
import {
  validationRules,
  PartitionFields,
  type PartitionValues,
} from '../shared/PartitionFields.tsx';
import { usePartitionTexts } from '../shared/partitions.texts.ts';
import { useSettingsTexts } from './settings.texts.ts';
import classes from './SettingsTab.module.css';

interface SettingsValues extends PartitionValues {
  /** As typed; '' for an unlimited time. */
  retentionDays: string;
}

const maxDays = 36_500;
const dayMs = 86_400_000;

/** The form for the name, the description and the retention. */
export function EditPartition({ partition }: { partition: Partition }) {
  const t = useSettingsTexts();
  const ofPartition = usePartitionTexts();
  const params = { partitionId: partition.id };
  const form = useGuardedForm<SettingsValues, Partition>({
    initialValues: valuesOf(partition),
    version: partition.version,
    validate: {
      ...validationRules(ofPartition),
      retentionDays: (text: string) => (daysOf(text) === undefined ? t.retentionWrong : null),
    },
    save: ({ partitionName, description, retentionDays }, version) =>
      call(
        changePartition,
        {
          params,
          body: {
            partitionName: partitionName.trim(),
            description: description.trim() || null,
            retentionDays: daysOf(retentionDays) ?? null,
          },
        },
        { ifMatch: version },
      ),
    latest: async () => {
      const now = await call(getPartition, { params });
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: () => {
      showToast({ message: t.saved });
      void invalidatePartitionAndLists(partition.id);
    },
  });
  return (
    <GuardedForm
      form={form}
      save={t.save}
      failed={t.notSaved}
      labels={{
        partitionName: ofPartition.name,
        description: ofPartition.description,
        retentionDays: t.retention,
      }}
    >
      <PartitionFields form={form} />
      <TextInput
        classNames={{ wrapper: classes.days ?? '' }}
        label={t.retention}
        description={t.retentionHint}
        placeholder={t.forEver}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('retentionDays')}
      />
      {partition.retentionDays != null && (
        <PathLink to={endedBefore(partition.id, partition.retentionDays)}>{t.due}</PathLink>
      )}
    </GuardedForm>
  );
}

function valuesOf({ partitionName, description, retentionDays }: Partition): SettingsValues {
  return {
    partitionName: partitionName ?? '',
    description: description ?? '',
    retentionDays: retentionDays == null ? '' : String(retentionDays),
  };
}

/** Null for an unlimited time; undefined for an invalid number. */
function daysOf(text: string): number | null | undefined {
  return text.trim() === '' ? null : wholeNumberWithin(text, 1, maxDays);
}

/** The number of ended objects that are past their retention. */
function endedBefore(partitionId: string, days: number): string {
  const modifiedTo = new Date(Math.floor(Date.now() / dayMs - days) * dayMs).toISOString();
  return pathTo(
    'v1-partitions-partitionId-objects',
    { partitionId },
    { ended: 'true', modifiedTo: modifiedTo.replace('.000Z', 'Z') },
  );
}
