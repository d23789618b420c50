import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@annals/contracts/endpoint';

/** The folder of the contract's modules. */
export const contractFolder = path.resolve(import.meta.dirname, '../../contracts/src');

export const contractFiles: readonly string[] = readdirSync(contractFolder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .sort()
  .map((name) => path.join(contractFolder, name));

/** The exports of the contract, by name. */
export interface Exported {
  name: string;
  value: unknown;
  /** The module in which it was found first. */
  file: string;
}

export async function readContract(): Promise<readonly Exported[]> {
  const modules = await Promise.all(
    contractFiles.map(async (file) => ({
      file,
      exports: (await import(file)) as Record<string, unknown>,
    })),
  );
  return modules.flatMap(({ file, exports }) =>
    Object.entries(exports).map(([name, value]) => ({ name, value, file })),
  );
}

/** The rows of the contract by export name, in alphabetical order. */
export function findRows(
  exported: readonly Exported[],
): ReadonlyMap<string, { row: Endpoint; file: string }> {
  const rows = new Map<string, { row: Endpoint; file: string }>();
  for (const { name, value, file } of exported) {
    const namesake = rows.get(name);
    if (!isRow(value) || namesake?.row === value) continue;
    if (namesake) throw new Error(`Two rows of the contract are named ${name}.`);
    rows.set(name, { row: value, file });
  }
  return new Map([...rows].sort(([left], [right]) => (left < right ? -1 : 1)));
}

const isRow = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'access' in value &&
  'response' in value;
