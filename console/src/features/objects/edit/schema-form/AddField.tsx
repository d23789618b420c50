import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AddButton } from '../../../../ui/buttons/AddButton.tsx';
import type { JsonSchema } from '../../../../ui/json/json-schema.ts';
import { fieldKinds, schemaOfKind, type FieldKind } from './infer-schema.ts';
import { useSchemaFormTexts } from './schema-form.texts.ts';
import classes from './SchemaForm.module.css';

interface AddFieldProps {
  /** The names of the fields that exist. */
  taken: ReadonlySet<string>;
  onAdd: (name: string, schema: JsonSchema) => void;
}

/** Adds a field of a chosen name and kind to an object. */
export function AddField({ taken, onAdd }: AddFieldProps) {
  const t = useSchemaFormTexts();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<FieldKind>('text');
  const [tried, setTried] = useState(false);
  if (!open)
    return (
      <div>
        <AddButton onClick={() => setOpen(true)}>{t.addField}</AddButton>
      </div>
    );

  const error = name === '' ? t.nameNeeded : taken.has(name) ? t.hasOwnField(name) : undefined;
  function close() {
    setOpen(false);
    setName('');
    setTried(false);
  }
  function add() {
    setTried(true);
    if (error !== undefined) return;
    onAdd(name, schemaOfKind(kind));
    close();
  }
  return (
    <fieldset className={classes.addField} aria-label={t.addField}>
      <TextInput
        label={t.fieldName}
        value={name}
        error={tried && error}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Otherwise it would save the object.
          event.preventDefault();
          add();
        }}
      />
      <NativeSelect
        label={t.fieldKind}
        value={kind}
        data={fieldKinds.map((one) => ({ value: one, label: t.fieldKinds[one] }))}
        onChange={(event) => setKind(event.currentTarget.value as FieldKind)}
      />
      <div className={classes.addFieldActs}>
        <Button size="xs" onClick={add}>
          {t.addThis}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {t.cancel}
        </Button>
      </div>
    </fieldset>
  );
}
