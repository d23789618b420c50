import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import { readEventLeaves } from '@annals/authentication/audit/event-leaves';
import { findAnnouncement, readMemberEvents } from '@annals/authentication/audit/partition-events';
import { migrations as authenticationMigrations } from '@annals/authentication/migrations';
import { authenticationService, type AuthenticationService } from '@annals/authentication/service';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { partitionPathEndpoints } from '@annals/contracts/data';
import type { Endpoint } from '@annals/contracts/endpoint';
import { getAuthenticationHealth } from '@annals/contracts/health';
import { dataService, migrations as dataMigrations, type DataService } from '@annals/data/service';
import type { SendEvents } from '@annals/kit/chained-events';
import {
  DatabaseUnavailable,
  openDatabase,
  unavailableReason,
  type Database,
} from '@annals/kit/database/database';
import { mountHealth, requireReady } from '@annals/kit/health';
import { ServersBehind, type MigrateOptions } from '@annals/kit/migrate/migrate';
import { ServerPresence } from '@annals/kit/migrate/server-presence';
import { mountOpenApi } from '@annals/kit/openapi/document';
import { defaultPoolSize } from '@annals/kit/database/queryable';
import { ReadReplicas } from '@annals/kit/database/read-replicas';
import { requestLimits } from '@annals/kit/limits/request-limits';
import { DatabaseMetrics } from '@annals/kit/database/database-metrics';
import { mountMetrics, serverMetrics, type ServerMetrics } from '@annals/kit/http-metrics';
import type { RequestClients } from '@annals/kit/request-clients';
import { tracedDatabase } from '@annals/kit/database/traced-database';
import { createService } from '@annals/kit/service';
import type { Tracing } from '@annals/kit/tracing';
import type { Config, Endpoints } from './config.ts';
import { drain, endConnections, spreadConnections } from './drain.ts';
import { listenOnSeparatePort, type OwnListener } from './workers/separate-listener.ts';
import { shareCallers, shareLoads, workerNumber } from './workers/worker.ts';
import { deleteSignInRules } from './embedded-sign-in-rules.ts';
import { rotateKey, type KeyRotation } from './embedded-key-rotation.ts';
import { templateFile, verifierFile, version } from './locations.ts';
import { serverFacts } from './server-facts.ts';
import type { UntrustedProxy } from './untrusted-proxy.ts';
import { recordFindings } from './embedded-findings.ts';
import { openOperatorSocket, type OperatorSocket } from './operator/operator-socket.ts';

export { recordCommand } from '@annals/authentication/audit/record-command';
export { LogKeyRefused } from '@annals/data/log/log-key';

export interface OpenServices {
  readonly database: Database;
  readonly authentication: AuthenticationService;
  readonly data: DataService;
  /**
   * Applies the pending migrations, starts the workers, and returns the names of these migrations.
   * @throws DatabaseUnavailable, MigrationRefused, ServersBehind, MigrationFailed, LogKeyRefused
   */
  start(options?: MigrateOptions): Promise<string[]>;
  close(): Promise<void>;
}

/** All calls of the authentication endpoint: its own, and the data service's partition calls. */
export const authenticationListenerEndpoints: readonly Endpoint[] = [
  ...authenticationEndpoints,
  getAuthenticationHealth,
  ...partitionPathEndpoints,
];

/** Telemetry exports; undefined ones are off. */
export interface Telemetry {
  tracing?: Tracing | undefined;
  /** Takes the events of the audit log. */
  sendEvents?: SendEvents | undefined;
}

interface Surroundings extends Telemetry {
  /** Watches the console's requests; undefined without a console. */
  untrustedProxy?: UntrustedProxy | undefined;
}

type ServicesConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'dataDir'
  | 'productName'
  | 'smtpUrl'
  | 'mailFrom'
  | 'signUp'
  | 'providerHosts'
  | 'aliasHosts'
> &
  Partial<Config>;

/**
 * Opens the database and both services on it, without listening.
 * @param publicUrl the public address of the console: links are built from it, and it issues the tokens
 * @throws DatabaseInUse if another process has the embedded database open
 */
