import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { uuidv7 } from 'uuidv7';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { startListener } from '../testing/data-listener.ts';
import { releaseJob } from '../transfers/claimed-jobs.sql.ts';
import { insertTransfer } from '../transfers/transfers.sql.ts';
import { EvidenceTurns, type Turn } from './evidence-turns.ts';
import { releaseTurn, sweepTurns } from './evidence-turns.sql.ts';

const [anna, ben] = [randomUUID(), randomUUID()];
const never = new AbortController().signal;

describe.each(testDatabases())('the turns of users for evidence, $kind', ({ open }) => {
  let database: Database;
  let partitionId: string;
  /** Of two servers. */
  let one: EvidenceTurns;
  let other: EvidenceTurns;
  const taken: Turn[] = [];

  beforeAll(async () => {
    database = await open();
    const service = await startListener(database);
    partitionId = await service.makePartition();
    await service.close();
    one = new EvidenceTurns(database);
    other = new EvidenceTurns(database, 20);
  });
  afterEach(async () => {
    await Promise.all(taken.splice(0).map((turn) => turn.release()));
    await database.query(sql`delete from data.evidence_turn`);
    await database.query(sql`delete from data.job`);
  });
  afterAll(async () => database.close());

  const take = async (turns: EvidenceTurns, userId: string, holder: string = randomUUID()) => {
    const turn = await turns.take(userId, holder);
    if (turn) taken.push(turn);
    return turn;
  };
  const expire = async () =>
    database.query(
      sql`update data.evidence_turn set held_until = statement_timestamp() - interval '1 second'`,
    );

  const isHeld = async (userId: string) => {
    const [row] = await database.query<{ isHeld: boolean }>(
      sql`select held_until > statement_timestamp() as "isHeld" from data.evidence_turn where user_id = ${userId}`,
    );
    return row?.isHeld;
  };

  it('are one for each user on all servers, and go on when released', async () => {
    const turn = await take(one, anna);
    expect(turn).toBeDefined();
    expect(await take(other, anna)).toBeUndefined();
    expect(await take(one, anna)).toBeUndefined();
    expect(await take(other, ben)).toBeDefined();

    const got = vi.fn<(turn: Turn) => void>((next) => void taken.push(next));
    const waits = [other.wait(anna, never).then(got), one.wait(anna, never).then(got)];
    expect(await take(one, anna)).toBeUndefined();
    expect(got).not.toHaveBeenCalled();
    await turn?.release();
    await Promise.race(waits);
    expect(got).toHaveBeenCalledTimes(1);
    await taken.at(-1)?.release();
    await Promise.all(waits);
  });

  it('refuse a request whose user has another one for too long', async () => {
    await take(one, anna);
    await expect(other.wait(anna, never)).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
    });
  });

  it('end if they are not renewed, and the late holder is told', async () => {
    const dead = await one.take(anna, randomUUID());
    expect(dead).toBeDefined();
    await expire();
    expect(await take(one, anna)).toBeDefined();

    const late = await take(other, ben);
    expect(late?.lost.aborted).toBe(false);
    // It is renewed until another holder has it.
    await expire();
    await vi.waitFor(async () => expect(await isHeld(ben)).toBe(true), 30_000);
    await database.query(
      sql`update data.evidence_turn set holder = ${randomUUID()} where user_id = ${ben}`,
    );
    await vi.waitFor(() => expect(late?.lost.aborted).toBe(true), 30_000);
    await dead?.release();
  });

  async function queue(userId: string): Promise<string> {
    const id = uuidv7();
    await database.transaction(async (transaction) =>
      insertTransfer(transaction, {
        partitionId,
        id,
        kind: 'EVIDENCE',
        fromPartitionId: null,
        asOf: null,
        fileName: null,
        fileHash: null,
        reason: null,
        evidence: { subject: 'PARTITION' } as never,
        total: null,
        userId,
        userName: 'A user',
      }),
    );
    return id;
  }

  it('let the jobs of others pass those of a user whose turn is held', async () => {
    const ofAnna = [await queue(anna), await queue(anna), await queue(anna)];
    const ofBen = await queue(ben);
    const turn = await take(other, anna);
    const holder = randomUUID();
    expect(await one.claimJob(holder)).toMatchObject({ id: ofBen, userId: ben });
    expect(await one.claimJob(randomUUID())).toBeUndefined();
    await turn?.release();
    expect(await one.claimJob(randomUUID())).toMatchObject({ id: ofAnna[0] });
    expect(await other.claimJob(randomUUID())).toBeUndefined();
  });

  it('alternate between users who have several jobs', async () => {
    for (const userId of [anna, anna, anna, ben, ben]) await queue(userId);
    const order: string[] = [];
    for (;;) {
      const holder = randomUUID();
      const job = await one.claimJob(holder);
      if (!job) break;
      order.push(job.userId === anna ? 'anna' : 'ben');
      await database.query(sql`update data.job set state = 'DONE' where id = ${job.id}`);
      await releaseJob(database, job, holder);
      await releaseTurn(database, job.userId, holder);
    }
    expect(order).toEqual(['anna', 'ben', 'anna', 'ben', 'anna']);
  });

  it('are forgotten after a day', async () => {
    await take(one, anna);
    await take(one, ben);
    await database.query(
      sql`update data.evidence_turn set held_until = held_until - interval '2 days' where user_id = ${ben}`,
    );
    await sweepTurns(database);
    expect(await database.query(sql`select user_id as "userId" from data.evidence_turn`)).toEqual([
      { userId: anna },
    ]);
  });
});
