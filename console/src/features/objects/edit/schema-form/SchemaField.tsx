import { useMemo, useState } from 'react';
import { AddButton } from '../../../../ui/buttons/AddButton.tsx';
import { isArray, isObject } from '../../../../platform/json-values/json-values.ts';
import type { JsonSchema } from '../../../../ui/json/json-schema.ts';
import { JsonValueEditor } from '../../../../ui/json/JsonEditor.tsx';
import {
  type FieldProps,
  type SchemaFieldProps,
  useFormRoot,
  useMessageAt,
  useProblemsWithin,
  useReceiptAt,
  useUnreadable,
} from './form-context.ts';
import { formField, type FormField, startingValue } from './form-fields.ts';
import { ListField } from './ListField.tsx';
import { ObjectFields } from './ObjectFields.tsx';
import { BooleanField, ChoiceField, NumberField, TextField } from './ScalarFields.tsx';
import { useSchemaFormTexts } from './schema-form.texts.ts';
import { RemoveGroupButton } from './RemoveGroupButton.tsx';
import classes from './SchemaForm.module.css';

/** Renders the field for one part of the data by its schema and value. */
export function SchemaField({ name, schema, depth, removable = true, ...rest }: SchemaFieldProps) {
  const root = useFormRoot();
  const found = formField(schema, root, rest.value, depth);
  // What starts as JSON stays JSON: typing must not switch the editor.
  const [asJson] = useState(found.kind === 'json');
  const field: FormField = asJson ? { ...found, kind: 'json' } : found;
  const description = useDescription(field.description, rest);
  const props = { ...rest, label: field.title ?? name, description };
  switch (field.kind) {
    case 'text':
      return <TextField {...props} field={field} />;
    case 'number':
      return <NumberField {...props} field={field} />;
    case 'boolean':
      return <BooleanField {...props} field={field} />;
    case 'choice':
      return <ChoiceField {...props} field={field} />;
    case 'list':
      return (
        <ListField
          {...props}
          value={isArray(props.value) ? props.value : []}
          items={field.items}
          depth={depth}
        />
      );
    case 'object':
    case 'json':
      if (rest.value === undefined || (rest.value === null && field.kind === 'object'))
        return <Absent {...props} start={startingValue(field.schema, root)} />;
      return field.kind === 'object' && isObject(rest.value) ? (
        <ObjectFields
          {...props}
          value={rest.value}
          schema={field.schema}
          depth={depth}
          removable={removable && !rest.required}
        />
      ) : (
        <JsonField {...props} schema={field.schema} removable={removable && !rest.required} />
      );
  }
}

/** Shows the hint that the value was erased until a new one is written. */
function useDescription(
  description: string | undefined,
  { pointer, value }: Pick<SchemaFieldProps, 'pointer' | 'value'>,
): string | undefined {
  const t = useSchemaFormTexts();
  const receipt = useReceiptAt(pointer);
  if (receipt === undefined || value !== undefined) return description;
  return [description, t.wasErased(receipt)].filter((text) => text !== undefined).join(' ');
}

/** An absent part, with a button to add it. */
function Absent({
  label,
  description,
  pointer,
  required,
  onChange,
  start,
}: FieldProps & { start: unknown }) {
  const t = useSchemaFormTexts();
  const message = useMessageAt(pointer);
  return (
    <div className={classes.absent}>
      <AddButton aria-invalid={message !== undefined || undefined} onClick={() => onChange(start)}>
        {t.add(label)}
        {required && ' *'}
      </AddButton>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      {message !== undefined && <p className={classes.message}>{message}</p>}
    </div>
  );
}

/** Edits a part of the data without a matching field as JSON. */
function JsonField({
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
  const { $defs, definitions } = useFormRoot();
  // References of the part resolve against the whole schema.
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
      {removable && <RemoveGroupButton label={label} onClick={() => onChange(undefined)} />}
    </div>
  );
}
