import type {
  getAuthenticationSystem,
  getDataSystem,
  ProviderCertificate,
} from '@annals/contracts/system';
import type { AnswerOf } from '../../platform/api/told.ts';

export type AuthenticationSystem = AnswerOf<typeof getAuthenticationSystem>;
export type DataSystem = AnswerOf<typeof getDataSystem>;
type ServiceName = 'authentication' | 'data';

/** A problem with the values for its message. */
export type SystemProblem =
  | { kind: 'pendingMigrations'; service: ServiceName; count: number }
  | { kind: 'diskLow'; freeBytes: number }
  | { kind: 'failedRequests'; service: ServiceName; count: number; of: number }
  | { kind: 'refusedRequests'; service: ServiceName; count: number; of: number }
  | { kind: 'mailsFail'; count: number }
  | { kind: 'mailsGivenUp'; count: number }
  | { kind: 'auditWebhooksFail'; count: number }
  | { kind: 'untrustedProxy'; address: string }
  | { kind: 'mailsWait'; sinceDate: string }
  | { kind: 'oldSigningKey'; sinceDate: string }
  | { kind: 'jobsFailed'; count: number }
  | { kind: 'jobsWait'; sinceDate: string }
  | { kind: 'noBackup' }
  | { kind: 'oldBackup'; sinceDate: string }
  | { kind: 'certificatesExpire'; count: number }
  | { kind: 'replicasUnused'; count: number };

/** What an operator should know although nothing is wrong. */
export type SystemNotice = 'neverBackedUp' | 'mailsToFiles';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The embedded database stops taking writes at 32 MiB. */
const littleDisk = 1e9;
/** A working mail server sends within seconds, and jobs start within a minute. */
const longWaitMs = 10 * minuteMs;
/** A server replaces the signing key after 90 days. */
const oldKeyMs = 100 * dayMs;
const oldBackupMs = 7 * dayMs;
/** A few refusals are normal rate limiting. */
const fewRefused = 10;
const muchRefused = 0.01;

/** Certificate authorities renew certificates a month before. */
const shortCertificateMs = 21 * dayMs;

/** Whether users will soon be unable, or already are unable, to sign in with the provider. */
export const isCertificateEnding = (
  { expiresDate, failure }: ProviderCertificate,
  now: number,
): boolean =>
  failure !== null || (expiresDate !== null && Date.parse(expiresDate) - now < shortCertificateMs);

export function certificateProblems(
  certificates: readonly ProviderCertificate[],
  now: number,
): SystemProblem[] {
  const { length: count } = certificates.filter((each) => isCertificateEnding(each, now));
  return count > 0 ? [{ kind: 'certificatesExpire', count }] : [];
}

/** The current problems according to the services; unknown states are not problems. */
export function systemProblems(
  authentication: AuthenticationSystem | undefined,
  data: DataSystem | undefined,
  now: number,
): SystemProblem[] {
  return [
    ...(data ? diskProblems(data) : []),
    ...(authentication ? serviceProblems('authentication', authentication) : []),
    ...(data ? serviceProblems('data', data) : []),
    ...(authentication ? authenticationProblems(authentication, now) : []),
    ...(data ? dataProblems(data, now) : []),
  ];
}

/** With PostgreSQL, which may run elsewhere, the data directory contains almost nothing. */
const diskProblems = ({ database, disk }: DataSystem): SystemProblem[] =>
  database.kind === 'embedded' && disk && disk.freeBytes < littleDisk
    ? [{ kind: 'diskLow', freeBytes: disk.freeBytes }]
    : [];

function serviceProblems(
  service: ServiceName,
  { schema, load }: AuthenticationSystem | DataSystem,
): SystemProblem[] {
  const problems: SystemProblem[] = [];
  const count = schema.pending.length;
  if (count > 0) problems.push({ kind: 'pendingMigrations', service, count });
  if (!load) return problems;
  const inHour = (what: 'requests' | 'failed' | 'refused') =>
    load.hour.workers.reduce((sum, worker) => sum + worker[what], 0);
  const [requests, failed, refused] = [inHour('requests'), inHour('failed'), inHour('refused')];
  if (failed > 0) problems.push({ kind: 'failedRequests', service, count: failed, of: requests });
  if (refused >= fewRefused && refused >= requests * muchRefused)
    problems.push({ kind: 'refusedRequests', service, count: refused, of: requests });
  return problems;
}

function authenticationProblems(
  { outbox, signingKeys, eventWebhooks, untrustedProxy }: AuthenticationSystem,
  now: number,
): SystemProblem[] {
  const problems: SystemProblem[] = [];
  if (typeof untrustedProxy === 'string')
    problems.push({ kind: 'untrustedProxy', address: untrustedProxy });
  if (outbox.failed > 0) problems.push({ kind: 'mailsFail', count: outbox.failed });
  else if (outbox.oldestDate !== null && now - Date.parse(outbox.oldestDate) > longWaitMs)
    problems.push({ kind: 'mailsWait', sinceDate: outbox.oldestDate });
  const givenUp = outbox.failures.filter(({ nextAttemptDate }) => nextAttemptDate === null).length;
  if (givenUp > 0) problems.push({ kind: 'mailsGivenUp', count: givenUp });
  const failing = eventWebhooks?.notDelivering.length ?? 0;
  if (failing > 0) problems.push({ kind: 'auditWebhooksFail', count: failing });
  const [newest] = signingKeys;
  if (newest && now - Date.parse(newest.createdDate) > oldKeyMs)
    problems.push({ kind: 'oldSigningKey', sinceDate: newest.createdDate });
  return problems;
}

function dataProblems(
  { jobs, backup, database, schema, replicas = [] }: DataSystem,
  now: number,
): SystemProblem[] {
  const problems: SystemProblem[] = [];
  const { length: unused } = replicas.filter(({ state }) => state !== 'USABLE');
  if (unused > 0) problems.push({ kind: 'replicasUnused', count: unused });
  if (jobs.failures.length > 0) problems.push({ kind: 'jobsFailed', count: jobs.failures.length });
  const { oldestWaitingDate: waiting } = jobs;
  if (waiting !== null && now - Date.parse(waiting) > longWaitMs)
    problems.push({ kind: 'jobsWait', sinceDate: waiting });
  const isOld = (date: string) => now - Date.parse(date) > oldBackupMs;
  if (backup) {
    if (isOld(backup.takenDate)) problems.push({ kind: 'oldBackup', sinceDate: backup.takenDate });
    // PostgreSQL is often backed up with its own tools, which are not recorded here.
  } else if (database.kind === 'embedded' && schema.firstDate !== null && isOld(schema.firstDate))
    problems.push({ kind: 'noBackup' });
  return problems;
}

/** A backup that is already a problem is not a notice too. Without a value for SMTP_URL, the service writes emails to files. */
export function systemNotices(
  authentication: AuthenticationSystem | undefined,
  data: DataSystem | undefined,
  now: number,
): SystemNotice[] {
  const isProblem =
    data !== undefined && dataProblems(data, now).some(({ kind }) => kind === 'noBackup');
  const smtp = authentication?.configuration.find(({ name }) => name === 'SMTP_URL');
  return [
    ...(data?.backup === null && !isProblem ? (['neverBackedUp'] as const) : []),
    ...(smtp?.value === null ? (['mailsToFiles'] as const) : []),
  ];
}
