import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { openCheckpoint } from '@annals/proofs/checkpoint';
import { receiptText, type ErasureEntry } from '@annals/proofs/log-entry';
import { openNote, readVerifierKey, type VerifierKey } from '@annals/proofs/signed-note';
import { serviceLog } from './log.sql.ts';
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

describe.each(testDatabases())('the log key, $kind', ({ open }) => {
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

  it('signs nothing before it is loaded', () => {
    const key = new LogKey(database);
    expect(() => key.logName(serviceLog)).toThrow(expect.objectContaining({ status: 503 }));
  });

  it('is created once, however many servers start', async () => {
    const options = { host: 'annals.example.org', product: 'chronicle' };
    const keys = await Promise.all([loaded(options), loaded(options), loaded(options)]);
    const [origin = '', ...others] = keys.map((key) => key.logName(serviceLog));
    expect(origin).toMatch(/^annals\.example\.org\/chronicle-[0-9a-f]{8}$/);
    expect(others).toEqual([origin, origin]);
    expect(await stored()).toEqual([{ name: origin, kept: true }]);
    const later = await loaded({ host: 'elsewhere.example' });
    expect(later.verifierKey(partitionId)).toBe(keys[0].verifierKey(partitionId));
  });

  it('signs checkpoints and receipts in the name of the log', async () => {
    const key = await loaded();
    const origin = key.logName(partitionId.toUpperCase());
    expect(origin).toBe(`${key.logName(serviceLog)}/${partitionId}`);
    const note = key.sign({ origin, ...checkpoint });
    expect(openCheckpoint(note, publicKeyOf(key))).toEqual({ origin, ...checkpoint });
    expect(openCheckpoint(note, publicKeyOf(key, serviceLog))).toBeUndefined();
    expect(openNote(key.signReceipt(partitionId, entry), publicKeyOf(key))).toBe(
      receiptText(origin, entry),
    );
  });

  it('can be configured, and is then not in the database', async () => {
    const given = outside(7);
    const key = await loaded({ given });
    expect(key.logName(serviceLog)).toBe(given.name);
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

  it('can be replaced by another of the same name, which signs older receipts too', async () => {
    const first = await loaded({ given: outside(1) });
    const note = first.signReceipt(partitionId, entry);
    expect(first.signedToday(partitionId, note)).toBe(note);
    const second = await loaded({ given: outside(2) });
    expect(await stored()).toHaveLength(2);
    expect(openNote(note, publicKeyOf(second))).toBeUndefined();
    const signed = second.signedToday(partitionId, note);
    for (const key of [first, second])
      expect(openNote(signed, publicKeyOf(key))).toBe(
        receiptText(first.logName(partitionId), entry),
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

  const minutesLater = (minutes: number) =>
    database.query(
      sql`update data.log_key set created_date = created_date - ${minutes} * interval '1 minute'`,
    );
  const signersOf = (key: LogKey, others: readonly VerifierKey[]) => {
    const note = key.sign({ origin: key.logName(partitionId), ...checkpoint });
    return others.map((other) => openCheckpoint(note, other) !== undefined);
  };

  it('is rotated: all servers sign with both before the new one is published, and the old one continues', async () => {
    const [one, other] = [await loaded(), await loaded()];
    const before = publicKeyOf(one);
    const { verifierKey } = await one.rotate(false);
    const after = {
      ...before,
      publicKey: readVerifierKey(verifierKey)?.publicKey ?? new Uint8Array(),
    };
    expect([signersOf(one, [before, after]), signersOf(other, [before, after])]).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(publicKeyOf(one)).toEqual(before);
    // as the service does each minute
    await other.load();
    expect(publicKeyOf(other)).toEqual(before);
    await minutesLater(3);
    for (const key of [one, other]) {
      await key.load();
      expect(publicKeyOf(key)).toEqual(after);
      expect(signersOf(key, [before, after])).toEqual([true, true]);
    }
    const receipt = one.signReceipt(partitionId, entry);
    for (const key of [before, after]) expect(openNote(receipt, key)).toBeDefined();
  });

  it('is replaced at once if it is compromised, and removed from the database', async () => {
    const key = await loaded();
    const before = publicKeyOf(key);
    const receipt = key.signReceipt(partitionId, entry);
    await key.rotate(true);
    const after = publicKeyOf(key);
    expect(after).not.toEqual(before);
    expect(signersOf(key, [before, after])).toEqual([false, true]);
    expect(openNote(key.signedToday(partitionId, receipt), after)).toBeDefined();
    expect((await stored()).map(({ kept }) => kept)).toEqual([false, true]);
  });

  it('is rotated in its file: all keys of the file sign, and the new one is published an hour later', async () => {
    const [old, given] = [outside(1), outside(2)];
    const before = publicKeyOf(await loaded({ given: old }));
    const both = await loaded({ given, former: [old] });
    const after = publicKeyOf(await loaded({ given, former: [] }));
    expect(publicKeyOf(both)).toEqual(before);
    expect(signersOf(both, [before, after])).toEqual([true, true]);
    await expect(both.rotate(false)).rejects.toThrow(
      /kept outside of the database. Put a new line/,
    );
    await minutesLater(61);
    await both.load();
    expect(publicKeyOf(both)).toEqual(after);
    await expect(loaded({ given: old })).rejects.toThrow(
      `CHECKPOINT_KEY_FILE holds an earlier key of these logs, but not the one that took its place. ` +
        `Put that above it: its verifier key is ${both.verifierKey(serviceLog)}`,
    );
  });

  it('in the database continues to sign beside a configured one', async () => {
    const inside = await loaded({ host: 'annals.example.org' });
    const name = inside.logName(serviceLog);
    const before = publicKeyOf(inside);
    const given = await loaded({ given: outside(3, name) });
    expect(publicKeyOf(given)).toEqual(before);
    await minutesLater(61);
    await given.load();
    expect(signersOf(given, [before, publicKeyOf(given)])).toEqual([true, true]);
    expect(publicKeyOf(given)).not.toEqual(before);
  });
});
