import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { inputOfMoment, momentOfInput } from '../../../shared/time-travel/moments.ts';
import { useUtc } from '../../../shared/time/utc.ts';
import classes from './AddFilter.module.css';
import { FilterForm, type FilterPartProps } from './FilterForm.tsx';
import { useFilterTexts } from './filters.texts.ts';

/** When the newest version was written. */
export function ModifiedBetween({ list, onClose }: FilterPartProps) {
  const t = useFilterTexts();
  const utc = useUtc();
  const { modifiedFrom, modifiedTo } = list.state.filters;
  const [from, setFrom] = useState(modifiedFrom ? inputOfMoment(modifiedFrom, utc) : '');
  const [to, setTo] = useState(modifiedTo ? inputOfMoment(modifiedTo, utc) : '');
  const [tried, setTried] = useState(false);
  const start = momentOfInput(from, utc);
  const end = momentOfInput(to, utc);
  const missing = start === null && end === null;
  function make() {
    setTried(true);
    return missing ? undefined : { modifiedFrom: start ?? '', modifiedTo: end ?? '' };
  }
  return (
    <FilterForm list={list} make={make} onClose={onClose}>
      <div className={classes.two}>
        <TextInput
          type="datetime-local"
          step={1}
          label={t.from}
          value={from}
          error={tried && missing ? t.rangeNeeded : undefined}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label={t.to}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </div>
    </FilterForm>
  );
}
