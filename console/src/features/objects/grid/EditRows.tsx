import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconReplace } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { commitTransaction, maximalOperations } from '@annals/contracts/transactions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { invalidatePartition } from '../../../platform/api/query.ts';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { LeaveDialog } from '../../../ui/forms/LeaveDialog.tsx';
import { useLeaveGuard } from '../../../ui/forms/useLeaveGuard.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { useReason } from '../../../domain/reasons/useReason.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { typeSchemaQuery } from '../edit/object-type.queries.ts';
import { startingData } from '../edit/schema-form/form-fields.ts';
import { newOperationId } from '../propose/operation-id.ts';
import { usePropose } from '../propose/usePropose.tsx';
import { ChangeField } from './ChangeField.tsx';
import { type GridColumn, gridColumns } from './grid-columns.ts';
import {
  type GridRow,
  historyOf,
  isChanged,
  newRow,
  operationOf,
  rebased,
  redone,
  rowOf,
  stepped,
  undone,
} from './grid-rows.ts';
import { useGridTexts } from './grid.texts.ts';
import { maxRows } from './load-rows.ts';
import { columnsBefore, ObjectGrid } from './ObjectGrid.tsx';
import { InvalidRows } from './InvalidRows.tsx';
import { inTransactions, type RowRefusal, writeParts } from './save-rows.ts';
import { useRowProblems } from './useRowProblems.ts';
import classes from './Grid.module.css';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

interface EditRowsProps {
  partitionId: string;
  type: string;
  versions: readonly ObjectVersion[];
  /** Notes about objects that the grid leaves out. */
  notes: readonly string[];
  /**
   * Renders the choice of another type.
   * @param ask asks for confirmation before changes are lost
   */
  renderType: (ask: (then: () => void) => void) => ReactNode;
}

const noRefusals: ReadonlyMap<string, RowRefusal> = new Map();

