import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ErasedPath } from '@annals/rules/redacted-data';
import type { JsonProblem } from '../../../../ui/json/json-reading.ts';
import type { JsonSchema } from '../../../../ui/json/json-schema.ts';
import { FormContext, type SchemaFieldProps } from './form-context.ts';
import { SchemaField } from './SchemaField.tsx';

function renderField(field: SchemaFieldProps) {
  return <SchemaField {...field} />;
}

export interface FormFrameProps {
  schema: JsonSchema;
  problems: readonly JsonProblem[];
  erased?: readonly ErasedPath[] | null | undefined;
  /** Whether a field holds an invalid value. */
  onUnreadable: (unreadable: boolean) => void;
  children: ReactNode;
}

/** What the fields of a form have in common. */
export function FormFrame({ schema, problems, erased, onUnreadable, children }: FormFrameProps) {
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
  return <FormContext value={context}>{children}</FormContext>;
}
