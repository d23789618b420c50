import { Button, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SimpleForm } from '../ui/forms/SimpleForm.tsx';
import { useNotOfferedTexts } from './not-offered.texts.ts';
import classes from './OpenById.module.css';

/** Opens one thing of a list that the services do not have: the specification has a call for the thing. */
export function OpenById({ label, pathOf }: { label: string; pathOf: (id: string) => string }) {
  const t = useNotOfferedTexts();
  const router = useRouter();
  const [id, setId] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const open = () => {
    setIsMissing(id.trim() === '');
    if (id.trim() === '') return false;
    return router.history.push(pathOf(id.trim()));
  };
  return (
    <SimpleForm className={classes.form} onSubmit={open}>
      <TextInput
        label={label}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        error={isMissing && t.idMissing}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">{t.open}</Button>
    </SimpleForm>
  );
}
