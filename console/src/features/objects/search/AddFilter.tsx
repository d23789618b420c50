import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import classes from './AddFilter.module.css';
import { FieldCondition } from './FieldCondition.tsx';
import type { FilterPartProps } from './FilterForm.tsx';
import { useFilterTexts } from './filters.texts.ts';
import { ModifiedBetween } from './ModifiedBetween.tsx';
import { ModifiedBy } from './ModifiedBy.tsx';
import { ReferenceWish } from './ReferenceWish.tsx';

const kinds = ['field', 'reference', 'modifiedBy', 'modified'] as const;
const parts = {
  field: FieldCondition,
  reference: ReferenceWish,
  modifiedBy: ModifiedBy,
  modified: ModifiedBetween,
} as const;

/** The dialog that adds one filter. */
export function AddFilter(props: FilterPartProps) {
  const t = useFilterTexts();
  const [kind, setKind] = useState<(typeof kinds)[number]>('field');
  const Part = parts[kind];
  return (
    <Dialog title={t.title} onClose={props.onClose}>
      <div className={classes.form}>
        <NativeSelect
          label={t.by}
          value={kind}
          data-autofocus
          data={kinds.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={({ currentTarget }) =>
            setKind(kinds.find((known) => known === currentTarget.value) ?? 'field')
          }
        />
        <Part key={kind} {...props} />
      </div>
    </Dialog>
  );
}
