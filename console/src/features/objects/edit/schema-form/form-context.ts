import { createContext, useContext, useEffect, useId, useMemo, type ReactNode } from 'react';
import { escapeToken, pointerTokens } from '../../../../platform/json-values/json-values.ts';
import type { JsonProblem } from '../../../../ui/json/json-reading.ts';
import type { ErasedPath } from '@annals/rules/redacted-data';
import type { JsonSchema } from '../../../../ui/json/json-schema.ts';

export interface FormContextValue {
  /** The whole schema, against which references resolve. */
  readonly root: JsonSchema;
  readonly problems: readonly JsonProblem[];
  /** The erased values of the base version. */
  readonly erased: readonly ErasedPath[];
  /** Reports that the input of a field is invalid. */
  readonly setUnreadable: (field: string, unreadable: boolean) => void;
  /** The fields that were added to objects of an inferred schema, by pointer: they are shown although they are empty. */
  readonly added: ReadonlyMap<string, JsonSchema>;
  readonly setAdded: (pointer: string, schema: JsonSchema | undefined) => void;
  /** Objects and lists contain fields of every kind, recursively. */
  readonly renderField: (field: SchemaFieldProps) => ReactNode;
}

export const FormContext = createContext<FormContextValue>({
  root: {},
  problems: [],
  erased: [],
  setUnreadable: () => undefined,
  added: new Map(),
  setAdded: () => undefined,
  renderField: () => null,
});

export function useFormRoot(): JsonSchema {
  return useContext(FormContext).root;
}

export function useRenderField(): FormContextValue['renderField'] {
  return useContext(FormContext).renderField;
}

/** The fields that were added to the object at a pointer, and how to add and remove them. */
export function useAddedFields(pointer: string) {
  const { added, setAdded } = useContext(FormContext);
  const pointerTo = (name: string) => `${pointer}/${escapeToken(name)}`;
  return {
    schemaOf: (name: string) => added.get(pointerTo(name)),
    names: [...added.keys()]
      .filter((place) => place.slice(0, place.lastIndexOf('/')) === pointer)
      .map((place) => pointerTokens(place).at(-1) ?? ''),
    add: (name: string, schema: JsonSchema) => setAdded(pointerTo(name), schema),
    remove: (name: string) => setAdded(pointerTo(name), undefined),
  };
}

/** The message of the value at a pointer. */
export function useMessageAt(pointer: string): string | undefined {
  const { problems } = useContext(FormContext);
  const messages = problems.filter((one) => one.pointer === pointer).map(({ message }) => message);
  return messages.length === 0 ? undefined : messages.join(' ');
}

/** The receipt of the value erased at a pointer. */
export function useReceiptAt(pointer: string): number | undefined {
  return useContext(FormContext).erased.find(({ path }) => path === pointer)?.receipt;
}

/** The problems within the value at a pointer, relative to it. */
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

/** Blocks saving while a field is invalid; cleared on unmount. */
export function useUnreadable(unreadable: boolean): void {
  const { setUnreadable } = useContext(FormContext);
  const field = useId();
  useEffect(() => {
    setUnreadable(field, unreadable);
    return () => setUnreadable(field, false);
  }, [setUnreadable, field, unreadable]);
}

/** The props of every field of the form. */
export interface FieldProps<Value = unknown> {
  label: string;
  description: string | undefined;
  pointer: string;
  required: boolean;
  /** Whether the marker is omitted, as for an element of a list. */
  unmarked?: boolean | undefined;
  /** Undefined for an absent property. */
  value: Value;
  /** Undefined removes the property. */
  onChange: (value: unknown) => void;
}

export interface SchemaFieldProps extends Omit<FieldProps, 'description' | 'label'> {
  /** The label if the schema has no title. */
  name: string;
  schema: unknown;
  depth: number;
  /** Elements of a list are removed by the list. */
  removable?: boolean;
}
