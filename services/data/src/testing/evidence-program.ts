import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    evidenceProgram: string;
  }
}

/** Bundles the program that creates evidence once: each file of evidence starts it, and its source would start slowly. */
export default async function bundleEvidenceProgram({ provide }: TestProject): Promise<() => void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-evidence-program-'));
  const file = path.join(directory, 'evidence-program.mjs');
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../evidence/evidence-program.ts', import.meta.url)),
    platform: 'node',
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  provide('evidenceProgram', file);
  return () => rmSync(directory, { recursive: true, force: true });
}
