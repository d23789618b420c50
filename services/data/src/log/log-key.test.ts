import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { openCheckpoint } from '@annals/proofs/checkpoint';
import { receiptText, type ErasureEntry } from '@annals/proofs/log-entry';
import { openNote, readVerifierKey, type VerifierKey } from '@annals/proofs/signed-note';
import { serviceLog } from './log-head.sql.ts';
import { LogKey, LogKeyRefused } from './log-key.ts';

const partitionId = '01890a5d-ac96-774b-bcce-b302099a8057';
const checkpoint = { size: 3, root: new Uint8Array(32).fill(1) };
const outside = (byte: number, name = 'annals.example.org/annals') => ({
  name,
  seed: new Uint8Array(32).fill(byte),
});
const entry: ErasureEntry = {
  kind: 'ERASURE',
  receipt: 1,
  partitionId,
  timelineId: partitionId,
  erasedDate: '2026-01-01T00:00:00.000000Z',
  erasedUserId: partitionId,
  reason: 'Asked for',
  legalBasis: 'GDPR 17',
  sealed: [],
};

function publicKeyOf(key: LogKey, logId = partitionId): VerifierKey {
  const found = readVerifierKey(key.verifierKey(logId));
  if (!found) throw new Error('It is no verifier key.');
  return found;
}

describe.each(testDatabases())('the key of the logs, $kind', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => {
    await database.close();
  });
  beforeEach(async () => {
    await database.query(sql`delete from data.log_key`);
  });

  const loaded = async (options: ConstructorParameters<typeof LogKey>[1] = {}) => {
    const key = new LogKey(database, options);
    await key.load();
    return key;
  };
  const stored = async () =>
    database.query<{ name: string; kept: boolean }>(
      sql`select name, seed is not null as kept from data.log_key order by position`,
    );

  it('signs nothing before it is read', () => {
    const key = new LogKey(database);
    expect(() => key.origin(serviceLog)).toThrow(expect.objectContaining({ status: 503 }));
  });

  it('is made once, by however many servers start', async () => {
    const options = { host: 'annals.example.org', product: 'chronicle' };
    const keys = await Promise.all([loaded(options), loaded(options), loaded(options)]);
    const [origin = '', ...others] = keys.map((key) => key.origin(serviceLog));
    expect(origin).toMatch(/^annals\.example\.org\/chronicle-[0-9a-f]{8}$/);
    expect(others).toEqual([origin, origin]);
    expect(await stored()).toEqual([{ name: origin, kept: true }]);
    const later = await loaded({ host: 'elsewhere.example' });
    expect(later.verifierKey(partitionId)).toBe(keys[0].verifierKey(partitionId));
  });

  it('signs checkpoints and receipts in the name of the log', async () => {
    const key = await loaded();
    const origin = key.origin(partitionId.toUpperCase());
    expect(origin).toBe(`${key.origin(serviceLog)}/${partitionId}`);
    const note = key.sign({ origin, ...checkpoint });
    expect(openCheckpoint(note, publicKeyOf(key))).toEqual({ origin, ...checkpoint });
    expect(openCheckpoint(note, publicKeyOf(key, serviceLog))).toBeUndefined();
    expect(openNote(key.signReceipt(partitionId, entry), publicKeyOf(key))).toBe(
      receiptText(origin, entry),
    );
  });

  it('is taken from outside, and is not in the database then', async () => {
    const given = outside(7);
    const key = await loaded({ given });
    expect(key.origin(serviceLog)).toBe(given.name);
    expect(await stored()).toEqual([{ name: given.name, kept: false }]);
    expect((await loaded({ given })).verifierKey(serviceLog)).toBe(key.verifierKey(serviceLog));
    expect(await stored()).toHaveLength(1);
    await expect(loaded()).rejects.toThrow(
      new LogKeyRefused(
        `The checkpoints of ${given.name} are signed with a key that is kept outside of the database, and it was not given. ` +
          'Set CHECKPOINT_KEY_FILE to the file that holds it, for example CHECKPOINT_KEY_FILE=/etc/annals/checkpoint.key.',
      ),
    );
  });

  it('gives way to another of the same name, which signs older receipts too', async () => {
    const first = await loaded({ given: outside(1) });
    const note = first.signReceipt(partitionId, entry);
    expect(first.signedToday(partitionId, note)).toBe(note);
    const second = await loaded({ given: outside(2) });
    expect(await stored()).toHaveLength(2);
    expect(openNote(note, publicKeyOf(second))).toBeUndefined();
    const signed = second.signedToday(partitionId, note);
    for (const key of [first, second])
      expect(openNote(signed, publicKeyOf(key))).toBe(
        receiptText(first.origin(partitionId), entry),
      );
    expect(second.signedToday(partitionId, signed)).toBe(signed);
  });

  it('is refused under another name', async () => {
    const { name } = outside(1);
    await loaded({ given: outside(1) });
    await expect(loaded({ given: outside(1, 'other.example/annals') })).rejects.toThrow(
      new LogKeyRefused(
        `CHECKPOINT_KEY_FILE holds a key of the name other.example/annals, but the logs of this database are named ${name}. ` +
          `Make one of that name: annals checkpoint-key ${name}`,
      ),
    );
    expect(await stored()).toHaveLength(1);
  });
});
