import { csvText } from '@annals/rules/files/csv-text';
import { type TableVersion, VersionTable } from '@annals/rules/files/version-table';
import { writeWorkbook } from '@annals/rules/files/write-workbook';
import { writeJson } from '@annals/rules/json/raw-json';
import { fileRows } from './file-rows.ts';
import { quietly } from './reading/quietly.testing.ts';

/** What an import reads of these versions from each kind of file in which they can be exported. */
export async function throughExports(
  versions: readonly TableVersion[],
): Promise<Record<'csv' | 'xlsx' | 'ndjson', unknown[]>> {
  const table = new VersionTable();
  for (const version of versions) table.add(version);
  const cells = versions.map((version) => table.cells(version));
  const workbook = new Uint8Array(await writeWorkbook('T', table.head, cells));
  const lines = versions.map((version) => `${writeJson(version)}\n`).join('');
  return {
    csv: await rowsIn(new File([csvText([table.head, ...cells])], 'export.csv')),
    xlsx: await rowsIn(new File([workbook], 'export.xlsx')),
    ndjson: await rowsIn(new File([lines], 'export.ndjson')),
  };
}

async function rowsIn(file: File): Promise<unknown[]> {
  const back: unknown[] = [];
  for await (const rows of fileRows(file, {}, quietly))
    for (const row of rows) back.push(row.problem ?? row.row);
  return back;
}
