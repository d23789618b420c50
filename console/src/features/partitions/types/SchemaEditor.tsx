import { Button, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { getObjectType, type ObjectType } from '@annals/contracts/object-types';
import { typeName } from '@annals/contracts/object-version';
import { call } from '../../../platform/api/call.ts';
import { CallError } from '../../../platform/api/errors.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { jsonText, sameJson } from '../../../platform/json-values/json-values.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../../ui/forms/useGuardedForm.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import type { JsonHelp } from '../../../ui/json/json-completion.ts';
import type { JsonProblem } from '../../../ui/json/json-reading.ts';
import { JsonEditor } from '../../../ui/json/JsonEditor.tsx';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { invalidatePartitionAndLists } from '../shared/partition.queries.ts';
import { type Breaking, checkSchema, type JsonSchema, saveSchema } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';
import classes from './TypesTab.module.css';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

interface SchemaEditorProps {
  partitionId: string;
  /** Undefined for a new type. */
  type: ObjectType | undefined;
  onClose: () => void;
}

interface SchemaValues {
  type: string;
  jsonSchema: JsonSchema;
}

interface Checked {
  values: SchemaValues;
  breaking: Breaking;
}

const firstSchema: JsonSchema = { type: 'object', properties: {}, required: [] };
const nothing: readonly JsonProblem[] = [];

const renderMerged = (name: string, value: unknown) =>
  name === 'jsonSchema' ? <pre className={classes.merged}>{jsonText(value)}</pre> : String(value);

/** Edits the JSON Schema of a type, and shows which objects do not match before it is saved. */
export function SchemaEditor({ partitionId, type, onClose }: SchemaEditorProps) {
  const t = useTypeTexts();
  const [unreadable, setUnreadable] = useState(false);
  const [problems, setProblems] = useState(nothing);
  const [checked, setChecked] = useState<Checked>();
  const serviceText = useServiceText();
  const shown = useMemo(
    () => problems.map(({ pointer, message }) => ({ pointer, message: serviceText(message) })),
    [problems, serviceText],
  );
  const [removing, setRemoving] = useState(false);
  // A schema with objects that do not match, which the user may save nevertheless.
  const accepted = useRef<SchemaValues>(undefined);

  const sentAs = useRef(type?.type ?? '');

  async function check(values: SchemaValues): Promise<Breaking> {
    const { breaking } = await checkSchema(partitionId, values.type.trim(), values.jsonSchema);
    setChecked({ values, breaking });
    if (breaking.count > 0) accepted.current = values;
    return breaking;
  }
  const form = useGuardedForm<SchemaValues, ObjectType>({
    initialValues: { type: type?.type ?? '', jsonSchema: type?.jsonSchema ?? firstSchema },
    version: type?.version,
    validate: {
      type: (name: string) => (typeName.safeParse(name.trim()).success ? null : t.typeWrong),
      jsonSchema: () => (unreadable ? t.unreadable : null),
    },
    save: async (values, version) => {
      setProblems(nothing);
      sentAs.current = values.type.trim();
      try {
        if (!sameJson(accepted.current, values)) {
          const { count } = await check(values);
          if (count > 0) throw new Error(t.wouldBreak(count));
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
      onClose();
    },
  });
  const trial = useSingleMutation({
    mutationFn: check,
    onMutate: () => setProblems(nothing),
    onError: (error) => setProblems(schemaProblems(error)),
  });
  const { values } = form;
  const isChecked = checked !== undefined && sameJson(checked.values, values);
  const nameless = !typeName.safeParse(values.type.trim()).success;
  const unplaced =
    trial.error !== null && schemaProblems(trial.error).length === 0 ? trial.error : undefined;

  return (
    <>
      <p className={classes.text}>{t.schemaHint}</p>
      <GuardedForm
        form={form}
        save={t.save}
        failed={t.notSaved}
        labels={{ type: t.type, jsonSchema: t.schema }}
        show={renderMerged}
        onCancel={onClose}
      >
        {type === undefined && (
          <TextInput
            label={t.type}
            description={t.anotherHint}
            withAsterisk
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            {...form.field('type')}
          />
        )}
        <JsonEditor
          label={t.schema}
          start={values.jsonSchema}
          takesFocus={type !== undefined}
          help={schemaHelp}
          problems={shown}
          error={unreadable ? t.unreadable : undefined}
          onRead={(reading) => {
            setUnreadable(!reading.ok);
            setProblems(nothing);
            if (reading.ok && !sameJson(reading.value, form.values.jsonSchema))
              form.set('jsonSchema', { ...reading.value });
          }}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={trial.isPending}
            disabled={unreadable || nameless || form.pending}
            {...(unreadable && { title: t.unreadable })}
            onClick={() => trial.mutate(values)}
          >
            {t.check}
          </Button>
          {type?.jsonSchema && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t.remove}
            </Button>
          )}
        </div>
        <div aria-live="polite">
          {unplaced !== undefined && <ErrorPanel title={t.notChecked} error={unplaced} />}
          {isChecked && <BreakingObjects partitionId={partitionId} breaking={checked.breaking} />}
        </div>
      </GuardedForm>
      {removing && type && (
        <RemoveSchema
          partitionId={partitionId}
          type={type}
          onClose={() => setRemoving(false)}
          onRemoved={() => {
            form.guard.release();
            onClose();
          }}
        />
      )}
    </>
  );
}

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

const names = { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] };
const text = { type: 'string' };
const number = { type: 'number' };
const schema = { $ref: '#' };
const schemas = { type: 'object', additionalProperties: schema };
const several = { type: 'array', items: schema };
const words = { type: 'array', items: text };

