import { useRef, useState } from 'react';
import { getObjectType, type ObjectType } from '@annals/contracts/object-types';
import { typeName } from '@annals/contracts/object-version';
import { call } from '../../../platform/api/call.ts';
import { CallError } from '../../../platform/api/errors.ts';
import { sameJson } from '../../../platform/json-values/json-values.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { useGuardedForm } from '../../../ui/forms/useGuardedForm.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';
import type { JsonProblem } from '../../../ui/json/json-reading.ts';
import { invalidatePartitionAndLists } from '../shared/partition.queries.ts';
import { checkSchema, type JsonSchema, saveSchema, type SchemaCheck } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';

interface SchemaValues {
  type: string;
  jsonSchema: JsonSchema;
}

interface Checked {
  values: SchemaValues;
  result: SchemaCheck;
}

const firstSchema: JsonSchema = { type: 'object', properties: {}, required: [] };
const nothing: readonly JsonProblem[] = [];

/** The form of a schema, and the check of which objects do not match it, which precedes saving. */
export function useSchemaForm(
  partitionId: string,
  type: ObjectType | undefined,
  onSaved: () => void,
) {
  const t = useTypeTexts();
  const [isUnreadable, setUnreadable] = useState(false);
  const [problems, setProblems] = useState(nothing);
  const [checked, setChecked] = useState<Checked>();
  // A schema with objects that do not match, which the user may save nevertheless.
  const accepted = useRef<SchemaValues>(undefined);
  const sentAs = useRef(type?.type ?? '');

  async function check(values: SchemaValues): Promise<SchemaCheck> {
    const result = await checkSchema(partitionId, values.type.trim(), values.jsonSchema);
    setChecked({ values, result });
    if (result.breaking.count > 0) accepted.current = values;
    return result;
  }
  const form = useGuardedForm<SchemaValues, ObjectType>({
    initialValues: { type: type?.type ?? '', jsonSchema: type?.jsonSchema ?? firstSchema },
    version: type?.version,
    validate: {
      type: (name: string) => (isTypeName(name) ? null : t.typeWrong),
      jsonSchema: () => (isUnreadable ? t.unreadable : null),
    },
    save: async (values, version) => {
      setProblems(nothing);
      sentAs.current = values.type.trim();
      try {
        if (!sameJson(accepted.current, values)) {
          const { breaking } = await check(values);
          if (breaking.count > 0) throw new Error(t.wouldBreak(breaking.count));
        }
        return await saveSchema(partitionId, values.type.trim(), values.jsonSchema, version);
      } catch (error) {
        setProblems(schemaProblems(error));
        throw error;
      }
    },
    latest: async () => {
      const name = sentAs.current;
      const now = await call(getObjectType, { params: { partitionId, type: name } });
      return {
        values: { type: name, jsonSchema: now.jsonSchema ?? firstSchema },
        version: now.version,
      };
    },
    onSaved: (_saved, values) => {
      showToast({ message: t.saved(values.type.trim()) });
      void invalidatePartitionAndLists(partitionId);
      onSaved();
    },
  });
  const trial = useSingleMutation({
    mutationFn: check,
    onMutate: () => setProblems(nothing),
    onError: (error) => setProblems(schemaProblems(error)),
  });
  const { values } = form;
  return {
    form,
    isUnreadable,
    /** In the schema, with the service's messages. */
    problems,
    isChecking: trial.isPending,
    mayCheck: !isUnreadable && isTypeName(values.type) && !form.pending,
    check: () => trial.mutate(values),
    /** Why the check failed, if the reason has no place in the schema. */
    checkError:
      trial.error !== null && schemaProblems(trial.error).length === 0 ? trial.error : undefined,
    /** The result for the present values. */
    result: checked && sameJson(checked.values, values) ? checked.result : undefined,
    /** @param schema undefined while the text is no JSON */
    read: (schema: JsonSchema | undefined) => {
      setUnreadable(schema === undefined);
      setProblems(nothing);
      if (schema !== undefined && !sameJson(schema, values.jsonSchema))
        form.set('jsonSchema', { ...schema });
    },
  };
}

const isTypeName = (name: string): boolean => typeName.safeParse(name.trim()).success;

const bodyPath = 'body.jsonSchema';

/** The service's errors about a schema, positioned in the editor. */
function schemaProblems(error: unknown): JsonProblem[] {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return fields.flatMap(({ path, message }) => {
    if (path === bodyPath) return [{ pointer: '', message }];
    if (!path.startsWith(`${bodyPath}.`)) return [];
    return [{ pointer: `/${path.slice(bodyPath.length + 1).replaceAll('.', '/')}`, message }];
  });
}
