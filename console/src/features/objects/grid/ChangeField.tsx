import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Column, DataGrid } from 'react-data-grid';
import { pathName } from '@annals/rules/query-search';
import { escapeToken } from '../../../platform/json-values/json-values.ts';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { type FieldChange, type FieldOutcome, outcomesOf } from './field-change.ts';
import { anyColumn, cellText, cellValue, type GridColumn } from './grid-columns.ts';
import { type GridRow, valueAt } from './grid-rows.ts';
import { useGridTexts } from './grid.texts.ts';
import { titleOfRow } from './ObjectGrid.tsx';
import sheet from '../../../ui/tables/Spreadsheet.module.css';
import classes from './Grid.module.css';

interface ChangeFieldProps {
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  /** @param columns the columns of fields that the change adds */
  onApply: (rows: readonly GridRow[], columns: readonly GridColumn[]) => void;
  onClose: () => void;
}

const kinds = ['set', 'add', 'remove', 'rename'] as const;
type Kind = (typeof kinds)[number];

/** The dialog that changes a field in all rows, with a preview of each row. */
export function ChangeField({ columns, rows, onApply, onClose }: ChangeFieldProps) {
  const words = useGridTexts();
  const t = words.change;
  const [kind, setKind] = useState<Kind>('set');
  const [field, setField] = useState('');
  const [value, setValue] = useState('');
  const [to, setTo] = useState('');
  const column = columnOf(field, columns);
  const target = columnOf(to, columns);
  const change = useMemo(
    () => changeOf(kind, columnOf(field, columns), value, columnOf(to, columns)),
    [kind, field, value, to, columns],
  );
  const outcomes = useMemo(() => (change ? outcomesOf(rows, change) : []), [rows, change]);
  const applied = outcomes.filter(({ because }) => because === undefined).length;

  function apply(): boolean {
    if (applied === 0) return false;
    onApply(
      outcomes.map(({ row }) => row),
      [column, kind === 'rename' ? target : undefined].filter((one) => one !== undefined),
    );
    return true;
  }

  return (
    <Dialog title={t.title} onClose={onClose} form size="min(920px, 96vw)">
      <SimpleForm className={classes.form} onSubmit={apply} onCancel={onClose}>
        <div className={classes.fields}>
          <NativeSelect
            label={t.kind}
            data={kinds.map((one) => ({ value: one, label: t[one] }))}
            value={kind}
            onChange={({ currentTarget }) =>
              setKind(kinds.find((one) => one === currentTarget.value) ?? 'set')
            }
          />
          <Autocomplete
            label={t.field}
            placeholder={t.fieldHint}
            data-autofocus
            data={columns.map(({ pointer }) => pathName(pointer))}
            value={field}
            onChange={setField}
          />
          {(kind === 'set' || kind === 'add') && (
            <TextInput
              label={t.value}
              autoComplete="off"
              value={value}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          )}
          {kind === 'rename' && (
            <TextInput
              label={t.to}
              autoComplete="off"
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
          )}
        </div>
        {change ? (
          <>
            <output>{t.applies(applied, outcomes.length - applied)}</output>
            <Preview outcomes={outcomes} change={change} />
          </>
        ) : (
          <p className={classes.hint}>
            {column ? (kind === 'rename' ? t.toNeeded : t.valueNeeded) : t.nothing}
          </p>
        )}
        <p className={classes.hint}>{t.hint}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={applied === 0}>
            {applied === 0 ? t.applyNone : t.apply(applied)}
          </Button>
        </div>
      </SimpleForm>
    </Dialog>
  );
}

function Preview({ outcomes, change }: { outcomes: readonly FieldOutcome[]; change: FieldChange }) {
  const words = useGridTexts();
  const t = words.change;
  const columns = useMemo((): Column<FieldOutcome>[] => {
    const { kind, pointer } = change;
    const field = (named: string, value: unknown) =>
      kind === 'rename' ? `${pathName(named)}: ${cellText(value)}` : cellText(value);
    const target = kind === 'rename' ? change.to : pointer;
    return [
      {
        key: 'object',
        name: words.object,
        width: 200,
        renderCell: ({ row }) => titleOfRow(row.before),
      },
      {
        key: 'before',
        name: t.before,
        width: 240,
        renderCell: ({ row }) => {
          const value = valueAt(row.before.data, pointer);
          return value === undefined ? '–' : field(pointer, value);
        },
      },
      {
        key: 'after',
        name: t.after,
        renderCell: ({ row: { row, because } }) => {
          if (because !== undefined) return <em className={classes.hint}>{t.because[because]}</em>;
          const value = valueAt(row.data, target);
          return value === undefined ? '–' : field(target, value);
        },
      },
    ];
  }, [change, t, words]);
  return (
    <DataGrid
      className={`${sheet.grid} ${classes.preview}`}
      aria-label={t.preview}
      columns={columns}
      rows={outcomes}
      rowKeyGetter={({ before }) => before.key}
    />
  );
}

/** The field of a typed path; undefined without a path. */
function columnOf(typed: string, columns: readonly GridColumn[]): GridColumn | undefined {
  const text = typed.trim();
  const column = columns.find(({ pointer }) => pointer === text || pathName(pointer) === text);
  if (column || text === '') return column;
  if (text.startsWith('/')) return anyColumn(text);
  const names = text.split('.');
  return names.includes('') ? undefined : anyColumn(`/${names.map(escapeToken).join('/')}`);
}

function changeOf(
  kind: Kind,
  column: GridColumn | undefined,
  text: string,
  to: GridColumn | undefined,
): FieldChange | undefined {
  if (!column) return undefined;
  const { pointer } = column;
  if (kind === 'remove') return { kind, pointer };
  if (kind === 'rename')
    return to && to.pointer !== pointer ? { kind, pointer, to: to.pointer } : undefined;
  const value = cellValue(text, column.kind);
  return value === undefined ? undefined : { kind, pointer, value };
}
