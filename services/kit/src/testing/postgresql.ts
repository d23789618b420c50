import { findPostgresql, startPostgresql } from './postgresql-server.ts';
import { testTemplate } from './test-template.ts';

/**
 * Vitest's globalSetup: starts PostgreSQL once for all test files and makes the template of the
 * embedded database. ANNALS_TEST_DATABASE_URL names another server to use; it is also how the
 * address reaches the test files.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  await testTemplate();
  if (process.env['ANNALS_TEST_DATABASE_URL'] !== undefined) return undefined;
  const bin = await findPostgresql();
  if (bin === undefined) {
    console.log('PostgreSQL: not found, its tests are skipped');
    return undefined;
  }
  const server = await startPostgresql(bin);
  process.env['ANNALS_TEST_DATABASE_URL'] = server.url;
  return async () => {
    delete process.env['ANNALS_TEST_DATABASE_URL'];
    await server.remove();
  };
}
