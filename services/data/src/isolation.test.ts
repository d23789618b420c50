import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliasUrl } from '@annals/contracts/alias-urls';
import { dataEndpoints } from '@annals/contracts/data';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { eraseValues } from '@annals/contracts/proofs';
import { createSavedSearch } from '@annals/contracts/saved-searches';
import { putObjectType } from '@annals/contracts/object-types';
import { createObject, endTimeline, type ObjectVersion } from '@annals/contracts/objects';
import { changePartition, putMember } from '@annals/contracts/partitions';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { runs } from '@annals/contracts/testing/exhaustive';
import { searchLimits, type SearchLimits } from './search/search-limits.ts';
import { people, startListener, type Listener, type Person } from './testing/data-listener.ts';

/** Low enough that a few objects exceed each of them. */
const lowLimits: SearchLimits = {
  ...searchLimits,
  candidates: 8,
  valueCandidates: 8,
  ranked: 4,
  firstWindow: 2,
  listed: 4,
  scanned: 6,
};

/**
 * The log of the service reveals the log sizes of all partitions to everybody on purpose: docs/proofs.md. The anchor of
 * a partition's checkpoint depends on it. Health and system describe the process.
 */
const notOfPartitions = new Set([
  '/v1/log/checkpoint',
  '/v1/log/consistency',
  '/v1/health',
  '/v1/system',
]);

const reads: Endpoint[] = [...dataEndpoints].filter(
  (endpoint) =>
    isRead(endpoint) &&
    endpoint.path !== '/v1/alias-url/visit' &&
    !notOfPartitions.has(endpoint.path),
);

const words = ['river', 'delta', 'riverside', 'bank', 'secret'];
const types = ['NOTE', 'PLACE'];