/** The grid of the objects of a type, with actions to save or propose the changes. */
export function EditRows({ partitionId, type, versions, notes, renderType }: EditRowsProps) {
  const t = useGridTexts();
  const { data: schema, isPending } = useQuery(typeSchemaQuery(partitionId, type));
  const [history, setHistory] = useState(() => historyOf(versions.map(rowOf)));
  const { rows } = history;
  const [added, setAdded] = useState<readonly GridColumn[]>([]);
  const columns = useMemo(() => {
    const found = gridColumns(
      schema,
      versions.map(({ objectData = {} }) => objectData),
    );
    const known = new Set(found.map(({ pointer }) => pointer));
    return [...found, ...added.filter(({ pointer }) => !known.has(pointer))];
  }, [schema, versions, added]);
  const [refusals, setRefusals] = useState(noRefusals);
  const changed = useMemo(() => rows.filter(isChanged), [rows]);
  // Computing sizes is expensive: do it once per change, not on each key press in the reason.
  const parts = useMemo(
    () => inTransactions(changed.map((row) => ({ row, operation: operationOf(row, type) }))),
    [changed, type],
  );
  const { problems, isChecking } = useRowProblems(schema, columns, changed, refusals);
  const conflicts = useMemo(() => conflictsOf(rows, refusals), [rows, refusals]);
  const reason = useReason();
  const [isChangingField, setIsChangingField] = useState(false);
  const grid = useRef<DataGridHandle>(null);
  const created = changed.filter(({ base }) => base === null).length;
  const guard = useLeaveGuard(
    () => rows.some(isChanged),
    () => grid.current?.element?.focus(),
  );
  const maySave = useCapability(commitTransaction);
  const { propose, becauseOf, needsReason, dialog } = usePropose(partitionId, () =>
    setHistory(historyOf(versionsOnly(rows))),
  );
  const because = becauseOf(type);
  const isReasonRequired = needsReason(type);
  const mustLookAt = problems.size + conflicts.size > 0;

  const saving = useSingleMutation({ mutationFn: save });
  const setRows = (next: readonly GridRow[]) => setHistory((before) => stepped(before, next));
  const begin = () => newRow(newOperationId(), schema ? startingData(schema) : {});

  async function save() {
    const { written, failure } = await writeParts(partitionId, parts, reason.text);
    if (failure !== undefined) setRefusals(failure.refusals);
    if (written.size > 0) {
      setHistory(
        historyOf(
          rows.map((row) => {
            const version = written.get(row.key);
            return version ? { ...rowOf(version), key: row.key } : row;
          }),
        ),
      );
      void invalidatePartition(partitionId);
    }
    if (failure !== undefined) throw new NotSaved(failure.error, written.size);
    reason.clear();
    showToast({ message: t.saved(written.size) });
  }

  function send(to: () => void) {
    if (saving.isPending || changed.length === 0) return;
    if (mustLookAt) {
      const first = rows.find(({ key }) => problems.has(key) || conflicts.has(key));
      if (first) show(first, problems.get(first.key)?.[0]?.pointer);
      return;
    }
    to();
  }

  /** Moves the focus to a cell. */
  function show(row: GridRow, pointer?: string) {
    const at = columns.findIndex((column) => column.pointer === pointer);
    const position = { rowIdx: rows.indexOf(row), idx: columnsBefore + Math.max(0, at) };
    grid.current?.selectCell(position, { shouldFocusCell: true });
  }

  const replace = (row: GridRow, by: GridRow) =>
    setHistory((before) => historyOf(before.rows.map((one) => (one === row ? by : one))));

  if (isPending) return <LineSkeletons lines={8} />;
  const mayPropose = propose !== undefined;
  const { error } = saving;
  return (
    <div className={classes.page} data-wide>
      {notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      <div className={classes.tools}>
        {renderType(guard.ask)}
        <ResponsiveButton
          icon={<IconReplace size={16} aria-hidden />}
          variant="default"
          disabled={rows.length === 0 || saving.isPending}
          onClick={() => setIsChangingField(true)}
        >
          {t.changeField(rows.length)}
        </ResponsiveButton>
        <ResponsiveButton
          icon={<IconPlus size={16} aria-hidden />}
          variant="default"
          disabled={rows.length >= maxRows || saving.isPending}
          onClick={() => setRows([...rows, begin()])}
        >
          {t.addRow}
        </ResponsiveButton>
        <ResponsiveButton
          icon={<IconArrowBackUp size={16} aria-hidden />}
          variant="default"
          disabled={history.past.length === 0 || saving.isPending}
          onClick={() => setHistory(undone)}
        >
          {t.undo}
        </ResponsiveButton>
        <ResponsiveButton
          icon={<IconArrowForwardUp size={16} aria-hidden />}
          variant="default"
          disabled={history.future.length === 0 || saving.isPending}
          onClick={() => setHistory(redone)}
        >
          {t.redo}
        </ResponsiveButton>
      </div>
      <p className={classes.hint}>{t.hint}</p>
      <ObjectGrid
        ref={grid}
        label={t.label(type)}
        columns={columns}
        rows={rows}
        problems={problems}
        conflicts={conflicts}
        isReadOnly={saving.isPending}
        onRows={setRows}
        begin={begin}
        onUndo={() => setHistory(undone)}
        onRedo={() => setHistory(redone)}
        maxRows={maxRows}
      />
      {mustLookAt && (
        <InvalidRows
          rows={rows}
          problems={problems}
          refusals={refusals}
          conflicts={conflicts}
          onShow={show}
          onKeep={(row, theirs) => replace(row, { ...rebased(row, theirs), key: row.key })}
          onDrop={(row, theirs) =>
            theirs.endedDate
              ? setHistory((before) => historyOf(before.rows.filter((one) => one !== row)))
              : replace(row, { ...rowOf(theirs), key: row.key })
          }
        />
      )}
      {error instanceof NotSaved &&
        (mustLookAt ? (
          <p role="alert" className={classes.problem}>
            {error.written > 0 && `${t.someSaved(error.written)}. `}
            {t.refused}
          </p>
        ) : (
          <ErrorPanel
            title={error.written === 0 ? t.notSaved : t.someSaved(error.written)}
            error={error.cause}
          />
        ))}
      {because !== undefined && mayPropose && <Notice>{because}</Notice>}
      {mayPropose && changed.length > maximalOperations && (
        <Notice>{t.tooManyForSet(maximalOperations)}</Notice>
      )}
      {parts.length > 1 && because === undefined && (
        <p className={classes.hint}>{t.inParts(parts.length)}</p>
      )}
      <div className={classes.save}>
        <output className={classes.counts}>
          {changed.length === 0
            ? t.noChanges
            : isChecking
              ? t.checking
              : t.changes(changed.length - created, created)}
        </output>
        <div className={classes.reason}>{reason.renderField(isReasonRequired)}</div>
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={changed.length === 0 || saving.isPending}
            onClick={() => setRows(versionsOnly(rows))}
          >
            {t.discard}
          </Button>
          {mayPropose && (
            <Button
              variant={because === undefined ? 'default' : 'filled'}
              disabled={
                changed.length === 0 || changed.length > maximalOperations || saving.isPending
              }
              onClick={() =>
                send(() =>
                  propose(
                    changed.map((row) => operationOf(row, type)),
                    t.objects(changed.length),
                    reason.text,
                  ),
                )
              }
            >
              {t.propose}
            </Button>
          )}
          {maySave && because === undefined && (
            <Button
              disabled={changed.length === 0}
              loading={saving.isPending}
              onClick={() => send(() => reason.isGiven(isReasonRequired) && saving.mutate())}
            >
              {t.save(changed.length)}
            </Button>
          )}
        </div>
      </div>
      {isChangingField && (
        <ChangeField
          columns={columns}
          rows={rows}
          onApply={(next, fields) => {
            setAdded((before) => [...before, ...fields]);
            setRows(next);
            setIsChangingField(false);
          }}
          onClose={() => setIsChangingField(false)}
        />
      )}
      {dialog}
      <LeaveDialog guard={guard} />
    </div>
  );
}

/** Thrown when a transaction is refused, with the number of objects saved before it. */
class NotSaved extends Error {
  readonly written: number;

  constructor(cause: unknown, written: number) {
    super(undefined, { cause });
    this.written = written;
  }
}

/** The rows without their changes. */
const versionsOnly = (rows: readonly GridRow[]): GridRow[] =>
  rows.flatMap(({ key, base }) => (base === null ? [] : [{ ...rowOf(base), key }]));

/** The rows whose base is no longer the newest version. */
function conflictsOf(
  rows: readonly GridRow[],
  refusals: ReadonlyMap<string, RowRefusal>,
): ReadonlySet<string> {
  const found = rows.filter((row) => {
    const refusal = refusals.get(row.key);
    return refusal?.conflict !== undefined && refusal.base === row.base && isChanged(row);
  });
  return new Set(found.map(({ key }) => key));
}
