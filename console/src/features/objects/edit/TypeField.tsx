import { Autocomplete } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getPartition } from '@annals/contracts/partitions';
import { queryOf } from '../../../platform/api/query.ts';
import { useEditTexts } from './edit.texts.ts';
import { typesQuery } from './object-type.queries.ts';
import classes from './ObjectForm.module.css';

interface TypeFieldProps {
  partitionId: string;
  value: string;
  error: string | undefined;
  onChange: (type: string) => void;
}

/** The type of a new timeline: an existing type with its object count, or a new one. */
export function TypeField({ partitionId, value, error, onChange }: TypeFieldProps) {
  const t = useEditTexts();
  const { data: types } = useQuery(typesQuery(partitionId));
  const { data: partition } = useQuery(queryOf(getPartition, { params: { partitionId } }));
  const known = types ?? partition?.types ?? [];
  const counts = new Map(known.map(({ type, timelineCount }) => [type, timelineCount]));
  const typed = value.trim();
  const isNewType = typed !== '' && !counts.has(typed) && known.length > 0;
  return (
    <Autocomplete
      label={t.type}
      description={t.typeHint}
      withAsterisk
      aria-required
      data-autofocus
      // The dialog opens with the focus here: an open list would hide the next fields.
      openOnFocus={false}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      data={[...counts.keys()]}
      // The current value must not filter out the other types.
      filter={({ options, search }) =>
        counts.has(search.trim())
          ? options
          : options.filter(
              (option) =>
                'value' in option &&
                option.value.toLowerCase().includes(search.trim().toLowerCase()),
            )
      }
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.value}</span>
          <span className={classes.quiet}>{t.countObjects(counts.get(option.value) ?? 0)}</span>
        </span>
      )}
      value={value}
      error={error}
      onChange={onChange}
      rightSectionPointerEvents="none"
      rightSectionWidth={isNewType ? 84 : undefined}
      rightSection={
        isNewType ? (
          <span className={classes.quiet}>{t.newType}</span>
        ) : (
          // Indicates that there are options to choose from.
          known.length > 0 && <IconChevronDown size={16} stroke={1.75} aria-hidden />
        )
      }
    />
  );
}
