import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importObjects } from '@annals/contracts/transfers';
import { openDatabase, type Database, type Queryable } from '@annals/kit/database/database';
import { workerUrls } from '@annals/kit/distribution/testing/test-cluster';
import { createDatabase, migratedName, quiet, testServerUrl } from '@annals/kit/testing/databases';
import { exportSnapshot, inSnapshot } from '../log/log.sql.ts';
import { startListener, type Listener } from '../testing/data-listener.ts';
import { writeLongHistory, writeProvenHistory } from '../testing/proven-history.ts';
import { VerificationThreads, type ThreadsOptions } from './verification-threads.ts';
import { verifySnapshot } from './verify-partitions.ts';

/** One of each kind that threads or the walk along the log find. */
const alterations = [
  `update data.version set object_data = '{"number": 9}' where partition_id = $1 and seq in (5, 250)`,
  `update data.version set user_versions = 7 where partition_id = $1 and seq = 21`,
  `update data.log_tile set hashes = root || substr(hashes, 33) where partition_id = $1`,
  `update data.head_search set tsv = '' where partition_id = $1 and seq = 300`,
  `update data.head set modification_count = 1 where partition_id = $1 and seq = 299`,
  `delete from data.edge where partition_id = $1 and from_seq = (
    select min(from_seq) from data.edge where partition_id = $1 and to_seq is null)`,
  `delete from data.version where partition_id = $1 and seq between 100 and 103`,
  `update data.version set seq = 9007199254740993 where partition_id = $2 and seq = 9`,
  `update data.erasure set reason = 'Another' where partition_id = $2`,
];

// The servers of a cluster share no snapshot.
describe.skipIf(testServerUrl() === undefined || workerUrls().length > 0)(
  'threads that read the snapshot of a verification by themselves',
  () => {
    let created: Awaited<ReturnType<typeof createDatabase>>;
    let database: Database;
    let service: Listener;
    let longId: string;
    let provenId: string;

    beforeAll(async () => {
      created = await createDatabase(process.env[migratedName]);
      database = await openDatabase({ databaseUrl: created.url, log: quiet });
      service = await startListener(database, { anchorEveryMs: 24 * 3_600_000 });
      provenId = (await writeProvenHistory(service, database)).partitionId;
      longId = (await writeLongHistory(service)).partitionId;
      await importInto(longId, 'follows');
    });
    afterAll(async () => {
      await service.close();
      await database.close();
      await created.drop();
    });

    /** Five objects that refer to one that exists; three of them do so in their first version only. */
    async function importInto(partitionId: string, name: string): Promise<void> {
      const rows = Array.from({ length: 10 }, (_, index) => ({
        key: `${name}${index % 5}`,
        type: 'TAG',
        objectData: { number: index },
        references: index < 5 || index > 7 ? [{ name, key: 'k1' }] : [],
      }));
      const answer = await service.call(importObjects, {
        as: 'owner',
        params: { partitionId },
        body: { rows },
      });
      expect(answer.status).toBe(200);
    }

    /** What is found, and the names of the statements that the verification itself ran. */
    async function verify(
      optionsOf: (snapshot: string) => ThreadsOptions,
      before: () => Promise<void> = async () => undefined,
    ): Promise<{ found: string[]; statements: Set<string | undefined> }> {
      const found: string[] = [];
      const statements = new Set<string | undefined>();
      await inSnapshot(database, async (snapshot) => {
        const name = await exportSnapshot(snapshot);
        await before();
        const watched: Queryable = {
          query: (statement, statementName) => {
            statements.add(statementName);
            return snapshot.query(statement, statementName);
          },
        };
        await verifySnapshot(
          watched,
          { partition: 'all', keys: [], checkpoints: [] },
          {
            onFinding: (target, { code, message, where }) =>
              found.push(`${target.kind} ${code} ${message} ${JSON.stringify(where)}`),
            onProgress: () => undefined,
            onVerified: () => undefined,
          },
          new VerificationThreads(optionsOf(name)),
        );
      });
      return { found: found.toSorted(), statements };
    }

    const reading = (snapshot: string): ThreadsOptions => ({
      exported: { databaseUrl: created.url, statementTimeoutMs: 60_000, snapshot },
      rangeSize: 2,
      threads: 2,
    });
    const sending = (): ThreadsOptions => ({ inPlace: 0, threads: 2 });
    const alone = (): ThreadsOptions => ({ threads: 0 });

    it('find nothing in what the service wrote, and see nothing that is written meanwhile', async () => {
      const { found, statements } = await verify(reading, () => importInto(longId, 'later'));
      expect(found).toEqual([]);
      expect(statements).toContain('verify-range');
      expect(statements).not.toContain('verify-versions');
      expect(statements).not.toContain('verify-heads');
    });

    it('find what is found without them', async () => {
      for (const statement of alterations)
        await database.query(
          raw(statement.replaceAll('$1', `'${longId}'`).replaceAll('$2', `'${provenId}'`)),
        );
      const here = await verify(alone);
      expect(here.found.length).toBeGreaterThan(alterations.length);
      expect((await verify(reading)).found).toEqual(here.found);
      expect((await verify(sending)).found).toEqual(here.found);
    });

    it('leave the reading to the verification where they cannot', async () => {
      const here = await verify(alone);
      const { found, statements } = await verify(() => reading('00000000-0-0'));
      expect(found).toEqual(here.found);
      expect(statements).toContain('verify-versions');
      expect(statements).toContain('verify-heads');
    });
  },
);
