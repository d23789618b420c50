import type { FastifyInstance } from 'fastify';
import { listAuthenticationMigrations } from '@annals/contracts/migrations';
import { maxAccessHolders, type AccessHolder } from '@annals/contracts/user-administration';
import {
  getAuthenticationSystem,
  listProviderCertificates,
  retryMails,
} from '@annals/contracts/system';
import { BackgroundWorker, inTurn } from '@annals/kit/background/background-worker';
import type { Authenticate, Caller, ScopeOfUser, TokenIssuer } from '@annals/kit/caller';
import type { SendEvents } from '@annals/kit/chained-events';
import type { ChangeReports } from '@annals/kit/change-reports';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type { EventChainCheck, ProveEvents } from '@annals/kit/event-log';
import { IdempotencyTable } from '@annals/kit/idempotency/idempotency-table';
import { IdempotentWrites } from '@annals/kit/idempotency/idempotent-writes';
import type { RequestLimits } from '@annals/kit/limits/request-limits';
import { Metrics } from '@annals/kit/metrics/metrics';
import { BackfillRunner, type BackfillProgress } from '@annals/kit/migrate/backfills';
import { migrate, type MigrateOptions } from '@annals/kit/migrate/migrate';
import { migrationList } from '@annals/kit/migrate/migration-list';
import { mountOn } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import type { ServerFacts } from '@annals/kit/system-facts';
import type { Tracing } from '@annals/kit/tracing';
import type { WebhookOptions } from '@annals/kit/webhooks/deliveries';
import { someUserExists } from './accounts/accounts.sql.ts';
import { ApiTokenCache } from './api-tokens/api-token-cache.ts';
import { ApiTokenUses } from './api-tokens/api-token-uses.ts';
import { mountApiTokens } from './api-tokens/api-tokens.routes.ts';
import { mountApplications } from './applications/applications.routes.ts';
import { mountAuditEvents } from './audit/audit-events.routes.ts';
import * as audit from './audit/audit-log.sql.ts';
import { EventExport } from './audit/event-export.ts';
import { verifyAuditLog } from './audit/verify-audit-log.ts';
import { selectTokenIssuers } from './api-tokens/token-issuers.sql.ts';
import { findUserNames, isActivePerson, userExists } from './authority/authority.sql.ts';
import { currentScope, RoleCache } from './authority/role-cache.ts';
import { deleteAllSignInRules } from './sign-in-rules/change-rule.ts';
import { keepingAbleMaster } from './sign-in-rules/keep-able-master.ts';
import { NetworkRefusals } from './sign-in-rules/network-refusals.ts';
import { SignInRuleCache } from './sign-in-rules/rule-cache.ts';
import { mountSignInRules } from './sign-in-rules/sign-in-rules.routes.ts';
import { mountConfiguration } from './configuration/configuration.routes.ts';
import { actorOf, operatorWith, sourceOf } from './context/actor.ts';
import { AuthenticationMetrics } from './context/authentication-metrics.ts';
import { toTimestamp, type Clock } from './context/clock.ts';
import type {
  FindMembers,
  FindMembership,
  FindVisibleActors,
  ResolveTxt,
  ServiceContext,
  SignUpRule,
} from './context/service-context.ts';
import { DnsChecks } from './email-domains/dns-checks.ts';
import { resolveTxt } from './email-domains/domain-record.ts';
import { eventDeliveries } from './event-webhooks/event-deliveries.ts';
import { mountEventWebhooks } from './event-webhooks/event-webhooks.routes.ts';
import { deleteOutdated } from './housekeeping.sql.ts';
import { mountIdentityProviders } from './identity-providers/identity-providers.routes.ts';
import { ProviderCertificates } from './identity-providers/provider-certificates.ts';
import { ProviderClients } from './identity-providers/provider-clients.ts';
import { providerFetch } from './identity-providers/provider-fetch.ts';
import { mountInvitations } from './invitations/invitations.routes.ts';
import type { MailOptions } from './mail/mail-transport.ts';
import { MailWorker } from './mail/mail-worker.ts';
import { retryMails as retryFailedMails } from './mail/retry-mails.ts';
import { watchOutbox } from './mail/outbox-metrics.ts';
import { migrations } from './migrations.ts';
import { makeSetUpLink } from './one-time-links/one-time-links.ts';
import { mountOrganizationalUnits } from './organizational-units/organizational-units.routes.ts';
import { BreachedPasswords } from './passwords/breached-passwords.ts';
import { PasswordHashes, type PasswordCost } from './passwords/password-hashes.ts';
import { mountPasswords } from './passwords/passwords.routes.ts';
import { changeReports } from './reports/change-reports.ts';
import { mountRoles } from './roles/roles.routes.ts';
import { applyDeadlines } from './second-factors/apply-deadlines.ts';
import { mountSecondFactors } from './second-factors/second-factors.routes.ts';
import { ApprovalSignatures } from './signatures/approval-signatures.ts';
import { mountSignatures } from './signatures/signatures.routes.ts';
import { authenticator, SessionCache } from './sessions/authenticate.ts';
import { mountSessions } from './sessions/sessions.routes.ts';
import { readAuthenticationSystem } from './system/authentication-system.ts';
import { mountSignIn } from './sign-in/sign-in.routes.ts';
import { AccessTokens } from './tokens/access-tokens.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import { endAccess } from './users/access-end.ts';
import { createUser, type UserToCreate } from './users/create-user.ts';
import { listAccess } from './users/list-access.ts';
import { mountTrustedDevices } from './trusted-devices/trusted-devices.routes.ts';
import { mountUsers } from './users/users.routes.ts';

