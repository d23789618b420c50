import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import {
  type Column,
  DataGrid,
  type RenderCellProps,
  type RenderEditCellProps,
} from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { formatKey } from '@annals/rules/tables/column-format';
import type { TableMapping } from '@annals/rules/tables/column-mapping';
import { cellText, isBlankValue, type TableRow } from '@annals/rules/tables/table';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { jsonText } from '../../../platform/json-values/json-values.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import sheetClasses from '../../../ui/tables/Spreadsheet.module.css';
import transferClasses from '../shared/transfers.module.css';
import { allFormats } from './column-formats.ts';
import { useFormatTexts } from './format.texts.ts';
import type { ImportRun } from './import-run.ts';
import { changeFormat, checkAgain, editCell, excludeRow, isPending } from './import-work.ts';
import { useMappingTexts } from './mapping.texts.ts';
import { PlainSelect } from './PlainFields.tsx';
import { changeAt, referencePath, type ReviewedRow, type ValueChange } from './review.ts';
import { useReviewTexts } from './review.texts.ts';
import classes from './Review.module.css';
import type { Sheet } from './sheet.ts';

/** A row of the table: of a spreadsheet with its cells, of another file without. */
interface ShownRow {
  number: number;
  reviewed: ReviewedRow | undefined;
  /** Undefined in a file that has no columns. */
  cells: TableRow['cells'];
  edits: Readonly<Record<number, string>>;
  isExcluded: boolean;
}

export type RowFilter = ReviewedRow['outcome'] | undefined;

interface ReviewRowsProps {
  run: ImportRun;
  filter: RowFilter;
}

/** Every row with what becomes of it, before anything is written. Those of a spreadsheet can be corrected. */
export function ReviewRows({ run, filter }: ReviewRowsProps) {
  const t = useReviewTexts();
  const m = useMappingTexts();
  const { sheet, mapping, reviewed, edits, excluded } = run;
  const checked = useMemo(() => checkedRows(sheet, reviewed), [sheet, reviewed]);
  const rows = useMemo(() => withWork(checked, edits, excluded), [checked, edits, excluded]);
  const shown = useMemo(
    () => (filter === undefined ? rows : rows.filter((row) => row.reviewed?.outcome === filter)),
    [rows, filter],
  );
  const isPhone = useMediaQuery('(max-width: 480px)', false, { getInitialValueInEffect: false });
  const outcome = isPhone ? narrowOutcome : wideOutcome;
  const columns = useMemo(
    () => (sheet && mapping ? sheetColumns(sheet, mapping, t, outcome) : plainColumns(t, outcome)),
    [sheet, mapping, t, outcome],
  );
  const heightOf = useMemo(() => heightIn(outcome), [outcome]);
  return (
    <Panel
      title={t.title}
      beside={t.shown(shown.length, rows.length)}
      action={
        sheet && (
          <Button size="xs" disabled={!isPending(run)} onClick={checkAgain}>
            {m.recheck}
          </Button>
        )
      }
    >
      <div className={transferClasses.explained}>
        {sheet && <p className={transferClasses.hint}>{t.hint}</p>}
        {sheet && mapping && <WrongColumns reviewed={reviewed} sheet={sheet} mapping={mapping} />}
        <DataGrid
          className={sheetClasses.grid}
          aria-label={t.title}
          columns={columns}
          rows={shown}
          rowKeyGetter={({ number }) => number}
          rowHeight={heightOf}
          headerRowHeight={sheet ? 60 : 36}
          onRowsChange={(next, { indexes, column }) => {
            const [index = 0] = indexes;
            const row = next[index];
            const text = row?.edits[Number(column.key)];
            if (row && text !== undefined) editCell(row.number, Number(column.key), text);
          }}
        />
      </div>
    </Panel>
  );
}

interface CheckedRows {
  rows: readonly ShownRow[];
  /** By number. */
  indexes: ReadonlyMap<number, number>;
}

function checkedRows(sheet: Sheet | undefined, reviewed: readonly ReviewedRow[]): CheckedRows {
  const byNumber = new Map(reviewed.map((row) => [row.number, row]));
  const all: readonly Pick<TableRow, 'number' | 'cells'>[] =
    sheet?.rows ?? reviewed.map(({ number }) => ({ number, cells: [] }));
  return {
    rows: all.map(({ number, cells }) => ({
      number,
      cells,
      reviewed: byNumber.get(number),
      edits: {},
      isExcluded: false,
    })),
    indexes: new Map(all.map(({ number }, index) => [number, index])),
  };
}

