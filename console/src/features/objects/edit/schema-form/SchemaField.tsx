import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { isArray, isObject } from '../../../../shared/json-values/json-values.ts';
import { useState } from 'react';
import {
  useFormRoot,
  useMessageAt,
  useReceiptAt,
  type FieldProps,
  type SchemaFieldProps,
} from './form-context.ts';
import { formField, startingValue, type FormField } from './form-fields.ts';
import { JsonField } from './JsonField.tsx';
import { ListField } from './ListField.tsx';
import { ObjectFields } from './ObjectFields.tsx';
import { BooleanField, ChoiceField, NumberField, TextField } from './ScalarFields.tsx';
import { useSchemaFormTexts } from './schema-form.texts.ts';
import classes from './SchemaForm.module.css';

/** One part of the data, as its schema and the value that stands there want it. */
export function SchemaField({ name, schema, depth, removable = true, ...rest }: SchemaFieldProps) {
  const root = useFormRoot();
  const found = formField(schema, root, rest.value, depth);
  // What begins as JSON stays it: no editor may turn into a field under the hands.
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

/** With the hint that what stood there was erased, for as long as nothing else is written there. */
function useDescription(
  description: string | undefined,
  { pointer, value }: Pick<SchemaFieldProps, 'pointer' | 'value'>,
): string | undefined {
  const t = useSchemaFormTexts();
  const receipt = useReceiptAt(pointer);
  if (receipt === undefined || value !== undefined) return description;
  return [description, t.wasErased(receipt)].filter((text) => text !== undefined).join(' ');
}

/** A part that is not there, with a button that brings it. */
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
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-invalid={message !== undefined || undefined}
        onClick={() => onChange(start)}
      >
        {t.add(label)}
        {required && ' *'}
      </Button>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      {message !== undefined && <p className={classes.message}>{message}</p>}
    </div>
  );
}
