import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { JsonProblem } from '../../../../ui/json/json-reading.ts';
import { resolveSchema, type JsonSchema } from '../../../../ui/json/json-schema.ts';
import type { ErasedPath } from '@annals/rules/redacted-data';
import { FormContext, type SchemaFieldProps } from './form-context.ts';
import { inferSchema } from './infer-schema.ts';
import { Properties } from './ObjectFields.tsx';
import { SchemaField } from './SchemaField.tsx';
import classes from './SchemaForm.module.css';

function renderField(field: SchemaFieldProps) {
  return <SchemaField {...field} />;
}

interface SchemaFormProps {
  label: string;
  schema: JsonSchema;
  value: Readonly<Record<string, unknown>>;
  onChange: (value: Readonly<Record<string, unknown>>) => void;
  problems: readonly JsonProblem[];
  erased?: readonly ErasedPath[] | null | undefined;
  /** Whether a field holds an invalid value. */
  onUnreadable: (unreadable: boolean) => void;
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
  const [unreadable] = useState(() => new Set<string>());
  const setUnreadable = useCallback(
    (field: string, is: boolean) => {
      const before = unreadable.size;
      if (is) unreadable.add(field);
      else unreadable.delete(field);
      if (before > 0 !== unreadable.size > 0) onUnreadable(unreadable.size > 0);
    },
    [unreadable, onUnreadable],
  );
  const [added, setAddedFields] = useState<ReadonlyMap<string, JsonSchema>>(new Map());
  const setAdded = useCallback(
    (pointer: string, field: JsonSchema | undefined) =>
      setAddedFields((before) => {
        const others = [...before].filter(([place]) => place !== pointer);
        return new Map(field ? [...others, [pointer, field]] : others);
      }),
    [],
  );
  const context = useMemo(
    () => ({
      root: schema,
      problems,
      erased: erased ?? [],
      setUnreadable,
      added,
      setAdded,
      renderField,
    }),
    [schema, problems, erased, setUnreadable, added, setAdded],
  );
  const resolved = resolveSchema(schema, schema) ?? schema;
  return (
    <FormContext value={context}>
      <fieldset ref={fields} className={classes.form} aria-label={label}>
        <Properties value={value} schema={resolved} pointer="" depth={0} onChange={onChange} />
      </fieldset>
    </FormContext>
  );
}
