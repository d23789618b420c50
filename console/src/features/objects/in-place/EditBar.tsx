import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { diffVersions } from '@annals/rules/version-diff/diff-versions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import type { JsonObject } from '../../../platform/json-values/json-values.ts';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { ChangeSummary } from '../../../ui/diff/ChangeSummary.tsx';
import { FieldsDiff } from '../../../ui/diff/FieldsDiff.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { focusPageHeading } from '../../../ui/page/heading-focus.ts';
import { LeaveDialog } from '../../../ui/forms/LeaveDialog.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { useLeaveGuard } from '../../../ui/forms/useLeaveGuard.ts';
import type { JsonProblem } from '../../../ui/json/json-reading.ts';
import { pathText } from '../../../ui/json/path-text.ts';
import { joinProblems, useDataProblems } from '../edit/data-problems.ts';
import { useEditTexts } from '../edit/edit.texts.ts';
import { EditVersion } from '../edit/EditVersion.tsx';
import { ErasedNotice } from '../edit/ErasedNotice.tsx';
import { draftOf, writableContent } from '../edit/object-draft.ts';
import { typeSchemaQuery } from '../edit/object-type.queries.ts';
import { useSaveVersion, type VersionStart } from '../edit/useSaveVersion.tsx';
import { assignErrors } from '../edit/write-errors.ts';
import { WriteRefused } from '../edit/WriteRefused.tsx';
import { TargetLink } from '../shared/TargetLink.tsx';
import classes from './InPlace.module.css';
import { useInPlaceTexts } from './in-place.texts.ts';
import { isUnsaved, isWithin, type FieldEdits } from './useFieldEdits.ts';

type Difference = ReturnType<typeof diffVersions>;

interface EditBarProps {
  partitionId: string;
  fields: FieldEdits;
  onSaved: (version: ObjectVersion) => void;
}

/** How many changes are named before all of them are asked for. */
const namedChanges = 3;

/** The changes of the open fields, which are saved together: what they change, the reason, and the ways to end them. */
export function EditBar({ partitionId, fields, onSaved }: EditBarProps) {
  const { edits } = fields;
  return edits && <Bar key={edits.base.id} {...{ partitionId, fields, edits, onSaved }} />;
}

