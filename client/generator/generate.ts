import path from 'node:path';
import { Documentation } from './documentation.ts';
import { readContract, rowsAmong } from './rows-of-contract.ts';
import { treeOf } from './table.ts';
import { TypeWriter } from './types.ts';

const source = path.resolve(import.meta.dirname, '../src');
const note = '// Made from the rows of the contract by `npm run client`. Not to be edited.\n';

/** The files that are made from the contract, by their place. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const exported = await readContract();
  const rows = rowsAmong(exported);
  const writer = new TypeWriter(exported, new Documentation());
  writer.add(rows);
  const imports =
    "import type {\n  Call,\n  ListCall,\n  NoInput,\n  OptionalCall,\n  OptionalListCall,\n  Page,\n} from './calls.ts';\n";
  return new Map([
    [
      path.join(source, 'rows.generated.ts'),
      `${note}\nexport const tree = \`${treeOf(rows)}\`;\n`,
    ],
    [path.join(source, 'calls.generated.ts'), `${note}${imports}\n${writer.text}`],
  ]);
}
