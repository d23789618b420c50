import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, listenerForAll } from '../testing/data-listener.ts';
import { searchVector, wordKey } from './lexemes.ts';
import { searchLimits } from './search-limits.ts';

describe.each(testDatabases())('the real limits of a search, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let own: string;

  beforeAll(async () => {
    own = await service.makePartition();
    const rows = Array.from({ length: 2100 }, (_, n) => ({
      key: `k${n}`,
      type: 'NOTE',
      objectData: { n, ...(n < 3 ? { title: 'secret' } : {}) },
    }));
    for (let first = 0; first < rows.length; first += 500)
      await service.send('POST', `/v1/partitions/${own}/import`, {
        as: 'owner',
        body: JSON.stringify({ rows: rows.slice(first, first + 500) }),
      });
  });

  it('apply to the partition alone, even beside one with the same key in the index', async () => {
    const reported = async () => {
      const body = JSON.stringify({ text: 'secret' });
      const where = JSON.stringify({ where: [{ path: '/title', op: 'eq', value: 'secret' }] });
      const answers = [
        await service.send('GET', `/v1/partitions/${own}/indices/search-text?text=secret`, {
          as: 'reader',
        }),
        await service.send('POST', `/v1/partitions/${own}/objects/search`, { as: 'reader', body }),
        await service.send('POST', `/v1/partitions/${own}/objects/search`, {
          as: 'reader',
          body: where,
        }),
      ];
      return answers.map(({ body: { requestId: _own, ...rest } }) => rest);
    };
    const before = await reported();
    expect(before).toMatchObject([
      { data: { length: 3 }, hasMore: false, total: { value: 3, estimate: false } },
      { data: { length: 3 }, hasMore: false },
      { data: { length: 3 }, hasMore: false },
    ]);
    const sameKey = `01890a5d-ac96-774b-bcce-b3020${own.slice(-7)}`;
    for (const partitionId of ['01890a5d-ac96-774b-bcce-b302099a8057', sameKey]) {
      const objectData = { title: 'secret' };
      await service.database.query(sql`insert into data.head_search
          (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data, modification_user_id)
        select ${partitionId}, gen_random_uuid(), 'NOTE', n, false,
          ${searchVector(objectData, wordKey(partitionId))}::tsvector, 30, ${JSON.stringify(objectData)}::jsonb,
          ${people.owner.userId}
        from generate_series(1, ${searchLimits.candidates + 1}) n`);
      expect(await reported()).toEqual(before);
    }
    expect(wordKey(sameKey)).toBe(wordKey(own));
  });
});
