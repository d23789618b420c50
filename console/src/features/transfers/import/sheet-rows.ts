import { placeValue } from './csv-rows.ts';
import { cellFlaw, cellValue } from './cell-values.ts';
import { checkedRow, type FileRow, recordProblem } from './file-rows.ts';
import { useMappingTexts } from './mapping.texts.ts';
import type { Mapping } from './mapping.ts';
import type { Sheet, SheetRow } from './sheet.ts';

const rowsAtOnce = 500;

/** The rows of a sheet by its mapping, in chunks. Invalid rows carry a problem. */
export async function* sheetRows(sheet: Sheet, mapping: Mapping): AsyncGenerator<FileRow[]> {
  const numbersByKey = new Map<string, number>();
  for (let at = 0; at < sheet.rows.length; at += rowsAtOnce) {
    yield sheet.rows
      .slice(at, at + rowsAtOnce)
      .map((row) => fileRowOf(row, sheet, mapping, numbersByKey));
  }
}

function fileRowOf(
  { number, cells }: SheetRow,
  { header }: Sheet,
  { type, key: keyColumn = 0, decimal, columns }: Mapping,
  numbersByKey: Map<string, number>,
): FileRow {
  const t = useMappingTexts.now();
  const problems: string[] = [];
  const key = cells[keyColumn]?.trim() ?? '';
  const twin = numbersByKey.get(key);
  if (key === '') problems.push(t.keyMissing(header[keyColumn] ?? ''));
  else if (twin !== undefined) problems.push(t.keyTwice(key, twin));
  else numbersByKey.set(key, number);
  const objectData: Record<string, unknown> = {};
  const references: { name: string; key: string }[] = [];
  const reasons: string[] = [];
  for (const [index, { to, name, kind }] of columns.entries()) {
    const text = cells[index] ?? '';
    if (text.trim() === '' || to === 'nothing') continue;
    if (to === 'reference') {
      references.push({ name, key: text.trim() });
      continue;
    }
    if (to === 'reason') {
      reasons.push(text.trim());
      continue;
    }
    const value = cellValue(text, kind, decimal);
    const column = header[index] ?? '';
    const flaw = value === undefined ? cellFlaw(text, kind, decimal) : undefined;
    if (flaw !== undefined) problems.push(t.flawedCell(column, text, flaw));
    else if (value === undefined) problems.push(t.wrongCell(column, text, t.kindsOf[kind]));
    else
      try {
        placeValue(objectData, name.split('.'), value);
      } catch (error) {
        problems.push(recordProblem(error, header.length));
      }
  }
  if (problems.length > 0) return { number, problem: problems.join(' ') };
  return checkedRow(number, {
    key,
    type,
    objectData,
    references,
    ...(reasons.length > 0 ? { reason: reasons.join(' · ') } : {}),
  });
}
