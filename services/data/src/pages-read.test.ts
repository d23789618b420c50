import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { bothDatabases } from '@annals/kit/testing/databases';
import { startListener, type Listener } from './testing/data-listener.ts';
import { readAll } from './testing/many-reads.ts';
import { fillWithVersions } from './testing/many-versions.ts';
import { countingPages, hasGrown, type CountingDatabase } from './testing/page-reads.ts';

// The embedded database is PostgreSQL too, and much slower to fill.
const server = bothDatabases().find(({ kind }) => kind === 'postgresql');

/** The smaller partition has fewer timelines than these may read; `npm run bench -- pages-read` has enough. */
const looksAtAll =
  /^(?:full text: a common word(?!.*as of)|search: all at once, as (?:of|held in)|full text: a common word in a type)/;

describe.skipIf(server === undefined)('pages that reads look at, postgresql', () => {
  let database: CountingDatabase;
  let service: Listener;

  beforeAll(async () => {
    if (server) database = countingPages(await server.open());
    service = await startListener(database);
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  it.runIf(exhaustive)('grow by at most a quarter with five times the versions', async () => {
    const fill = async (versions: number) => {
      const partitionId = await service.makePartition(`${versions} versions`);
      return fillWithVersions(database, partitionId, versions, 200);
    };
    // Both are filled first, so that the shared indexes are equally deep for each.
    const [small, large] = [await fill(20_000), await fill(100_000)];
    const few = await readAll(service, database, small);
    const many = await readAll(service, database, large);
    const grown = many.flatMap(({ name, pages }, index) => {
      const before = few[index]?.pages ?? 0;
      return hasGrown(before, pages) && !looksAtAll.test(name) ? [{ name, before, pages }] : [];
    });
    expect(many.length).toBeGreaterThan(60);
    expect(grown).toEqual([]);
  });
});