function Bar({
  partitionId,
  fields,
  edits,
  onSaved,
}: EditBarProps & { edits: NonNullable<FieldEdits['edits']> }) {
  const t = useInPlaceTexts();
  const words = useEditTexts();
  const { base } = edits;
  const content = { objectData: fields.data, references: writableContent(base).references };
  const discard = fields.discard;
  const saved = (version: ObjectVersion) => {
    discard();
    onSaved(version);
    // The rows of the former version give way to those of the new one.
    focusPageHeading();
  };
  const saving = useSaveVersion({
    partitionId,
    latest: base,
    onSaved: saved,
    onRefused: (error, { objectData }) => fields.refuse(assignErrors(error, objectData).problems),
    onProposed: discard,
  });
  const { conflict, error, isPending, propose, because, reason } = saving;
  const isPassedOn = conflict !== undefined || edits.inForm;
  const saveButton = useRef<HTMLButtonElement>(null);
  const guard = useLeaveGuard(
    () => !isPassedOn && isUnsaved(fields),
    () => saveButton.current?.focus(),
  );
  useEffect(() => focusEditedRow, []);
  const problems = useProblemsElsewhere(partitionId, fields.data, edits);
  const difference = useMemo(
    () =>
      diffVersions(
        { objectData: base.objectData, references: base.references, erased: base.erased },
        { objectData: fields.data, references: base.references },
      ),
    [base, fields.data],
  );
  const { length: count } = difference.changes;

  if (isPassedOn) {
    const start: VersionStart = { content, reason, conflict };
    return (
      <EditVersion
        partitionId={partitionId}
        version={base}
        latest={base}
        start={start}
        onClose={discard}
        onSaved={saved}
      />
    );
  }
  // Its buttons would move if one more arrived.
  if (!isUnsaved(fields) || saving.isPolicyPending) return null;

  const isUnreadable = edits.unreadable.size > 0;
  const mustPropose = because !== undefined;
  function send(to: typeof propose) {
    if (isUnreadable)
      document.querySelector<HTMLElement>('[data-field] [aria-invalid="true"]')?.focus();
    else if (!isPending && count > 0) to?.(content, base);
  }
  return (
    <>
      <SimpleForm
        className={classes.bar}
        onSubmit={() => send(mustPropose ? propose : saving.save)}
      >
        <Changes partitionId={partitionId} difference={difference} />
        {base.erased && base.erased.length > 0 && (
          <ErasedNotice data={base.objectData} erased={base.erased} says={words.erasedLeftOut} />
        )}
        {problems.length > 0 && (
          <ul className={classes.problems} role="alert">
            {problems.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                {pointer === '' ? message : `${pathText(pointer, fields.data)}: ${message}`}
              </li>
            ))}
          </ul>
        )}
        <WriteRefused
          error={error}
          placed={!assignErrors(error, fields.data).rest}
          draft={draftOf(base.type ?? '', content)}
        />
        {mustPropose && <Notice>{because}</Notice>}
        <div className={classes.foot}>
          <div className={classes.reason}>{saving.reasonField}</div>
          <output className={classes.problems}>{isUnreadable && t.fixFirst}</output>
          <div className={classes.buttons}>
            <Button variant="default" disabled={isPending} onClick={discard}>
              {t.discard}
            </Button>
            <Button
              variant="default"
              title={t.allFieldsHint}
              disabled={isPending || isUnreadable}
              onClick={fields.openForm}
            >
              {t.allFields}
            </Button>
            {propose && !mustPropose && (
              <Button
                variant="default"
                disabled={isPending || count === 0}
                onClick={() => send(propose)}
              >
                {words.propose}
              </Button>
            )}
            <Button ref={saveButton} type="submit" loading={isPending} disabled={count === 0}>
              {mustPropose ? words.propose : t.save}
            </Button>
          </div>
        </div>
      </SimpleForm>
      <LeaveDialog
        guard={{
          ...guard,
          leave: () => {
            guard.leave();
            discard();
          },
        }}
      />
      {saving.dialog}
    </>
  );
}

/** The pressed button is gone with the bar. */
function focusEditedRow(): void {
  if (document.activeElement !== document.body) return;
  document
    .querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')
    ?.focus({ preventScroll: true });
}

/** The number of changes with the first of them, or all of them. */
function Changes({ partitionId, difference }: { partitionId: string; difference: Difference }) {
  const t = useInPlaceTexts();
  const [isCompared, setIsCompared] = useState(false);
  const { length: count } = difference.changes;
  return (
    <>
      <div className={classes.head} role="group" aria-label={t.bar}>
        <output className={classes.count}>{count > 0 ? t.changes(count) : t.nothingYet}</output>
        {count > 0 && (
          <>
            <div className={classes.summary}>
              {!isCompared && <ChangeSummary difference={difference} most={namedChanges} />}
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={isCompared}
              onClick={() => setIsCompared(!isCompared)}
            >
              {t.compare}
            </Button>
          </>
        )}
      </div>
      {isCompared && (
        <div className={classes.whole}>
          <FieldsDiff
            difference={{ ...difference, unchanged: [] }}
            renderTarget={(timelineId) => (
              <TargetLink partitionId={partitionId} timelineId={timelineId} />
            )}
          />
        </div>
      )}
    </>
  );
}

/** What is wrong with values that have no open field, which would show it. */
function useProblemsElsewhere(
  partitionId: string,
  data: JsonObject,
  { base, open, refused }: NonNullable<FieldEdits['edits']>,
): readonly JsonProblem[] {
  const serviceText = useServiceText();
  const { data: schema } = useQuery(typeSchemaQuery(partitionId, base.type ?? ''));
  const reading = useMemo(() => ({ ok: true as const, value: data }), [data]);
  const live = useDataProblems({ schema, reading, emptyToo: true });
  const places = [...open];
  return joinProblems(live, refused, serviceText).filter(
    ({ pointer }) => !places.some((place) => isWithin(pointer, place)),
  );
}
