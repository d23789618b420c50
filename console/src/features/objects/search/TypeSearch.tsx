import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SimpleForm } from '../../../shared/forms/SimpleForm.tsx';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import classes from './TypeSearch.module.css';

interface TypeSearchProps {
  /** The type of the shown objects. */
  type: string;
  onSearch: (type: string) => void;
}

/** Chooses the type of the objects, with which alone the specification lists the search of objects. */
export function TypeSearch({ type, onSearch }: TypeSearchProps) {
  const t = useObjectsTexts();
  const [typed, setTyped] = useState(type);
  const wanted = typed.trim();
  return (
    <SimpleForm
      className={classes.form}
      search={t.objectType}
      onSubmit={() => {
        if (wanted !== '') onSearch(wanted);
      }}
    >
      <TextInput
        label={t.objectType}
        className={classes.typed ?? ''}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={wanted === ''}>
        {t.searchOfType}
      </Button>
    </SimpleForm>
  );
}
