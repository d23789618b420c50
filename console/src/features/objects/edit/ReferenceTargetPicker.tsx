import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPartition } from '@annals/contracts/partitions';
import { queryOf } from '../../../platform/api/query.ts';
import { shortenId } from '../../../ui/ids/display-names.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { Picker } from '../../../domain/pickers/Picker.tsx';
import { targetQuery } from '../shared/object.queries.ts';
import { TypeBadge } from '../shared/ObjectLabels.tsx';
import { useEditTexts } from './edit.texts.ts';
import { pickTargetQuery, type Target } from './object-type.queries.ts';
import classes from './ObjectForm.module.css';

interface ReferenceTargetPickerProps {
  partitionId: string;
  /** '' for none. */
  timelineId: string;
  error: string | undefined;
  onPick: (timelineId: string) => void;
}

/** Picks an object of the partition by its data, of one type or any. */
export function ReferenceTargetPicker({
  partitionId,
  timelineId,
  error,
  onPick,
}: ReferenceTargetPickerProps) {
  const t = useEditTexts();
  const [type, setType] = useState('');
  const { data: partition } = useQuery(queryOf(getPartition, { params: { partitionId } }));
  const types = partition?.types ?? [];
  const { data: version } = useQuery({
    ...targetQuery(partitionId, timelineId, {}),
    enabled: timelineId !== '',
  });
  return (
    <>
      {types.length > 1 && (
        <NativeSelect
          label={t.targetType}
          value={type}
          data={[
            { value: '', label: t.anyType },
            ...types.map((one) => ({ value: one.type, label: one.type })),
          ]}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      )}
      <div className={classes.target}>
        <Picker<Target, Target>
          label={t.target}
          placeholder={t.findTarget}
          required
          query={(text) => pickTargetQuery(partitionId, text, type)}
          nameOf={(target) => (target.version ? titleOf(target.version) : shortenId(target.id))}
          option={targetOption}
          value={timelineId === '' ? null : { id: timelineId, version }}
          error={error}
          onChange={(target) => onPick(target?.id ?? '')}
        />
      </div>
    </>
  );
}

function targetOption({ version }: Target) {
  return (
    version && (
      <span className={classes.option}>
        <span>{titleOf(version)}</span>
        <TypeBadge type={version.type} />
      </span>
    )
  );
}
