import { startPgbouncer, type Pgbouncer } from '@annals/kit/testing/pgbouncer';
import { checkStatuses, Load, verifyAll } from './load.ts';
import { percentilesOf, summaryOf, Tally } from './ledger/tally.ts';
import { PatroniCluster } from '../src/patroni.ts';
import { randomBetween, pause } from './pause.ts';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';

const defaultRounds = 10;
const readers = 3;
const maxOutageMs = 15_000;
/** The script gives up after this time. */
const maxWaitMs = 120_000;
/** The time after a kill in which acknowledgements that were already sent arrive. */
const inFlightMs = 500;

/**
 * Repeatedly kills the primary of three servers under Patroni, together with its Patroni, while two Annals
 * servers are written to and read. Reports how long they respond with 503, and whether acknowledged writes were
 * lost.
 * @param pooler whether there is a PgBouncer in front of each PostgreSQL
 */
export async function failOver({
  rounds = defaultRounds,
  port,
  pooler,
}: {
  rounds: number | undefined;
  port: number;
  pooler: boolean;
}): Promise<boolean> {
  const cluster = await PatroniCluster.start(port + 10);
  const tally = new Tally();
  const bouncers: Pgbouncer[] = [];
  let servers: ServerProcess[] = [];
  let stop = new AbortController();
  try {
    let { urls } = cluster;
    if (pooler) {
      await cluster.administer('alter role annals set jit = off');
      for (const url of urls)
        bouncers.push(
          await startPgbouncer(url, 20, 'query_wait_timeout = 5\nserver_login_retry = 1'),
        );
      urls = bouncers.map(({ urlOf }) => urlOf('annals'));
    }
    const variables: Record<string, string> = {
      DATABASE_URL: multiHostUrl(urls),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      WORKERS: '1',
    };
    if (pooler) variables['DATABASE_POOLER'] = 'transaction';
    const first = new ServerProcess({ port, variables });
    servers = [first];
    await first.ready();
    const second = new ServerProcess({ port: port + 3, variables });
    servers = [first, second];
    await second.ready();
    const load = await Load.setUp([first, second], tally);
    const unavailability = new UnavailabilityTimer();
    load.caller.onStatus = (status) => unavailability.record(status);
    const rejoinedMs: number[] = [];
    const writtenAgainMs: number[] = [];
    const unavailableMs: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      stop = new AbortController();
      const traffic = Promise.all([
        load.write(stop.signal),
        ...Array.from({ length: readers }, () => load.read(stop.signal)),
      ]);
      await load.nextAcknowledgement();
      await pause(randomBetween(1_000, 3_000));
      const leader = await cluster.leader();
      unavailability.reset();
      const killed = performance.now();
      await cluster.kill(leader);
      await pause(inFlightMs);
      await load.nextAcknowledgement(maxWaitMs);
      writtenAgainMs.push(performance.now() - killed);
      // The killed node returns while the new primary is written to.
      const restarted = performance.now();
      cluster.restart(leader);
      await cluster.waitUntilHealthy();
      rejoinedMs.push(performance.now() - restarted);
      unavailableMs.push(unavailability.durationMs);
      stop.abort();
      await traffic;
      await load.check();
      const [writtenAgain, unavailable, rejoined] = [writtenAgainMs, unavailableMs, rejoinedMs].map(
        (all) => Math.round(all.at(-1) ?? 0),
      );
      console.log(
        `round ${round}: ${leader} killed; next write after ${writtenAgain} ms, 503 for ${unavailable} ms, rejoined after ${rejoined} ms`,
      );
      if (round === rounds) await verifyAll(variables, tally);
    }
    checkStatuses(load.caller, tally);
    const longest = Math.max(...unavailableMs, ...writtenAgainMs);
    if (longest > maxOutageMs) tally.fault('other', `the outage took ${Math.round(longest)} ms`);
    const passed = tally.faults.length === 0;
    const { readyMs: _, readyProcessorMs: __, ...summary } = summaryOf(tally);
    const log = await cluster.logs();
    await writeResult(
      pooler ? 'failover-pooler' : 'failover',
      {
        failovers: writtenAgainMs.length,
        writtenAgainInMs: percentilesOf(writtenAgainMs),
        answered503ForMs: percentilesOf(unavailableMs),
        rejoinedInMs: percentilesOf(rejoinedMs),
        rewinds: [...log.matchAll(/pg_rewind exit code=0/g)].length,
        statuses: Object.fromEntries(load.caller.statuses),
        ...summary,
      },
      passed,
    );
    if (!passed) for (const { errors } of servers) console.error(errors.slice(-4_000));
    return passed;
  } finally {
    stop.abort();
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await Promise.all(bouncers.map((bouncer) => bouncer.remove()));
    await cluster.remove();
  }
}

/** A URL with the hosts of all servers. */
function multiHostUrl(urls: string[]): string {
  const [first = ''] = urls;
  return first.replace(new URL(first).host, urls.map((url) => new URL(url).host).join(','));
}

/** Measures the time from the first to the last 503 of a round. */
class UnavailabilityTimer {
  #first: number | undefined;
  #last: number | undefined;

  reset(): void {
    this.#first = undefined;
    this.#last = undefined;
  }

  record(status: number): void {
    if (status !== 503) return;
    this.#last = performance.now();
    this.#first ??= this.#last;
  }

  get durationMs(): number {
    return (this.#last ?? 0) - (this.#first ?? 0);
  }
}
