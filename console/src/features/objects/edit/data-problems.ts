import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { valueAt } from '../../../platform/json-values/at-pointer.ts';
import type { ServiceText } from '../../../platform/service-messages/service-text.ts';
import type { JsonProblem, JsonReading } from '../../../ui/json/json-reading.ts';
import type { JsonSchema } from '../../../ui/json/json-schema.ts';
import { errorText } from './schema-form/error-text.ts';
import type { SchemaError } from './schema-form/schema-errors.ts';
import { useSchemaFormTexts } from './schema-form/schema-form.texts.ts';
import type { RefusedValue } from './write-errors.ts';

/** The debounce of the validation, in milliseconds. */
const pause = 250;
const none: readonly JsonProblem[] = [];
const noErrors: readonly SchemaError[] = [];

interface ValidationInput {
  schema: JsonSchema | null | undefined;
  reading: JsonReading;
  /** Whether empty fields count as problems. */
  emptyToo: boolean;
}

/** Validates the draft against the schema of its type while typing. */
export function useDataProblems({
  schema,
  reading,
  emptyToo,
}: ValidationInput): readonly JsonProblem[] {
  const t = useSchemaFormTexts();
  const [checked, setChecked] = useState(noErrors);
  const [settled] = useDebouncedValue(reading, pause);
  useEffect(() => {
    if (!schema || !settled.ok) return undefined;
    let wanted = true;
    const check = async () => {
      const { schemaErrors } = await import('./schema-form/schema-errors.ts');
      if (wanted) setChecked(schemaErrors(schema, settled.value) ?? noErrors);
    };
    // Without this check the service still validates on save.
    check().catch(() => setChecked(noErrors));
    return () => {
      wanted = false;
    };
  }, [schema, settled]);
  const data = settled.ok ? settled.value : undefined;
  return useMemo(() => {
    if (!schema || data === undefined) return none;
    return checked
      .filter(({ pointer }) => emptyToo || !isEmpty(valueAt(data, pointer)))
      .map((error) => ({ pointer: error.pointer, message: errorText(error, t) }));
  }, [schema, data, checked, emptyToo, t]);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/**
 * What is wrong with a draft: what the schema says while typing, and what the service said elsewhere.
 * @param text the words of the service in the language of the user
 */
export function joinProblems(
  live: readonly JsonProblem[],
  fromService: readonly RefusedValue[],
  serviceText: ServiceText,
): readonly JsonProblem[] {
  const places = new Set(live.map(({ pointer }) => pointer));
  return [
    ...live,
    ...fromService
      .filter(({ pointer }) => !places.has(pointer))
      .map((wrong) => ({ pointer: wrong.pointer, message: serviceText(wrong) })),
  ];
}
