import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { changeChangeSet, getChangeSet } from '@annals/contracts/change-sets';
import { type ChangeSet } from '@annals/contracts/change-set';
import { call } from '../../../platform/api/call.ts';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import {
  MemberPicker,
  nameOfMember,
  type PickedMember,
} from '../../../domain/change-sets/MemberPicker.tsx';
import {
  ChangeSetFields,
  changeSetRules,
  type ChangeSetValues,
  toChangeSetBody,
} from '../../../domain/change-sets/ChangeSetFields.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../../ui/forms/useGuardedForm.ts';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import type { SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';

interface DetailValues extends ChangeSetValues {
  contributors: PickedMember[];
  autoCommit: boolean;
}

const writers = ['EDITOR', 'OWNER'];

interface EditDetailsProps {
  set: ChangeSet;
  params: SetParams;
  onClose: () => void;
}

/**
 * Edits the title, reason and description of a change set, its contributors, and whether it is committed
 * automatically.
 */
export function EditDetails({ set, params, onClose }: EditDetailsProps) {
  const t = useSetTexts();
  const words = useChangeSetTexts();
  const manages = set.may.includes('MANAGE');
  const edits = set.may.includes('EDIT');
  const { userId } = set.author;
  const author = useMemo(() => [userId], [userId]);
  const form = useGuardedForm<DetailValues, ChangeSet>({
    initialValues: valuesOf(set),
    version: set.version,
    validate: changeSetRules(words),
    save: (values, version) =>
      call(
        changeChangeSet,
        {
          params,
          body: {
            ...(edits && toChangeSetBody(values)),
            ...(manages && {
              autoCommit: values.autoCommit,
              contributors: values.contributors.map(({ id }) => id),
            }),
          },
        },
        { ifMatch: version },
      ),
    latest: async () => {
      const now = await call(getChangeSet, { params });
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: () => {
      showToast({ message: t.detailsSaved });
      void invalidateChangeSets(params.partitionId);
      onClose();
    },
  });
  return (
    <Dialog title={t.editDetails} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={t.save}
        failed={t.notDone}
        labels={{
          title: words.title,
          description: words.description,
          reason: words.reason,
          contributors: t.contributors,
          autoCommit: t.autoCommitLabel,
        }}
        show={(name, value) =>
          name === 'contributors'
            ? (value as PickedMember[]).map(nameOfMember).join(', ') || '–'
            : undefined
        }
        onCancel={onClose}
      >
        {edits && <ChangeSetFields form={form} first />}
        {manages && (
          <>
            <MemberPicker
              partitionId={params.partitionId}
              label={t.contributors}
              description={t.contributorsHint}
              placeholder={t.findMember}
              roles={writers}
              except={author}
              value={form.values.contributors}
              onChange={(contributors) => form.set('contributors', contributors)}
            />
            <Checkbox label={t.autoCommitLabel} {...form.field('autoCommit', 'checkbox')} />
          </>
        )}
      </GuardedForm>
    </Dialog>
  );
}

function valuesOf(set: ChangeSet): DetailValues {
  return {
    title: set.title,
    description: set.description ?? '',
    reason: set.reason ?? '',
    contributors: set.contributors.map(({ userId, name }) => ({ id: userId, name })),
    autoCommit: set.autoCommit,
  };
}
