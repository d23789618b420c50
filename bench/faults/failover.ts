import { startPgbouncer, type Pgbouncer } from '@annals/kit/testing/pgbouncer';
import { Load, verifyAll } from './load.ts';
import { spread, summaryOf, Tally } from './ledger/tally.ts';
import { PatroniCluster } from '../src/patroni.ts';
import { anyOf, pause } from './pause.ts';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';

const usualRounds = 10;
const readers = 3;
/** The statuses that are allowed; 404 is for a user that does not exist. */
const fine = new Set([200, 201, 204, 404, 503]);
const maxOutageMs = 15_000;
/** The script gives up after this time. */
const maxWaitMs = 120_000;
/** After a kill, the time for acknowledgements on their way to arrive. */
const onItsWayMs = 500;

/**
 * Repeatedly kills the primary of three servers under Patroni, together with its Patroni, while two Annals
 * servers are written to and read. Reports how long they respond with 503, and whether acknowledged writes were
 * lost.
 * @param pooler whether there is a PgBouncer in front of each PostgreSQL
 */
export async function failOver({
  rounds = usualRounds,
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
      DATABASE_URL: severalHosts(urls),
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
    const watch = new Watch();
    load.caller.seen = (status) => watch.note(status);
    const rejoinedMs: number[] = [];
    const writtenAgainMs: number[] = [];
    const refusedMs: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      stop = new AbortController();
      const busy = Promise.all([
        load.write(stop.signal),
        ...Array.from({ length: readers }, () => load.read(stop.signal)),
      ]);
      await load.acknowledgesMore();
      await pause(anyOf(1_000, 3_000));
      const leader = await cluster.leader();
      watch.begin();
      const killed = performance.now();
      await cluster.kill(leader);
      await pause(onItsWayMs);
      await load.acknowledgesMore(maxWaitMs);
      writtenAgainMs.push(performance.now() - killed);
      // The killed node returns while the new primary is written to.
      const back = performance.now();
      cluster.restart(leader);
      await cluster.whole();
      rejoinedMs.push(performance.now() - back);
      refusedMs.push(watch.lengthMs);
      stop.abort();
      await busy;
      await load.check();
      const printed = [writtenAgainMs, refusedMs, rejoinedMs].map((all) =>
        Math.round(all.at(-1) ?? 0),
      );
      console.log(`round ${round}: ${leader} killed, ${printed.join(', ')} ms`);
      if (round === rounds) await verifyAll(variables, tally);
    }
    const { statuses, withoutRetryAfter } = load.caller;
    for (const [status, count] of statuses)
      if (!fine.has(status)) tally.fault('other', `${count} calls were answered ${status}`);
    if (withoutRetryAfter > 0)
      tally.fault('other', `${withoutRetryAfter} × 503 without Retry-After`);
    const longest = Math.max(...refusedMs, ...writtenAgainMs);
    if (longest > maxOutageMs)
      tally.fault('other', `it took ${Math.round(longest)} ms until the next write`);
    const passed = tally.faults.length === 0;
    const { readyMs: _, readyProcessorMs: __, ...summary } = summaryOf(tally);
    const log = await cluster.logs();
    await writeResult(
      pooler ? 'failover-pooler' : 'failover',
      {
        failovers: writtenAgainMs.length,
        writtenAgainInMs: spread(writtenAgainMs),
        answered503ForMs: spread(refusedMs),
        rejoinedInMs: spread(rejoinedMs),
        rewinds: [...log.matchAll(/pg_rewind exit code=0/g)].length,
        statuses: Object.fromEntries(statuses),
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
function severalHosts(urls: string[]): string {
  const [first = ''] = urls;
  return first.replace(new URL(first).host, urls.map((url) => new URL(url).host).join(','));
}

/** Measures the time from the first to the last 503 of a round. */
class Watch {
  #first: number | undefined;
  #last: number | undefined;

  begin(): void {
    this.#first = undefined;
    this.#last = undefined;
  }

  note(status: number): void {
    if (status !== 503) return;
    this.#last = performance.now();
    this.#first ??= this.#last;
  }

  get lengthMs(): number {
    return (this.#last ?? 0) - (this.#first ?? 0);
  }
}
