import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Environment } from '@annals/contracts/console';
import { say } from '@annals/contracts/messages';
import { mountMetrics, serverMetrics, type ServerMetrics } from '@annals/kit/http-metrics';
import { mountOpenApi } from '@annals/kit/openapi/document';
import { notFound, Problem } from '@annals/kit/problem';
import type { RequestClients } from '@annals/kit/request-clients';
import { createService } from '@annals/kit/service';
import type { Tracing } from '@annals/kit/tracing';
import { AnnouncedServices } from './announced-services.ts';
import { mountAliasUrls } from './alias-urls.ts';
import { apiDocument } from './api-document.ts';
import { dataEndpointName, type Config, type Endpoints } from './config.ts';
import type { Build, ConsoleFiles } from './console-files.ts';
import { mcpPath, mountMcp } from './mcp/mcp-endpoint.ts';
import { mountProviderPosts } from './provider-posts.ts';
import { forwarding } from './proxy/forward.ts';
import { mountProxy } from './proxy/proxy.ts';
import { ProxyMetrics } from './proxy/proxy-metrics.ts';
import { Upstream, type Deadlines } from './proxy/upstream.ts';
import { refuseSeveralHosts, securityHeaders } from './security-headers.ts';
import { mountStatic, showsPage } from './static.ts';
import type { UntrustedProxy } from './untrusted-proxy.ts';

export interface ConsoleServerOptions {
  config: Pick<
    Config,
    'productName' | 'publicUrl' | 'trustProxy' | 'aliasHosts' | 'mcp' | 'knownServices'
  >;
  version: string;
  log: FastifyBaseLogger;
  /** Undefined in development, where Vite serves the console. */
  files: ConsoleFiles | undefined;
  /** Fails while the services cannot answer. */
  ready: () => Promise<void>;
  deadlines?: Deadlines;
  /** Reports client addresses to the services when they run in this process. */
  requestClients?: RequestClients | undefined;
  /** Notices a reverse proxy that is not trusted. */
  untrustedProxy?: UntrustedProxy | undefined;
  metrics?: ServerMetrics | undefined;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
}

export interface ConsoleServer {
  readonly app: FastifyInstance;
  /**
   * Sets where the services are; until then calls get 503.
   * @param upstreams where this process reaches them
   */
  readonly connect: (endpoints: Endpoints, upstreams?: Endpoints) => void;
}

/**
 * The public server: the console's files, the proxy to the two services with the document of their calls, and the
 * console's environment.
 */
export function createConsoleServer(options: ConsoleServerOptions): ConsoleServer {
  const {
    config,
    files,
    version,
    ready,
    requestClients,
    tracing,
    metrics: measured = serverMetrics(),
  } = options;
  const app = createService({
    log: options.log,
    trustProxy: config.trustProxy,
    headers: securityHeaders(config.publicUrl?.startsWith('https:') ?? false),
    answerUndecodable: (request, reply) => files !== undefined && showsPage(request, reply, files),
  });
  let connected: { endpoints: Endpoints; authentication: Upstream; data: Upstream } | undefined;

  measured.http.observe(app, 'console');
  options.untrustedProxy?.watch(app, options.log);
  refuseSeveralHosts(app);
  app.get('/healthz', () => ({ status: 'ok', service: 'console', version }));
  app.get('/readyz', async () => {
    if (!connected) throw starting();
    await ready();
    return { status: 'ready', service: 'console', version };
  });
  // This port is on the internet, so a token is required.
  if (measured.token !== undefined) mountMetrics(app, measured.scraped, measured.token);
  const services = new AnnouncedServices(config.knownServices);
  mountEnvironment(
    app,
    { ...config, services, isTraced: tracing !== undefined },
    () => connected?.endpoints,
  );
  mountOpenApi(app, apiDocument(config, version));
  const forward = forwarding(app, {
    upstreams: () => connected,
    services,
    requestClients,
    metrics: new ProxyMetrics(measured.metrics),
    tracing,
  });
  mountProxy(app, { ...config, forward });
  if (config.mcp) mountMcp(app, { ...config, version, services, forward });
  mountAliasUrls(app, {
    aliasHosts: config.aliasHosts,
    services,
    upstream: () => connected?.authentication,
    index: files?.index,
    requestClients,
  });
  mountProviderPosts(app, {
    services,
    upstream: () => connected?.authentication,
    requestClients,
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
    connect: (endpoints, upstreams = endpoints) => {
      connected = {
        endpoints,
        authentication: new Upstream(upstreams.authentication, options.deadlines),
        data: new Upstream(upstreams.data, options.deadlines),
      };
    },
  };
}

/**
 * GET /api/env: the product's name, the addresses of the services and of the console for users, programs and
 * assistants, which services are known to be Annals' own, and whether calls are traced.
 */
function mountEnvironment(
  app: FastifyInstance,
  {
    productName,
    publicUrl,
    mcp,
    services,
    isTraced,
  }: Pick<Config, 'productName' | 'publicUrl' | 'mcp'> & {
    services: AnnouncedServices;
    isTraced: boolean;
  },
  endpoints: () => Endpoints | undefined,
): void {
  app.get('/api/env', (): Environment => {
    const known = endpoints();
    if (!known) throw starting();
    return {
      PRODUCT_NAME: productName,
      AUTHENTICATION_ENDPOINT: known.authentication,
      [dataEndpointName(productName)]: known.data,
      ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
      SERVICES: String(services),
      ...(mcp && services.has('authentication') && services.has('data') && { MCP_PATH: mcpPath }),
      ...(isTraced && { TRACING: 'on' }),
    };
  });
}

/** The manifest of the served build: as the newest one, and by its id. */
function mountBuilds(app: FastifyInstance, build: Build): void {
  app.get('/builds/latest.json', () => ({ id: build.id, timestamp: build.timestamp }));
  app.get<{ Params: { file: string } }>('/builds/meta/:file', (request) => {
    if (request.params.file !== `${build.id}.json`) throw notFound('build');
    return build;
  });
}

const starting = () => new Problem(503, 'starting', say('starting'), { retryAfter: 1 });
