import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Suspense, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { LeaveDialog } from '../../../ui/forms/LeaveDialog.tsx';
import { useLeaveGuard } from '../../../ui/forms/useLeaveGuard.ts';
import type { JsonReading } from '../../../ui/json/json-reading.ts';
import { JsonLines } from '../../../ui/json/JsonText.tsx';
import type { ErasedPath } from '@annals/rules/redacted-data';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { DataEditor } from './DataEditor.tsx';
import { joinProblems, useDataProblems } from './data-problems.ts';
import { useEditTexts } from './edit.texts.ts';
import { ErasedNotice } from './ErasedNotice.tsx';
import { draftErrors, type ObjectDraft } from './object-draft.ts';
import { typeExamplesQuery, typeSchemaQuery, typesQuery } from './object-type.queries.ts';
import classes from './ObjectForm.module.css';
import { ReferencesEditor } from './ReferencesEditor.tsx';
import { hasForm, startingData } from './schema-form/form-fields.ts';
import { TypeField } from './TypeField.tsx';
import { assignErrors } from './write-errors.ts';
import { WriteRefused } from './WriteRefused.tsx';

interface ObjectFormProps {
  partitionId: string;
  start: ObjectDraft;
  /** Whether the initial draft is unsaved. */
  unsaved?: boolean;
  /** Whether it starts a new timeline, whose type must be chosen. */
  isNew?: boolean;
  submit: string;
  /** Rendered beside the buttons. */
  besideSubmit?: ReactNode;
  pending: boolean;
  error: Error | null;
  onSubmit: (draft: ObjectDraft) => void;
  /** Adds the draft to a change set; absent if that is not available. */
  onPropose?: ((draft: ObjectDraft) => void) | undefined;
  /** Why a version of the type can only be proposed; undefined if it can be saved directly. */
  proposeBecause?: ((type: string) => string | undefined) | undefined;
  onClose: () => void;
  /** The erased values of the base version, which the draft omits. */
  erased?: readonly ErasedPath[] | null | undefined;
  /** The data of the base version, which names the erased places. */
  erasedFrom?: unknown;
  /** Rendered between the form and its buttons, derived from the draft. */
  renderBelow?: (draft: ObjectDraft) => ReactNode;
}

/** The debounce of the type field, in milliseconds. */
const typePause = 300;

