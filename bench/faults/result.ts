import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./results/', import.meta.url));

/** Writes the result of a run to results/, with a description of the machine, and prints it. */
export async function writeResult(name: string, figures: object, passed: boolean): Promise<void> {
  const machine = {
    node: process.version,
    processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    loadAverage: Math.round((loadavg()[1] ?? 0) * 10) / 10,
  };
  const date = new Date().toISOString().slice(0, 10);
  const text = `${JSON.stringify({ date, passed, ...figures, machine }, undefined, 2)}\n`;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.json`), text);
  console.log(`${name}: ${passed ? 'passed' : 'FAILED'}\n${text}`);
}
