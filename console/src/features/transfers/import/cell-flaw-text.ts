import type { ColumnFormat } from '@annals/rules/tables/column-format';
import type { CellProblem } from '@annals/rules/tables/column-mapping';
import { cutNumber } from '@annals/rules/files/spreadsheet-numbers';
import { foreignBytes } from '@annals/rules/files/text-encoding';
import { flawText } from '../../../ui/json/json-flaw.texts.ts';
import { useFileTexts } from './file.texts.ts';
import { useImportTexts } from './import.texts.ts';
import { useMappingTexts } from './mapping.texts.ts';

/** Why a cell is not imported, and what to do; its column and content are shown beside it. */
export function cellFlawText(flaw: CellProblem['flaw'], type: ColumnFormat['type']): string {
  const t = useMappingTexts.now();
  switch (flaw.kind) {
    case 'type':
      return t.kindsOf[type];
    case 'json':
      return flawText(flaw.flaw);
    case 'error':
      if (flaw.written === cutNumber) return useFileTexts.now().cutNumber;
      return flaw.written === foreignBytes
        ? useFileTexts.now().foreignCell
        : t.formulaError(flaw.written);
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
