import { Load, verifyAll } from './load.ts';
import { spread, summaryOf, Tally } from './ledger/tally.ts';
import { anyOf, pause } from './pause.ts';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';
import { openStore } from './store.ts';

const ways = ['shutDown', 'abort', 'kill'] as const;
/**
 * The statuses that are allowed while the database is unavailable and afterwards; 404 is for a user that does
 * not exist.
 */
const fine = new Set([200, 201, 204, 404, 503]);
const maxRecoveryMs = 5_000;

/**
 * Restarts PostgreSQL during writes and reads while the server keeps running. Reports the responses in between,
 * how soon everything recovers, and whether acknowledged writes were lost.
 */
export async function restartAgainAndAgain({
  rounds = 30,
  port,
}: {
  rounds: number | undefined;
  port: number;
}): Promise<boolean> {
  const store = await openStore('postgresql');
  const { postgresql, variables } = store;
  if (postgresql === undefined) throw new Error('There is no PostgreSQL.');
  const tally = new Tally();
  const recoveriesMs: number[] = [];
  const server = new ServerProcess({ port, variables });
  try {
    await server.ready();
    const load = await Load.setUp(server, tally);
    for (let round = 0; round < rounds; round += 1) {
      const stop = new AbortController();
      const writing = load.write(stop.signal);
      await load.acknowledgesMore();
      await pause(anyOf(100, 1_000));
      await postgresql[ways[round % ways.length] ?? 'abort']();
      await pause(anyOf(0, 2_500));
      const readiness = await fetch(`${server.origin}/readyz`);
      if (readiness.status !== 503)
        tally.fault('other', `/readyz was ${readiness.status} while the database was away`);
      await postgresql.restart();
      const back = performance.now();
      await load.acknowledgesMore();
      recoveriesMs.push(performance.now() - back);
      stop.abort();
      await writing;
      await load.check();
    }
    const { statuses, withoutRetryAfter } = load.caller;
    for (const [status, count] of statuses)
      if (!fine.has(status)) tally.fault('other', `${count} calls were answered ${status}`);
    if (withoutRetryAfter > 0)
      tally.fault('other', `${withoutRetryAfter} × 503 without Retry-After`);
    const recoveredInMs = spread(recoveriesMs);
    if ((recoveredInMs.max ?? 0) > maxRecoveryMs)
      tally.fault('other', `it took ${recoveredInMs.max} ms to recover`);
    await verifyAll(variables, tally);
    const passed = tally.faults.length === 0;
    const { readyMs: _, readyProcessorMs: __, ...summary } = summaryOf(tally);
    await writeResult(
      'restarts',
      {
        restartsOfPostgresql: recoveriesMs.length,
        recoveredInMs,
        statuses: Object.fromEntries(statuses),
        ...summary,
      },
      passed,
    );
    return passed;
  } finally {
    await server.end('SIGKILL');
    await store.remove();
  }
}
