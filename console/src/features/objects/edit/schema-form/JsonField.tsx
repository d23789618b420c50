import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { JsonValueEditor } from '../../../../shared/json/JsonEditor.tsx';
import type { JsonSchema } from '../../../../shared/json/json-schema.ts';
import { useFormRoot, useProblemsWithin, useUnreadable, type FieldProps } from './form-context.ts';
import { useSchemaFormTexts } from './schema-form.texts.ts';
import classes from './SchemaForm.module.css';

/** A part of the data that no field fits, as JSON. */
export function JsonField({
  label,
  description,
  pointer,
  required,
  unmarked,
  value,
  onChange,
  schema,
  removable,
}: FieldProps & { schema: JsonSchema; removable: boolean }) {
  const t = useSchemaFormTexts();
  const { $defs, definitions } = useFormRoot();
  // What the part refers to stands at the top of the whole schema.
  const help = useMemo(
    () => ({ schema: { ...schema, $defs, definitions } }),
    [schema, $defs, definitions],
  );
  const [unreadable, setUnreadable] = useState(false);
  useUnreadable(unreadable);
  return (
    <div className={classes.json}>
      <JsonValueEditor
        label={required && !unmarked ? `${label} *` : label}
        start={value}
        help={help}
        problems={useProblemsWithin(pointer)}
        onRead={(reading) => {
          setUnreadable(!reading.ok);
          if (reading.ok) onChange(reading.value);
        }}
      />
      {description !== undefined && <p className={classes.description}>{description}</p>}
      {removable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.removeGroup}
          aria-label={t.remove(label)}
          title={t.remove(label)}
          onClick={() => onChange(undefined)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