/** The most used keywords of JSON Schema, for completion. */
const schemaHelp: JsonHelp = {
  schema: {
    type: 'object',
    properties: {
      type: names,
      title: text,
      description: text,
      properties: schemas,
      required: words,
      additionalProperties: schema,
      items: schema,
      enum: { type: 'array' },
      const: {},
      default: {},
      format: {
        enum: ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname'],
      },
      pattern: text,
      minLength: number,
      maxLength: number,
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: number,
      minItems: number,
      maxItems: number,
      uniqueItems: { type: 'boolean' },
      oneOf: several,
      anyOf: several,
      allOf: several,
      not: schema,
      $defs: schemas,
      $ref: text,
    },
  },
};

interface RemoveSchemaProps {
  partitionId: string;
  type: ObjectType;
  onClose: () => void;
  onRemoved: () => void;
}

/** Confirms removing a schema. */
function RemoveSchema({ partitionId, type, onClose, onRemoved }: RemoveSchemaProps) {
  const t = useTypeTexts();
  return (
    <ConfirmDialog
      title={t.removeTitle(type.type)}
      question={t.removeQuestion}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => saveSchema(partitionId, type.type, null, type.version)}
      onDone={() => {
        showToast({ message: t.removed(type.type) });
        void invalidatePartitionAndLists(partitionId);
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}

/** Lists the objects that do not match a schema. */
function BreakingObjects({
  partitionId,
  breaking: { count, checked, total, objects },
}: {
  partitionId: string;
  breaking: Breaking;
}) {
  const t = useTypeTexts();
  const serviceText = useServiceText();
  return (
    <section className={classes.breaking} aria-label={t.checkedTitle}>
      <p>
        <strong>{count === 0 ? t.noneBreak(checked) : t.someBreak(count, checked)}</strong>{' '}
        {total > checked && t.onlyNewest(checked, total)}{' '}
        {count > objects.length && t.firstShown(objects.length)}
      </p>
      {objects.length > 0 && (
        <ul className={classes.objects}>
          {objects.map(({ id, title, fields }) => (
            <li key={id}>
              <PathLink
                to={pathTo('v1-partitions-partitionId-objects-objectId', {
                  partitionId,
                  objectId: id,
                })}
                target="_blank"
              >
                {shownName(title, id)}
              </PathLink>
              <ul>
                {fields.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>
                    <code>{path || t.whole}</code> {serviceText(message)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
