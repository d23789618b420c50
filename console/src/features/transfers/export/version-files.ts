import { readJson } from '@annals/rules/json/raw-json';
import { csvText, type CsvValue } from '@annals/rules/files/csv-text';
import { cutLines, textPieces } from '@annals/rules/files/text-pieces';
import { type Remarks, type TableVersion, VersionTable } from '@annals/rules/files/version-table';
import type { ExportRow } from '@annals/contracts/transfers';
import { byteOrderMark } from '../../../platform/downloads.ts';
import { workbookOf } from '../../../ui/files/workbook-of.ts';
import { useExportTexts } from './export.texts.ts';

interface Contents {
  /** Whether the file has all versions. Otherwise it has objects, which are changed and imported again. */
  history: boolean;
}

/** Exported versions, as lines of NDJSON, as a CSV file. */
export async function csvOf(lines: Blob, contents: Contents): Promise<Blob> {
  const table = await tableOf(lines, contents);
  const parts = [byteOrderMark, csvText([table.head])];
  for await (const rows of rowsOf(lines, table, contents)) parts.push(csvText(rows));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** The same as an Excel workbook. */
export async function workbookOfVersions(
  lines: Blob,
  { name, ...contents }: Contents & { name: string },
): Promise<Blob> {
  const table = await tableOf(lines, contents);
  const all: CsvValue[][] = [];
  for await (const rows of rowsOf(lines, table, contents)) all.push(...rows);
  return workbookOf(name, table.head, all);
}

async function tableOf(lines: Blob, contents: Contents): Promise<VersionTable> {
  const table = new VersionTable();
  for await (const versions of versionsIn(lines, contents))
    for (const { version, remarks } of versions) table.add(version, remarks);
  return table;
}

async function* rowsOf(
  lines: Blob,
  table: VersionTable,
  contents: Contents,
): AsyncGenerator<CsvValue[][]> {
  for await (const versions of versionsIn(lines, contents))
    yield versions.map(({ version, remarks }) => table.cells(version, remarks));
}

interface Written {
  version: TableVersion;
  remarks: Remarks;
}

/** Read from the file again and again: a partition can be larger than the memory. */
async function* versionsIn(lines: Blob, { history }: Contents): AsyncGenerator<Written[]> {
  const t = useExportTexts.now();
  for await (const text of textPieces(lines, cutLines, () => undefined))
    yield text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const row = readJson(line) as ExportRow;
        if (history || 'ended' in row) return { version: row as TableVersion, remarks: {} };
        // With its id, a row that somebody changes would be another content of a version.
        const { key, type, objectData, references, modificationDate, modificationUserId } = row;
        return {
          version: { key, type, objectData, references },
          remarks: { [t.lastChange]: modificationDate, [t.author]: modificationUserId },
        };
      });
}
