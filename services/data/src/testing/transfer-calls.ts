import sql from 'sql-template-tag';
import { expect, vi } from 'vitest';
import {
  exportObjects,
  getTransfer,
  startTransfer,
  type cancelTransfer,
  type finishTransfer,
  type Transfer,
  type resumeTransfer,
} from '@annals/contracts/transfers';
import type { Database } from '@annals/kit/database/database';
import type { Listener, Person } from './data-listener.ts';

/** The id of another server that works on jobs. */
export const otherServer = '01890a5d-ac96-774b-bcce-b302099a8058';

/** As long as it takes on a busy machine. */
const patience = { timeout: 300_000 };

const history = [
  { key: 'category', type: 'CATEGORY', objectData: { title: 'Runtimes' }, references: [] },
  {
    key: 'product',
    type: 'PRODUCT',
    objectData: { title: 'Node.js', n: 1 },
    references: [{ name: 'categoryRef', key: 'category' }],
  },
  { key: 'product', type: 'PRODUCT', objectData: { title: 'Node.js', n: 2 }, references: [] },
  { key: 'product', ended: true as const },
  {
    key: 'product',
    type: 'PRODUCT',
    objectData: { title: 'Node.js', n: 3 },
    references: [{ name: 'categoryRef', key: 'category' }],
    restored: true as const,
  },
  { key: 'category', ended: true as const },
];

/** A history with ends, a restored timeline and references, one version a day. */
export const rows = history.map((row, index) =>
  Object.assign(row, { modificationDate: `2020-01-0${index + 1}T00:00:00.000001Z` }),
);

/** Calls about transfers, for tests. */
export function transferCalls(database: Database, service: Listener) {
  const start = async (partitionId: string, body: object, as: Person = 'owner') =>
    service.call(startTransfer, { as, params: { partitionId }, body: body as never });
  const transferOf = async (jobId: string, as: Person = 'owner') =>
    (await service.call(getTransfer, { as, params: { jobId } })).body;
  const over = async (jobId: string) =>
    vi.waitFor(async () => {
      const transfer = await transferOf(jobId);
      expect(transfer.state).not.toBe('RUNNING');
      return transfer;
    }, patience);
  return {
    start,
    transferOf,
    /** The transfer once it no longer runs. */
    over,
    fill: async (partitionId: string, given: object[] = rows) => {
      const answer = await service.send('POST', `/v1/partitions/${partitionId}/import`, {
        as: 'owner',
        body: JSON.stringify({ rows: given }),
      });
      expect(answer).toMatchObject({ status: 200 });
    },
    exported: async (partitionId: string) =>
      (
        await service.call(exportObjects, {
          as: 'owner',
          params: { partitionId },
          query: { history: true, pageSize: 500 },
        })
      ).body.data,
    decide: async (
      endpoint: typeof cancelTransfer | typeof finishTransfer | typeof resumeTransfer,
      { partitionId, id }: Pick<Transfer, 'partitionId' | 'id'>,
      as: Person = 'owner',
    ) => service.call(endpoint, { as, params: { partitionId, jobId: id } }),
    /** Simulates another server that held the job and stopped responding. */
    leave: async (id: string) =>
      database.query(sql`update data.job set holder = ${otherServer}, held_until = statement_timestamp() - interval '1 second'
        where id = ${id}`),
    /** A new transfer whose job another server holds. */
    heldJob: async (partitionId: string, body: object, as: Person = 'owner') => {
      const { body: job } = await start(partitionId, body, as);
      await over(job.id);
      await database.query(sql`update data.job set state = 'RUNNING', cursor = null, done = 0, created = 0, changed = 0,
        ended = 0, existing = 0, ended_date = null, holder = ${otherServer},
        held_until = statement_timestamp() + interval '1 hour' where id = ${job.id}`);
      return job;
    },
  };
}
