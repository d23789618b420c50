import { say } from '@annals/contracts/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { endlessSchema } from '../testing/endless-schema.ts';
import { CheckTimeBudget, SchemaChecks, schemaKey } from './schema-checks.ts';
import { SchemaTooSlow } from './schema-thread.ts';

const hour = 3_600_000;
const short = 300;
const checkOf = (jsonSchema: Record<string, unknown>, rows: unknown[] = [{}]) => ({
  key: schemaKey(jsonSchema),
  jsonSchema,
  rows,
});
const mild = checkOf({ required: ['name'] });
const missing = [[{ path: 'name', ...say('schemaRequired') }]];
const slow = (number: number) =>
  checkOf({ ...endlessSchema, title: `Slow ${number}` }, [{ slow: 1 }]);

/** Deadlines pass by the clock of the test, as if the thread had worked all the time. */
const startClock = () => async () => Number.POSITIVE_INFINITY;

describe('checks by JSON Schemas', () => {
  let checks: SchemaChecks;
  const opened: Promise<unknown>[] = [];
  /** It would never end by itself. */
  const begin = (check: Promise<unknown>) => opened.push(check.catch(() => undefined));
  // Deadlines pass when a test says so, however long a check takes on this machine.
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(async () => {
    await checks.close();
    await Promise.all(opened.splice(0));
    vi.useRealTimers();
  });
  /** Waits until a check has begun, and lets its deadline pass. */
  async function passFirstDeadline(): Promise<void> {
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(short);
  }
  /** Lets deadlines pass until checks have failed that would never end. */
  async function passDeadlines(failing: Promise<unknown>): Promise<void> {
    let failed = false;
    void failing.catch(() => undefined).finally(() => (failed = true));
    await expect
      .poll(() => {
        vi.advanceTimersByTime(short);
        return failed;
      })
      .toBe(true);
  }

  it('does not delay writes while somebody tries out a schema that never finishes', async () => {
    checks = new SchemaChecks({ writeMs: hour, maxMs: hour, startClock });
    begin(checks.tryOut('owner', slow(1)));
    begin(checks.reportOn('owner', slow(2).jsonSchema));
    begin(checks.tryOut('another', slow(3)));
    await expect(checks.checkWrite('editor', mild)).resolves.toEqual(missing);
    await expect(checks.checkWrite('owner', mild)).resolves.toEqual(missing);
  });

  it.runIf(exhaustive)(
    'continues with writes of others after the short turn of one that never finishes',
    async () => {
      checks = new SchemaChecks({ writeMs: short, maxMs: hour, startClock });
      // After its turn, the first one moves the caller to the other thread, where the rest waits for it.
      for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
        begin(checks.checkWrite('attacker', slow(number)));
      const waiting = checks.checkWrite('editor', mild);
      await passFirstDeadline();
      await expect(waiting).resolves.toEqual(missing);
      begin(checks.checkWrite('attacker', mild));
      await expect(checks.checkWrite('editor', mild)).resolves.toEqual(missing);
    },
  );

  it('gives another caller the next turn after a slow one', async () => {
    checks = new SchemaChecks({ writeMs: short, maxMs: short, startClock });
    const ended: string[] = [];
    const flood = [1, 2, 3, 4, 5].map(async (number) =>
      checks.tryOut('attacker', slow(number)).catch(() => ended.push(`attacker ${number}`)),
    );
    const waiting = checks.tryOut('owner', mild).then(() => ended.push('owner'));
    await passFirstDeadline();
    await waiting;
    expect(ended).toEqual(['attacker 1', 'owner']);
    await passDeadlines(Promise.all(flood));
  });

  it.runIf(exhaustive)(
    'does not retry a schema that was too slow, for the same caller only',
    async () => {
      checks = new SchemaChecks({ writeMs: hour, maxMs: short, startClock });
      const tooSlow = checks.tryOut('attacker', slow(1));
      await passDeadlines(tooSlow);
      await expect(tooSlow).rejects.toBeInstanceOf(SchemaTooSlow);
      // It would pass now, so a refusal shows that it was not tried.
      const quick = { ...slow(1), rows: [{}] };
      await expect(checks.tryOut('attacker', quick)).rejects.toBeInstanceOf(SchemaTooSlow);
      await expect(checks.tryOut('owner', quick)).resolves.toEqual([[]]);
      await expect(checks.checkWrite('attacker', quick)).resolves.toEqual([[]]);
    },
  );

  it('refuses only a caller whose slow checks have used up their time', async () => {
    const budget = new CheckTimeBudget(() => 0);
    checks = new SchemaChecks({ writeMs: hour, maxMs: hour, startClock }, budget);
    budget.spend('attacker', 20_000);
    const refused = { status: 429, code: 'checks_too_slow' };
    await expect(checks.tryOut('attacker', mild)).rejects.toMatchObject(refused);
    await expect(checks.reportOn('attacker', {})).rejects.toMatchObject(refused);
    await expect(checks.checkWrite('attacker', mild)).resolves.toEqual(missing);
    await expect(checks.tryOut('owner', mild)).resolves.toEqual(missing);
  });

  it.runIf(exhaustive)('counts only the time of slow checks', async () => {
    const spent: string[] = [];
    const budget = new CheckTimeBudget();
    budget.spend = (caller) => spent.push(caller);
    checks = new SchemaChecks({ writeMs: short, maxMs: short, startClock }, budget);
    await checks.checkWrite('editor', mild);
    expect(spent).toEqual([]);
    const tooSlow = checks.checkWrite('attacker', slow(1));
    await passDeadlines(tooSlow);
    await expect(tooSlow).rejects.toBeInstanceOf(SchemaTooSlow);
    await checks.checkWrite('attacker', mild);
    expect(spent).toEqual(['attacker', 'attacker']);
  });

  it('checks many rows in turns, in order', async () => {
    checks = new SchemaChecks({ writeMs: hour, maxMs: hour, startClock });
    const rows = Array.from({ length: 250 }, (_, n) => (n % 3 === 0 ? {} : { name: n }));
    const results = await checks.checkWrite('editor', { ...mild, rows });
    expect(results.map((fields) => fields.length)).toEqual(rows.map((_, n) => (n % 3 ? 0 : 1)));
  });
});

describe('the time budget for slow checks of a caller', () => {
  it('refuses only a caller who has used it up, until enough is refilled', () => {
    let now = 0;
    const budget = new CheckTimeBudget(() => now);
    budget.spend('a', 9_000);
    budget.require('a');
    budget.spend('a', 2_000);
    expect(() => budget.require('a')).toThrow(
      expect.objectContaining({ status: 429, code: 'checks_too_slow', extras: { retryAfter: 7 } }),
    );
    budget.require('b');
    now += 7_000;
    budget.require('a');
  });

  it('never exceeds its capacity, and forgets callers with a full budget', () => {
    let now = 0;
    const budget = new CheckTimeBudget(() => now);
    budget.spend('a', 1);
    now += 3_600_000;
    budget.spend('b', 1);
    budget.spend('a', 10_001);
    expect(() => budget.require('a')).toThrow(expect.objectContaining({ status: 429 }));
    budget.require('b');
  });
});
