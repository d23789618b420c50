import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { getServiceCheckpoint } from '@annals/contracts/proofs';
import type { Queryable } from '@annals/kit/database/database';
import { workerUrls } from '@annals/kit/distribution/testing/test-cluster';
import { testDatabases } from '@annals/kit/testing/databases';
import { runs } from '@annals/contracts/testing/exhaustive';
import { verifierOf, writeVerifierKey } from '@annals/proofs/signed-note';
import type { Finding } from '@annals/proofs/verdict';
import { migrations } from '../service.ts';
import { listenerForAll } from '../testing/data-listener.ts';
import {
  writeLongHistory,
  writeProvenHistory,
  type ProvenHistory,
} from '../testing/proven-history.ts';
import { forgeries } from '../testing/forgeries.ts';
import { cutTail, deleteAnchors, rewriteHistory } from '../testing/rewriting.ts';
import { columnsOf, tampering, verifiedTables } from '../testing/tampering.ts';
import { verifyPartitions, verifySnapshot, type VerificationRequest } from './verify-partitions.ts';
import { VerificationThreads } from './verification-threads.ts';

/** Columns that may have any value. */
const free = new Map([
  [
    'anchor.anchored_date',
    'only records when the anchor was created; nothing is proven or found by it',
  ],
  ['partition_head.counted', 'only records whether the daily totals include all versions yet'],
  [
    'partition_head.counted_seq',
    'only records the version up to which the daily totals are computed',
  ],
]);

