import { useState } from 'react';
import { MomentInput } from '../../../shared/time/MomentInput.tsx';
import classes from './AddFilter.module.css';
import { FilterForm, type FilterPartProps } from './FilterForm.tsx';
import { useFilterTexts } from './filters.texts.ts';

/** When the newest version was written. */
export function ModifiedBetween({ list, onClose }: FilterPartProps) {
  const t = useFilterTexts();
  const { modifiedFrom, modifiedTo } = list.state.filters;
  const [from, setFrom] = useState<string | null>(modifiedFrom ?? '');
  const [to, setTo] = useState<string | null>(modifiedTo ?? '');
  const [tried, setTried] = useState(false);
  const missing = !from && !to;
  function make() {
    setTried(true);
    return missing ? undefined : { modifiedFrom: from ?? '', modifiedTo: to ?? '' };
  }
  return (
    <FilterForm list={list} make={make} onClose={onClose}>
      <div className={classes.two}>
        <MomentInput
          label={t.from}
          value={from}
          error={tried && missing ? t.rangeNeeded : undefined}
          onChange={setFrom}
        />
        <MomentInput label={t.to} value={to} onChange={setTo} />
      </div>
    </FilterForm>
  );
}
