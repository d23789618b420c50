import { pino } from 'pino';
import { serviceNames } from '@annals/contracts/service-name';
import type { RequestClients } from '@annals/kit/request-clients';
import type { Tracing } from '@annals/kit/tracing';
import type { Config } from '../config.ts';
import type { ConsoleFiles } from '../console-files.ts';
import { createConsoleServer } from '../console-server.ts';
import type { Deadlines } from '../proxy/upstream.ts';

export interface ConsoleUnderTest {
  readonly origin: string;
  /** The parsed log lines. */
  readonly logged: Record<string, unknown>[];
  call(body: unknown, headers?: Record<string, string>): Promise<Response>;
  readonly close: () => Promise<void>;
}

interface Options {
  config?: Partial<
    Pick<
      Config,
      'productName' | 'publicUrl' | 'trustProxy' | 'aliasHosts' | 'mcp' | 'knownServices'
    >
  >;
  files?: ConsoleFiles;
  /** The origin of both services; omitted: they never become available. */
  upstream?: string;
  data?: string;
  deadlines?: Deadlines;
  requestClients?: RequestClients;
  tracing?: Tracing;
}

/** A console server on a free loopback port. */
export async function startConsole(options: Options = {}): Promise<ConsoleUnderTest> {
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const productName = options.config?.productName ?? 'annals';
  const { app, connect } = createConsoleServer({
    config: {
      productName,
      publicUrl: options.config?.publicUrl,
      trustProxy: options.config?.trustProxy ?? [],
      aliasHosts: options.config?.aliasHosts ?? [],
      mcp: options.config?.mcp ?? true,
      knownServices: options.config?.knownServices ?? serviceNames,
    },
    version: '0.0.0',
    log,
    files: options.files,
    ready: async () => undefined,
    requestClients: options.requestClients,
    tracing: options.tracing,
    ...(options.deadlines ? { deadlines: options.deadlines } : {}),
  });
  if (options.upstream !== undefined)
    connect({ authentication: options.upstream, data: options.data ?? options.upstream });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    logged,
    call: (body, headers = {}) =>
      fetch(`${origin}/api/${productName}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: () => app.close(),
  };
}
