import path from 'node:path';
import type { Endpoint } from '@annals/contracts/endpoint';
import { eventWebhookMessage, webhookMessage } from '@annals/contracts/webhook-messages';
import { Documentation } from './documentation.ts';
import { readContract, findRows } from './rows-of-contract.ts';
import { entriesOf } from './table.ts';
import { TypeWriter } from './types.ts';

const source = path.resolve(import.meta.dirname, '../src');
const note = '// Made from the rows of the contract by `npm run client`. Not to be edited.\n';

/** The generated files, by path. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const exported = await readContract();
  const rows = findRows(exported);
  const writer = new TypeWriter(exported, new Documentation());
  writer.add(rows);
  for (const message of [webhookMessage, eventWebhookMessage]) writer.addNamed(message);
  const imports =
    "import type {\n  Call,\n  ListCall,\n  NoInput,\n  OptionalCall,\n  OptionalListCall,\n  Page,\n} from './calls.ts';\n";
  return new Map([
    [path.join(source, 'rows.generated.ts'), `${note}${tableOf(rows)}`],
    [path.join(import.meta.dirname, 'contract.generated.ts'), `${note}${contractOf(rows)}`],
    [path.join(source, 'calls.generated.ts'), `${note}${imports}\n${writer.text}`],
  ]);
}

/** All calls by name. */
const tableOf = (rows: ReadonlyMap<string, { row: Endpoint }>): string =>
  `import type { Calls } from './calls.generated.ts';\nimport type { Row } from './rows.ts';\n\nexport const rows: Readonly<Record<keyof Calls, Row>> = {\n${entriesOf(rows)}};\n`;

/** The type of all rows by name. A test compares it with the types of the client. */
function contractOf(rows: ReadonlyMap<string, { file: string }>): string {
  const modules = [
    ...new Set([...rows.values()].map(({ file }) => path.basename(file, '.ts'))),
  ].sort();
  const names = modules.map((name) =>
    name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  const imports = modules.map(
    (name, index) => `import type * as ${names[index]} from '@annals/contracts/${name}';\n`,
  );
  const types = names.map((name) => `  typeof ${name}`).join(' &\n');
  return `${imports.join('')}\nexport type Contract =\n${types};\n`;
}
