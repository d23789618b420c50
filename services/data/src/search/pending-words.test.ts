import { uuidv7 } from 'uuidv7';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { migrate } from '@annals/kit/migrate/migrate';
import { workerUrls } from '@annals/kit/distribution/testing/test-cluster';
import { bothDatabases } from '@annals/kit/testing/databases';
import { Sequencer } from '../append/sequencer.ts';
import { oneVersion } from '../testing/one-version.ts';
import { insertPartition } from '../partitions/partitions.sql.ts';
import { migrations } from '../service.ts';
import { PendingWords } from './pending-words.ts';

const userId = '01890a5d-ac96-774b-bcce-b30200000001';

describe.each(bothDatabases())('pending entries of the word index, $kind', ({ kind, open }) => {
  let database: Database;
  const partitionId = uuidv7();

  beforeAll(async () => {
    database = await open();
    await migrate(database, migrations);
    await insertPartition(database, {
      id: partitionId,
      partitionName: 'P',
      description: null,
      userId,
    });
  });
  afterAll(async () => {
    await database.close();
  });

  const write = async (sequencer: Sequencer, title: string) => {
    const note = oneVersion({ userId, type: 'NOTE', objectData: { title } });
    await sequencer.append(partitionId, note);
  };
  /** The pending pages of both indexes. */
  const pending = async () => {
    const [pages] = await database.query<{ words: number; values: number }>(
      sql`select gin_clean_pending_list('data.head_search_tsv_across_partitions') as words,
        gin_clean_pending_list('data.head_search_data_across_partitions') as values`,
    );
    return pages;
  };

  it.skipIf(workerUrls().length > 0)('are merged once enough was written', async () => {
    const words = new PendingWords(database, 200);
    const sequencer = new Sequencer(database);
    await write(sequencer, 'one');
    words.add(100);
    await words.idle();
    expect(await pending(), 'so few bytes are left to later ones').toEqual({ words: 1, values: 1 });

    await write(sequencer, 'two');
    words.add(100);
    await words.idle();
    const left = kind === 'embedded' ? 1 : 0;
    expect(await pending()).toEqual({ words: left, values: left });
  });
});
