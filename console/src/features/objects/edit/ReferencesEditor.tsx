import { ActionIcon, Autocomplete } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { AddButton } from '../../../ui/buttons/AddButton.tsx';
import { useEditTexts } from './edit.texts.ts';
import type { DraftReference } from './object-draft.ts';
import { ReferenceTargetPicker } from './ReferenceTargetPicker.tsx';
import classes from './ObjectForm.module.css';

interface ReferencesEditorProps {
  partitionId: string;
  /** Common names of references of such objects. */
  names: readonly string[];
  references: readonly DraftReference[];
  errorAt: (field: string) => string | undefined;
  onChange: (references: readonly DraftReference[]) => void;
}

/** Edits the references of a draft: a name and an object each. */
export function ReferencesEditor({
  partitionId,
  names,
  references,
  errorAt,
  onChange,
}: ReferencesEditorProps) {
  const t = useEditTexts();
  const change = (key: number, to: Partial<DraftReference>) =>
    onChange(references.map((one) => (one.key === key ? Object.assign({}, one, to) : one)));
  return (
    <fieldset className={classes.references}>
      <legend className={classes.legend}>{t.references}</legend>
      {references.length === 0 && <p className={classes.none}>{t.noReferences}</p>}
      {references.map((reference, index) => (
        <div key={reference.key} className={classes.reference}>
          <Autocomplete
            label={t.referenceName}
            withAsterisk
            aria-required
            autoComplete="off"
            withScrollArea={false}
            classNames={{ options: classes.options ?? '' }}
            data={[...names]}
            value={reference.name}
            maxLength={100}
            error={errorAt(`references.${index}.name`)}
            onChange={(name) => change(reference.key, { name })}
          />
          <ReferenceTargetPicker
            partitionId={partitionId}
            timelineId={reference.timelineId}
            error={errorAt(`references.${index}.timelineId`)}
            onPick={(timelineId) => change(reference.key, { timelineId })}
          />
          <ActionIcon
            variant="default"
            size={36}
            className={classes.remove}
            aria-label={t.removeReference(reference.name)}
            title={t.removeReference(reference.name)}
            onClick={() => onChange(references.filter((one) => one.key !== reference.key))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <AddButton
        onClick={() => {
          const key = Math.max(-1, ...references.map((one) => one.key)) + 1;
          onChange([...references, { key, name: '', timelineId: '' }]);
        }}
      >
        {t.addReference}
      </AddButton>
    </fieldset>
  );
}