/** Changes only the rows with work on them: there can be many, and this runs with each keystroke. */
function withWork(
  { rows, indexes }: CheckedRows,
  edits: ImportRun['edits'],
  excluded: ImportRun['excluded'],
): readonly ShownRow[] {
  const numbers = new Set([...Object.keys(edits).map(Number), ...excluded]);
  if (numbers.size === 0) return rows;
  const all = [...rows];
  for (const number of numbers) {
    const index = indexes.get(number);
    const row = index === undefined ? undefined : all[index];
    if (index !== undefined && row)
      all[index] = { ...row, edits: edits[number] ?? {}, isExcluded: excluded.has(number) };
  }
  return all;
}

const lineHeight = 20;

/** The column of the results: on a phone, the cells stand beside it without scrolling. */
const wideOutcome = { width: 300, charactersOfLine: 40 };
const narrowOutcome = { width: 140, charactersOfLine: 16 };
type OutcomeColumn = typeof wideOutcome;

/** As high as its reasons are long. */
const heightIn =
  ({ charactersOfLine }: OutcomeColumn) =>
  ({ reviewed }: ShownRow): number => {
    const length = reviewed?.reason?.message.length ?? 0;
    return 34 + lineHeight * Math.ceil(length / charactersOfLine);
  };

type Texts = ReturnType<typeof useReviewTexts>;

const numberColumn = (t: Texts): Column<ShownRow> => ({
  key: 'number',
  name: t.row,
  width: 64,
  renderCell: ({ row }) => <span className={classes.number}>{row.number}</span>,
});

const outcomeColumn = (t: Texts, { width }: OutcomeColumn): Column<ShownRow> => ({
  key: 'outcome',
  name: t.outcome,
  width,
  resizable: true,
  cellClass: classes.outcomeCell ?? null,
  renderCell: ({ row }) => <Outcome row={row} />,
});

function plainColumns(t: Texts, outcome: OutcomeColumn): Column<ShownRow>[] {
  return [
    numberColumn(t),
    { key: 'key', name: t.key, width: 200, renderCell: ({ row }) => row.reviewed?.key },
    outcomeColumn(t, outcome),
    {
      key: 'changes',
      name: t.changes,
      minWidth: 320,
      renderCell: ({ row }) => <Changes changes={row.reviewed?.changes ?? []} />,
    },
  ];
}

function sheetColumns(
  sheet: Sheet,
  mapping: TableMapping,
  t: Texts,
  outcome: OutcomeColumn,
): Column<ShownRow>[] {
  const data = mapping.columns.flatMap((column, index): Column<ShownRow>[] => {
    if (column.to === 'nothing' && index !== mapping.key) return [];
    const title = sheet.titles[index] ?? '';
    return [
      {
        key: String(index),
        name: title,
        width: 168,
        minWidth: 72,
        resizable: true,
        headerCellClass: classes.head ?? null,
        cellClass: sheetClasses.padless ?? null,
        renderHeaderCell: () => <ColumnHead index={index} title={title} mapping={mapping} />,
        renderCell: (props) => <SheetCell {...props} index={index} mapping={mapping} />,
        editable: true,
        renderEditCell: (props) => <CellInput {...props} index={index} title={title} />,
      },
    ];
  });
  return [
    {
      key: 'include',
      name: t.include,
      width: 44,
      renderHeaderCell: () => <span className={classes.hidden}>{t.include}</span>,
      renderCell: ({ row, tabIndex }) => (
        <input
          type="checkbox"
          className={classes.include}
          tabIndex={tabIndex}
          aria-label={t.includeRow(row.number)}
          checked={!row.isExcluded}
          onChange={({ currentTarget }) => excludeRow(row.number, !currentTarget.checked)}
        />
      ),
    },
    numberColumn(t),
    outcomeColumn(t, outcome),
    ...data,
  ];
}

function Outcome({ row: { reviewed, isExcluded } }: { row: ShownRow }) {
  const t = useReviewTexts();
  const serviceText = useServiceText();
  if (isExcluded) return <span className={classes.quiet}>{t.excluded}</span>;
  if (!reviewed) return <span className={classes.quiet}>{t.notReviewed}</span>;
  const { outcome, reason, changes } = reviewed;
  const removed = (changes ?? []).filter(({ after }) => after === undefined);
  return (
    <span className={classes.outcome} data-outcome={outcome}>
      <strong>{t.outcomes[outcome]}</strong>
      {removed.length > 0 && (
        <span title={removed.map(({ path }) => path).join(', ')}>
          {t.removes(removed.map(({ path }) => path).join(', '))}
        </span>
      )}
      {reason && <span className={classes.reason}>{serviceText(reason)}</span>}
    </span>
  );
}

interface ColumnHeadProps {
  index: number;
  title: string;
  mapping: TableMapping;
}