export async function openServices(
  config: ServicesConfig,
  publicUrl: string,
  log: FastifyBaseLogger,
  { metrics, http }: ServerMetrics = serverMetrics(),
  { tracing, sendEvents, untrustedProxy }: Surroundings = {},
): Promise<OpenServices> {
  const { databaseUrl, dataDir, productName, smtpUrl, mailFrom, signUp, providerHosts } = config;
  const { workers = 1 } = config;
  const poolSize = connectionsOfWorker(workers);
  const isWorker = workerNumber() !== undefined;
  const server = serverFacts(
    { ...config, publicUrl },
    http,
    isWorker ? shareLoads(http) : undefined,
    untrustedProxy,
  );
  const opened = await openDatabase({
    databaseUrl,
    pooler: config.databasePooler,
    poolSize,
    dataDir,
    templateFile,
    log,
    metrics: new DatabaseMetrics(metrics),
  });
  const trace = (plain: Database) => (tracing ? tracedDatabase(plain, tracing) : plain);
  const database = trace(opened);
  const { databaseReadUrls = [], databaseReadMaxLag = 5 } = config;
  const replicas =
    databaseUrl === undefined || databaseReadUrls.length === 0
      ? undefined
      : new ReadReplicas({
          databaseUrl,
          pooler: config.databasePooler,
          readUrls: databaseReadUrls,
          maxLagMs: databaseReadMaxLag * 1000,
          poolSize,
          log,
          metrics,
          traced: trace,
        });
  const limits = requestLimits(database.kind, poolSize, workers);
  if (isWorker) shareCallers(limits);
  http.observeLimits(limits);
  const webhooks = { hosts: config.webhookHosts, keys: config.webhookKeys, tracing };
  const authentication = authenticationService({
    database,
    log,
    limits,
    publicUrl,
    productName,
    mail: { smtpUrl, from: mailFrom, directory: path.join(dataDir, 'mail') },
    signUp,
    providerHosts,
    mailHosts: config.mailHosts,
    breachedPasswords: config.breachedPasswords,
    webhooks,
    findMembership: (userId, partitionId, asOf) => data.membershipOf(userId, partitionId, asOf),
    findMembers: (partitionId, asOf, range) => data.membersOf(partitionId, asOf, range),
    findVisibleActors: (caller, actors) => data.visibleActors(caller, actors),
    proveEvents: (range) => data.proveEvents(range),
    metrics,
    tracing,
    sendEvents,
    workers,
    server,
  });
  const data: DataService = dataService({
    database,
    log,
    limits,
    authenticate: authentication.authenticate,
    scopeOfUser: (userId) => authentication.scopeOfUser(userId),
    userExists: (userId) => authentication.userExists(userId),
    isActivePerson: (userId) => authentication.isActivePerson(userId),
    subscriptions: { digestHour: config.digestHour },
    findUserNames: (userId) => authentication.findUserNames(userId),
    signatureKey: (kid) => authentication.signatureKey(kid),
    findTokenIssuers: (ownerIds, since) => authentication.findTokenIssuers(ownerIds, since),
    readEventLeaves,
    readMemberEvents,
    findAnnouncement,
    reports: authentication.reports,
    aliasHosts: config.aliasHosts,
    webhooks,
    metrics,
    tracing,
    replicas,
    server,
    findAccess: (caller, asked) => authentication.listAccess(caller, asked),
    findVerifier: async () => readFile(verifierFile).catch(() => undefined),
    logKey: {
      host: new URL(publicUrl).hostname,
      product: productName,
      given: config.checkpointKey,
      former: config.formerCheckpointKeys,
    },
  });
  return {
    database,
    authentication,
    data,
    start: async (options) => {
      // The two schemas do not depend on each other, but the workers of each service call the other one.
      const [ofAuthentication, ofData] = await Promise.all([
        authentication.migrate(options),
        data.migrate(options),
      ]);
      await authentication.start();
      await data.start();
      return [
        ...ofAuthentication.map((name) => `authentication ${name}`),
        ...ofData.map((name) => `data ${name}`),
      ];
    },
    close: async () => {
      await data.close();
      await authentication.close();
      await replicas?.close();
      await database.close();
    },
  };
}

/** A default PostgreSQL allows 100 connections: some stay for administrators and other programs. */
const connectionsOfServer = 80;

/**
 * Divided among the workers so that one server uses no more connections than before. At least four: with fewer,
 * requests of one worker wait for each other.
 */
const connectionsOfWorker = (workers: number): number =>
  Math.max(4, Math.min(defaultPoolSize, Math.floor(connectionsOfServer / workers)));

export interface RunningServices extends OpenServices {
  readonly endpoints: Endpoints;
  /** Where the console of this process reaches them: `endpoints`, which workers share, may lead to another one. */
  readonly upstreams: Endpoints;
  /**
   * Moves the callers to other workers: requests that wait for changes are answered, and each response is the last of
   * its connection.
   */
  retire(): void;
  /** Resolves when the schema is up to date, which waits for an unavailable database. */
  readonly prepared: Promise<void>;
  /** @throws if the services cannot answer calls now */
  ready(): Promise<void>;
}

export interface ServicesContext extends Surroundings {
  /** The clients of requests that the console server of this process forwards. */
  requestClients?: RequestClients | undefined;
  metrics?: ServerMetrics | undefined;
  worker?: WorkerPlace | undefined;
}

