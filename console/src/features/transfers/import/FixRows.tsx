import { Button, TextInput } from '@mantine/core';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { SimpleTable, type TableColumn } from '../../../ui/tables/SimpleTable.tsx';
import classes from '../shared/transfers.module.css';
import type { ImportRun } from './import-run.ts';
import { checkFile, editCell } from './import-work.ts';
import { useMappingTexts } from './mapping.texts.ts';
import type { TableMapping } from '@annals/rules/tables/column-mapping';
import { cellText, type TableRow } from '@annals/rules/tables/table';
import { type Sheet, withCells } from './sheet.ts';

const maxShown = 50;

interface FixRowsProps {
  run: ImportRun;
  sheet: Sheet;
  mapping: TableMapping;
}

interface WrongRow extends TableRow {
  why: string;
}

/** The invalid rows of a spreadsheet, with editable cells. */
export function FixRows({ run, sheet, mapping }: FixRowsProps) {
  const t = useMappingTexts();
  const serviceText = useServiceText();
  const { edits } = run;
  const reasons = new Map(run.problems.map(({ row, message }) => [row, message]));
  const wrong: WrongRow[] = sheet.rows.flatMap((row) => {
    const why = reasons.get(row.number);
    return why === undefined ? [] : [{ ...row, why }];
  });
  const columns: TableColumn<WrongRow>[] = sheet.titles.flatMap((header, index) =>
    mapping.columns[index]?.to === 'nothing' && mapping.key !== index
      ? []
      : [
          {
            id: String(index),
            header,
            render: ({ number, cells: given }) => (
              <TextInput
                size="xs"
                className={classes.cell}
                aria-label={t.cell(header, number)}
                value={edits[number]?.[index] ?? cellText(given[index])}
                onChange={({ currentTarget }) => editCell(number, index, currentTarget.value)}
              />
            ),
          },
        ],
  );
  return (
    <Panel
      title={t.fix}
      beside={wrong.length > maxShown && t.shownRows(maxShown)}
      action={
        <Button
          size="xs"
          disabled={Object.keys(edits).length === 0}
          onClick={() => checkFile({ ...run, sheet: withCells(sheet, edits) })}
        >
          {t.recheck}
        </Button>
      }
    >
      <p className={classes.hint}>{t.fixHint}</p>
      <SimpleTable
        label={t.fix}
        columns={[
          { id: 'row', header: t.row, render: ({ number }) => number, align: 'end', fits: true },
          {
            id: 'why',
            header: t.why,
            render: ({ why }) => <span className={classes.reason}>{serviceText(why)}</span>,
          },
          ...columns,
        ]}
        rows={wrong.slice(0, maxShown)}
        rowKey={({ number }) => number}
        scrolls="tall"
      />
    </Panel>
  );
}
