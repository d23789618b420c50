import { mapRow, type TableMapping } from '@annals/rules/tables/column-mapping';
import { cellText, type TableRow } from '@annals/rules/tables/table';
import { cellFlawText } from './cell-flaw-text.ts';
import { checkRow, type FileRow } from './file-rows.ts';
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
  if (problems.length === 0) return checkRow(row.number, mapped);
  const cells = problems.map((problem) => ({
    column: problem.column,
    why: cellFlawText(problem.flaw, mapping.columns[problem.column]?.format.type ?? 'text'),
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
