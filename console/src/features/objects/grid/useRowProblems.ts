import { useEffect, useMemo, useState } from 'react';
import type { JsonProblem } from '../../../ui/json/json-reading.ts';
import type { JsonSchema } from '../../../ui/json/json-schema.ts';
import type { JsonObject } from '../../../platform/json-values/json-values.ts';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { errorText } from '../edit/schema-form/error-text.ts';
import type { SchemaError } from '../edit/schema-form/schema-errors.ts';
import { useSchemaFormTexts } from '../edit/schema-form/schema-form.texts.ts';
import { useGridTexts } from './grid.texts.ts';
import { numberDoubt, type GridColumn } from './grid-columns.ts';
import type { GridRow } from './grid-rows.ts';
import type { RowRefusal } from './save-rows.ts';

/** In milliseconds: a pasted sheet is validated in slices, so that the page stays responsive. */
const slice = 12;

export type RowProblems = ReadonlyMap<string, readonly JsonProblem[]>;

/**
 * The problems of the changed rows by key: violations of the schema, unreadable lists and objects, and refusals
 * of the service.
 */
export function useRowProblems(
  schema: JsonSchema | null | undefined,
  columns: readonly GridColumn[],
  changed: readonly GridRow[],
  refusals: ReadonlyMap<string, RowRefusal>,
): { problems: RowProblems; isChecking: boolean } {
  const t = useSchemaFormTexts();
  const { notJson, notExact, ambiguous } = useGridTexts();
  const serviceText = useServiceText();
  // Keyed by the data object, which is replaced with each change.
  const [checked, setChecked] = useState<ReadonlyMap<JsonObject, readonly SchemaError[]>>(
    new Map(),
  );
  const isChecking = Boolean(schema) && changed.some(({ data }) => !checked.has(data));
  useEffect(() => {
    if (!schema || !isChecking) return undefined;
    let wanted = true;
    const check = async () => {
      const { schemaErrors } = await import('../edit/schema-form/schema-errors.ts');
      if (!wanted) return;
      const until = performance.now() + slice;
      const next = new Map<JsonObject, readonly SchemaError[]>();
      for (const { data } of changed) {
        const cached = checked.get(data);
        if (cached) next.set(data, cached);
        else if (performance.now() < until) next.set(data, schemaErrors(schema, data) ?? []);
      }
      setChecked(next);
    };
    const timer = setTimeout(() => void check(), 0);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [schema, changed, checked, isChecking]);
  const problems = useMemo(() => {
    const all = new Map<string, readonly JsonProblem[]>();
    const kinds = new Map(columns.map(({ pointer, kind }) => [pointer, kind]));
    // A text that looks like a value of its column: why it is not read as one is more than that it is none.
    const unreadText = (pointer: string, value: unknown): string | undefined => {
      if (typeof value !== 'string') return undefined;
      const kind = kinds.get(pointer);
      if (kind === 'json') return notJson;
      const doubt = kind === 'number' ? numberDoubt(value) : undefined;
      return doubt && (doubt === 'ambiguous' ? ambiguous(value.trim()) : notExact);
    };
    for (const { key, data, edits } of changed) {
      const unread = [...edits].flatMap(([pointer, value]) => {
        const message = unreadText(pointer, value);
        return message === undefined ? [] : [{ pointer, message }];
      });
      const errors = (schema ? (checked.get(data) ?? []) : []).filter(
        (error) => !unread.some(({ pointer }) => pointer === error.pointer),
      );
      const refusal = refusals.get(key);
      const refused = refusal?.data === data ? refusal.problems : [];
      const found = [
        ...errors.map((error) => ({ pointer: error.pointer, message: errorText(error, t) })),
        ...unread,
        ...refused
          .filter(({ pointer }) => !errors.some((error) => error.pointer === pointer))
          .map((wrong) => ({ pointer: wrong.pointer, message: serviceText(wrong) })),
      ];
      if (found.length > 0) all.set(key, found);
    }
    return all;
  }, [ambiguous, changed, checked, columns, notExact, notJson, refusals, schema, serviceText, t]);
  return { problems, isChecking };
}
