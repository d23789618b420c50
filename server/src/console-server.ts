import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createService } from '@annals/kit/service';
import { Problem } from '@annals/kit/problem';
import type { RequestOrigins } from '@annals/kit/request-origins';
import { mountAliasUrls } from './alias-urls.ts';
import { mountBuilds } from './builds.ts';
import type { Config, Endpoints } from './config.ts';
import type { ConsoleFiles } from './console-files.ts';
import { mountMetrics } from '@annals/kit/metrics/metrics-route';
import { mountEnvironment } from './environment.ts';
import { ProxyMetrics, serverMetrics, type ServerMetrics } from './metrics.ts';
import { mountProxy } from './proxy/proxy.ts';
import { Upstream, type Deadlines } from './proxy/upstream.ts';
import { refuseSeveralHosts, securityHeaders } from './security-headers.ts';
import { mountStatic } from './static.ts';

export interface ConsoleServerOptions {
  config: Pick<Config, 'productName' | 'publicUrl' | 'trustProxy' | 'aliasHosts'>;
  version: string;
  log: FastifyBaseLogger;
  /** Undefined in development, where Vite serves the console. */
  files: ConsoleFiles | undefined;
  /** Fails while the services behind cannot answer. */
  ready: () => Promise<void>;
  deadlines?: Deadlines;
  /** When the services are in this process: tells them where requests come from. */
  origins?: RequestOrigins | undefined;
  metrics?: ServerMetrics | undefined;
}

export interface ConsoleServer {
  readonly app: FastifyInstance;
  /** Says where the services are; until then calls get 503. */
  readonly connect: (endpoints: Endpoints) => void;
}

/** The server in front: the console's files, the proxy to the two services, and what the console asks at its start. */
export function createConsoleServer(options: ConsoleServerOptions): ConsoleServer {
  const { config, files, version, ready, origins, metrics: measured = serverMetrics() } = options;
  const app = createService({
    log: options.log,
    trustProxy: config.trustProxy,
    headers: securityHeaders(config.publicUrl?.startsWith('https:') ?? false),
  });
  let connected: { endpoints: Endpoints; authentication: Upstream; data: Upstream } | undefined;

  measured.http.observe(app, 'console');
  refuseSeveralHosts(app);
  app.get('/healthz', () => ({ status: 'ok', service: 'console', version }));
  app.get('/readyz', async () => {
    if (!connected)
      throw new Problem(503, 'starting', 'The services are starting. Try again shortly.', {
        retryAfter: 1,
      });
    await ready();
    return { status: 'ready', service: 'console', version };
  });
  // people on the internet reach this port, so there is nothing here without a token
  if (measured.token !== undefined) mountMetrics(app, measured.metrics, measured.token);
  mountEnvironment(app, config.productName, () => connected?.endpoints);
  mountProxy(app, {
    ...config,
    upstreams: () => connected,
    origins,
    metrics: new ProxyMetrics(measured.metrics),
  });
  mountAliasUrls(app, {
    aliasHosts: config.aliasHosts,
    upstream: () => connected?.authentication,
    index: files?.index,
    origins,
  });
  if (files) {
    mountBuilds(app, files.build);
    mountStatic(app, files);
  }
  app.addHook('onClose', async () => {
    await Promise.all([connected?.authentication.close(), connected?.data.close()]);
  });

  return {
    app,
    connect: (endpoints) => {
      connected = {
        endpoints,
        authentication: new Upstream(endpoints.authentication, options.deadlines),
        data: new Upstream(endpoints.data, options.deadlines),
      };
    },
  };
}
