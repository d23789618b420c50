import pg from 'pg';
import { sessionSettings } from '../distribution/session/session-settings.ts';
import { addressesOf, withSettings } from './addresses.ts';
import { DatabaseUnsuitable, translate } from './errors.ts';
import { notePlansOnce } from './connection.ts';
import { clientOf, Hosts, requireWritable } from './hosts.ts';
import { PooledDatabase } from './pooled-database.ts';
import { defaultPoolSize, type Database, type DatabaseConfig } from './queryable.ts';
import { resultTypes } from './result-types.ts';

const connectionTimeoutMs = 5_000;
const idleInTransactionMs = 30_000;
// The server stops a statement itself; the connection is ended only if the server does not respond either.
const networkGraceMs = 5_000;

/**
 * Compiling a page's statement (JIT) takes seconds of CPU time, running it takes milliseconds. Planning takes as long
 * as running, and the parameter values do not change the best plan: so each prepared statement is planned once.
 */
const planning = '-c jit=off -c plan_cache_mode=force_generic_plan';

/** A pool of connections to PostgreSQL. None is opened here, so the server may be down. */
export function openPostgresql(config: DatabaseConfig, databaseUrl: string): Database {
  const statementTimeoutMs = config.statementTimeoutMs ?? 15_000;
  const isPooled = config.pooler === 'transaction';
  const settings = `-c timezone=UTC -c datestyle=ISO -c bytea_output=hex ${planning}${config.readOnly ? ' -c default_transaction_read_only=on' : ''}`;
  const addresses = addressesOf(databaseUrl);
  const hosts = new Hosts(
    isPooled ? addresses : addresses.map((address) => withSettings(address, settings)),
  );
  const options: pg.PoolConfig = {
    connectionString: databaseUrl,
    Client: clientOf(hosts),
    max: config.poolSize ?? defaultPoolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'annals',
    ...(!isPooled && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs + networkGraceMs,
    }),
    types: resultTypes,
    verify: (client, done) => {
      // The pool has no deadline for this, and would lose the connection forever.
      const deadline = setTimeout(() => client.connection.stream.destroy(), connectionTimeoutMs);
      requireSuitable(client)
        .then(({ isCluster }) => {
          if (!isPooled && !isCluster) notePlansOnce(client);
        })
        .then(() => (hosts.count > 1 ? requireWritable(client) : undefined))
        .then(() => (isPooled ? preparePooled(client) : undefined))
        .finally(() => clearTimeout(deadline))
        .then(
          () => done(),
          (error: Error) => {
            hosts.leave(client);
            done(error);
          },
        );
    },
  };
  const pool = new pg.Pool(options);
  pool.on('error', (error) => {
    config.log.warn(
      { err: error },
      'A connection to PostgreSQL was lost; the next statement makes a new one.',
    );
  });
  config.metrics?.watchPool(pool, () => false);
  return new PooledDatabase(pool, {
    kind: 'postgresql',
    deadlineMs: statementTimeoutMs + networkGraceMs,
    cancelAfterMs: isPooled ? statementTimeoutMs : undefined,
    idleInTransactionMs,
    hosts: hosts.count,
    translate,
    metrics: config.metrics,
    refuseNested: config.refuseNested,
    onWrite: () => undefined,
    cancel: (client) => requestCancel(options, client),
    onClose: async () => undefined,
  });
}

/**
 * PgBouncer accepts no settings at the start of a connection, but applies the values of these two parameters per
 * client.
 * @throws DatabaseUnsuitable if the server would write values in a form that is not understood here
 */
async function preparePooled(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`set timezone = 'UTC'`);
  await client.query(`set datestyle = 'ISO'`);
  const { rows } = await client.query<{ form: string }>(
    `select current_setting('bytea_output') as form`,
  );
  if (rows[0]?.form !== 'hex')
    throw new DatabaseUnsuitable(
      'The role of DATABASE_URL needs bytea_output = hex: set it with ALTER ROLE … SET bytea_output = hex.',
    );
}

/**
 * Sends PostgreSQL's CancelRequest for the running statement of `client` on a separate connection, which the server
 * closes once it has signalled the backend (PostgreSQL, "Frontend/Backend Protocol", 55.2.8). A failed request has no
 * effect: the statement then runs until its deadline.
 */
async function requestCancel(options: pg.ClientConfig, client: pg.PoolClient): Promise<void> {
  const { processID, secretKey, host, port } = client as pg.PoolClient & Backend;
  const connectionString = addressesOf(options.connectionString ?? '')[0];
  const { connection } = new pg.Client({ ...options, connectionString }) as pg.Client & Canceller;
  await new Promise<void>((resolve) => {
    const deadline = setTimeout(() => connection.stream.destroy(), connectionTimeoutMs);
    const send = () => connection.cancel(processID, secretKey);
    connection.once('connect', () => (connection.ssl ? connection.requestSsl() : send()));
    connection.once('sslconnect', send);
    connection.on('error', () => undefined);
    connection.once('end', () => {
      clearTimeout(deadline);
      resolve();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

/** What pg knows about the server process of a client; its types omit it. */
interface Backend {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
}

interface Canceller {
  connection: pg.Connection & {
    ssl: unknown;
    connect(portOrPath: number | string, host?: string): void;
    requestSsl(): void;
    cancel(processID: number, secretKey: number): void;
  };
}

/**
 * Prepares a connection.
 *
 * @throws DatabaseUnsuitable when the server is older than PostgreSQL 15 or does not keep text in UTF-8
 */
export async function requireSuitable(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<{ isCluster: boolean }> {
  const { rows } = await client.query<{
    version: number;
    encoding: string;
    planning: string | null;
  }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      ${sessionSettings}`,
  );
  const [server] = rows;
  if (server === undefined || server.version < 150_000) {
    const found = server === undefined ? 'unknown' : Math.trunc(server.version / 10_000);
    throw new DatabaseUnsuitable(
      `PostgreSQL 15 or newer is needed, this server is ${found}: upgrade it or name another in DATABASE_URL.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseUnsuitable(
      `The database must keep text in UTF8, this one has ${server.encoding}: make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    );
  }
  return { isCluster: server.planning !== null };
}
