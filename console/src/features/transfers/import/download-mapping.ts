import type { TableMapping } from '@annals/rules/tables/column-mapping';
import { downloadText } from '../../../platform/downloads.ts';
import type { Sheet } from './sheet.ts';

/** Downloads what was said about a file and its columns, for the command line and other files of the kind. */
export async function downloadMapping(sheet: Sheet, mapping: TableMapping): Promise<void> {
  const { saveMapping } = await import('@annals/rules/files/saved-mapping');
  const { reading, choices } = sheet;
  const saved = saveMapping(sheet, mapping, { reading, changesOnly: choices.isPartial === true });
  const name = `${mapping.type.toLowerCase()}.mapping.json`;
  downloadText(name, `${JSON.stringify(saved, undefined, 2)}\n`, 'application/json');
}
