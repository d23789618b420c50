import { type CellProblem, mapRow, type TableMapping } from '@annals/rules/tables/column-mapping';
import { cellText, type TableRow } from '@annals/rules/tables/table';
import { flawText } from '../../../ui/json/json-flaw.texts.ts';
import { checkedRow, type FileRow } from './file-rows.ts';
import { useImportTexts } from './import.texts.ts';
import { useMappingTexts } from './mapping.texts.ts';
import type { Sheet } from './sheet.ts';

const rowsAtOnce = 500;

/** The rows of a sheet by its mapping, in chunks. Invalid rows carry a problem. */
export async function* sheetRows(sheet: Sheet, mapping: TableMapping): AsyncGenerator<FileRow[]> {
  const rowsByKey = new Map<string, number>();
  for (let at = 0; at < sheet.rows.length; at += rowsAtOnce) {
    yield sheet.rows
      .slice(at, at + rowsAtOnce)
      .filter(({ number }) => !sheet.excluded.has(number))
      .map((row) => fileRowOf(row, sheet, mapping, rowsByKey));
  }
}

function fileRowOf(
  row: TableRow,
  sheet: Sheet,
  mapping: TableMapping,
  rowsByKey: Map<string, number>,
): FileRow {
  const { row: mapped, problems } = mapRow(row, mapping, rowsByKey);
  if (problems.length === 0) return checkedRow(row.number, mapped);
  const cells = problems.map((problem) => ({
    column: problem.column,
    why: cellProblemText(problem, mapping),
  }));
  const whole = problems
    .map(({ column }, index) =>
      useMappingTexts
        .now()
        .wrongCell(
          sheet.titles[column] ?? '',
          cellText(row.cells[column]),
          cells[index]?.why ?? '',
        ),
    )
    .join(' ');
  return { number: row.number, problem: whole, cells };
}

/** Why a cell is not imported, and what to do; its column and content are shown beside it. */
function cellProblemText({ column, flaw }: CellProblem, { columns }: TableMapping): string {
  const t = useMappingTexts.now();
  switch (flaw.kind) {
    case 'type':
      return t.kindsOf[columns[column]?.format.type ?? 'text'];
    case 'json':
      return flawText(flaw.flaw);
    case 'error':
      return t.formulaError(flaw.written);
    case 'keyTwice':
      return t.keyTwice(flaw.key, flaw.row);
    case 'nameForbidden':
      return useImportTexts.now().columnForbidden(flaw.written);
    case 'nameTwice':
      return useImportTexts.now().columnTwice(flaw.written);
    case 'notExact':
    case 'fraction':
    case 'noSuchTime':
    case 'noKey':
      return t.flaws[flaw.kind];
  }
}
