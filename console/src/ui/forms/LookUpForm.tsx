import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './LookUpForm.module.css';
import { SimpleForm } from './SimpleForm.tsx';

interface LookUpFormProps {
  label: string;
  /** Of the button. */
  lookUp: string;
  typed: string;
  onType: (typed: string) => void;
  maxLength: number;
  /** What is looked up; nothing while it is empty. */
  wanted: string;
  onLookUp: (wanted: string) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** A field for the exact name of something, which no service lists. */
export function LookUpForm({
  label,
  lookUp,
  typed,
  onType,
  maxLength,
  wanted,
  onLookUp,
  children,
}: LookUpFormProps) {
  return (
    <SimpleForm
      className={classes.form}
      search={label}
      onSubmit={() => {
        if (wanted !== '') onLookUp(wanted);
      }}
    >
      <TextInput
        label={label}
        className={classes.typed ?? ''}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={maxLength}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={wanted === ''}>
        {lookUp}
      </Button>
      {children}
    </SimpleForm>
  );
}
