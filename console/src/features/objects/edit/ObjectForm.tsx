import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isArray, isObject, pointerTokens } from '../../../shared/json-values/json-values.ts';
import { AskForm } from '../../../shared/forms/AskForm.tsx';
import { LeaveDialog } from '../../../shared/forms/LeaveDialog.tsx';
import { useLeaveGuard } from '../../../shared/forms/useLeaveGuard.ts';
import type { JsonProblem, JsonReading } from '../../../shared/json/json-reading.ts';
import type { JsonSchema } from '../../../shared/json/json-schema.ts';
import { JsonLines } from '../../../shared/json/JsonText.tsx';
import type { ErasedPath } from '../../../shared/json-values/redacted-data.ts';
import { useServiceText } from '../../../shared/service-messages/service-text.ts';
import { DataEditor } from './DataEditor.tsx';
import { useEditTexts } from './edit.texts.ts';
import { ErasedNotice } from './ErasedNotice.tsx';
import { draftErrors, type ObjectDraft } from './object-draft.ts';
import { typeExamplesQuery, typeSchemaQuery } from './object-type.queries.ts';
import classes from './ObjectForm.module.css';
import { ReferencesEditor } from './ReferencesEditor.tsx';
import { errorText } from './schema-form/error-text.ts';
import { hasForm, startingData } from './schema-form/form-fields.ts';
import type { SchemaError } from './schema-form/schema-errors.ts';
import { useSchemaFormTexts } from './schema-form/schema-form.texts.ts';
import { TypeField } from './TypeField.tsx';
import { assignErrors } from './write-errors.ts';
import { WriteRefused } from './WriteRefused.tsx';

interface ObjectFormProps {
  partitionId: string;
  start: ObjectDraft;
  /** Whether the draft it starts with is saved nowhere yet. */
  unsaved?: boolean;
  /** Whether a timeline begins, whose type is to be chosen. */
  isNew?: boolean;
  submit: string;
  pending: boolean;
  error: Error | null;
  onSubmit: (draft: ObjectDraft) => void;
  onClose: () => void;
  /** Of the version it starts from: what is not in the draft, since it was erased. */
  erased?: readonly ErasedPath[] | null | undefined;
  /** The data of that version, which tells what the places are. */
  erasedFrom?: unknown;
  /** What stands between the form and its buttons, worked out from what is written. */
  renderBelow?: (draft: ObjectDraft) => ReactNode;
}

/** In milliseconds: how long nobody types before a type is taken as meant. */
const typePause = 300;

