import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { addressesOf, serversOf } from '@annals/kit/database/addresses';
import { serverMetrics } from '@annals/kit/http-metrics';
import { findMisspelt, misspeltNote, readConfig, readEnvironment, type Config } from '../config.ts';
import { loadDemo, type DemoOutcome } from '../demo/demo.ts';
import { version } from '../locations.ts';
import { makeLog } from '../logging.ts';
import { startServer, type ServerPart, type RunningServer } from '../running-server.ts';
import { startTelemetry, type RunningTelemetry } from '../telemetry/telemetry.ts';
import { Primary } from '../workers/primary.ts';
import {
  drainMs,
  stopOnRequest,
  isFirstWorker,
  reportReady,
  workerMetrics,
  workerNumber,
} from '../workers/worker.ts';
import { CommandError } from './command-error.ts';

export interface ServeOptions {
  demo: boolean;
  only: ServerPart | undefined;
  withoutFiles: boolean;
}

/** What this process exports about itself. */
interface Observed {
  log: Logger;
  telemetry: RunningTelemetry;
}

/** Serves until the process is stopped, in as many processes as configured. */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  refuseContradictions(config, options.only, options.demo);
  const environment = readEnvironment();
  const telemetry = await startTelemetry({ environment, version });
  const log = makeLog(config.logLevel, workerNumber(), telemetry.logs);
  endOnFault(log);
  if (!cluster.isWorker)
    for (const misspelt of findMisspelt(environment))
      log.warn({ variable: misspelt.name }, misspeltNote(misspelt));
  const observed = { log, telemetry };
  if (cluster.isWorker) return serveAsWorker(config, options, observed);
  if (config.workers > 1) return superviseWorkers(config, observed);
  return serveAlone(config, options, observed);
}

async function superviseWorkers(config: Config, { log, telemetry }: Observed): Promise<void> {
  const primary = new Primary(log, () => readConfig(readEnvironment()));
  telemetry.observe?.(() => primary.metrics());
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) {
      primary.kill();
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
    stopping = true;
    log.info({ signal }, 'stopping');
    void primary.stop().then(async (cleanly) => {
      await telemetry.close();
      process.exit(cleanly ? 0 : 1);
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A terminal sends it when it is closed.
  process.on('SIGHUP', (signal) => (process.stdout.isTTY ? stop(signal) : primary.reload()));
  const code = await primary.start(config.workers);
  if (stopping) return;
  if (code !== undefined) process.exit(code === 0 ? 1 : code);
  say('Ready. Stop with Ctrl-C.');
}

async function serveAsWorker(
  config: Config,
  { demo, only, withoutFiles }: ServeOptions,
  { log, telemetry }: Observed,
): Promise<void> {
  const metrics = workerMetrics(config.metricsToken);
  const isFirst = isFirstWorker();
  const worker = { readyFirst: !isFirst };
  const server = await startServer({ config, log, only, withoutFiles, metrics, worker, telemetry });
  const isEnding = stopOnRequest(server, metrics, log);
  if (isFirst) say(placesOf(config, server));
  try {
    await server.services?.prepared;
    if (isFirst) await printFirstSteps(config, server, { demo, log });
    await reportReady(log);
  } catch (error) {
    if (!isEnding()) throw error;
  }
}

async function serveAlone(
  config: Config,
  { demo, only, withoutFiles }: ServeOptions,
  { log, telemetry }: Observed,
): Promise<void> {
  const metrics = serverMetrics(config.metricsToken);
  telemetry.observe?.(() => metrics.metrics.report());
  const server = await startServer({ config, log, only, withoutFiles, metrics, telemetry });
  let stopping = false;
  stopOnSignal(server, log, () => {
    stopping = true;
  });
  say(placesOf(config, server));
  try {
    await server.services?.prepared;
    await printFirstSteps(config, server, { demo, log });
    say('Ready. Stop with Ctrl-C.');
  } catch (error) {
    if (stopping) return;
    await server.stop();
    throw error;
  }
}

async function printFirstSteps(
  config: Config,
  server: RunningServer,
  { demo, log }: { demo: boolean; log: Logger },
): Promise<void> {
  if (demo && server.services) say(demoText(await loadDemo(config, server, log)));
  const link = await server.services?.authentication.setUpLink();
  if (link !== undefined) say(firstStartText(link));
}

function refuseContradictions(config: Config, only: ServerPart | undefined, demo: boolean): void {
  if (only === 'console' && !config.endpoints)
    throw new CommandError(
      'The console alone needs AUTHENTICATION_ENDPOINT and the endpoint of the data service: set where the services are.',
    );
  if (only === 'services' && config.endpoints)
    throw new CommandError(
      'AUTHENTICATION_ENDPOINT names services elsewhere: remove it to start them here.',
    );
  if (demo && (config.endpoints || only))
    throw new CommandError(
      'The demo needs the console and both services in this process: omit --only and the endpoints.',
    );
}

function stopOnSignal(server: RunningServer, log: Logger, onStop: () => void): void {
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    isStopping = true;
    onStop();
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('Some calls did not finish in time and are aborted.');
      process.exit(0);
    }, drainMs).unref();
    server.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'The server did not stop cleanly.');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A terminal sends it when it is closed.
  process.on('SIGHUP', (signal) => {
    if (process.stdout.isTTY) stop(signal);
    else
      log.warn('A single process cannot replace itself: restart it to apply a new configuration.');
  });
}

function endOnFault(log: Logger): void {
  const end = (err: unknown) => {
    log.fatal({ err }, 'Unexpected error: the program exits.');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function placesOf(config: Config, { publicUrl, localUrl, services }: RunningServer): string {
  const addresses = [
    ...(localUrl === undefined ? [] : [['Console', publicUrl]]),
    ...(services ? [['Database', databaseOf(config)]] : []),
    ...(config.workers > 1 ? [['Workers', String(config.workers)]] : []),
    ...(services && localUrl === undefined
      ? [['Services', `${services.endpoints.authentication}, ${services.endpoints.data}`]]
      : []),
    ...(config.endpoints
      ? [['Services', `${config.endpoints.authentication}, ${config.endpoints.data}`]]
      : []),
  ];
  return [
    `Annals ${version}`,
    ...addresses.map(([name = '', address]) => `  ${name.padEnd(10)}${address}`),
  ].join('\n');
}

function databaseOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return `embedded, in ${dataDir}`;
  const [first = ''] = addressesOf(databaseUrl);
  return `PostgreSQL ${new URL(first).pathname.slice(1)} on ${serversOf(databaseUrl).join(' or ')}`;
}

function firstStartText(link: string): string {
  return `
Nobody can sign in yet. Open this link within 24 hours to create the first user, a GLOBAL_MASTER:
  ${link}
`;
}

function demoText(outcome: DemoOutcome): string {
  const accounts = outcome.accounts
    .map(({ email, role }) => `  ${email.padEnd(22)}${role}`)
    .join('\n');
  const loaded = outcome.loaded
    ? `The demo data is loaded: the partition "${outcome.partitionName}" with ${outcome.rows} versions.${outcome.movedDays === 0 ? '' : ` All its dates are moved by ${outcome.movedDays} days (DEMO_DAY).`}`
    : `The demo data exists already, in the partition "${outcome.partitionName}".`;
  return `
${loaded} Sign in as one of
${accounts}
with the password
  ${outcome.password}
`;
}
