import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, testServerUrl } from '@annals/kit/testing/databases';
import { keepEngine } from '@annals/kit/testing/kept-engine';

/** Where a database may be, as the configuration names it. */
export interface Place {
  variables: Record<string, string>;
  remove(): Promise<void>;
}

/** For `describe.each(places)`: a new place for the embedded database, and for PostgreSQL when the tests found one. */
export const places: { kind: 'embedded' | 'postgresql'; make: () => Promise<Place> }[] = [
  { kind: 'embedded', make: embeddedPlace },
  ...(testServerUrl() === undefined
    ? []
    : [{ kind: 'postgresql' as const, make: postgresqlPlace }]),
];

export async function embeddedPlace(): Promise<Place> {
  await keepEngine();
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-place-'));
  return {
    variables: { DATA_DIR: path.join(directory, 'var') },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function postgresqlPlace(): Promise<Place> {
  const { url, drop } = await createDatabase();
  return { variables: { DATABASE_URL: url }, remove: drop };
}
