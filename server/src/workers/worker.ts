import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type HttpMetrics, serverMetrics, type ServerMetrics } from '@annals/kit/http-metrics';
import type { RequestLimits } from '@annals/kit/limits/request-limits';
import type { Metrics } from '@annals/kit/metrics/metrics';
import type { LastHour } from '@annals/kit/metrics/recent-responses';
import type { RunningServer } from '../running-server.ts';
import type { LastHours, ToPrimary, ToWorker } from './messages.ts';

/** So long a connection may go on before it is closed while nothing is asked on it: its client may be about to ask. */
const quietMs = 2_000;
/** A call may take 30 seconds. */
const retireMs = 35_000;

/** Set by the primary process for the worker that starts alone, prepares the database and says where Annals is reached. */
export const firstVariable = 'ANNALS_FIRST_WORKER';
export const isFirstWorker = (): boolean => process.env[firstVariable] === '1';

const tell = (message: ToPrimary): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, {}, () => resolve());
    else resolve();
  });

export async function sayReady(log: Logger): Promise<void> {
  log.info('The worker serves.');
  await tell({ kind: 'ready' });
}

/** Metrics that are counted here and scraped as the sum over all workers. */
export function workerMetrics(token: string | undefined): ServerMetrics {
  const own = serverMetrics(token);
  const { metrics } = own;
  answerReports(metrics);
  const scrapes = new Map<number, (text: string) => void>();
  process.on('message', (message: ToWorker) => {
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
  process.on('message', (message: ToWorker) => {
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
  process.on('message', (message: ToWorker) => {
    if (message.kind !== 'active') return;
    for (const limiter of limiters)
      for (const caller of message.callers) limiter.noteElsewhere(caller);
  });
}

const shareHoursMs = 2_000;
/** A worker that is not heard of for so long has ended. */
const hoursLastMs = 5 * shareHoursMs;

/** Shares what each worker answered in the last hour. @returns what the others did, as far as they run */
export function shareLastHours(http: HttpMetrics): (service: string) => LastHour[] {
  const worker = workerNumber() ?? 0;
  const heard = new Map<number, { at: number; hours: LastHours['hours'] }>();
  setInterval(() => {
    void tell({ kind: 'hours', worker, hours: http.lastHours() });
  }, shareHoursMs).unref();
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'hours')
      heard.set(message.worker, { at: performance.now(), hours: message.hours });
  });
  return (service) => {
    const oldest = performance.now() - hoursLastMs;
    for (const [other, { at }] of heard) if (at < oldest) heard.delete(other);
    return [...heard.values()].flatMap(({ hours }) => hours[service] ?? []);
  };
}

/**
 * Stops the worker on request of the primary process or an operator; with `retire`, without failing a call.
 * @returns whether it has been asked to stop
 */
export function endWhenTold(
  server: RunningServer,
  { metrics }: ServerMetrics,
  log: Logger,
): () => boolean {
  let ending = false;
  const end = async (atMostMs: number) => {
    setTimeout(() => {
      log.warn('Some calls did not end in time and are aborted.');
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
  // Ctrl-C reaches all processes of the terminal; closing it does too, which the primary process decides about.
  process.on('SIGINT', stop);
  process.on('SIGHUP', () => undefined);
  process.on('message', (message: ToWorker) => {
    if (message.kind !== 'retire') return;
    once(async () => {
      server.retire();
      await pause(quietMs);
      await end(retireMs);
    });
  });
  return () => ending;
}

/** Under the ten seconds after which a supervisor kills. */
export const drainMs = 9_000;

/** The number of this worker; undefined in a process that is none. */
export const workerNumber = (): number | undefined => cluster.worker?.id;
