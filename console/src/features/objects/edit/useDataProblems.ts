import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { isArray, isObject, pointerTokens } from '../../../shared/json-values/json-values.ts';
import type { JsonProblem, JsonReading } from '../../../shared/json/json-reading.ts';
import { type JsonSchema } from '../../../shared/json/json-schema.ts';
import { faultText } from './schema-form/fault-text.ts';
import type { SchemaFault } from './schema-form/schema-faults.ts';
import { useSchemaFormTexts } from './schema-form/schema-form.texts.ts';

/** In milliseconds: how long nobody types before the data is checked. */
const pause = 250;
const none: readonly JsonProblem[] = [];
const noFaults: readonly SchemaFault[] = [];

interface Asked {
  schema: JsonSchema | null | undefined;
  reading: JsonReading;
  /** Whether what is still empty is a problem already. */
  emptyToo: boolean;
}

/** How what is written breaks the schema of its type, while one types. */
export function useDataProblems({ schema, reading, emptyToo }: Asked): readonly JsonProblem[] {
  const t = useSchemaFormTexts();
  const [checked, setChecked] = useState(noFaults);
  const [settled] = useDebouncedValue(reading, pause);
  useEffect(() => {
    if (!schema || !settled.ok) return undefined;
    let wanted = true;
    const check = async () => {
      const { schemaFaults } = await import('./schema-form/schema-faults.ts');
      if (wanted) setChecked(schemaFaults(schema, settled.value) ?? noFaults);
    };
    // Without the check the service still says what is wrong when it is saved.
    check().catch(() => setChecked(noFaults));
    return () => {
      wanted = false;
    };
  }, [schema, settled]);
  const data = settled.ok ? settled.value : undefined;
  return useMemo(() => {
    if (!schema || data === undefined) return none;
    return checked
      .filter(({ pointer }) => emptyToo || !isEmpty(valueAt(data, pointer)))
      .map((fault) => ({ pointer: fault.pointer, message: faultText(fault, t) }));
  }, [schema, data, checked, emptyToo, t]);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function valueAt(data: unknown, pointer: string): unknown {
  return pointerTokens(pointer).reduce<unknown>((value, token) => {
    if (isArray(value)) return value[Number(token)];
    return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }, data);
}
