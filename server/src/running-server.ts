import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { serverMetrics, type ServerMetrics } from '@annals/kit/http-metrics';
import { RequestClients } from '@annals/kit/request-clients';
import type { Config } from './config.ts';
import { readConsoleFiles, type ConsoleFiles } from './console-files.ts';
import { createConsoleServer, type ConsoleServer } from './console-server.ts';
import { drain, endConnections, spreadConnections } from './drain.ts';
import { startServices, type RunningServices, type WorkerPlace } from './embedded.ts';
import { consoleDirectory, noticesDirectory, version } from './locations.ts';
import type { RunningTelemetry } from './telemetry/telemetry.ts';
import { UntrustedProxy } from './untrusted-proxy.ts';

export type ServerPart = 'console' | 'services';

export interface RunningServer {
  /** The public address of the console. */
  readonly publicUrl: string;
  /** Where this machine reaches it; undefined without a console. */
  readonly localUrl: string | undefined;
  /** Undefined when the services are elsewhere. */
  readonly services: RunningServices | undefined;
  /** Moves the callers to other workers, before `stop`: each response is the last of its connection. */
  retire(): void;
  /** Stops accepting calls, waits for running ones, and closes the database. */
  stop(): Promise<void>;
}

/** The program cannot listen on the address that it should listen on. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** The files of the console are not where the program expects them. */
export class ConsoleMissing extends Error {
  override readonly name = 'ConsoleMissing';
}

export interface ServerOptions {
  config: Config;
  log: FastifyBaseLogger;
  /** Starts only one of the two; omitted: both. */
  only?: ServerPart | undefined;
  /** The console's files are served by someone else: Vite, in development. */
  withoutFiles?: boolean | undefined;
  metrics?: ServerMetrics | undefined;
  /** For a process that shares its ports with others. */
  worker?: WorkerPlace | undefined;
  /** Undefined if nothing is exported by OTLP. It ends with the server. */
  telemetry?: RunningTelemetry | undefined;
}

/**
 * Starts the console server and, unless they are configured elsewhere, both services.
 * @throws AddressRefused, ConsoleMissing, DatabaseInUse, DirectoryRefused
 */
export async function startServer({
  config,
  log,
  only,
  withoutFiles = false,
  metrics = serverMetrics(config.metricsToken),
  worker,
  telemetry,
}: ServerOptions): Promise<RunningServer> {
  let services: RunningServices | undefined;
  let front: ConsoleServer | undefined;
  let port = config.port;
  // Services elsewhere could not use the keys that are forwarded in place of request ids.
  const requestClients = config.endpoints ? undefined : new RequestClients();
  const untrustedProxy = new UntrustedProxy();
  metrics.metrics.observeProcess();
  const retire = () => {
    if (front) endConnections(front.app);
    services?.retire();
  };
  const stop = async () => {
    if (front) await drain(front.app);
    await services?.close();
    await telemetry?.close();
  };
  try {
    if (only !== 'services') {
      const files = withoutFiles ? undefined : readFiles(config);
      const ready = async () => services?.ready();
      const tracing = telemetry?.tracing;
      front = createConsoleServer({
        config,
        version,
        log,
        files,
        ready,
        requestClients,
        untrustedProxy,
        metrics,
        tracing,
      });
      if (worker) spreadConnections(front.app);
      if (worker?.readyFirst !== true) {
        await listen(front, config);
        port = portOf(front);
      }
    }
    const publicUrl = config.publicUrl ?? addressOf(config.host, port);
    if (config.endpoints) front?.connect(config.endpoints);
    else {
      const { tracing, sendEvents } = telemetry ?? {};
      const context = {
        requestClients,
        untrustedProxy,
        metrics,
        worker,
        tracing,
        sendEvents,
      };
      services = await startServices(config, publicUrl, log, context);
      front?.connect(services.endpoints, services.upstreams);
    }
    if (front && worker?.readyFirst === true) await listen(front, config);
    return { publicUrl, localUrl: front && addressOf(config.host, port), services, retire, stop };
  } catch (error) {
    await stop();
    throw addressRefused(error, config) ?? error;
  }
}

function readFiles({ productName, knownServices }: Config): ConsoleFiles {
  try {
    return readConsoleFiles(consoleDirectory, productName, knownServices, noticesDirectory);
  } catch (cause) {
    throw new ConsoleMissing(
      `There is no built console in ${consoleDirectory}. Run "npm run build" in a checkout, and copy console/dist with the program.`,
      { cause },
    );
  }
}

async function listen({ app }: ConsoleServer, { host, port }: Config): Promise<void> {
  await app.listen({ host, port });
}

function portOf({ app }: ConsoleServer): number {
  // A server that listens on a host and port has such an address, never a string.
  return (app.server.address() as AddressInfo).port;
}

const everyInterface = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']);

/** The address under which this machine reaches a listener. */
export function addressOf(host: string, port: number): string {
  const name = everyInterface.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** The error of a system call that listens, or looks the host up, in words. */
function addressRefused(error: unknown, { host, port }: Config): AddressRefused | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
  const { code, syscall } = error;
  if (syscall !== 'listen' && syscall !== 'bind' && syscall !== 'getaddrinfo') return undefined;
  const address = 'address' in error ? String(error.address) : host;
  const atPort = 'port' in error && typeof error.port === 'number' ? error.port : port;
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${atPort} on ${address} is taken by another program. Stop it, or choose another with PORT, for example PORT=${atPort + 10}.`,
    EACCES: `This process may not listen on port ${atPort} of ${address}. Choose a port from 1024 on with PORT, for example PORT=3000.`,
    EADDRNOTAVAIL: `This machine does not have the address ${address}. Correct HOST, for example HOST=127.0.0.1, or HOST=0.0.0.0 for all addresses.`,
    ENOTFOUND: `The host ${host} is unknown. Correct HOST, for example HOST=127.0.0.1, or HOST=0.0.0.0 for all addresses.`,
    EAI_AGAIN: `The host ${host} cannot be looked up now. Correct HOST, for example HOST=127.0.0.1.`,
  };
  const text =
    why[String(code)] ??
    `This process cannot listen on port ${atPort} of ${address} (${String(code)}). Correct HOST, for example HOST=127.0.0.1.`;
  return new AddressRefused(text, { cause: error });
}
