import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles the program that creates evidence once: each file of evidence starts it, and its source would start slowly. */
export default async function bundleEvidenceProgram(): Promise<(() => void) | undefined> {
  // Once for all projects of a run.
  if (process.env['ANNALS_EVIDENCE_PROGRAM'] !== undefined) return undefined;
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-evidence-program-'));
  const file = path.join(directory, 'evidence-program.mjs');
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../evidence/evidence-program.ts', import.meta.url)),
    platform: 'node',
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  process.env['ANNALS_EVIDENCE_PROGRAM'] = file;
  return () => rmSync(directory, { recursive: true, force: true });
}
