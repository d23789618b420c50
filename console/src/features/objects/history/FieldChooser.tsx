import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dataPath, type ObjectVersion } from '@annals/contracts/object-version';
import { AskForm } from '../../../shared/forms/AskForm.tsx';
import classes from './Fields.module.css';
import { fieldPaths } from './field-rows.ts';
import { useHistoryTexts } from './history.texts.ts';

/** More than a choice can hold; any other field can be written. */
const mostOffered = 500;

interface FieldChooserProps {
  path: string | undefined;
  newest: ObjectVersion;
  onChoose: (path: string) => void;
}

/** A field out of the newest data, or any other by its JSON Pointer. */
export function FieldChooser({ path, newest, onChoose }: FieldChooserProps) {
  const t = useHistoryTexts();
  const paths = fieldPaths(newest.objectData ?? {}).slice(0, mostOffered);
  const isOffered = path === undefined || paths.includes(path);
  const [written, setWritten] = useState(isOffered ? '' : path);
  const [error, setError] = useState<string>();
  function show(): boolean {
    const pointer = written.trim();
    const fits = dataPath.safeParse(pointer).success;
    if (fits) onChoose(pointer);
    else setError(t.badPointer);
    return fits;
  }
  return (
    <div className={classes.chooser}>
      <NativeSelect
        label={t.chooseField}
        value={isOffered ? (path ?? '') : ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        data={[{ value: '', label: '–' }, ...paths.map((one) => ({ value: one, label: one }))]}
      />
      <AskForm className={classes.other} onSubmit={show}>
        <TextInput
          label={t.otherField}
          placeholder="/release/cycle"
          title={t.pointerHint}
          value={written}
          error={error}
          onChange={({ currentTarget }) => {
            setWritten(currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="default">
          {t.show}
        </Button>
      </AskForm>
    </div>
  );
}