describe.each(testDatabases())('a partition that the caller cannot read, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;
  let own: string;
  let foreign: string;
  let ids: Record<string, string>;
  let middle: string;

  const write = async (
    partitionId: string,
    body: { objectData: object; type?: string; timelineId?: string; predecessorId?: string },
    references: { name: string; timelineId: string }[] = [],
  ): Promise<ObjectVersion> => {
    const answer = await service.call(createObject, {
      as: 'owner',
      params: { partitionId },
      body: { ...body, references } as never,
    });
    expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
    return answer.body;
  };

  beforeAll(async () => {
    database = await open();
    service = await startListener(database, { searchLimits: lowLimits });
    own = await service.makePartition('Own');
    const { body } = await service.send('POST', '/v1/partitions', {
      as: 'owner',
      body: JSON.stringify({ partitionName: 'Foreign' }),
    });
    foreign = String(body['id']);
    const first = await write(own, { type: 'NOTE', objectData: { title: 'secret river', n: 0 } });
    const references = [{ name: 'of', timelineId: first.timelineId ?? '' }];
    for (let n = 1; n < 14; n++)
      await write(
        own,
        { type: types[n % 2] ?? '', objectData: { text: words[n % 4] ?? '', n: n % 3 } },
        n % 2 === 0 ? references : [],
      );
    middle = first.modificationDate ?? '';
    const { id, timelineId } = await write(own, {
      timelineId: first.timelineId ?? '',
      predecessorId: first.id,
      objectData: { title: 'river delta', n: 1, name: 'gone' },
    });
    await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId: own, objectId: id },
      body: { paths: ['/name'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    });
    const target = { kind: 'TIMELINE', partitionId: own, timelineId } as const;
    await service.call(createAliasUrl, { as: 'editor', body: { alias: 'own-river', target } });
    await service.call(createSavedSearch, {
      as: 'editor',
      params: { partitionId: own },
      body: { name: 'Rivers', kind: 'objects', query: 'river', shared: true },
    });
    const { body: job } = await service.send('POST', `/v1/partitions/${own}/jobs`, {
      as: 'owner',
      body: JSON.stringify({ kind: 'IMPORT', fileName: 'a', fileHash: 'ab'.repeat(32), total: 1 }),
    });
    ids = {
      partitionId: own,
      id,
      objectId: id,
      timelineId,
      userId: people.owner.userId,
      jobId: String(job['id']),
      type: 'NOTE',
      receipt: '1',
    };
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  /** The inputs of a call. */
  function* questionsOf({ method, path }: Endpoint): Generator<{ query: string; body?: string }> {
    const asOf = [undefined, middle, '2300-01-01T00:00:00Z'];
    const query = (parts: Record<string, string | number | undefined>) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(parts))
        if (value !== undefined) search.append(name, String(value));
      return search.size > 0 ? `?${search.toString()}` : '';
    };
    for (const moment of asOf) {
      const more = { asOf: moment, pageSize: 3 };
      if (path.endsWith('/objects/search')) {
        const bodies = [
          {},
          { type: 'NOTE' },
          { ended: false },
          ...words.map((text) => ({ text })),
          { text: 'river', type: 'PLACE' },
          { where: [{ path: '/n', op: 'eq', value: 1 }] },
          { where: [{ path: '/text', op: 'contains', value: 'IV' }] },
          { references: [{ timelineId: ids['timelineId'] }] },
          { modifiedBy: people.owner.userId, text: 'bank' },
        ];
        for (const body of bodies) yield { query: query(more), body: JSON.stringify(body) };
      } else if (path.endsWith('/indices/search-text'))
        for (const text of [...words, 'ri', 's', 'river bank', 'absent'])
          for (const type of [undefined, 'NOTE']) yield { query: query({ ...more, text, type }) };
      else if (path.endsWith('/values')) yield { query: query({ ...more, path: '/n' }) };
      else if (path.endsWith('/log/consistency')) yield { query: query({ from: 1, to: 5 }) };
      else {
        yield { query: query({ asOf: moment }) };
        yield { query: query(more) };
      }
    }
    if (method === 'GET') yield { query: '' };
  }

  /** What the caller learns from every call, page after page, without the request ID. */
  const everythingTold = async (as: Person): Promise<Map<string, unknown>> => {
    const reported = new Map<string, unknown>();
    for (const endpoint of reads) {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
      for (const { query, body } of questionsOf(endpoint)) {
        let cursor: string | null | undefined;
        let pages = 0;
        do {
          const after = cursor ? `${query ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : '';
          const answer = await service.send(endpoint.method, path + query + after, { as, body });
          const {
            requestId: _own,
            anchor: _ofService,
            ...rest
          } = answer.body as unknown as Record<string, unknown>;
          const name = `${endpoint.method} ${path}${query} ${body ?? ''} page ${(pages += 1)}`;
          reported.set(name, { status: answer.status, ...rest });
          cursor = rest['nextCursor'] as string | null | undefined;
        } while (cursor && pages < 12);
      }
    }
    return reported;
  };

  type Change = (made: ObjectVersion[]) => Promise<void>;
  const word = fc.constantFrom(...words);
  const anyType = fc.constantFrom(...types);
  const many: fc.Arbitrary<Change> = fc
    .tuple(anyType, word, word, fc.integer({ min: 3, max: 12 }))
    .map(([type, one, other, times]) => async (made) => {
      for (let n = 0; n < times; n++)
        made.push(
          await write(foreign, { type, objectData: { title: one, text: other, n: n % 3 } }),
        );
    });
  const change: fc.Arbitrary<Change> = fc.oneof(
    many,
    word.map((text): Change => async (made) => {
      const last = made.at(-1);
      if (!last) return;
      made[made.length - 1] = await write(
        foreign,
        { timelineId: last.timelineId ?? '', predecessorId: last.id, objectData: { text, n: 1 } },
        [{ name: 'of', timelineId: last.timelineId ?? '' }],
      );
    }),
    fc.constant<Change>(async (made) => {
      const last = made.pop();
      const params = { partitionId: foreign, timelineId: last?.timelineId ?? '' };
      if (last) await service.call(endTimeline, { as: 'owner', params, body: {} });
    }),
    fc.constant<Change>(async (made) => {
      const last = made.at(-1);
      if (last)
        await service.call(eraseValues, {
          as: 'owner',
          params: { partitionId: foreign, objectId: last.id },
          body: { paths: ['/text'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
        });
    }),
    fc.constantFrom('READER', 'EDITOR', 'OWNER').map((role): Change => async () => {
      for (const name of ['stranger', 'writesAll', 'editor'] as const) {
        const params = { partitionId: foreign, userId: people[name].userId };
        await service.call(putMember, {
          as: 'owner',
          params,
          body: { role },
        });
      }
    }),
    fc.tuple(word, fc.nat(1_000_000)).map(([name, number]): Change => async ([first]) => {
      const target = { kind: 'OBJECT', partitionId: foreign, objectId: first?.id ?? '' } as const;
      if (first)
        await service.call(createAliasUrl, {
          as: 'owner',
          body: { alias: `${name}-${number}`, target },
        });
      await service.call(createSavedSearch, {
        as: 'owner',
        params: { partitionId: foreign },
        body: { name: `${name} ${number}`, kind: 'objects', query: name, shared: true },
      });
      await service.call(changePartition, {
        as: 'owner',
        params: { partitionId: foreign },
        body: { partitionName: `${name} ${number}` },
      });
    }),
    anyType.map((type): Change => async () => {
      const jsonSchema = { type: 'object', properties: { n: { type: 'number' } } };
      const params = { partitionId: foreign, type };
      await service.call(putObjectType, { as: 'owner', params, body: { jsonSchema } });
    }),
  );

  it('reveals nothing, whatever is done there', async () => {
    const before = await everythingTold('reader');
    const statuses = new Set(
      [...before].map(([, reported]) => (reported as { status: number }).status),
    );
    expect(statuses).toContain(200);
    expect([...before.keys()].filter((name) => name.includes('page 3')).length).toBeGreaterThan(20);
    const made: ObjectVersion[] = [];
    await fc.assert(
      fc.asyncProperty(many, fc.array(change, { minLength: 4, maxLength: 8 }), async (...given) => {
        for (const apply of given.flat()) await apply(made);
        expect(await everythingTold('reader')).toEqual(before);
      }),
      { numRuns: runs(10), endOnFailure: true },
    );
  });
});