const housekeepingEveryMs = 3_600_000;
const deadlinesEveryMs = 60_000;

export interface AuthenticationOptions {
  database: Database;
  log: DatabaseLog;
  /** Origin at which users reach the console, for example https://annals.example.org. */
  publicUrl: string;
  productName: string;
  /** Where mail is sent; without an SMTP server it is written to `directory` as .eml files. */
  mail: MailOptions;
  signUp?: SignUpRule;
  providerHosts?: readonly string[];
  /** Hosts of a single label that email addresses may have. */
  mailHosts?: readonly string[] | undefined;
  /** A service or a file with breached passwords. */
  breachedPasswords?: string | undefined;
  /** Where webhook messages about the audit log may be sent, and how. */
  webhooks?: WebhookOptions | undefined;
  findMembership?: FindMembership;
  /** The same for all members of a partition; omitted: none. */
  findMembers?: FindMembers;
  /** Who is named to whom for what they did in a partition; omitted: nobody. */
  findVisibleActors?: FindVisibleActors;
  /** Proves parts of the audit log; omitted: they cannot be exported. */
  proveEvents?: ProveEvents;
  /** For tests, which query no name server. */
  resolveTxt?: ResolveTxt;
  /** Validates every response against the contract, for tests. */
  checkResponses?: boolean;
  clock?: Clock;
  /** The cost of checking a password; for tests, which check thousands. */
  passwordCost?: PasswordCost | undefined;
  /** Processes that share the processors of this machine. */
  workers?: number | undefined;
  /** Limits of the process; omitted: any number of requests run at once. */
  limits?: RequestLimits | undefined;
  metrics?: Metrics | undefined;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
  /** An external receiver of the audit log; undefined if there is none. */
  sendEvents?: SendEvents | undefined;
  /** Facts that the program running the service knows. */
  server?: ServerFacts | undefined;
}

export interface AuthenticationService {
  mountRoutes(app: FastifyInstance): void;
  authenticate: Authenticate;
  /** The current permissions of a user or an application; none for disabled ones. */
  scopeOfUser: ScopeOfUser;
  /** Whether a user or an application with this id exists. */
  userExists(userId: string): Promise<boolean>;
  /** Whether this is the active account of a person, who can sign in. */
  isActivePerson(userId: string): Promise<boolean>;
  /** The name of a user or an application with this id; undefined if it does not exist. */
  findUserNames(userId: string): Promise<{ username: string; name: string } | undefined>;
  /** A page of those who could open a partition at a moment, with the reasons, limited to those the caller may see. */
  listAccess(
    caller: Caller,
    asked: { partitionId: string; asOf: string; cursor: string | undefined },
  ): Promise<{ data: AccessHolder[]; nextCursor: string | null }>;
  /**
   * Who issued the API tokens with which these users and applications may write, directly or with the token of an
   * application.
   * @param since also tokens that ended later than that; omitted: only those that are valid now
   */
  findTokenIssuers(ownerIds: readonly string[], since?: string): Promise<TokenIssuer[]>;
  /** The public key with this id that signs approvals, as a JWK; undefined for one that no longer counts. */
  signatureKey(kid: string): Promise<object | undefined>;
  /** Receives reports of a data service about change sets, for the audit log and emails. */
  readonly reports: ChangeReports;
  /** Applies the pending migrations, and returns their names. */
  migrate(options?: MigrateOptions): Promise<string[]>;
  /** Creates the signing key at the first start, and starts the workers; the schema is up to date. */
  start(): Promise<void>;
  migrated(): boolean;
  /** Resolves when the backfills of the migrations have finished. */
  backfilled(onProgress: (progress: BackfillProgress) => void): Promise<void>;
  /** @throws Problem 400 or 409 */
  createUser(user: UserToCreate): Promise<{ userId: string; link?: string }>;
  /**
   * Creates a one-time link for the first GLOBAL_MASTER, valid for 24 hours, which replaces an unused one. Undefined if
   * a user can already sign in.
   */
  setUpLink(): Promise<string | undefined>;
  /** Sets deadlines for users who need a second factor and enforces those that have passed; also done each minute. */
  applyDeadlines(): Promise<void>;
  /** Disables users whose access has ended, which the dates of their accounts end by themselves; also done each minute. */
  endAccess(): Promise<void>;
  /** Verifies the audit log from its beginning. */
  verifyAuditLog(): Promise<EventChainCheck>;
  /** Creates a new key that signs access tokens; `compromised`: earlier keys become invalid immediately. */
  rotateSigningKey(compromised: boolean): Promise<{ kid: string }>;
  /** For an operator whom they have locked out. Returns how many rules there were. */
  deleteSignInRules(): Promise<number>;
  /** Records that the checkpoints of the data service have a new key. */
  recordLogKeyRotation(rotated: { verifierKey: string; compromised: boolean }): Promise<void>;
  /** Sends no mail from this server during the work. */
  withMailPaused<T>(work: () => Promise<T>): Promise<T>;
  /** Whether there are no users yet. */
  isEmpty(): Promise<boolean>;
  /** Stops the housekeeping and the mail worker; the database stays open. */
  close(): Promise<void>;
}

