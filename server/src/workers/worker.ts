import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type HttpMetrics, serverMetrics, type ServerMetrics } from '@annals/kit/http-metrics';
import type { RequestLimits } from '@annals/kit/limits/request-limits';
import type { Metrics } from '@annals/kit/metrics/metrics';
import type { LoadReport } from '@annals/kit/metrics/recent-load';
import type { RunningServer } from '../running-server.ts';
import type { Loads, WorkerMessage, PrimaryMessage } from './messages.ts';

/** How long an idle connection stays open before it is closed, because its client may be about to send a request. */
const quietMs = 2_000;
/** A call may take 30 seconds. */
const retireMs = 35_000;

/** Set by the primary process for the worker that starts alone, prepares the database and prints the address. */
export const firstVariable = 'ANNALS_FIRST_WORKER';
export const isFirstWorker = (): boolean => process.env[firstVariable] === '1';

const tell = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, {}, () => resolve());
    else resolve();
  });

export async function reportReady(log: Logger): Promise<void> {
  log.info('The worker serves.');
  await tell({ kind: 'ready' });
}

/** Metrics that are counted here and scraped as the sum over all workers. */
export function workerMetrics(token: string | undefined): ServerMetrics {
  const own = serverMetrics(token);
  const { metrics } = own;
  answerReports(metrics);
  const scrapes = new Map<number, (text: string) => void>();
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'scraped') scrapes.get(message.number)?.(message.text);
  });
  let numbers = 0;
  const scraped = {
    contentType: metrics.contentType,
    text: () =>
      new Promise<string>((resolve) => {
        const number = (numbers += 1);
        scrapes.set(number, (text) => {
          scrapes.delete(number);
          resolve(text);
        });
        void tell({ kind: 'scrape', number });
      }),
  };
  return { ...own, scraped };
}

function answerReports(metrics: Metrics): void {
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind !== 'report') return;
    void metrics
      .report()
      .then((report) => tell({ kind: 'metrics', number: message.number, metrics: report }));
  });
}

const shareCallersMs = 500;

/** Shares the active callers among the limits of all workers. */
export function shareCallers({ read, write }: RequestLimits): void {
  const limiters = [read, write];
  setInterval(() => {
    const callers = [...new Set(limiters.flatMap((limiter) => limiter.takeArrived()))];
    if (callers.length > 0) void tell({ kind: 'active', callers });
  }, shareCallersMs).unref();
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind !== 'active') return;
    for (const limiter of limiters)
      for (const caller of message.callers) limiter.noteElsewhere(caller);
  });
}

const shareLoadsMs = 5_000;
/** A worker that sends nothing for this long has exited. */
const loadsLastMs = 5 * shareLoadsMs;

/** Shares what the worker has answered lately. @returns the same of the others that are running, by their numbers */
export function shareLoads(http: HttpMetrics): (service: string) => Map<number, LoadReport> {
  const worker = workerNumber() ?? 0;
  const heard = new Map<number, { at: number; loads: Loads['loads'] }>();
  setInterval(() => {
    void tell({ kind: 'loads', worker, loads: http.loads() });
  }, shareLoadsMs).unref();
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'loads')
      heard.set(message.worker, { at: performance.now(), loads: message.loads });
  });
  return (service) => {
    const oldest = performance.now() - loadsLastMs;
    const known = new Map<number, LoadReport>();
    for (const [other, { at, loads }] of heard) {
      const load = loads[service];
      if (at < oldest) heard.delete(other);
      else if (load) known.set(other, load);
    }
    return known;
  };
}

/**
 * Stops the worker on request of the primary process or an operator; with `retire`, without failing a call.
 * @returns whether it was asked to stop
 */
export function stopOnRequest(
  server: RunningServer,
  { metrics }: ServerMetrics,
  log: Logger,
): () => boolean {
  let ending = false;
  const end = async (atMostMs: number) => {
    setTimeout(() => {
      log.warn('Some calls did not finish in time and are aborted.');
      process.exit(0);
    }, atMostMs).unref();
    await server.stop();
    await tell({ kind: 'metrics', metrics: await metrics.report() });
  };
  const once = (work: () => Promise<void>) => {
    if (ending) return;
    ending = true;
    work().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'The worker did not stop cleanly.');
        process.exit(1);
      },
    );
  };
  const stop = () => once(() => end(drainMs));
  process.on('SIGTERM', stop);
  // Ctrl-C reaches all processes of the terminal, and so does closing it, which the primary process handles.
  process.on('SIGINT', stop);
  process.on('SIGHUP', () => undefined);
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind !== 'retire') return;
    once(async () => {
      server.retire();
      await pause(quietMs);
      await end(retireMs);
    });
  });
  return () => ending;
}

/** Below the ten seconds after which a supervisor kills. */
export const drainMs = 9_000;

/** The number of this worker; undefined in any other process. */
export const workerNumber = (): number | undefined => cluster.worker?.id;
