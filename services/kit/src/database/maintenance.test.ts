import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sql } from 'sql-template-tag';
import { quiet } from '../testing/databases.ts';
import { GaveWay } from './errors.ts';
import { Maintenance, maintenanceRules } from './maintenance.ts';

const rules = {
  ...maintenanceRules,
  rows: 10,
  intervalMs: 60_000,
  pauseMs: 100,
  waitAtMostMs: 5_000,
  rowsAtMost: 100,
};

/** Two tables with dead rows. Others wait for a vacuum of `busyTable` for longer than `busyMs`. */
class FakeDatabase {
  readonly run: string[] = [];
  readonly patience: number[] = [];
  busyTable = '';
  busyMs = 0;

  readonly runGivingWay = async <Row extends object>({ text }: Sql, patienceMs: number) => {
    if (text.includes('pg_stat_user_tables'))
      return ['one', 'two'].map((name) => ({ name, needsVacuum: true })) as unknown as Row[];
    if (text.includes('pg_am')) return [];
    if (text === `vacuum ${this.busyTable}`) {
      this.patience.push(patienceMs);
      if (patienceMs <= this.busyMs) throw new GaveWay();
    }
    this.run.push(text);
    return [];
  };

  get vacuums(): string[] {
    return this.run.filter((text) => text.startsWith('vacuum'));
  }
}

describe('maintenance of the embedded database', () => {
  let database: FakeDatabase;
  let maintenance: Maintenance;
  beforeEach(() => {
    vi.useFakeTimers();
    database = new FakeDatabase();
    maintenance = new Maintenance(rules, quiet);
    maintenance.start(database);
  });
  afterEach(async () => {
    await maintenance.stop();
    vi.useRealTimers();
  });

  /** Somebody reads every few milliseconds. */
  async function read(milliseconds: number) {
    for (let passed = 0; passed < milliseconds; passed += 20) {
      maintenance.noteUse();
      await vi.advanceTimersByTimeAsync(20);
    }
  }

  it('waits until nobody uses the database', async () => {
    maintenance.wrote(10);
    await read(4_000);
    expect(database.run).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(database.vacuums).toEqual(['vacuum one', 'vacuum two']);
  });

  it('does not wait for ever, or while much is written', async () => {
    maintenance.wrote(10);
    await read(5_500);
    expect(database.vacuums).toHaveLength(2);
    maintenance.wrote(100);
    await read(200);
    expect(database.vacuums).toHaveLength(4);
  });

  it('tries a vacuum again with more patience, up to a limit below what requests may wait', async () => {
    database.busyTable = 'one';
    database.busyMs = 1_000;
    maintenance.wrote(100);
    await vi.advanceTimersByTimeAsync(6 * rules.patience.restMs);
    expect(database.patience).toEqual([100, 200, 400, 800, 1_600]);
    expect(database.vacuums).toEqual(['vacuum one', 'vacuum two']);
  });

  it('ends at once when the database is closed', async () => {
    database.busyTable = 'one';
    database.busyMs = 10_000;
    maintenance.wrote(100);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(database.patience).toEqual([100]);
    await maintenance.stop();
    expect(database.vacuums).toEqual([]);
  });

  it('continues with the other tables, and returns later to one that others always wait for', async () => {
    database.busyTable = 'one';
    database.busyMs = 10_000;
    maintenance.wrote(100);
    await vi.advanceTimersByTimeAsync(6 * rules.patience.restMs);
    expect(Math.max(...database.patience)).toBe(2_000);
    expect(database.vacuums).toEqual(['vacuum two']);

    database.busyTable = '';
    await vi.advanceTimersByTimeAsync(rules.intervalMs);
    expect(database.vacuums).toEqual(['vacuum two', 'vacuum one', 'vacuum two']);
  });
});
