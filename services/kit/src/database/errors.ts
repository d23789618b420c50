import pg from 'pg';

/** The database cannot be reached now and may be again soon: callers answer 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** No room left on the database's disk: callers answer 507. Reads go on. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** Another process has the embedded database's directory open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** This process may not use the directory of the embedded database. */
export class DirectoryRefused extends Error {
  override readonly name = 'DirectoryRefused';
}

/** A statement took longer than the statement timeout and was stopped. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** A statement was cancelled because others waited for the connection. What it did may be undone. */
export class GaveWay extends Error {
  override readonly name = 'GaveWay';
}

/** The reason for stopping all work of a request. */
export const requestDeadlineExceeded = (ms: number) =>
  new DeadlineExceeded(`The request took longer than ${ms} ms and was stopped.`);

/** The database answers but is not supported (version, encoding). */
export class DatabaseUnsuitable extends Error {
  override readonly name = 'DatabaseUnsuitable';
}

/** The SQLSTATE, or the code of a system error. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The name of the constraint an integrity violation (SQLSTATE class 23) names, undefined for any other error. */
export function constraintOf(error: unknown): string | undefined {
  if (!codeOf(error)?.startsWith('23')) return undefined;
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** True for a statement that a database on several servers does not support (0A000); no other one says so here. */
export const isUnsupportedStatement = (error: unknown): boolean => codeOf(error) === '0A000';

/** True when the transaction conflicted with another one (40001, or a deadlock, 40P01) and may be tried again. */
export function isSerializationFailure(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

// SQLSTATEs after which the same statement may succeed on a later connection: shutdown, crash and
// start-up of the server (57P01-57P03), session limits (25P03, 57P05), too many connections and
// memory (53xxx), a standby that took the place of the primary (25006).
const passing = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '25006',
  '53000',
  '53200',
  '53300',
  '53400',
]);

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOENT',
]);

// Messages of pg without a code when its connection is lost.
const lostConnectionText =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end)/;

/**
 * Maps an error of the driver to the one that callers see: one of ours where callers respond differently, otherwise the
 * same.
 */
export function translate(error: unknown): unknown {
  const code = codeOf(error);
  if (code === '53100' || code === 'ENOSPC') {
    return new DiskFull('The disk of the database is full.', { cause: error });
  }
  if (code === '57014')
    return new DeadlineExceeded('The database took too long and was stopped.', { cause: error });
  if (code === '42501' && error instanceof Error)
    return new DatabaseUnsuitable(
      `The user in DATABASE_URL lacks a right: ${error.message}. Make it the owner of the database and of what Annals created there.`,
      { cause: error },
    );
  const gone =
    code === undefined
      ? error instanceof Error && lostConnectionText.test(error.message)
      : passing.has(code) ||
        lostConnection.has(code) ||
        (error instanceof pg.DatabaseError && code.startsWith('08'));
  return gone ? unavailable(error) : error;
}

/** What PgBouncer says to settings of a connection. */
const unsupportedSetting = /^unsupported startup parameter/;

/** Wraps any error as "cannot be reached"; our own errors stay as they are. */
export function unavailable(cause: unknown): unknown {
  if (cause instanceof Error && unsupportedSetting.test(cause.message))
    return new DatabaseUnsuitable(
      'DATABASE_URL leads to a PgBouncer: run it in transaction mode and set DATABASE_POOLER=transaction, or name PostgreSQL itself.',
      { cause },
    );
  if (
    cause instanceof DatabaseUnavailable ||
    cause instanceof DatabaseUnsuitable ||
    cause instanceof DeadlineExceeded ||
    cause instanceof DiskFull
  ) {
    return cause;
  }
  return new DatabaseUnavailable('The database cannot be reached.', { cause });
}

/** The SQLSTATEs and system errors of a failed connection, as an operator can act on them. */
const connectionAdvice: Readonly<Record<string, string>> = {
  '28P01': 'It refuses the user name or the password in DATABASE_URL.',
  '28000':
    'It refuses this user, database or kind of connection. See pg_hba.conf of the server and its log.',
  '3D000': 'The database in DATABASE_URL does not exist on the server. Create it first.',
  '53300': 'The server has no free connection. Raise max_connections, or start fewer workers.',
  '57P03': 'The server is starting. Try again shortly.',
  '25006':
    'It takes no writes: the server is a standby, and DATABASE_URL must name the primary, or the database is read only (default_transaction_read_only), as providers make it when its disk is full.',
  ECONNREFUSED: 'Nothing accepts connections there. Start PostgreSQL, or correct DATABASE_URL.',
  ECONNRESET: 'The connection was closed. See the log of the server.',
  ENOTFOUND:
    'The host in DATABASE_URL is unknown. If it is a part of the password, write @ as %40, / as %2F and # as %23 there.',
  EAI_AGAIN: 'The host in DATABASE_URL cannot be looked up now.',
  ENOENT:
    'A socket or file that DATABASE_URL names does not exist. Start PostgreSQL, or correct DATABASE_URL.',
  EISDIR: 'DATABASE_URL names a directory where a file is needed, for example in sslrootcert.',
  EACCES: 'This process may not use a socket or file that DATABASE_URL names.',
  ETIMEDOUT: 'It does not answer. Check the address, the network and the firewall.',
  EHOSTUNREACH: 'There is no route to the host in DATABASE_URL.',
  ENETUNREACH: 'There is no route to the host in DATABASE_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Its certificate is signed by itself. Name its authority with sslrootcert in DATABASE_URL.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The authority of its certificate is unknown here. Name it with sslrootcert in DATABASE_URL.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The authority of its certificate is unknown here. Name it with sslrootcert in DATABASE_URL.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host name.',
};

/**
 * Why the database is unavailable, for whoever runs the program: the cause in one sentence, and what to do. It has no
 * password, and is not for callers of the services.
 */
export function unavailableReason(error: DatabaseUnavailable): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    // Several addresses of one host: each was tried.
    const each = at instanceof AggregateError ? (at.errors as unknown[])[0] : at;
    const advice = connectionAdvice[codeOf(each) ?? ''] ?? adviceFor(each);
    if (advice !== undefined) return `${error.message} ${advice}${placeOf(each)}`;
  }
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** By what pg says without a code. */
const messageAdvice: readonly [message: RegExp, advice: string][] = [
  [
    /client password must be a (?:non-empty )?string/,
    'It asks for a password, and DATABASE_URL contains none.',
  ],
  [
    /server does not support SSL connections/,
    'It has no TLS. Turn it on there (ssl = on), or remove sslmode from DATABASE_URL.',
  ],
  [
    /^Connection terminated due to connection timeout|^timeout exceeded when trying to connect/,
    'It does not answer. Check the address, the network and the firewall.',
  ],
  [
    /^Connection terminated unexpectedly/,
    'The connection was closed. Check that PostgreSQL is at the address in DATABASE_URL, and see its log.',
  ],
];

const adviceFor = (error: unknown): string | undefined =>
  error instanceof Error
    ? messageAdvice.find(([message]) => message.test(error.message))?.[1]
    : undefined;

const placeOf = (error: unknown): string => {
  const { address, port, hostname, path } = error as Partial<Record<string, unknown>>;
  if (typeof address === 'string')
    return ` (${address}${typeof port === 'number' ? `:${port}` : ''})`;
  const name = hostname ?? path;
  return typeof name === 'string' ? ` (${name})` : '';
};

/** True when the connection must not be used again after this error. */
export function endsConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.severity === 'FATAL' || error.severity === 'PANIC';
  const translated = translate(error);
  return translated instanceof DatabaseUnavailable || translated instanceof DeadlineExceeded;
}
