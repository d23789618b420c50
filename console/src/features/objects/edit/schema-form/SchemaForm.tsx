import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { resolveSchema } from '../../../../ui/json/json-schema.ts';
import { FormFrame, type FormFrameProps } from './FormFrame.tsx';
import { inferSchema } from './infer-schema.ts';
import { Properties } from './ObjectFields.tsx';
import classes from './SchemaForm.module.css';

interface SchemaFormProps extends Omit<FormFrameProps, 'children'> {
  label: string;
  value: Readonly<Record<string, unknown>>;
  onChange: (value: Readonly<Record<string, unknown>>) => void;
  /** Whether the first field gets the focus when the form appears. */
  takesFocus: boolean;
}

interface InferredFormProps extends Omit<SchemaFormProps, 'schema'> {
  /** Other objects of the type. */
  examples: readonly Readonly<Record<string, unknown>>[];
}

/** A form for the data of an object whose type has no JSON Schema, made from this object and others of its type. */
export function InferredForm({ examples, ...props }: InferredFormProps) {
  // What the fields hold must not change the fields.
  const [schema] = useState(() => inferSchema([props.value, ...examples]));
  return <SchemaForm {...props} schema={schema} />;
}

/** A form for the data of an object, made from the JSON Schema of its type. */
export function SchemaForm({
  label,
  schema,
  value,
  onChange,
  problems,
  erased,
  onUnreadable,
  takesFocus,
}: SchemaFormProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const focusFirst = useEffectEvent(() => {
    if (!takesFocus) return;
    const first = fields.current?.querySelector<HTMLElement>('input, textarea');
    // A dialog that opens moves the focus to what is marked so, or else to its first button.
    first?.setAttribute('data-autofocus', '');
    first?.focus();
  });
  useEffect(() => focusFirst(), []);
  const resolved = resolveSchema(schema, schema) ?? schema;
  return (
    <FormFrame schema={schema} problems={problems} erased={erased} onUnreadable={onUnreadable}>
      <fieldset ref={fields} className={classes.form} aria-label={label}>
        <Properties value={value} schema={resolved} pointer="" depth={0} onChange={onChange} />
      </fieldset>
    </FormFrame>
  );
}
