import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { AskForm } from '../../../shared/forms/AskForm.tsx';
import type { ListState } from '../../../shared/list/useListState.ts';
import classes from './AddFilter.module.css';
import { useFilterTexts } from './filters.texts.ts';
import type { ObjectFilter } from './object-filters.ts';

/** What each part of the dialog is given. */
export interface FilterPartProps {
  partitionId: string;
  list: ListState<ObjectFilter>;
  versions: readonly ObjectVersion[];
  people: ReadonlyMap<string, string>;
  onClose: () => void;
}

interface FilterFormProps {
  onClose: () => void;
  /** Undefined while something is missing, which the part then shows. */
  make: () => Partial<Record<ObjectFilter, string>> | undefined;
  list: ListState<ObjectFilter>;
  children: ReactNode;
}

/** The form around one part, which adds its filter to the list. */
export function FilterForm({ onClose, make, list, children }: FilterFormProps) {
  const t = useFilterTexts();
  function submit(): boolean {
    const change = make();
    if (!change) return false;
    list.filters.change(change);
    onClose();
    return true;
  }
  return (
    <AskForm className={classes.form} onSubmit={submit}>
      {children}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button type="submit">{t.add}</Button>
      </div>
    </AskForm>
  );
}