/** Type, data and references of a version that is about to be written. */
export function ObjectForm({
  partitionId,
  start,
  isNew = false,
  error,
  ...props
}: ObjectFormProps) {
  const {
    unsaved = false,
    submit,
    pending,
    erased,
    erasedFrom,
    onSubmit,
    onClose,
    renderBelow,
  } = props;
  const t = useEditTexts();
  const [written, setWritten] = useState(start);
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<JsonReading>();
  const [meant] = useDebouncedValue(written.type.trim(), typePause);
  const { data: schema, isLoading } = useQuery(typeSchemaQuery(partitionId, meant));
  const { data: examples } = useQuery(typeExamplesQuery(partitionId, meant));
  // Data nobody touched begins as its type wants it.
  const untouched = isNew && written.reading === start.reading;
  const begun = useMemo<JsonReading>(
    () => (schema && isNew ? { ok: true, value: startingData(schema) } : start.reading),
    [schema, isNew, start.reading],
  );
  // Data nobody touched is shown anew when its type tells how it begins.
  const [shown, setShown] = useState({ begun, times: 0 });
  if (untouched && shown.begun !== begun) setShown({ begun, times: shown.times + 1 });
  const draft = untouched ? { ...written, reading: begun } : written;
  const { reading } = draft;
  const errors = draftErrors(draft, isNew);
  const refused = assignErrors(error, reading.ok ? reading.value : undefined);
  const serviceText = useServiceText();
  const live = useDataProblems({ schema, reading, emptyToo: tried || !isNew });
  const problems = useMemo(() => {
    // What the service says of data holds until the data changes.
    const fromService = sent === reading ? refused.problems : [];
    const places = new Set(live.map(({ pointer }) => pointer));
    return [
      ...live,
      ...fromService
        .filter(({ pointer }) => !places.has(pointer))
        .map(({ pointer, message }) => ({ pointer, message: serviceText(message) })),
    ];
  }, [live, refused.problems, sent, reading, serviceText]);
  const errorAt = (field: string) => {
    const draftError = tried ? errors.get(field) : undefined;
    const refusal = refused.fields.get(field);
    return draftError ? t[draftError] : refusal && serviceText(refusal);
  };
  const save = useRef<HTMLButtonElement>(null);
  const guard = useLeaveGuard(
    () => unsaved || written !== start,
    () => save.current?.focus(),
  );
  const help = useMemo(
    () => ({ schema: schema ?? undefined, names: examples?.properties }),
    [schema, examples],
  );

  // The same function each time: fields tell it in effects.
  const onUnreadable = useCallback(
    (unreadable: boolean) => setWritten((before) => ({ ...before, unreadable })),
    [],
  );

  function send(): boolean {
    setTried(true);
    setSent(reading);
    if (errors.size > 0) return false;
    if (!pending) onSubmit(draft);
    return true;
  }

  return (
    <>
      <AskForm className={classes.form} onSubmit={send}>
        {isNew && (
          <TypeField
            partitionId={partitionId}
            value={written.type}
            error={errorAt('type')}
            onChange={(type) => setWritten({ ...draft, reading: written.reading, type })}
          />
        )}
        {erased && erased.length > 0 && (
          <ErasedNotice data={erasedFrom} erased={erased} says={t.erasedLeftOut} />
        )}
        {isLoading && !isNew ? (
          <JsonLines count={8} />
        ) : (
          <DataEditor
            key={shown.times}
            reading={reading}
            unreadable={written.unreadable}
            help={help}
            withForm={schema !== undefined && schema !== null && hasForm(schema)}
            problems={problems}
            error={errorAt('objectData')}
            takesFocus={!isNew}
            erased={erased}
            onRead={(next) => setWritten((before) => ({ ...before, reading: next }))}
            onUnreadable={onUnreadable}
          />
        )}
        <ReferencesEditor
          partitionId={partitionId}
          names={examples?.references ?? []}
          references={written.references}
          errorAt={errorAt}
          onChange={(references) => setWritten((before) => ({ ...before, references }))}
        />
        {renderBelow?.(draft)}
        <WriteRefused error={error} placed={!refused.rest} draft={draft} />
        <div className={classes.buttons}>
          <output className={classes.count} data-invalid>
            {problems.length > 0 && t.problems(problems.length)}
          </output>
          <Button variant="default" disabled={pending} onClick={() => guard.ask(onClose)}>
            {t.cancel}
          </Button>
          <Button ref={save} type="submit" loading={pending}>
            {submit}
          </Button>
        </div>
      </AskForm>
      <LeaveDialog guard={guard} />
    </>
  );
}

/** In milliseconds: how long nobody types before the data is checked. */
const pause = 250;
const none: readonly JsonProblem[] = [];
const noErrors: readonly SchemaError[] = [];

interface Asked {
  schema: JsonSchema | null | undefined;
  reading: JsonReading;
  /** Whether what is still empty is a problem already. */
  emptyToo: boolean;
}

/** How what is written breaks the schema of its type, while one types. */
function useDataProblems({ schema, reading, emptyToo }: Asked): readonly JsonProblem[] {
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
    // Without the check the service still says what is wrong when it is saved.
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

function valueAt(data: unknown, pointer: string): unknown {
  return pointerTokens(pointer).reduce<unknown>((value, token) => {
    if (isArray(value)) return value[Number(token)];
    return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }, data);
}
