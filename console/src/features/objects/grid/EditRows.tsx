import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { maximalOperations } from '@annals/contracts/transactions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { LeaveDialog } from '../../../ui/forms/LeaveDialog.tsx';
import { useLeaveGuard } from '../../../ui/forms/useLeaveGuard.ts';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { useReason } from '../../../domain/reasons/useReason.tsx';
import { typeSchemaQuery } from '../edit/object-type.queries.ts';
import { usePropose } from '../propose/usePropose.tsx';
import { type GridRow, operationOf } from './grid-rows.ts';
import { useGridTexts } from './grid.texts.ts';
import { GridTools } from './GridTools.tsx';
import { InvalidRows } from './InvalidRows.tsx';
import { maxRows } from './load-rows.ts';
import { columnsBefore, ObjectGrid } from './ObjectGrid.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SaveError } from './SaveError.tsx';
import { useGridRows } from './useGridRows.ts';
import { useSaveRows } from './useSaveRows.ts';
import classes from './Grid.module.css';

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

/** The grid of the objects of a type, with actions to save or propose the changes. */
export function EditRows({ partitionId, type, versions, notes, renderType }: EditRowsProps) {
  const t = useGridTexts();
  const { data: schema, isPending } = useQuery(typeSchemaQuery(partitionId, type));
  const grid = useGridRows(type, versions, schema);
  const { rows, columns, changed, problems, conflicts, mustLookAt } = grid;
  const reason = useReason();
  const handle = useRef<DataGridHandle>(null);
  const guard = useLeaveGuard(
    () => changed.length > 0,
    () => handle.current?.element?.focus(),
  );
  const proposing = usePropose(partitionId, grid.forget);
  const { propose, becauseOf, needsReason, dialog } = proposing;
  const because = becauseOf(type);
  const saving = useSaveRows(partitionId, grid, reason);

  /** Moves the focus to a cell. */
  function show(row: GridRow, pointer?: string) {
    const at = columns.findIndex((column) => column.pointer === pointer);
    const position = { rowIdx: rows.indexOf(row), idx: columnsBefore + Math.max(0, at) };
    handle.current?.selectCell(position, { shouldFocusCell: true });
  }

  /** Sends the changes, or shows what has to be corrected first. */
  function send(to: () => void) {
    if (saving.isPending || changed.length === 0) return;
    if (!mustLookAt) return to();
    const first = rows.find(({ key }) => problems.has(key) || conflicts.has(key));
    if (first) show(first, problems.get(first.key)?.[0]?.pointer);
  }

  // The bar below the rows has a button more where there are change sets.
  if (isPending || proposing.isPending) return <LineSkeletons lines={8} />;
  const isReasonRequired = needsReason(type);
  return (
    <div className={classes.page} data-wide>
      {notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      <GridTools grid={grid} disabled={saving.isPending}>
        {renderType(guard.ask)}
      </GridTools>
      <p className={classes.hint}>{t.hint}</p>
      <ObjectGrid
        ref={handle}
        label={t.label(type)}
        columns={columns}
        rows={rows}
        problems={problems}
        conflicts={conflicts}
        isReadOnly={saving.isPending}
        onRows={grid.set}
        begin={grid.begin}
        onUndo={grid.undo}
        onRedo={grid.redo}
        maxRows={maxRows}
      />
      {mustLookAt && (
        <InvalidRows
          rows={rows}
          problems={problems}
          refusals={grid.refusals}
          conflicts={conflicts}
          onShow={show}
          onKeep={grid.keepOnTopOf}
          onDrop={grid.giveUpFor}
        />
      )}
      <SaveError error={saving.error} mustLookAt={mustLookAt} />
      {because !== undefined && propose && <Notice>{because}</Notice>}
      {propose && changed.length > maximalOperations && (
        <Notice>{t.tooManyForSet(maximalOperations)}</Notice>
      )}
      {grid.parts.length > 1 && because === undefined && (
        <p className={classes.hint}>{t.inParts(grid.parts.length)}</p>
      )}
      <SaveBar
        grid={grid}
        isSaving={saving.isPending}
        saved={saving.data ?? 0}
        reasonField={reason.renderField(isReasonRequired)}
        mustPropose={because !== undefined}
        onPropose={
          propose &&
          (() =>
            send(() =>
              propose(
                changed.map((row) => operationOf(row, type)),
                t.objects(changed.length),
                reason.text,
              ),
            ))
        }
        onSave={() => send(() => reason.isGiven(isReasonRequired) && saving.mutate())}
      />
      {dialog}
      <LeaveDialog guard={guard} />
    </div>
  );
}
