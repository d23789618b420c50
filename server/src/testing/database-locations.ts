import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { createDatabase, migratedName, testServerUrl } from '@annals/kit/testing/databases';

/** Where a database may be, as the configuration names it. */
export interface DatabaseLocation {
  variables: Record<string, string>;
  remove(): Promise<void>;
}

/**
 * For `describe.each(databaseLocations)`: a new location for the embedded database, and for PostgreSQL if it is
 * available.
 */
export const databaseLocations: {
  kind: 'embedded' | 'postgresql';
  make: () => Promise<DatabaseLocation>;
}[] = [
  { kind: 'embedded', make: embeddedLocation },
  ...(testServerUrl() === undefined
    ? []
    : [{ kind: 'postgresql' as const, make: postgresqlLocation }]),
];

/** Like databaseLocations, for what is the same on both: only the last of them in `npm test`. */
export const testLocations = exhaustive ? databaseLocations : databaseLocations.slice(-1);

async function embeddedLocation(): Promise<DatabaseLocation> {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-place-'));
  return {
    variables: { DATA_DIR: path.join(directory, 'var') },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

/**
 * For what is the same on both: PostgreSQL, with the tables of both services; the embedded database in the exhaustive
 * run, and without PostgreSQL.
 */
export async function anyLocation(): Promise<DatabaseLocation> {
  const embedded = await embeddedLocation();
  if (exhaustive || testServerUrl() === undefined) return embedded;
  const { url, drop } = await createDatabase(process.env[migratedName]);
  return {
    variables: { ...embedded.variables, DATABASE_URL: url },
    remove: async () => {
      await drop();
      await embedded.remove();
    },
  };
}

async function postgresqlLocation(): Promise<DatabaseLocation> {
  const { url, drop } = await createDatabase();
  return { variables: { DATABASE_URL: url }, remove: drop };
}
