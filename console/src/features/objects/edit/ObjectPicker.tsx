import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { useEditTexts } from './edit.texts.ts';
import classes from './ObjectForm.module.css';
import { pickQuery, targetQuery } from '../objects.queries.ts';

interface ObjectPickerProps {
  partitionId: string;
  /** '' for none. */
  timelineId: string;
  error: string | undefined;
  onPick: (timelineId: string) => void;
}

/** Picks an object of the partition by what stands in it. */
export function ObjectPicker({ partitionId, timelineId, error, onPick }: ObjectPickerProps) {
  const t = useEditTexts();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, 200);
  const { data: chosen } = useQuery({
    ...targetQuery(partitionId, timelineId, undefined),
    enabled: timelineId !== '',
  });
  const { data, isFetching } = useQuery(
    pickQuery(partitionId, chosen && titleOf(chosen) === asked ? '' : asked),
  );
  const options = new Map(
    [...(chosen ? [chosen] : []), ...(data?.data ?? [])].flatMap((version) =>
      version.timelineId === undefined
        ? []
        : [[version.timelineId, labelOf(titleOf(version), version.type)]],
    ),
  );
  return (
    <Select
      label={t.target}
      placeholder={t.findTarget}
      searchable
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={timelineId === '' ? null : timelineId}
      error={error}
      nothingFoundMessage={isFetching ? t.searching : t.nothingFound}
      // The service has searched already; the words may stand anywhere in the data, not only in the title.
      filter={({ options: all }) => all}
      onSearchChange={setText}
      onChange={(value) => onPick(value ?? '')}
    />
  );
}

function labelOf(title: string, type: string | undefined): string {
  return type === undefined ? title : `${title} · ${type}`;
}
