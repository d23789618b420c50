import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { getTransfer, importObjects, startTransfer } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import type { Finding } from '@annals/proofs/verdict';
import { addWords, endOfDictionary } from '../search/dictionary.sql.ts';
import { listenerForAll } from '../testing/data-listener.ts';
import { tampering } from '../testing/tampering.ts';
import { verifySnapshot } from './verify-partitions.ts';
import type { Queryable } from '@annals/kit/database/database';

describe.each(testDatabases())('verification of the dictionary, $kind', ({ open }) => {
  const service = listenerForAll(open, { anchorEveryMs: 24 * 3_600_000 });
  let partitionId: string;

  const addAll = async () => {
    while (await addWords(service.database, partitionId, true));
  };
  const findingsIn = async (snapshot: Queryable) => {
    const findings: Finding[] = [];
    await verifySnapshot(
      snapshot,
      { partition: partitionId, keys: [], checkpoints: [] },
      {
        onFinding: (_: unknown, finding: Finding) => findings.push(finding),
        onProgress: () => undefined,
        onVerified: () => undefined,
      },
    );
    return findings.map(({ code, message, where }) => ({ code, message, hasPlace: !!where }));
  };

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const rows = [
      { name: 'Kilimanjaro', height: 5895, parts: [{ peak: 'Kibo' }] },
      { name: 'Zugspitze', height: 2962, long: 'a'.repeat(120) },
      { name: 'Ätna', note: null, height: 3357.5 },
    ].map((objectData, n) => ({ key: String(n), type: 'MOUNTAIN', objectData }));
    await service.call(importObjects, { as: 'owner', params: { partitionId }, body: { rows } });
    await addAll();
  });

  it('finds nothing wrong in one that is complete, or not yet complete', async () => {
    await expect(findingsIn(service.database)).resolves.toEqual([]);
  });

  it.each([
    ['a lost page', `delete from data.dictionary_page where not cut`, /lacks its word/],
    [
      'a lost page of long words',
      `delete from data.dictionary_page where cut`,
      /lacks its word "aaa/,
    ],
    [
      'an altered word',
      `update data.dictionary_page set words = replace(words, 'kilimanjaro', 'kilimanscharo')`,
      /lacks its word "kilimanjaro"/,
    ],
    [
      'lost extents',
      `delete from data.field_extent where path = '/parts/peak'`,
      /value at "\/parts\/peak" is not within/,
    ],
    [
      'extents without a number',
      `update data.field_extent set greatest_number = 5894 where path = '/height'`,
      /value at "\/height" is not within/,
    ],
    [
      'extents without a text',
      `update data.field_extent set least_text = 'Q' where path = '/name'`,
      /value at "\/name" is not within/,
    ],
  ])('names an object that a search would not find: %s', async (_what, change, message) => {
    await tampering(service.database, async (tampered) => {
      const findings = await tampered(
        (transaction) => transaction.query(raw(change)),
        (snapshot) => findingsIn(snapshot),
      );
      expect(findings?.[0]).toEqual({
        code: 'DERIVED',
        message: expect.stringMatching(message),
        hasPlace: true,
      });
      expect(findings?.[0]?.message).toContain('Rebuild the search index of the partition.');
    });
  });

  it('is rebuilt with the search index', async () => {
    await service.database.query(
      sql`delete from data.dictionary_page where partition_id = ${partitionId}`,
    );
    await expect(findingsIn(service.database)).resolves.not.toEqual([]);
    const started = await service.call(startTransfer, {
      as: 'owner',
      params: { partitionId },
      body: { kind: 'REINDEX' },
    });
    expect(started.status).toBeLessThan(300);
    await expect
      .poll(
        async () => {
          const answer = await service.call(getTransfer, {
            as: 'owner',
            params: { jobId: started.body.id },
          });
          return answer.body.state;
        },
        { timeout: 20_000 },
      )
      .toBe('DONE');
    expect(await endOfDictionary(service.database, partitionId)).toBe(0);
    await addAll();
    await expect(findingsIn(service.database)).resolves.toEqual([]);
    expect(await endOfDictionary(service.database, partitionId)).toBe(3);
  });
});
