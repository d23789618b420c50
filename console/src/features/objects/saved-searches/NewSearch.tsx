import { Button, Checkbox, TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { maxSearchNameLength } from '@annals/contracts/saved-searches';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import viewClasses from '../../../ui/list/Views.module.css';
import { useSavedSearchTexts } from './saved-searches.texts.ts';

interface NewSearchProps {
  ref: Ref<HTMLInputElement>;
  mayShare: boolean;
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
  /** Returns whether it was saved. */
  onSave: (name: string, shared: boolean) => Promise<boolean>;
}

/** Saves the current query under a new name. */
export function NewSearch({ ref, mayShare, problem, onProblem, onSave }: NewSearchProps) {
  const t = useSavedSearchTexts();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);

  async function save(wanted: string) {
    if (!(await onSave(wanted, shared))) return;
    setName('');
    setShared(false);
  }

  return (
    <SimpleForm
      className={viewClasses.views}
      onSubmit={() => {
        const wanted = name.trim();
        onProblem(wanted === '' ? t.nameMissing : undefined);
        if (wanted === '') return false;
        void save(wanted);
        return true;
      }}
    >
      <div className={viewClasses.save}>
        <TextInput
          ref={ref}
          className={viewClasses.name ?? ''}
          size="xs"
          label={t.newSearch}
          placeholder={t.name}
          autoComplete="off"
          maxLength={maxSearchNameLength}
          error={problem}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t.save}
        </Button>
      </div>
      {mayShare && (
        <Checkbox
          size="xs"
          label={t.shareIt}
          checked={shared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
    </SimpleForm>
  );
}