/** For a process that shares its ports with others. */
export interface WorkerPlace {
  /** Listens only when everything is ready, because others serve meanwhile. */
  readyFirst: boolean;
}

const loopback = '127.0.0.1';
const maxPauseMs = 5_000;

/** Starts both services, each on its own loopback port: the two after `port`, or any free ones if it is 0. */
export async function startServices(
  config: ServicesConfig & Pick<Config, 'port'>,
  publicUrl: string,
  log: FastifyBaseLogger,
  { requestClients, metrics = serverMetrics(), worker, ...surroundings }: ServicesContext = {},
): Promise<RunningServices> {
  const services = await openServices(config, publicUrl, log, metrics, surroundings);
  const stopping = new AbortController();
  const presence = new ServerPresence(
    services.database,
    [authenticationMigrations, dataMigrations],
    { version, log },
  );
  const refusal = () => presence.refusal;
  const listener = (name: string) => {
    const app = createService({ log, requestClients });
    metrics.http.observe(app, name);
    // These ports are on the loopback address, and the proxy only forwards /v1 to them.
    mountMetrics(app, metrics.scraped, metrics.token);
    return app;
  };
  const authenticationApp = mountAuthentication(listener('authentication'), services, refusal);
  const dataApp = listener('data');
  services.data.mountOwnRoutes(dataApp, { refusal });
  services.data.mountPartitionRoutes(dataApp);
  if (worker) for (const app of [authenticationApp, dataApp]) spreadConnections(app);
  let operator: OperatorSocket | undefined;
  const ownListeners: OwnListener[] = [];
  const close = async () => {
    stopping.abort();
    await operator?.close();
    for (const own of ownListeners) own.close();
    await Promise.all([drain(authenticationApp), drain(dataApp)]);
    await presence.close();
    await services.close();
  };
  try {
    const { copy } = services.database;
    if (copy) {
      const acts = {
        copy,
        rotateKey: (request: KeyRotation) => rotateKey(services, request),
        deleteSignInRules: () => deleteSignInRules(services),
        recordFindings: (findings: readonly string[]) =>
          recordFindings(services.database, findings),
      };
      operator = await openOperatorSocket(config.dataDir, acts, log);
    }
    const preparing = async () => {
      await prepare(services, log, stopping.signal);
      await presence.start();
    };
    if (worker?.readyFirst === true) await preparing();
    const port = (offset: number) => (config.port === 0 ? 0 : config.port + offset);
    const endpoints = {
      authentication: await authenticationApp.listen({ host: loopback, port: port(1) }),
      data: await dataApp.listen({ host: loopback, port: port(2) }),
    };
    const upstreamOf = async (app: FastifyInstance, shared: string) => {
      if (!worker) return shared;
      const own = await listenOnSeparatePort(app);
      ownListeners.push(own);
      return own.origin;
    };
    const upstreams = {
      authentication: await upstreamOf(authenticationApp, endpoints.authentication),
      data: await upstreamOf(dataApp, endpoints.data),
    };
    const { database, authentication, data } = services;
    const ready = () =>
      requireReady({
        database,
        migrated: () => authentication.migrated() && data.migrated(),
        refusal,
      });
    return {
      ...services,
      endpoints,
      upstreams,
      ready,
      retire: () => {
        services.data.endWaits();
        for (const app of [authenticationApp, dataApp]) endConnections(app);
      },
      close,
      prepared: worker?.readyFirst === true ? Promise.resolve() : preparing(),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function mountAuthentication(
  app: FastifyInstance,
  { database, authentication, data }: OpenServices,
  refusal: () => string | undefined,
): FastifyInstance {
  mountHealth(app, {
    name: 'authentication',
    version,
    database,
    migrated: () => authentication.migrated(),
    refusal,
    call: getAuthenticationHealth,
    authenticate: authentication.authenticate,
  });
  mountOpenApi(app, {
    title: 'Annals authentication endpoint',
    version,
    endpoints: authenticationListenerEndpoints,
    server: { url: '/', description: 'The authentication service' },
    paths: 'service',
  });
  authentication.mountRoutes(app);
  data.mountPartitionRoutes(app);
  return app;
}

async function prepare(
  services: OpenServices,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      await services.start();
      return;
    } catch (error) {
      // Servers that end, or were killed, are gone after a while.
      if (!(error instanceof DatabaseUnavailable || error instanceof ServersBehind)) throw error;
      const reason =
        error instanceof DatabaseUnavailable ? unavailableReason(error) : error.message;
      log.warn({ err: error }, `${reason} Next attempt in ${pauseMs} ms.`);
      await wait(pauseMs, undefined, { signal });
    }
  }
}