/** The form of a new version: type, data and references. */
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
    besideSubmit,
    pending,
    erased,
    erasedFrom,
    onSubmit,
    onPropose,
    proposeBecause,
    onClose,
    renderBelow,
  } = props;
  const t = useEditTexts();
  const { draft, isChanged, schema, examples, isLoading, editorKey, change, changeType } = useDraft(
    partitionId,
    start,
    isNew,
  );
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<JsonReading>();
  const { reading } = draft;
  const errors = draftErrors(draft, isNew);
  const refused = assignErrors(error, reading.ok ? reading.value : undefined);
  const serviceText = useServiceText();
  const live = useDataProblems({ schema, reading, emptyToo: tried || !isNew });
  const problems = useMemo(
    // Validation errors of the service stay until the data changes.
    () => joinProblems(live, sent === reading ? refused.problems : [], serviceText),
    [live, refused.problems, sent, reading, serviceText],
  );
  const errorAt = (field: string) => {
    const draftError = tried ? errors.get(field) : undefined;
    const refusal = refused.fields.get(field);
    return draftError ? t[draftError] : refusal && serviceText(refusal);
  };
  const save = useRef<HTMLButtonElement>(null);
  const guard = useLeaveGuard(
    () => unsaved || isChanged,
    () => save.current?.focus(),
  );
  const help = useMemo(
    () => ({ schema: schema ?? undefined, names: examples?.properties }),
    [schema, examples],
  );

  // A stable function: fields call it in effects.
  const onUnreadable = useCallback((unreadable: boolean) => change({ unreadable }), [change]);

  const because = onPropose && proposeBecause?.(draft.type.trim());
  const isOnlyProposed = because !== undefined;

  function send(to = isOnlyProposed ? onPropose : onSubmit): boolean {
    setTried(true);
    setSent(reading);
    if (errors.size > 0) return false;
    if (!pending) to?.(draft);
    return true;
  }

  const cancel = () => {
    if (!pending && !guard.asking) guard.ask(onClose);
  };

  return (
    <>
      <SimpleForm
        className={classes.form}
        onSubmit={() => send()}
        onCancel={cancel}
        refused={error}
      >
        {isNew && (
          <TypeField
            partitionId={partitionId}
            value={draft.type}
            error={errorAt('type')}
            onChange={changeType}
          />
        )}
        {erased && erased.length > 0 && (
          <ErasedNotice data={erasedFrom} erased={erased} says={t.erasedLeftOut} />
        )}
        {/* What stands below the data appears with it. */}
        <Suspense fallback={<JsonLines count={8} />}>
          {isLoading && !isNew ? (
            <JsonLines count={8} />
          ) : (
            <>
              <DataEditor
                key={editorKey}
                reading={reading}
                unreadable={draft.unreadable}
                help={help}
                withForm={schema !== undefined && schema !== null && hasForm(schema)}
                examples={schema === null && !isLoading ? (examples?.objects ?? []) : undefined}
                problems={problems}
                error={errorAt('objectData')}
                takesFocus={!isNew}
                erased={erased}
                onRead={(data) => change({ reading: data })}
                onUnreadable={onUnreadable}
              />
              <ReferencesEditor
                partitionId={partitionId}
                names={examples?.references ?? []}
                references={draft.references}
                errorAt={errorAt}
                onChange={(references) => change({ references })}
              />
              {renderBelow?.(draft)}
              <WriteRefused error={error} placed={!refused.rest} draft={draft} />
              {isOnlyProposed && <Notice>{because}</Notice>}
            </>
          )}
        </Suspense>
        <div className={classes.buttons}>
          <output className={classes.count} data-invalid>
            {problems.length > 0 && t.problems(problems.length)}
          </output>
          {besideSubmit}
          <Button variant="default" disabled={pending} onClick={cancel}>
            {t.cancel}
          </Button>
          {onPropose && !isOnlyProposed && (
            <Button variant="default" disabled={pending} onClick={() => send(onPropose)}>
              {t.propose}
            </Button>
          )}
          <Button ref={save} type="submit" loading={pending}>
            {isOnlyProposed ? t.propose : submit}
          </Button>
        </div>
      </SimpleForm>
      <LeaveDialog guard={guard} />
    </>
  );
}

/** The draft, and what is known about its type. Untouched data starts with the defaults of its type. */
function useDraft(partitionId: string, start: ObjectDraft, isNew: boolean) {
  const onlyType = useOnlyType(partitionId, isNew);
  const [typeTouched, setTypeTouched] = useState(start.type !== '');
  const [typed, setTyped] = useState(start);
  const written = typeTouched ? typed : { ...typed, type: onlyType };
  const [type] = useDebouncedValue(written.type.trim(), typePause);
  const schemas = useQuery(typeSchemaQuery(partitionId, type));
  const schema = schemas.data;
  const examples = useQuery(typeExamplesQuery(partitionId, type));
  const untouched = isNew && written.reading === start.reading;
  const begun = useMemo<JsonReading>(
    () => (schema && isNew ? { ok: true, value: startingData(schema) } : start.reading),
    [schema, isNew, start.reading],
  );
  // Untouched data is rendered again when the defaults of its type arrive.
  const [shown, setShown] = useState({ begun, times: 0 });
  if (untouched && shown.begun !== begun) setShown({ begun, times: shown.times + 1 });
  const draft = untouched ? { ...written, reading: begun } : written;
  return {
    draft,
    isChanged: typed !== start,
    schema,
    examples: examples.data,
    isLoading: isAwaited(schemas) || (schema === null && isAwaited(examples)),
    editorKey: shown.times,
    change: useCallback(
      (part: Partial<ObjectDraft>) => setTyped((before) => ({ ...before, ...part })),
      [],
    ),
    changeType: (next: string) => {
      setTypeTouched(true);
      setTyped({ ...draft, reading: written.reading, type: next });
    },
  };
}

/** What failed is asked for again later, which must take nothing away that somebody types meanwhile. */
const isAwaited = ({ isLoading, isFetched }: Pick<UseQueryResult, 'isLoading' | 'isFetched'>) =>
  isLoading && !isFetched;

/** The only type of a partition, as the default for new objects; empty if there are several. */
function useOnlyType(partitionId: string, isNew: boolean): string {
  const { data: types } = useQuery({ ...typesQuery(partitionId), enabled: isNew });
  const [first, second] = types ?? [];
  return isNew && first && !second ? first.type : '';
}