/** What a column is called, what becomes of it and how it is read, which can be changed here. */
function ColumnHead({ index, title, mapping }: ColumnHeadProps) {
  const t = useReviewTexts();
  const f = useFormatTexts();
  const m = useMappingTexts();
  const column = mapping.columns[index];
  if (!column) return title;
  const { to, name, format } = column;
  const isSame = name === title || to === 'reason' || to === 'nothing';
  return (
    <span className={classes.headLines}>
      <span title={title}>
        {title}
        {!isSame && <span className={classes.quiet}> → {name}</span>}
      </span>
      {to === 'field' ? (
        <PlainSelect
          label={m.of(m.readAs, title)}
          options={allFormats(format).map((one) => ({
            value: formatKey(one),
            label: f.wholeName(one),
          }))}
          value={formatKey(format)}
          onChange={(key) => {
            const chosen = allFormats(format).find((one) => formatKey(one) === key);
            if (chosen) changeFormat(index, chosen);
          }}
        />
      ) : (
        <span className={classes.quiet}>{to === 'nothing' ? t.onlyKey : m.targets[to]}</span>
      )}
    </span>
  );
}

function SheetCell({
  row,
  index,
  mapping,
}: RenderCellProps<ShownRow> & { index: number; mapping: TableMapping }) {
  const t = useReviewTexts();
  const { reviewed, cells, edits, isExcluded } = row;
  const column = mapping.columns[index];
  const text = edits[index] ?? cellText(cells[index]);
  const isEdited = edits[index] !== undefined;
  const isBlank = !isEdited && isBlankValue(cells[index]);
  const shown = isBlank ? <em className={classes.quiet}>{text}</em> : text;
  const why = isEdited ? undefined : reviewed?.cells?.find((cell) => cell.column === index)?.why;
  const path = column?.to === 'reference' ? referencePath(column.name) : column?.name;
  const isValue = column?.to === 'field' || column?.to === 'reference';
  const change = isEdited || !isValue ? undefined : changeAt(reviewed?.changes, path ?? '');
  const old = change?.before === undefined ? undefined : valueText(change.before);
  return (
    <span
      className={sheetClasses.cell}
      title={why ?? (old === undefined ? text || undefined : t.was(old, text))}
      data-number={
        column?.format.type === 'number' || column?.format.type === 'integer' || undefined
      }
      data-changed={change !== undefined || isEdited || undefined}
      data-wrong={why !== undefined || undefined}
      data-erased={isExcluded || undefined}
    >
      {old !== undefined && (
        <>
          <del className={classes.old}>{old}</del>
          {' → '}
        </>
      )}
      {change ? <ins className={classes.now}>{text === '' ? t.nothing : text}</ins> : shown}
      {why !== undefined && <span className={classes.hidden}> {why}</span>}
    </span>
  );
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : jsonText(value);

function Changes({ changes }: { changes: readonly ValueChange[] }) {
  const t = useReviewTexts();
  return changes.map(({ path, before, after }, index) => (
    <span key={path}>
      {index > 0 && ' · '}
      {path}: {before !== undefined && <del className={classes.old}>{valueText(before)}</del>}
      {before !== undefined && ' → '}
      <ins className={classes.now}>{after === undefined ? t.nothing : valueText(after)}</ins>
    </span>
  ));
}

function CellInput({
  row,
  index,
  title,
  onRowChange,
  onClose,
}: RenderEditCellProps<ShownRow> & { index: number; title: string }) {
  const m = useMappingTexts();
  return (
    <input
      ref={focusAndSelect}
      className={sheetClasses.input}
      aria-label={m.cell(title, row.number)}
      autoComplete="off"
      value={row.edits[index] ?? cellText(row.cells[index])}
      onChange={({ currentTarget: { value } }) =>
        onRowChange({ ...row, edits: { ...row.edits, [index]: value } })
      }
      onBlur={() => onClose(true, false)}
    />
  );
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

const maxWrongColumns = 5;

interface WrongColumnsProps {
  reviewed: readonly ReviewedRow[];
  sheet: Sheet;
  mapping: TableMapping;
}

/** The columns with cells that are no values of their type, and the way out that keeps them. */
function WrongColumns({ reviewed, sheet, mapping }: WrongColumnsProps) {
  const t = useReviewTexts();
  const counts = new Map<number, number>();
  for (const { cells = [] } of reviewed)
    for (const { column } of cells)
      if (mapping.columns[column]?.to === 'field' && mapping.columns[column].format.type !== 'text')
        counts.set(column, (counts.get(column) ?? 0) + 1);
  if (counts.size === 0) return null;
  return (
    <Notice>
      {[...counts].slice(0, maxWrongColumns).map(([column, count]) => (
        <span key={column} className={classes.wrongColumn}>
          {t.wrongCells(sheet.titles[column] ?? '', count)}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => changeFormat(column, { type: 'text' })}
          >
            {t.keepAsText(sheet.titles[column] ?? '')}
          </Button>
        </span>
      ))}
    </Notice>
  );
}