export function authenticationService(options: AuthenticationOptions): AuthenticationService {
  const metrics = options.metrics ?? new Metrics();
  const { context, signingKeys, apiTokenUses, mailWorker } = createContext(options, metrics);
  const { database, log, clock } = context;
  const authenticate = authenticator(context);
  const deliveries = eventDeliveries(context, { ...options.webhooks, metrics });
  const backfilling = new BackfillRunner(database, migrations, log);
  let migrated = false;
  backfilling.watch(metrics, () => migrated);
  watchOutbox(metrics, database, clock, () => migrated);

  const { sendEvents } = options;
  const eventExport = sendEvents && new EventExport({ database, log, metrics, send: sendEvents });

  const idempotencyTable = new IdempotencyTable('authentication.idempotency', clock);
  const housekeeping = new BackgroundWorker({
    name: 'housekeeping',
    run: () =>
      inTurn([
        () => deleteOutdated(database, toTimestamp(clock())),
        () => idempotencyTable.sweep(database),
        () => deliveries.sweep(),
        () => signingKeys.renew(),
      ]),
    pollEveryMs: housekeepingEveryMs,
    failure:
      'Some outdated rows could not be deleted, or the signing key not be renewed; retrying in an hour.',
    log,
    metrics,
  });
  const deadlines = new BackgroundWorker({
    name: 'second_factor_deadlines',
    run: () => inTurn([() => applyDeadlines(context), () => endAccess(context)]),
    pollEveryMs: deadlinesEveryMs,
    failure:
      'Deadlines for second factors were not applied, or users whose access has ended not disabled; retrying in a minute.',
    log,
    metrics,
  });

  return {
    authenticate,
    scopeOfUser: (userId) => currentScope(context, userId),
    userExists: (userId) => userExists(database, userId),
    isActivePerson: (userId) => isActivePerson(database, userId, toTimestamp(clock())),
    findUserNames: (userId) => findUserNames(database, userId),
    listAccess: (caller, asked) =>
      listAccess(context, caller, { ...asked, pageSize: maxAccessHolders }),
    signatureKey: (kid) => signingKeys.publicJwk(kid),
    findTokenIssuers: (ownerIds, since = toTimestamp(clock())) =>
      selectTokenIssuers(database, ownerIds, since),
    reports: changeReports(context),
    mountRoutes(app) {
      const mount = mountOn(app, {
        authenticate,
        database,
        limits: options.limits,
        recordRefusal: ({ call, path, caller, request }) =>
          database.transaction(async (transaction) => {
            const actor = actorOf(context, caller, request);
            // Nothing was written that its Idempotency-Key could stand for.
            const source = { ...actor.source, claim: undefined };
            await audit.record(transaction, { ...actor, source }, 'access.refused', null, {
              after: { call, path },
            });
          }),
        idempotentWrites: new IdempotentWrites(idempotencyTable),
        checkResponses: options.checkResponses ?? false,
        tracing: options.tracing,
      });
      mountSignIn(mount, context);
      mountSessions(mount, context);
      mountTrustedDevices(mount, context);
      mountPasswords(mount, context);
      mountUsers(mount, context);
      mountRoles(mount, context);
      mountSignInRules(mount, context);
      mountOrganizationalUnits(mount, context);
      mountIdentityProviders(mount, context);
      mountApiTokens(mount, context);
      mountApplications(mount, context);
      mountAuditEvents(mount, context);
      mountEventWebhooks(mount, context, deliveries);
      mountConfiguration(mount, context);
      mountInvitations(mount, context);
      mountSecondFactors(mount, context);
      mountSignatures(mount, context);
      mount(listAuthenticationMigrations, async () => migrationList(database, migrations));
      mount(getAuthenticationSystem, async () =>
        readAuthenticationSystem(database, toTimestamp(clock()), options.server),
      );
      mount(retryMails, ({ caller, request }) =>
        retryFailedMails(context, caller, sourceOf(request, caller)),
      );
      const certificates = new ProviderCertificates(context);
      mount(listProviderCertificates, () => certificates.read());
    },
    async migrate(migrateOptions) {
      const applied = await migrate(database, migrations, migrateOptions);
      return applied.map(({ name }) => name);
    },
    async start() {
      await signingKeys.ensure();
      migrated = true;
      await signingKeys.renew().catch((err: unknown) => {
        log.warn({ err }, 'The old signing key could not be replaced; retrying in an hour.');
      });
      for (const recurring of [housekeeping, deadlines]) recurring.start();
      mailWorker.start();
      await eventExport?.start();
      await deliveries.start();
      backfilling.start();
    },
    migrated: () => migrated,
    backfilled: (onProgress) => backfilling.through(onProgress),
    createUser: (user) => createUser(context, user),
    applyDeadlines: () => applyDeadlines(context),
    endAccess: () => endAccess(context),
    setUpLink: () => makeSetUpLink(context),
    verifyAuditLog: () => verifyAuditLog(database),
    rotateSigningKey: (compromised) => signingKeys.rotate(compromised),
    deleteSignInRules: () => deleteAllSignInRules(context),
    recordLogKeyRotation: (after) =>
      database.transaction(async (transaction) =>
        audit.record(
          transaction,
          { id: null, at: clock(), source: operatorWith('rotate-key') },
          'checkpointKey.rotated',
          null,
          { after },
        ),
      ),
    async withMailPaused(work) {
      await mailWorker.pause();
      try {
        return await work();
      } finally {
        mailWorker.start();
      }
    },
    isEmpty: async () => !(await someUserExists(database)),
    close: async () => {
      await Promise.all([housekeeping.close(), deadlines.close()]);
      await backfilling.close();
      await apiTokenUses.close();
      await deliveries.close();
      await mailWorker.close();
      await eventExport?.close();
    },
  };
}