describe.each(testDatabases())('verification of partitions, $kind', ({ open }) => {
  // What is found without a known checkpoint depends on what is anchored: here only what the history anchors itself.
  const service = listenerForAll(open, { anchorEveryMs: 24 * 3_600_000 });
  let history: ProvenHistory;
  let long: Awaited<ReturnType<typeof writeLongHistory>>;
  let serviceCheckpoint: string;

  beforeAll(async () => {
    history = await writeProvenHistory(service, service.database);
    long = await writeLongHistory(service);
    serviceCheckpoint = (await service.call(getServiceCheckpoint, {})).body.checkpoint;
  });

  const requestOf = (request: Partial<VerificationRequest>) => ({
    partition: history.partitionId,
    keys: [],
    checkpoints: [],
    ...request,
  });
  /** Each as its code and message. */
  const findingsIn = async (
    snapshot: Queryable,
    request: Partial<VerificationRequest> = {},
    threads?: VerificationThreads,
  ) => {
    const findings: string[] = [];
    const listener = {
      onFinding: (_: unknown, { code, message }: Finding) => findings.push(`${code} ${message}`),
      onProgress: () => undefined,
      onVerified: () => undefined,
    };
    await verifySnapshot(snapshot, requestOf(request), listener, threads);
    return findings;
  };

  it('finds nothing wrong in what the service wrote, and reports what exists', async () => {
    const parts: unknown[] = [];
    const findings: unknown[] = [];
    const progress: number[] = [];
    const checkpoints = [history.earlier, history.last, long.checkpoint, serviceCheckpoint];
    await verifyPartitions(
      service.database,
      migrations,
      requestOf({ partition: 'all', checkpoints }),
      {
        onFinding: (_, finding) => findings.push(finding),
        onProgress: (_, versions) => progress.push(versions),
        onVerified: (part) => parts.push(part),
      },
    );
    expect(findings).toEqual([]);
    expect(parts).toMatchObject([
      {
        target: { kind: 'PARTITION', partitionId: long.partitionId, partitionName: 'Long' },
        findings: 0,
        walked: { versions: 300, entries: 300, receipts: 0 },
      },
      {
        target: { partitionId: history.partitionId },
        walked: { versions: 9, entries: 15, receipts: 2 },
      },
      { target: { kind: 'SERVICE_LOG' }, walked: { entries: 2 } },
      { target: { kind: 'STRAY_ROWS' } },
    ]);
    expect(progress).toEqual([150, 300, 9]);
  });

  // It changes rows by their ctid, which a cluster does not support.
  it.skipIf(workerUrls().length > 0)('finds a change of any column of any table', async () => {
    const missed: string[] = [];
    const columns = await columnsOf(service.database);
    expect(new Set(columns.map(({ table }) => table))).toEqual(new Set(verifiedTables));
    await tampering(service.database, async (tampered) => {
      for (const { table, name, isNullable, change } of columns)
        for (const isNull of isNullable ? [false, true] : [false]) {
          const { partitionId: partition } = table === 'log_tile' ? long : history;
          const findings = await tampered(
            async (transaction) => change(transaction, partition, isNull),
            async (transaction) => findingsIn(transaction, { partition }),
          );
          // Each has a value somewhere; not each is null somewhere.
          const isFound = findings === undefined ? isNull : findings.length > 0;
          const isFree = free.has(`${table}.${name}`);
          if (isFound === isFree) missed.push(`${table}.${name}${isNull ? ' where null' : ''}`);
        }
    });
    expect(missed).toEqual([]);
  });

  it('finds rows that were swapped, removed or invented', async () => {
    await tampering(service.database, async (tampered) => {
      for (const [name, { change, code, within }] of Object.entries(
        forgeries(history, long.partitionId),
      )) {
        const { partitionId: partition } = within === 'long' ? long : history;
        const findings = await tampered(change, async (transaction) =>
          findingsIn(transaction, { partition }),
        );
        expect({ name, findings }).toEqual({
          name,
          findings: expect.arrayContaining([expect.stringMatching(new RegExp(`^(${code}) `))]),
        });
      }
    });
  });

  it('finds in threads what it finds without', async () => {
    const partition = long.partitionId;
    await tampering(service.database, async (tampered) => {
      const change = (transaction: Queryable) =>
        transaction.query(
          sql`update data.version set object_data = '{"number": 9}'
            where partition_id = ${partition} and seq in (5, 250)`,
        );
      const [inPlace, inThreads] = [
        await tampered(change, async (transaction) => findingsIn(transaction, { partition })),
        await tampered(change, async (transaction) =>
          findingsIn(
            transaction,
            { partition },
            new VerificationThreads({ inPlace: 0, threads: 2 }),
          ),
        ),
      ];
      const ofVersions = inPlace?.filter((finding) => finding.startsWith('VERSION '));
      expect(ofVersions).toHaveLength(2);
      expect(inThreads?.filter((finding) => finding.startsWith('VERSION '))).toEqual(ofVersions);
      expect(inThreads?.toSorted()).toEqual(inPlace?.toSorted());
    });
  });

  it('finds a log that was truncated or rewritten with a known checkpoint', async () => {
    const partition = long.partitionId;
    const isHistory = [expect.stringMatching(/^HISTORY /)];
    await tampering(service.database, async (tampered) => {
      for (const [change, request, expected] of [
        [cutTail, { partition }, []],
        [cutTail, { partition, checkpoints: [long.checkpoint] }, isHistory],
        [rewriteHistory, { partition }, []],
        [rewriteHistory, { partition, checkpoints: [long.checkpoint] }, isHistory],
        [deleteAnchors, { partition: 'all' }, []],
        [deleteAnchors, { partition, checkpoints: [serviceCheckpoint] }, isHistory],
      ] as const)
        expect(
          await tampered(
            async (transaction) => change(transaction, partition),
            async (transaction) => findingsIn(transaction, request),
          ),
        ).toEqual(expected);
    });
  });

  it('finds any value in place of the service’s JSON', async () => {
    await tampering(service.database, async (tampered) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('object_data', 'refs', 'erased'),
          fc.jsonValue(),
          fc.integer({ min: 1, max: 9 }),
          async (column, value, seq) => {
            // Jsonb cannot contain this character.
            const json = JSON.stringify(value).replaceAll('\\u0000', '');
            const findings = await tampered(
              async (transaction) => {
                const changed = await transaction.query(
                  sql`update data.version set ${raw(column)} = ${json}::jsonb
                    where partition_id = ${history.partitionId} and seq = ${seq}
                      and ${raw(column)} is distinct from ${json}::jsonb returning 1`,
                );
                return changed.length > 0;
              },
              async (transaction) => findingsIn(transaction),
            );
            expect(findings).not.toEqual([]);
          },
        ),
        { numRuns: runs(20) },
      );
    });
  });

  it('finds signatures of unknown keys', async () => {
    const [key] = await service.database.query<{ name: string; publicKey: Uint8Array }>(
      sql`select name, public_key as "publicKey" from data.log_key`,
    );
    const name = key?.name ?? '';
    const own = writeVerifierKey({ name, publicKey: key?.publicKey ?? new Uint8Array() });
    const other = writeVerifierKey(verifierOf({ name, seed: new Uint8Array(32) }));
    expect(await findingsIn(service.database, { keys: [own] })).toEqual([]);
    expect(await findingsIn(service.database, { keys: [other] })).toEqual([
      'SIGNATURE Receipt 1 is not what the key signed.',
      'SIGNATURE Receipt 2 is not what the key signed.',
      'SIGNATURE The checkpoints are signed with an unknown key.',
    ]);
  });

  it('refuses what it cannot verify', async () => {
    await service.makePartition('Twice');
    const twice = await service.makePartition('Twice');
    const elsewhere = verifierOf({
      name: 'elsewhere.example.org/annals',
      seed: new Uint8Array(32),
    });
    for (const [request, message] of [
      [{ partition: 'None' }, 'There is no partition "None".'],
      [{ partition: 'Twice' }, `There are 2 partitions named "Twice". Give the id of one:`],
      [{ keys: ['no key'] }, 'This is not a verifier key: no key'],
      [{ keys: [writeVerifierKey(elsewhere)] }, 'is for other logs than those of this database'],
      [
        { partition: twice, checkpoints: [history.last] },
        'which is not a log of this verification',
      ],
      [{ checkpoints: ['none'] }, 'The given checkpoint is not a checkpoint.'],
    ] as const)
      await expect(findingsIn(service.database, request)).rejects.toThrow(message);
    expect(await findingsIn(service.database, { partition: 'Proven' })).toEqual([]);
  });
});
