import type { Authenticate, ScopeOfUser } from '@annals/kit/caller';
import type { ChangeReports } from '@annals/kit/change-reports';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type { FindAnnouncement, ReadEventLeaves, ReadPartitionEvents } from '@annals/kit/event-log';
import type { ReadReplicas } from '@annals/kit/database/read-replicas';
import type { RequestLimits } from '@annals/kit/limits/request-limits';
import type { Metrics } from '@annals/kit/metrics/metrics';
import type { ServerFacts } from '@annals/kit/system-facts';
import type { Tracing } from '@annals/kit/tracing';
import type { WebhookOptions } from '@annals/kit/webhooks/deliveries';
import type { FindTokenIssuers } from './change-sets/token-issuers.ts';
import type { FindSignatureKey } from './change-sets/signing.ts';
import type { FindUserNames } from './data-users/data-users.sql.ts';
import type { FindAccess } from './evidence/evidence-access.ts';
import type { FindVerifier } from './evidence/evidence-process.ts';
import type { LogKeyOptions } from './log/log-key.ts';
import type { UserExists } from './members/members.routes.ts';
import type { SearchLimits } from './search/search-limits.ts';
import type { IsActivePerson } from './subscriptions/follower-access.ts';
import type { SubscriptionOptions } from './subscriptions/subscription-feed.ts';

export interface DataServiceOptions {
  database: Database;
  log: DatabaseLog;
  authenticate: Authenticate;
  /** Hosts whose URLs an alias may lead to, as normalized by aliasHost; none by default. */
  aliasHosts?: readonly string[];
  /** Signs the checkpoints of the logs. */
  logKey?: LogKeyOptions;
  /** The current permissions of a user, for work that outlasts its request; undefined: only membership counts. */
  scopeOfUser?: ScopeOfUser;
  /** Finds the key of the authentication service's signatures by its id; omitted: no signature counts. */
  signatureKey?: FindSignatureKey | undefined;
  /** Undefined: nobody issued tokens of others. */
  findTokenIssuers?: FindTokenIssuers | undefined;
  /** Undefined: any id can become a member, because this service knows only users who have called it. */
  userExists?: UserExists;
  /** Undefined: everybody who is authenticated counts as one. */
  isActivePerson?: IsActivePerson;
  /** Undefined: users who have not called this service yet have no name in it. */
  findUserNames?: FindUserNames;
  /** The events of the audit log; undefined: its checkpoints are not in the log of the service. */
  readEventLeaves?: ReadEventLeaves | undefined;
  /** The events about the members of a partition; undefined: evidence does not prove them. */
  readMemberEvents?: ReadPartitionEvents | undefined;
  /** The announcement of a sample in the audit log; undefined: no samples are drawn. */
  findAnnouncement?: FindAnnouncement | undefined;
  /** Undefined: there is no audit log of this service, and no emails. */
  reports?: ChangeReports | undefined;
  /** How long an email about a change set waits for further events; for tests. */
  mailDelayMs?: number | undefined;
  /** How often new checkpoints are written to the log of the service; for tests. */
  anchorEveryMs?: number | undefined;
  /** Where webhook messages may be sent, and how. */
  webhooks?: WebhookOptions | undefined;
  /** When and how often subscribers are notified. */
  subscriptions?: SubscriptionOptions | undefined;
  /** Validates every response against the contract; for tests. */
  checkResponses?: boolean;
  /** Limits of the process; omitted: any number of requests run at once. */
  limits?: RequestLimits | undefined;
  metrics?: Metrics | undefined;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
  /** Answer reads that may lag; undefined: the database answers all. */
  replicas?: ReadReplicas | undefined;
  /** Limits of one search; for tests. */
  searchLimits?: SearchLimits | undefined;
  /** Facts that the program running the service knows. */
  server?: ServerFacts | undefined;
  /** The page that verifies proofs, included in evidence. */
  findVerifier?: FindVerifier;
  /** Who could open a partition at a moment, including through roles; omitted: evidence lists only the members. */
  findAccess?: FindAccess | undefined;
  /** The maximum size of stored evidence; for tests. */
  maxEvidenceBytes?: number | undefined;
  /** A bundle of the program that creates evidence; for tests, which start it often. */
  evidenceProgram?: string | undefined;
  /** The size of the heap of the process that creates evidence, in MB; for tests. */
  evidenceHeapMb?: number | undefined;
}
