import { createContext, useContext, useEffect, useId, useMemo, type ReactNode } from 'react';
import type { JsonProblem } from '../../../../shared/json/json-reading.ts';
import type { ErasedPath } from '../../../../shared/json-values/redacted-data.ts';
import type { JsonSchema } from '../../../../shared/json/json-schema.ts';

export interface FormContextValue {
  /** The whole schema, where references lead to. */
  readonly root: JsonSchema;
  readonly problems: readonly JsonProblem[];
  /** What was erased in the version that the data is of. */
  readonly erased: readonly ErasedPath[];
  /** Tells that what stands in a field cannot be read as a value. */
  readonly setUnreadable: (field: string, unreadable: boolean) => void;
  /** Objects and lists hold fields of every kind, themselves included. */
  readonly renderField: (field: SchemaFieldProps) => ReactNode;
}

export const FormContext = createContext<FormContextValue>({
  root: {},
  problems: [],
  erased: [],
  setUnreadable: () => undefined,
  renderField: () => null,
});

export function useFormRoot(): JsonSchema {
  return useContext(FormContext).root;
}

export function useRenderField(): FormContextValue['renderField'] {
  return useContext(FormContext).renderField;
}

/** What is wrong with the value at a place. */
export function useMessageAt(pointer: string): string | undefined {
  const { problems } = useContext(FormContext);
  const messages = problems.filter((one) => one.pointer === pointer).map(({ message }) => message);
  return messages.length === 0 ? undefined : messages.join(' ');
}

/** Number of the receipt for the value that stood at a place until it was erased. */
export function useReceiptAt(pointer: string): number | undefined {
  return useContext(FormContext).erased.find(({ path }) => path === pointer)?.receipt;
}

/** What is wrong within the value at a place, by its place there. */
export function useProblemsWithin(pointer: string): readonly JsonProblem[] {
  const { problems } = useContext(FormContext);
  return useMemo(
    () =>
      problems
        .filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))
        .map(({ pointer: place, message }) => ({ pointer: place.slice(pointer.length), message })),
    [problems, pointer],
  );
}

/** Keeps the form from being saved while a field holds what is no value; forgotten when the field goes. */
export function useUnreadable(unreadable: boolean): void {
  const { setUnreadable } = useContext(FormContext);
  const field = useId();
  useEffect(() => {
    setUnreadable(field, unreadable);
    return () => setUnreadable(field, false);
  }, [setUnreadable, field, unreadable]);
}

/** What every field of the form takes. */
export interface FieldProps<Value = unknown> {
  label: string;
  description: string | undefined;
  pointer: string;
  required: boolean;
  /** Whether that goes without saying, as for an element of a list. */
  unmarked?: boolean | undefined;
  /** Undefined for a property that is not there. */
  value: Value;
  /** Undefined takes the property away. */
  onChange: (value: unknown) => void;
}

export interface SchemaFieldProps extends Omit<FieldProps, 'description' | 'label'> {
  /** What it is called where the schema gives no title. */
  name: string;
  schema: unknown;
  depth: number;
  /** An element of a list is taken away there, not here. */
  removable?: boolean;
}
