import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../../../shared/texts.ts';
import { FilterForm, type FilterPartProps } from './FilterForm.tsx';
import { useFilterTexts } from './filters.texts.ts';

/** Who wrote the newest version. */
export function ModifiedBy({ list, people, onClose }: FilterPartProps) {
  const t = useFilterTexts();
  const language = useLanguage();
  const [person, setPerson] = useState(list.state.filters.modifiedBy ?? '');
  const [tried, setTried] = useState(false);
  const choices = [...people]
    .map(([value, label]) => ({ value, label }))
    .sort((left, right) => left.label.localeCompare(right.label, language));
  function make() {
    setTried(true);
    return person === '' ? undefined : { modifiedBy: person };
  }
  return (
    <FilterForm list={list} make={make} onClose={onClose}>
      <NativeSelect
        label={t.person}
        value={person}
        error={tried && person === '' ? t.personNeeded : undefined}
        data={[{ value: '', label: '–' }, ...choices]}
        onChange={({ currentTarget }) => setPerson(currentTarget.value)}
      />
    </FilterForm>
  );
}