/** The context of the handlers, and those of its members that are started and stopped with the service. */
function createContext(
  { log, productName, clock = Date.now, ...options }: AuthenticationOptions,
  registry: Metrics,
) {
  const database = keepingAbleMaster(options.database, clock);
  const metrics = new AuthenticationMetrics(registry);
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const signUp = options.signUp ?? 'off';
  const providerHosts = options.providerHosts ?? [];
  const signingKeys = new SigningKeys(database, clock);
  const apiTokenUses = new ApiTokenUses(database, clock, log, registry);
  const mailWorker = new MailWorker(
    { database, log, publicUrl, productName, clock, signUp },
    options.mail,
    (outcome) => metrics.mail(outcome),
    { metrics: registry, tracing: options.tracing },
  );
  const signInRules = new SignInRuleCache(database, clock);
  const context: ServiceContext = {
    database,
    log,
    metrics,
    publicUrl,
    productName,
    clock,
    signUp,
    providerHosts,
    mailHosts: options.mailHosts ?? [],
    breachedPasswords: new BreachedPasswords(options.breachedPasswords, log, (outcome) =>
      metrics.breachCheck(outcome),
    ),
    resolveTxt: options.resolveTxt ?? resolveTxt,
    dnsChecks: new DnsChecks(clock),
    findMembership: options.findMembership ?? (async () => undefined),
    findMembers: options.findMembers ?? (async () => []),
    findVisibleActors: options.findVisibleActors ?? (async () => []),
    proveEvents: options.proveEvents ?? (() => Promise.reject(notFound('evidence'))),
    passwordHashes: new PasswordHashes(options.passwordCost, options.workers),
    accessTokens: new AccessTokens(
      signingKeys,
      { issuer: publicUrl, audience: productName },
      clock,
    ),
    approvalSignatures: new ApprovalSignatures(signingKeys, publicUrl),
    sessionCache: new SessionCache(database, clock, signInRules),
    apiTokenCache: new ApiTokenCache(database, clock),
    apiTokenUses,
    roleCache: new RoleCache(database, clock),
    signInRules,
    networkRefusals: new NetworkRefusals(database, clock),
    mailWorker,
    providerClients: new ProviderClients(
      providerFetch({ hosts: providerHosts }, options.tracing),
      providerHosts,
      clock,
    ),
  };
  return { context, signingKeys, apiTokenUses, mailWorker };
}
