import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, testServerUrl } from '@annals/kit/testing/databases';

/** Where a database may be, as the configuration names it. */
export interface DatabaseLocation {
  variables: Record<string, string>;
  remove(): Promise<void>;
}

/** For `describe.each(databaseLocations)`: a new place for the embedded database, and for PostgreSQL when the tests found one. */
export const databaseLocations: {
  kind: 'embedded' | 'postgresql';
  make: () => Promise<DatabaseLocation>;
}[] = [
  { kind: 'embedded', make: embeddedLocation },
  ...(testServerUrl() === undefined
    ? []
    : [{ kind: 'postgresql' as const, make: postgresqlLocation }]),
];

export async function embeddedLocation(): Promise<DatabaseLocation> {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-place-'));
  return {
    variables: { DATA_DIR: path.join(directory, 'var') },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function postgresqlLocation(): Promise<DatabaseLocation> {
  const { url, drop } = await createDatabase();
  return { variables: { DATABASE_URL: url }, remove: drop };
}
