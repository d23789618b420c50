import { Button } from '@mantine/core';
import { pathName } from '@annals/rules/query-search';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { SimpleTable } from '../../../ui/tables/SimpleTable.tsx';
import { findConflicts, type GridRow } from './grid-rows.ts';
import { useGridTexts } from './grid.texts.ts';
import { titleOfRow } from './ObjectGrid.tsx';
import type { RowRefusal } from './save-rows.ts';
import type { RowProblems } from './useRowProblems.ts';
import classes from './Grid.module.css';

interface InvalidRowsProps {
  rows: readonly GridRow[];
  problems: RowProblems;
  refusals: ReadonlyMap<string, RowRefusal>;
  conflicts: ReadonlySet<string>;
  /** Moves the focus to the cell. */
  onShow: (row: GridRow, pointer?: string) => void;
  /** Applies the row's changes to the version of another user. */
  onKeep: (row: GridRow, theirs: ObjectVersion) => void;
  onDrop: (row: GridRow, theirs: ObjectVersion) => void;
}

const maxShown = 50;
const maxProblems = 3;

/** The rows that cannot be saved: first those with conflicts, then those that do not match the schema. */
export function InvalidRows({
  rows,
  problems,
  refusals,
  conflicts,
  onShow,
  onKeep,
  onDrop,
}: InvalidRowsProps) {
  const t = useGridTexts();
  const wrong = rows
    .map((row, index) => ({ row, number: index + 1 }))
    .filter(({ row: { key } }) => problems.has(key) || conflicts.has(key))
    .sort(
      (one, other) => Number(conflicts.has(other.row.key)) - Number(conflicts.has(one.row.key)),
    );
  return (
    <Panel
      title={t.problems}
      beside={
        wrong.length > maxShown
          ? t.andMore(wrong.length - maxShown)
          : t.problemsBeside(wrong.length)
      }
      flush
    >
      <SimpleTable
        label={t.problems}
        rows={wrong.slice(0, maxShown)}
        rowKey={({ row }) => row.key}
        scrolls="short"
        columns={[
          { id: 'row', header: t.row, render: ({ number }) => number, align: 'end', fits: true },
          { id: 'object', header: t.object, render: ({ row }) => titleOfRow(row), names: true },
          {
            id: 'problem',
            header: t.problem,
            render: ({ row }) => {
              const found = problems.get(row.key) ?? [];
              const conflict = conflicts.has(row.key) ? refusals.get(row.key)?.conflict : undefined;
              const both = conflict ? findConflicts(row, conflict.current) : [];
              return (
                <>
                  {conflict && (
                    <p className={classes.problem}>
                      {conflict.ended ? t.conflictEnded : t.conflict}{' '}
                      {!conflict.ended &&
                        both.length > 0 &&
                        t.conflictFields(both.map(pathName).join(', '))}
                    </p>
                  )}
                  {found.slice(0, maxProblems).map(({ pointer, message }) => (
                    <p key={pointer + message} className={classes.problem}>
                      {pointer !== '' && <code>{pathName(pointer)}</code>} {message}
                    </p>
                  ))}
                  {found.length > maxProblems && t.andMore(found.length - maxProblems)}
                </>
              );
            },
          },
          {
            id: 'actions',
            header: t.show,
            quietHead: true,
            render: ({ row }) => {
              const conflict = conflicts.has(row.key) ? refusals.get(row.key)?.conflict : undefined;
              return (
                <span className={classes.actions}>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onShow(row, problems.get(row.key)?.[0]?.pointer)}
                  >
                    {t.show}
                  </Button>
                  {conflict && !conflict.ended && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => onKeep(row, conflict.current)}
                    >
                      {t.keepMine}
                    </Button>
                  )}
                  {conflict && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => onDrop(row, conflict.current)}
                    >
                      {t.takeTheirs}
                    </Button>
                  )}
                </span>
              );
            },
          },
        ]}
      />
    </Panel>
  );
}
