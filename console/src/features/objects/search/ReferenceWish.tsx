import { Autocomplete } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ObjectPicker } from '../edit/ObjectPicker.tsx';
import { FilterForm, type FilterPartProps } from './FilterForm.tsx';
import { useFilterTexts } from './filters.texts.ts';
import { referencesOf, written } from './object-filters.ts';

/** A reference the object must have, to one other object. */
export function ReferenceWish({ partitionId, list, versions, onClose }: FilterPartProps) {
  const t = useFilterTexts();
  const [name, setName] = useState('');
  const [timelineId, setTimelineId] = useState('');
  const [tried, setTried] = useState(false);
  const names = useMemo(
    () =>
      [
        ...new Set(
          versions.flatMap(({ references = [] }) => references.map((reference) => reference.name)),
        ),
      ].sort(),
    [versions],
  );
  function make() {
    setTried(true);
    if (timelineId === '') return undefined;
    const wish = { timelineId, ...(name.trim() !== '' && { name: name.trim() }) };
    return { references: written([...referencesOf(list.state.filters), wish]) };
  }
  return (
    <FilterForm list={list} make={make} onClose={onClose}>
      <Autocomplete
        label={t.referenceName}
        placeholder={t.anyName}
        data={names}
        withScrollArea={false}
        value={name}
        maxLength={100}
        onChange={setName}
      />
      <ObjectPicker
        partitionId={partitionId}
        timelineId={timelineId}
        error={tried && timelineId === '' ? t.targetNeeded : undefined}
        onPick={setTimelineId}
      />
    </FilterForm>
  );
}
