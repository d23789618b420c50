import { checkStatuses, Load, verifyAll } from './load.ts';
import { percentilesOf, summaryOf, Tally } from './ledger/tally.ts';
import { randomBetween, pause } from './pause.ts';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';
import { openStore } from './store.ts';

const shutdownModes = ['shutDown', 'abort', 'kill'] as const;
const defaultRounds = 30;
const maxRecoveryMs = 5_000;

/**
 * Restarts PostgreSQL during writes and reads while the server keeps running. Reports the responses in between,
 * how soon everything recovers, and whether acknowledged writes were lost.
 */
export async function restartPostgresql({
  rounds = defaultRounds,
  port,
}: {
  rounds: number | undefined;
  port: number;
}): Promise<boolean> {
  const store = await openStore('postgresql');
  const { postgresql, variables } = store;
  if (postgresql === undefined) throw new Error('PostgreSQL is not installed here.');
  const tally = new Tally();
  const recoveriesMs: number[] = [];
  const server = new ServerProcess({ port, variables });
  try {
    await server.ready();
    const load = await Load.setUp(server, tally);
    for (let round = 0; round < rounds; round += 1) {
      const stop = new AbortController();
      const writing = load.write(stop.signal);
      await load.nextAcknowledgement();
      await pause(randomBetween(100, 1_000));
      await postgresql[shutdownModes[round % shutdownModes.length] ?? 'abort']();
      await pause(randomBetween(0, 2_500));
      const readiness = await fetch(`${server.origin}/readyz`);
      if (readiness.status !== 503)
        tally.fault('other', `/readyz was ${readiness.status} while the database was down`);
      await postgresql.restart();
      const restarted = performance.now();
      await load.nextAcknowledgement();
      recoveriesMs.push(performance.now() - restarted);
      stop.abort();
      await writing;
      await load.check();
    }
    checkStatuses(load.caller, tally);
    const recoveredInMs = percentilesOf(recoveriesMs);
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
        statuses: Object.fromEntries(load.caller.statuses),
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
