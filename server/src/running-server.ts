import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { serverMetrics } from '@annals/kit/http-metrics';
import { RequestClients } from '@annals/kit/request-clients';
import type { Config } from './config.ts';
import { readConsoleFiles, type ConsoleFiles } from './console-files.ts';
import { createConsoleServer, type ConsoleServer } from './console-server.ts';
import { drain } from './drain.ts';
import { startServices, type RunningServices } from './embedded.ts';
import { consoleDirectory, version } from './locations.ts';

export type ServerPart = 'console' | 'services';

export interface RunningServer {
  /** Where people reach the console. */
  readonly publicUrl: string;
  /** Where this machine reaches it; undefined without a console. */
  readonly localUrl: string | undefined;
  /** Undefined when the services are elsewhere. */
  readonly services: RunningServices | undefined;
  /** Stops taking calls, lets those that run end, and closes the database. */
  stop(): Promise<void>;
}

/** The address that the console or a service should listen on is taken. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken';
}

export interface ServerOptions {
  config: Config;
  log: FastifyBaseLogger;
  /** Only one of the two; both when left out. */
  only?: ServerPart | undefined;
  /** The console's files are served by someone else: Vite, in development. */
  withoutFiles?: boolean | undefined;
}

/**
 * Starts the console server and, unless they are configured elsewhere, both services.
 * @throws AddressTaken, DatabaseHeld
 */
export async function startServer({
  config,
  log,
  only,
  withoutFiles = false,
}: ServerOptions): Promise<RunningServer> {
  let services: RunningServices | undefined;
  let front: ConsoleServer | undefined;
  let port = config.port;
  // services elsewhere would make nothing of the keys that go up in place of request ids
  const requestClients = config.endpoints ? undefined : new RequestClients();
  const metrics = serverMetrics(config.metricsToken);
  metrics.metrics.observeProcess();
  const stop = async () => {
    if (front) await drain(front.app);
    await services?.close();
  };
  try {
    if (only !== 'services') {
      const files = withoutFiles ? undefined : readFiles(config.productName);
      const ready = async () => services?.ready();
      front = createConsoleServer({ config, version, log, files, ready, requestClients, metrics });
      await front.app.listen({ host: config.host, port: config.port });
      port = portOf(front);
    }
    const publicUrl = config.publicUrl ?? addressOf(config.host, port);
    if (config.endpoints) front?.connect(config.endpoints);
    else {
      services = await startServices(config, publicUrl, log, { requestClients, metrics });
      front?.connect(services.endpoints);
    }
    return { publicUrl, localUrl: front && addressOf(config.host, port), services, stop };
  } catch (error) {
    await stop();
    throw isAddressTaken(error)
      ? new AddressTaken(
          `Port ${error.port} on ${error.address} is taken by another program. Stop it, or choose another with PORT, for example PORT=${error.port + 10}.`,
        )
      : error;
  }
}

function readFiles(productName: string): ConsoleFiles {
  try {
    return readConsoleFiles(consoleDirectory, productName);
  } catch (cause) {
    throw new Error(`The console is not built. Run "npm run build".`, { cause });
  }
}

function portOf({ app }: ConsoleServer): number {
  // A server that listens on a host and port has such an address, never a string.
  return (app.server.address() as AddressInfo).port;
}

const everyInterface = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']);

/** The address under which this machine reaches what listens there. */
export function addressOf(host: string, port: number): string {
  const name = everyInterface.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function isAddressTaken(error: unknown): error is Error & { port: number; address: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'EADDRINUSE' &&
    'port' in error &&
    'address' in error
  );
}
