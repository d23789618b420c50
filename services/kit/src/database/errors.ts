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

/** A statement took longer than the statement timeout and was stopped. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
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

/** True when the connection must not be used again after this error. */
export function endsConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.severity === 'FATAL' || error.severity === 'PANIC';
  const translated = translate(error);
  return translated instanceof DatabaseUnavailable || translated instanceof DeadlineExceeded;
}
