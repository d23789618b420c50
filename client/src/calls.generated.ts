// Made from the rows of the contract by `npm run client`. Not to be edited.
import type {
  Call,
  ListCall,
  NoInput,
  OptionalCall,
  OptionalListCall,
  Page,
} from './calls.ts';

export interface AccessGrant {
  kind: 'MEMBER' | 'ROLE' | 'TOKEN';
  level: 'READ' | 'WRITE' | 'OWN';
  /** The member role, or the role. */
  role?: string | undefined;
  /** Null for a role that is held directly, and for a unit that the caller may not see. */
  organizationalUnit?: {
    id: string;
    name: string;
  } | null | undefined;
  inherited?: boolean | undefined;
  by?: {
    id: string;
    name: string;
  } | null | undefined;
  /** The owner's description of the token, and its first characters. */
  description?: string | undefined;
  prefix?: string | undefined;
  scopes?: string[] | undefined;
  /** How many partitions the token is limited to; null for all of its owner. */
  partitionCount?: number | null | undefined;
  sinceDate: string | null;
  untilDate: string | null;
  /** For a token its last use, otherwise the last sign-in; null if there was none, and as of the past. */
  lastUsedDate: string | null;
}

export interface AccessHolder {
  id: string;
  kind: 'USER' | 'APPLICATION';
  name: string | null;
  username: string | null;
  /** The caller may not see the account, or it did not exist at the moment: only its membership is known. */
  membershipOnly: boolean;
  grants: AccessGrant[];
}

export interface AccessReason {
  kind: 'STATUS' | 'ROLE' | 'MEMBER';
  /** Whether this gives access; a STATUS that does not overrides all others. */
  grants: boolean;
  role?: string | undefined;
  permission?: string | undefined;
  organizationalUnit?: {
    id: string;
    name: string;
  } | null | undefined;
  sinceDate?: string | undefined;
  /** As of a past moment: when it ended later, if it has. */
  untilDate?: string | undefined;
  by?: {
    id: string;
    name: string;
  } | null | undefined;
  status?: string | undefined;
}

export interface AddChangeSetCommentBody {
  text: string;
  operationId?: string | undefined;
  path?: string | undefined;
}

export interface AddChangeSetCommentInput {
  partitionId: string;
  changeSetId: string;
  body: AddChangeSetCommentBody;
}

export interface AddOperationsBody {
  operations: {
    operationId: string;
    operation: Operation;
  }[];
}

export interface AddOperationsInput {
  partitionId: string;
  changeSetId: string;
  body: AddOperationsBody;
}

export interface AddPasskeyAnswer {
  factor: Factor;
  /** Only with the first factor; shown once. */
  recoveryCodes?: string[] | undefined;
}

export interface AddPasskeyBody {
  name: string;
  attestation: Record<string, unknown>;
}

export interface AddPasskeyInput {
  body: AddPasskeyBody;
}

export interface AddUnitRolesInput {
  organizationalUnitId: string;
  role: string[];
}

export interface AddUserRolesInput {
  userId: string;
  role: string[];
}

export interface AliasUrl {
  alias: string;
  target: {
    kind: 'OBJECT' | 'TIMELINE' | 'URL';
    partitionId?: string | undefined;
    objectId?: string | undefined;
    timelineId?: string | undefined;
    url?: string | undefined;
  };
  /** Whether it leads to its target now: neither deactivated nor expired. */
  active: boolean;
  deactivatedDate: string | null;
  expiryDate: string | null;
  visits: number;
  lastVisitDate: string | null;
  createdDate: string;
  createdUserId: string;
  createdUserName: string | null;
  version: number;
}

/**
 * A checkpoint of the log of the service that contains a checkpoint of the log of the partition: `text` at `index`, with
 * the proof that it is there, and the proof that one of both checkpoints of the partition continues the other.
 */
export interface Anchor {
  key: string;
  checkpoint: string;
  index: number;
  text: string;
  inclusion: string[];
  consistency: string[];
}

export interface AnnounceSampleBody {
  count: number;
  /** Only changes recorded since then. */
  since?: string | undefined;
  commitment: string;
}

export interface AnnounceSampleInput {
  partitionId: string;
  body: AnnounceSampleBody;
}

export interface ApiToken {
  id: string;
  description: string;
  /** The first characters of the token, which identify it to people. */
  prefix: string;
  owner: {
    id: string;
    name: string;
    kind: 'USER' | 'APPLICATION';
  };
  scopes: string[];
  /** Null: all partitions its owner may read. */
  partitionIds: string[] | null;
  createdDate: string;
  expiresDate: string | null;
  expired: boolean;
  lastUsedDate: string | null;
  lastUsedAddress: string | null;
}

/** A program with its own tokens. Its id appears wherever a user's does: as a member of partitions, as an author. */
export interface Application {
  id: string;
  name: string;
  description: string | null;
  organizationalUnit: Named | null;
  roles: string[];
  tokenCount: number;
  soonestExpiryDate: string | null;
  lastUsedDate: string | null;
  createdDate: string;
  mayChange: boolean;
  version: number;
}

export interface ApproveChangeSetBody {
  revision: number;
  comment?: string | undefined;
  /** As returned when the signature was confirmed. */
  signature?: string | undefined;
}

export interface ApproveChangeSetInput {
  partitionId: string;
  changeSetId: string;
  body: ApproveChangeSetBody;
}

export interface ApproveProviderDomainInput {
  identityProviderId: string;
  domain: string;
}

export interface ApproveUnitDomainInput {
  organizationalUnitId: string;
  domain: string;
}

export interface ArchivePartitionBody {
  archived?: boolean | undefined;
}

export interface ArchivePartitionInput {
  partitionId: string;
  body: ArchivePartitionBody;
}

export interface AssignUserToUnitInput {
  userId: string;
  organizationalUnitId: string;
}

/**
 * A caller with a limited scope sees the events of what they may see. In these, a user or thing that is out of scope or
 * no longer exists is `{ "id": "" }`, and is omitted from lists.
 */
export interface AuditEvent {
  /** Unique. */
  id: string;
  /** The position in the chain; only for callers who see everything. */
  seq: number | null;
  at: string;
  action: string;
  /** Null: the operator, or somebody unknown. */
  actor: {
    id: string;
    name?: string | null | undefined;
  } | null;
  subject: string | null;
  subjectName: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /**
   * Only for callers who see everything, for the caller's own actions, and for attempts by somebody unknown on the
   * caller's account.
   */
  address: string | null;
  requestId: string | null;
  /**
   * With what the actor acted: `session/<id>`, `token/<id>` or `command/<name>`. Null before a sign-in, and for what the
   * service does by itself.
   */
  credential: string | null;
}

export interface AuditEventMessage {
  type: 'session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'user.accessEnded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'trustedDevice.added' | 'trustedDevice.revoked' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'identity.claimUnread' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'signInRule.created' | 'signInRule.changed' | 'signInRule.deleted' | 'signInRule.allDeleted' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'partition.created' | 'partition.changed' | 'partition.archived' | 'partition.unarchived' | 'partition.exported' | 'member.added' | 'member.changed' | 'member.removed' | 'member.workHandedOver' | 'type.changed' | 'changeSet.submitted' | 'changeSet.approved' | 'changeSet.changesRequested' | 'changeSet.withdrawn' | 'changeSet.reopened' | 'changeSet.committed' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'object.erased' | 'object.reasonErased' | 'evidence.requested' | 'evidence.deleted' | 'transfer.started' | 'transfer.resumed' | 'transfer.handedOver' | 'transfer.ended' | 'auditSample.announced' | 'auditSample.drawn' | 'auditSample.signed' | 'savedSearch.shared' | 'savedSearch.changed' | 'savedSearch.unshared' | 'aliasUrl.created' | 'aliasUrl.changed' | 'aliasUrl.reactivated' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped' | 'events.exported' | 'readRecording.changed' | 'access.refused' | 'schema.migrated' | 'tables.distributed' | 'database.restored' | 'verification.failed';
  timestamp: string;
  data: {
    /** The position in the chain, without gaps. */
    seq: number;
    /** SHA-256 of the bytes of `previousHash` followed by `hashed`, in hexadecimal. */
    hash: string;
    previousHash: string;
    hashed: string;
    event: AuditEvent;
  };
}

export interface AuditSample {
  id: string;
  partitionId: string;
  state: 'ANNOUNCED' | 'DRAWN' | 'SIGNED';
  /** The auditor. */
  userId: string;
  userName: string | null;
  announcedDate: string;
  drawnDate: string | null;
  signedDate: string | null;
  /** Entries are drawn from this index of the log of the partition up to the size. */
  from: number;
  size: number;
  /** The root of the log at that size, in base64. */
  root: string;
  count: number;
  /** SHA-256 of the number of the auditor, in base64. */
  commitment: string;
  concludedCount: number;
  findingCount: number;
}

export interface AuditSampleDetail {
  id: string;
  partitionId: string;
  state: 'ANNOUNCED' | 'DRAWN' | 'SIGNED';
  /** The auditor. */
  userId: string;
  userName: string | null;
  announcedDate: string;
  drawnDate: string | null;
  signedDate: string | null;
  /** Entries are drawn from this index of the log of the partition up to the size. */
  from: number;
  size: number;
  /** The root of the log at that size, in base64. */
  root: string;
  count: number;
  /** SHA-256 of the number of the auditor, in base64. */
  commitment: string;
  concludedCount: number;
  findingCount: number;
  /** The number of the auditor; null before the draw. */
  number: string | null;
  /**
   * The signed checkpoint of the log of events that ends with the announcement; null until it is in that log. Keep it
   * before you draw: a service that learns the number could otherwise still choose the announcement.
   */
  eventsCheckpoint: string | null;
  /** How the entries were drawn, so that everybody can repeat it. */
  algorithm: string[];
  /** In the order of the draw. */
  items: SampleItem[];
  /** What is to be signed; null unless all entries have a conclusion and the sample is the caller's. */
  signing: {
    sampleId: string;
    partitionId: string;
    itemCount: number;
    root: string;
  } | null;
}

export type AuthenticateBody = {
  username: string;
  password: string;
} | {
  refreshToken: string;
} | {
  challenge: string;
  code: string;
  /** Remember this device as long as the challenge says, in a cookie that only the service reads. */
  trustDevice?: boolean | undefined;
} | {
  challenge: string;
  assertion: Record<string, unknown>;
  /** Remember this device as long as the challenge says, in a cookie that only the service reads. */
  trustDevice?: boolean | undefined;
} | {
  assertion: Record<string, unknown>;
} | {
  code: string;
  state: string;
  /** The issuer named in the provider's response (RFC 9207). */
  iss?: string | undefined;
};

export interface AuthenticateInput {
  type: 'PASSWORD' | 'REFRESH_TOKEN' | 'SECOND_FACTOR' | 'IDENTITY_PROVIDER' | 'EMAIL_CODE' | 'PASSKEY';
  body: AuthenticateBody;
}

export interface BulkUsersAnswer {
  dryRun: boolean;
  results: {
    /** Line of the CSV, starting at 1 with the header row. */
    row?: number | undefined;
    userId?: string | undefined;
    email?: string | undefined;
    outcome: 'DONE' | 'UNCHANGED' | 'REFUSED';
    code?: string | undefined;
    message?: string | undefined;
    /** Which message it is, and what it contains. The text may change, the code stays. */
    messageCode?: string | undefined;
    parameters?: Record<string, unknown> | undefined;
  }[];
  done: number;
  unchanged: number;
  refused: number;
}

export type BulkUsersBody = {
  action: 'ENABLE' | 'DISABLE' | 'ADD_ROLE' | 'REMOVE_ROLE' | 'ASSIGN_UNIT' | 'UNASSIGN_UNIT' | 'RESEND_INVITATION' | 'END_SESSIONS';
  userIds: string[];
  /** With ADD_ROLE and REMOVE_ROLE. */
  role?: string | undefined;
  /** With ASSIGN_UNIT and UNASSIGN_UNIT. */
  organizationalUnitId?: string | undefined;
  dryRun?: boolean | undefined;
} | {
  action: 'INVITE';
  /**
   * With a header row: email, and any of name, roles, organizationalUnits, lang; several values in one field are
   * separated by ";".
   */
  csv: string;
  dryRun?: boolean | undefined;
};

export interface BulkUsersInput {
  body: BulkUsersBody;
}

export interface CancelTransferInput {
  partitionId: string;
  jobId: string;
}

export interface ChangeAliasUrlBody {
  active?: boolean | undefined;
  target?: {
    kind: 'OBJECT';
    partitionId: string;
    objectId: string;
  } | {
    kind: 'TIMELINE';
    partitionId: string;
    timelineId: string;
  } | {
    kind: 'URL';
    url: string;
  } | undefined;
  expiryDate?: string | null | undefined;
}

export interface ChangeAliasUrlInput {
  alias: string;
  body: ChangeAliasUrlBody;
}

export interface ChangeApplicationBody {
  name?: string | undefined;
  description?: string | null | undefined;
  organizationalUnitId?: string | null | undefined;
  roles?: string[] | undefined;
}

export interface ChangeApplicationInput {
  applicationId: string;
  body: ChangeApplicationBody;
}

export interface ChangeChangeSetBody {
  title?: string | undefined;
  description?: string | null | undefined;
  reason?: string | null | undefined;
  autoCommit?: boolean | undefined;
  /** The complete list: anyone who is not named is removed. Each has to be an editor or owner. */
  contributors?: string[] | undefined;
  /** The complete list of those who are asked to review it: members who do not work on it. */
  reviewers?: string[] | undefined;
}

export interface ChangeChangeSetInput {
  partitionId: string;
  changeSetId: string;
  body: ChangeChangeSetBody;
}

export interface ChangeEventWebhookAnswer {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  /** Null: all of them, including those that later versions add. */
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

export interface ChangeEventWebhookBody {
  url?: string | undefined;
  description?: string | undefined;
  actions?: ('session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'user.accessEnded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'trustedDevice.added' | 'trustedDevice.revoked' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'identity.claimUnread' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'signInRule.created' | 'signInRule.changed' | 'signInRule.deleted' | 'signInRule.allDeleted' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'partition.created' | 'partition.changed' | 'partition.archived' | 'partition.unarchived' | 'partition.exported' | 'member.added' | 'member.changed' | 'member.removed' | 'member.workHandedOver' | 'type.changed' | 'changeSet.submitted' | 'changeSet.approved' | 'changeSet.changesRequested' | 'changeSet.withdrawn' | 'changeSet.reopened' | 'changeSet.committed' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'object.erased' | 'object.reasonErased' | 'evidence.requested' | 'evidence.deleted' | 'transfer.started' | 'transfer.resumed' | 'transfer.handedOver' | 'transfer.ended' | 'auditSample.announced' | 'auditSample.drawn' | 'auditSample.signed' | 'savedSearch.shared' | 'savedSearch.changed' | 'savedSearch.unshared' | 'aliasUrl.created' | 'aliasUrl.changed' | 'aliasUrl.reactivated' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped' | 'events.exported' | 'readRecording.changed' | 'access.refused' | 'schema.migrated' | 'tables.distributed' | 'database.restored' | 'verification.failed')[] | null | undefined;
  outcome?: 'SUCCESS' | 'FAILURE' | null | undefined;
  enabled?: boolean | undefined;
}

export interface ChangeEventWebhookInput {
  eventWebhookId: string;
  body: ChangeEventWebhookBody;
}

export interface ChangeIdentityProviderBody {
  name?: string | undefined;
  enabled?: boolean | undefined;
  buttonLabel?: string | undefined;
  issuer?: string | undefined;
  /** Whether the provider publishes a discovery document. Without one, all endpoints are configured. */
  discovery?: boolean | undefined;
  /** The issuer in its documents and tokens, where it differs from the issuer. {tenantid} stands for one of `tenants`. */
  tokenIssuer?: string | null | undefined;
  tenants?: string[] | undefined;
  clientId?: string | undefined;
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none' | undefined;
  /** The only algorithm that ID tokens are accepted with; null: the asymmetric ones that the provider announces. */
  idTokenAlgorithm?: 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA' | 'HS256' | 'HS384' | 'HS512' | null | undefined;
  responseMode?: 'query' | 'form_post' | undefined;
  scopes?: string[] | undefined;
  /** Overrides what discovery returns. */
  endpoints?: ProviderEndpoints | undefined;
  emailDomains?: string[] | undefined;
  /** Names of claims. If no claim has the full name, a dot descends one level, as in realm_access.roles. */
  claimMap?: {
    subject?: string | undefined;
    email?: string | undefined;
    name?: string | undefined;
    language?: string | null | undefined;
    groups?: string | null | undefined;
    units?: string | null | undefined;
  } | undefined;
  groupsForm?: ClaimForm | undefined;
  unitsForm?: ClaimForm | undefined;
  /** Maps groups of the provider to roles; never GLOBAL_MASTER. */
  groupRoles?: Record<string, string> | undefined;
  /** Maps values of the claim for the units to ids of organizational units. */
  unitMap?: Record<string, string> | undefined;
  /** When the provider sets an attribute of a user: at every sign-in, when the account is created or linked, or never. */
  synchronization?: {
    name?: 'ALWAYS' | 'FIRST' | 'NEVER' | undefined;
    email?: 'ALWAYS' | 'FIRST' | 'NEVER' | undefined;
    language?: 'ALWAYS' | 'FIRST' | 'NEVER' | undefined;
    units?: 'ALWAYS' | 'FIRST' | 'NEVER' | undefined;
  } | undefined;
  /** Signing out here also signs out at the provider. */
  signOutAtProvider?: boolean | undefined;
  /** Treat every email of this provider as verified, whatever its claim says. */
  trustEmail?: boolean | undefined;
  /** The provider requires a second factor itself, so Annals does not. */
  trustSecondFactor?: boolean | undefined;
  /** NONE: only linked accounts. EXISTING: links to the user with the verified email. CREATE: otherwise creates one. */
  provisioning?: 'NONE' | 'EXISTING' | 'CREATE' | undefined;
  newUserRoles?: string[] | undefined;
  newUserOrganizationalUnitId?: string | null | undefined;
  clientSecret?: string | null | undefined;
  clientKey?: string | null | undefined;
  organizationalUnitId?: string | null | undefined;
}

export interface ChangeIdentityProviderInput {
  identityProviderId: string;
  body: ChangeIdentityProviderBody;
}

export interface ChangeOrganizationalUnitBody {
  name?: string | undefined;
  parentId?: string | null | undefined;
  emailDomains?: string[] | undefined;
  secondFactorRequired?: boolean | undefined;
  secondFactorGraceHours?: number | undefined;
}

export interface ChangeOrganizationalUnitInput {
  organizationalUnitId: string;
  body: ChangeOrganizationalUnitBody;
}

export interface ChangePartitionBody {
  partitionName?: string | undefined;
  description?: string | null | undefined;
  retentionDays?: number | null | undefined;
}

export interface ChangePartitionInput {
  partitionId: string;
  body: ChangePartitionBody;
}

export interface ChangePasswordBody {
  currentPassword: string;
  newPassword: string;
  /** Also revokes the user's API tokens. By default they stay valid. */
  revokeTokens?: boolean | undefined;
}

export interface ChangePasswordInput {
  body: ChangePasswordBody;
}

/** The rules for changing objects of a partition. */
export interface ChangePolicy {
  /** Empty: everyone who may write can write directly. */
  rules: ChangeRule[];
  /** Whether a master may commit without the approvals. */
  breakGlass: boolean;
  /** 0 before the first change. */
  version: number;
  changedDate: string | null;
  changedUserId: string | null;
  changedUserName: string | null;
}

export interface ChangePolicyHistoryInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ChangeRoleBody {
  description?: string | undefined;
  permissions?: ('users:read' | 'users:write' | 'roles:write' | 'organizational-units:read' | 'organizational-units:write' | 'identity-providers:read' | 'identity-providers:write' | 'tokens:read' | 'tokens:write' | 'applications:read' | 'applications:write' | 'events:read' | 'operations:read' | 'data-users:read' | 'alias-urls:read' | 'alias-urls:write' | 'partitions:create' | 'partitions:read-all' | 'partitions:write-all' | 'partitions:write')[] | undefined;
  scope?: 'all' | 'unit' | undefined;
  secondFactorRequired?: boolean | undefined;
  secondFactorGraceHours?: number | undefined;
}

export interface ChangeRoleInput {
  role: string;
  body: ChangeRoleBody;
}

/** What changes to objects of some types require. */
export interface ChangeRule {
  /** Null: all types that no other rule names. */
  types: string[] | null;
  /** How many people have to approve. 0: everyone who may write can write directly. */
  approvals: number;
  /** Who may approve. Never the author, a contributor, or somebody who is no longer a member. */
  approvers: {
    roles: ('EDITOR' | 'OWNER')[];
    users: NamedUser[];
  };
  reasonRequired: boolean;
  /** Whether only signed approvals count. */
  signatureRequired: boolean;
}

export interface ChangeSavedSearchBody {
  name?: string | undefined;
  query?: string | undefined;
  view?: {
    sort?: string | undefined;
    /** The columns that are explicitly shown or hidden. */
    columns?: Record<string, boolean> | undefined;
  } | undefined;
  shared?: boolean | undefined;
}

export interface ChangeSavedSearchInput {
  partitionId: string;
  searchId: string;
  body: ChangeSavedSearchBody;
}

/** Changes to objects of a partition that are reviewed and committed together. */
export interface ChangeSet {
  id: string;
  partitionId: string;
  title: string;
  state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'READY' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
  /** Incremented by each change to what is reviewed: title, description, reason, operations. */
  revision: number;
  author: NamedUser;
  createdDate: string;
  changedDate: string;
  submittedDate: string | null;
  operationCount: number;
  /** Comments that nobody has resolved. */
  openComments: number;
  committedDate: string | null;
  description: string | null;
  /** The reason of each version it writes; the title if there is none. */
  reason: string | null;
  /** The receipt of the erasure; only if the reason or the title in its place was erased. */
  reasonReceipt?: number | undefined;
  contributors: NamedUser[];
  /** Who was asked to review it; pending: a member who has not yet reviewed the current revision. */
  reviewers: {
    userId: string;
    name: string | null;
    pending: boolean;
  }[];
  /** Commits itself with the last approval, once everybody who was asked has answered. */
  autoCommit: boolean;
  /** The version of its own fields, for If-Match. */
  version: number;
  counts: {
    create: number;
    newVersion: number;
    end: number;
    restore: number;
  };
  /** The newest first. */
  reviews: ChangeSetReview[];
  /** What the policy requires for its operations; for a committed set, what it required then. */
  requirements: {
    /** Null: all types that no other rule names. */
    types: string[] | null;
    /** How many people have to approve. 0: everyone who may write can write directly. */
    approvals: number;
    /** Who may approve. Never the author, a contributor, or somebody who is no longer a member. */
    approvers: {
      roles: ('EDITOR' | 'OWNER')[];
      users: NamedUser[];
    };
    reasonRequired: boolean;
    /** Whether only signed approvals count. */
    signatureRequired: boolean;
    /** The number of approvals that count. */
    given: number;
    satisfied: boolean;
  }[];
  /** Null until it is committed. */
  committed: {
    date: string;
    userId: string;
    userName: string | null;
    firstSequence: number;
    lastSequence: number;
    /** Committed by the last approval, because autoCommit was set. */
    automatic: boolean;
    /** Why a master committed it without the required approvals; null otherwise. */
    breakGlassReason: string | null;
  } | null;
  /** The set that this one reverts, and the newest one that reverts this one, if it is committed or the caller's own. */
  revertOf: {
    id: string;
    title: string;
  } | null;
  revertedBy: {
    id: string;
    title: string;
    state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'READY' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
  } | null;
  may: ('EDIT' | 'MANAGE' | 'ASK_REVIEWERS' | 'COMMENT' | 'SUBMIT' | 'APPROVE' | 'SIGN' | 'REQUEST_CHANGES' | 'WITHDRAW' | 'REOPEN' | 'COMMIT' | 'BREAK_GLASS' | 'REVERT' | 'DELETE')[];
  /** Whether a rule requires a signature from the caller: their approval counts for it only if signed. */
  mustSign: boolean;
  /**
   * Why a caller whom the rules name cannot approve: they issued API tokens of these participants. With some of those who
   * can approve instead. Omitted for others, and in responses to changes.
   */
  approvalBlock?: {
    tokensOf: NamedUser[];
    approvers: NamedUser[];
  } | undefined;
}

export interface ChangeSetComment {
  id: string;
  text: string;
  /** The subject: the set, an operation, or a path in its data. */
  operationId: string | null;
  path: string | null;
  userId: string;
  userName: string | null;
  date: string;
  /** The revision of the set at that time. */
  revision: number;
  resolvedDate: string | null;
  resolvedUserId: string | null;
  resolvedUserName: string | null;
}

export interface ChangeSetCommittedMessage {
  type: 'changeSet.committed';
  timestamp: string;
  data: {
    partitionId: string;
    /** The position in the log of the partition, without gaps. */
    index: number;
    changeSetId: string;
    operationCount: number;
    author: {
      userId: string;
      name: string | null;
    };
    /** Committed by the last approval. */
    automatic: boolean;
    /** Why it was committed without the required approvals; null otherwise. */
    breakGlassReason: string | null;
    /** The IDs of users. */
    approvedBy: string[];
  };
}

/** A committed change set, with its approvals. */
export interface ChangeSetEntry {
  kind: 'CHANGE_SET';
  changeSetId: string;
  partitionId: string;
  root: string;
  operationCount: number;
  revision: number;
  committedDate: string;
  committedUserId: string;
  automatic: boolean;
  breakGlassReason: string | null;
  policyVersion: number | null;
  approvals: {
    userId: string;
    approvedDate: string;
    /** A JWS of the authentication service, and its key as a JWK (RFC 7517); null for an unsigned approval. */
    signature: {
      jws: string;
      key: {
        kty: 'EC';
        crv: 'P-256';
        x: string;
        y: string;
      };
    } | null;
  }[];
}

/** A stored operation, with what it changes. */
export interface ChangeSetOperation {
  operationId: string;
  operation: 'create' | 'newVersion' | 'end' | 'restore';
  localName: string | null;
  /** The key under which later imports find an object that is created. */
  key: string | null;
  type: string;
  /** Null for a create that is not committed. */
  timelineId: string | null;
  /** The version that a restore brings back. */
  objectId: string | null;
  /** The content that the object will have; for a committed set, the content it got. */
  objectData: Record<string, unknown>;
  references: {
    name: string;
    /** One of both: the timeline, or the name of an operation of the set that creates the object. */
    timelineId?: string | undefined;
    localName?: string | undefined;
    type?: string | undefined;
    objectId?: string | undefined;
  }[];
  /** The version that it is based on; null for a create. */
  predecessorId: string | null;
  base: ObjectVersion | null;
  /** The newest version of the timeline, if it is not the base. */
  current: ObjectVersion | null;
  /** Why it cannot be committed as it is: others have written since. */
  conflict: OperationConflict | null;
  /**
   * Violations of the JSON Schema of its type, invalid references, or an invalid key. Paths start at the operation:
   * `objectData.price`.
   */
  problems: FieldProblem[];
  editedDate: string;
  editedUserId: string;
  editedUserName: string | null;
  /** The version that it wrote; null until the set is committed. */
  committedVersion: {
    objectId: string;
    sequence: number;
  } | null;
}

export interface ChangeSetReview {
  userId: string;
  userName: string | null;
  decision: 'APPROVED' | 'CHANGES_REQUESTED';
  comment: string | null;
  date: string;
  /** The revision of the change set that was reviewed. */
  revision: number;
  /**
   * Whether it counts now: for the current revision, the latest review of a person who has not worked on the set, and
   * where the rules require approvals, of one whom they name. For a committed set, whether it counted then.
   */
  valid: boolean;
  /** The signature of the approval; null for an unsigned approval and for a request for changes. */
  signature: {
    meaning: 'REVIEWED' | 'APPROVED' | 'RESPONSIBLE';
    method: 'PASSKEY' | 'PASSWORD_AND_CODE';
    /** The signer's name when they signed. */
    name: string;
    signedDate: string;
  } | null;
}

/** A change set in a list. */
export interface ChangeSetSummary {
  id: string;
  partitionId: string;
  title: string;
  state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'READY' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
  /** Incremented by each change to what is reviewed: title, description, reason, operations. */
  revision: number;
  author: NamedUser;
  createdDate: string;
  changedDate: string;
  submittedDate: string | null;
  operationCount: number;
  /** Comments that nobody has resolved. */
  openComments: number;
  committedDate: string | null;
}

export interface ChangeSetsToAttendAnswer {
  data: {
    id: string;
    partitionId: string;
    title: string;
    state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'READY' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
    /** Incremented by each change to what is reviewed: title, description, reason, operations. */
    revision: number;
    author: NamedUser;
    createdDate: string;
    changedDate: string;
    submittedDate: string | null;
    operationCount: number;
    /** Comments that nobody has resolved. */
    openComments: number;
    committedDate: string | null;
    attention: 'TO_REVIEW' | 'CHANGES_REQUESTED' | 'TO_COMMIT' | 'BREAK_GLASS';
    partitionName: string;
  }[];
}

export interface ChangeSignInRuleBody {
  /** Minutes without a call, after which a session ends; 30 without a rule. */
  idleMinutes: number | null;
  /** Minutes after the sign-in, after which a session ends; 480 without a rule. */
  absoluteMinutes: number | null;
  /** How many sessions of a person may be open. A sign-in beyond ends the one that was used longest ago. */
  maxSessions: number | null;
  /** Whether a passkey is the only second factor that counts. */
  passkeyRequired: boolean;
  /** For how many days a device needs no second factor after one was given there; 0 and without a rule: never. */
  trustedDeviceDays: number | null;
  /** From where people sign in and work. */
  peopleNetworks: string[] | null;
  /** From where API tokens of people are accepted. */
  tokenNetworks: string[] | null;
  /** From where API tokens of applications are accepted. */
  applicationNetworks: string[] | null;
  /**
   * These actions require that the person signed in, entered the password or used a passkey within the last ten minutes.
   * API tokens, with which nobody can, are not asked.
   */
  freshProofFor: ('USERS' | 'ROLES' | 'UNITS' | 'SIGN_IN_RULES' | 'IDENTITY_PROVIDERS' | 'TOKENS' | 'APPLICATIONS' | 'PARTITIONS' | 'MEMBERS' | 'APPROVALS' | 'ERASURE' | 'EXPORT' | 'WEBHOOKS' | 'ALIAS_URLS')[];
}

export interface ChangeSignInRuleInput {
  ruleId: string;
  body: ChangeSignInRuleBody;
}

export interface ChangeSubscriptionAnswer {
  id: string;
  partitionId: string;
  /** Null if the caller may not read the partition now. */
  partitionName: string | null;
  /** The object that is followed; null for a search. */
  timelineId: string | null;
  /** The title of the newest version of that object; also null if it has none or may not be read. */
  title: string | null;
  objectType: string | null;
  /** The search that is followed, in the query language; null for an object. */
  query: string | null;
  searched: 'objects' | 'changes' | null;
  /** For a search: only versions that refer to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
    /** The title of the newest version of the object; also null if it has none or may not be read. */
    title: string | null;
    objectType: string | null;
  }[] | null;
  /** JSON Pointers of the followed fields; one of them has to change. Null: all fields. */
  paths: string[] | null;
  delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
  state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
  /** Null while it is active. */
  pausedDate: string | null;
  /** Changes that are not marked as seen, at most 1,000. */
  unseen: number;
  createdDate: string;
  changedDate: string;
  version: number;
}

export interface ChangeSubscriptionBody {
  /** For a search only. */
  query?: string | undefined;
  /** For a search only. */
  references?: {
    name?: string | undefined;
    timelineId: string;
  }[] | null | undefined;
  paths?: string[] | null | undefined;
  delivery?: 'IMMEDIATELY' | 'DAILY' | 'HOME' | undefined;
  active?: boolean | undefined;
}

export interface ChangeSubscriptionInput {
  subscriptionId: string;
  body: ChangeSubscriptionBody;
}

export interface ChangeUserBody {
  name?: string | undefined;
  username?: string | undefined;
  email?: string | undefined;
  lang?: 'en' | 'de' | undefined;
  /** Only for oneself. */
  changeSetMails?: boolean | undefined;
  /** Only for others: from when they have no access any more; null: it does not end. */
  accessEndsDate?: string | null | undefined;
  /** Only for others, and as changeUserStatus changes it. */
  status?: 'ACTIVE' | 'DISABLED' | undefined;
}

export interface ChangeUserInput {
  userId: string;
  body: ChangeUserBody;
}

export interface ChangeUserStatusAnswer {
  id: string;
  username: string;
  name: string;
  email: string | null;
  status: string;
  lang: string;
  /** All effective roles, direct or through a unit. */
  roles: string[];
  /** The source of each role; `organizationalUnit` if it comes from one. In lists only if requested. */
  roleGrants?: {
    role: string;
    /** Outside of the caller's scope it has an empty id and no name. */
    organizationalUnit: {
      id: string;
      name?: string | undefined;
    } | null;
    grantedDate: string;
    grantedBy: Named | null;
  }[] | undefined;
  organizationalUnits: {
    id: string;
    name: string;
    assignedDate: string;
  }[];
  createdDate: string;
  /** From when they have no access any more; null: it does not end. Omitted for an application's token. */
  accessEndsDate?: string | null | undefined;
  lastSignInDate?: string | null | undefined;
  /** Until then sign-in is throttled after many failures. */
  lockedUntil?: string | null | undefined;
  /** Whether sign-in requires a second factor. */
  secondFactor?: boolean | undefined;
  hasPassword?: boolean | undefined;
  /**
   * Whether the email is outside of the domains that units and identity providers have shown to be theirs; null without
   * an email, and while there are no such domains.
   */
  externalEmail?: boolean | null | undefined;
  /** Whether the caller may change this user. */
  mayChange?: boolean | undefined;
  /** Only for oneself, otherwise null: whether to get emails about change sets. */
  changeSetMails?: boolean | null | undefined;
  /** Another user whose user name looks the same (UTS 39), if the caller may see one. */
  looksLike?: {
    id: string;
    username: string;
  } | null | undefined;
  version?: number | undefined;
  /** Until when a second factor has to be set up that a role or unit requires; null if none is missing. */
  secondFactorDueDate?: string | null | undefined;
  /** Only with dryRun, with the user as they are: what ends, and what does not work until the user is enabled again. */
  stops?: {
    sessions: number;
    tokens: {
      id: string;
      description: string;
    }[];
    trustedDevices: number;
  } | undefined;
}

export interface ChangeUserStatusBody {
  status: 'ACTIVE' | 'DISABLED';
}

export interface ChangeUserStatusInput {
  userId: string;
  dryRun?: boolean | undefined;
  body: ChangeUserStatusBody;
}

export interface ChangeWebhookAnswer {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** References to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages contain the whole data and the references, not only the changes. */
  includeData: boolean;
  /** Whether messages contain the proof of the version. */
  includeProof: boolean;
}

export interface ChangeWebhookBody {
  url?: string | undefined;
  description?: string | undefined;
  eventTypes?: ('object.created' | 'object.changed' | 'object.ended' | 'object.restored' | 'values.erased' | 'changeSet.committed' | 'schema.changed' | 'policy.changed')[] | undefined;
  objectTypes?: string[] | null | undefined;
  query?: string | null | undefined;
  references?: {
    name?: string | undefined;
    timelineId: string;
  }[] | null | undefined;
  includeData?: boolean | undefined;
  includeProof?: boolean | undefined;
  enabled?: boolean | undefined;
}

export interface ChangeWebhookInput {
  partitionId: string;
  webhookId: string;
  body: ChangeWebhookBody;
}

/** A page of a list that does not know its total in advance. */
export interface ChangesPage {
  /** With all fields, or those that were requested. */
  data: {
    id: string;
    partitionId?: string | undefined;
    timelineId?: string | undefined;
    type?: string | undefined;
    objectData?: Record<string, unknown> | undefined;
    references?: Reference[] | undefined;
    genesisDate?: string | undefined;
    genesisUserId?: string | undefined;
    modificationDate?: string | undefined;
    modificationUserId?: string | undefined;
    modificationUserName?: string | null | undefined;
    /** 1 for the first version of a timeline. */
    modificationCount?: number | undefined;
    predecessorId?: string | null | undefined;
    /** Set on the version that ended the timeline. */
    endedDate?: string | null | undefined;
    /** Its number among all versions of the partition, from 1 without gaps. */
    sequence?: number | undefined;
    /** When and by whom it was imported; null for a version that was written here. */
    importedDate?: string | null | undefined;
    importedUserId?: string | null | undefined;
    /** Why it was written, in its author's words; null if no reason was given. */
    reason?: string | null | undefined;
    /** The receipt of the erasure; only if the reason was erased. */
    reasonReceipt?: number | undefined;
    /** The change set that it was committed with; null for a direct write. */
    changeSetId?: string | null | undefined;
    /** The erased values, each with the number of its receipt; only if there are any. The data contains null there. */
    erased?: {
      path: string;
      receipt: number;
    }[] | undefined;
    /** The version it is based on, if it was requested and is not too large. */
    predecessor?: {
      type: string;
      objectData: Record<string, unknown>;
      references: Reference[];
      endedDate: string | null;
      erased?: {
        path: string;
        receipt: number;
      }[] | undefined;
    } | undefined;
  }[];
  /** Where the feed continues, even if there was nothing new. */
  nextCursor: string;
  hasMore: boolean;
}

export interface ChangesSinceAnswer {
  data: {
    id: string;
    partitionName: string;
    /** The oldest counted version by others. */
    firstSequence: number;
    versionCount: number;
    /** There are more versions than were counted. */
    hasMore: boolean;
    operations: {
      /** BATCH: versions that a program wrote one by one. */
      kind: 'IMPORT' | 'BATCH' | 'CHANGE';
      userId: string;
      userName: string | null;
      /** When the last of its versions was stored; the dates of imported versions may be older. */
      date: string;
      versionCount: number;
      objectCount: number;
      firstSequence: number;
      lastSequence: number;
      /** The newest version. */
      objectId: string;
      /** The version of a change, with its predecessor; omitted if all of them together are too large. */
      version?: ObjectVersion | undefined;
    }[];
  }[];
  /** More partitions changed. */
  hasMore: boolean;
}

export interface ChangesSinceInput {
  since: string;
}

export interface CheckChangeSetAnswer {
  /** No operation has a conflict or problem. Approvals are not considered. */
  valid: boolean;
  /** The first 100 operations that have one. */
  data: {
    operationId: string;
    conflict: OperationConflict | null;
    problems: FieldProblem[];
  }[];
}

export interface CheckChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface CheckPasswordTokenAnswer {
  state: 'valid' | 'expired' | 'used' | 'unknown';
  /** Only if the link is valid. */
  email?: string | undefined;
  /** Also for expired and used links, so that people learn where to get a new one; not for unknown ones. */
  purpose?: 'SETUP' | 'INVITATION' | 'RESET' | 'SIGNUP' | undefined;
  /** The API tokens that setting the password revokes by default; only if there are any. */
  tokens?: {
    description: string;
    prefix: string;
    lastUsedDate: string | null;
  }[] | undefined;
}

export interface CheckPasswordTokenInput {
  token: string;
}

export interface CheckRevocationLinkAnswer {
  state: 'valid' | 'expired' | 'used' | 'unknown';
  email?: string | undefined;
  /** Newest first, at most 100. */
  tokens?: {
    id: string;
    description: string;
    prefix: string;
    /** Null: a token of the user. */
    applicationName: string | null;
    scopes: ('read' | 'write' | 'admin')[];
    createdDate: string;
    expiresDate: string | null;
    lastUsedDate: string | null;
  }[] | undefined;
  total?: number | undefined;
}

export interface CheckRevocationLinkInput {
  token: string;
}

export interface Checkpoint {
  /** A signed note (c2sp.org/tlog-checkpoint). */
  checkpoint: string;
  /** The verifier key that signed it, `<name>+<key id>+<key>`. */
  key: string;
  size: number;
  /** In base64. */
  root: string;
}

/** How the values of a claim with several values are written. */
export interface ClaimForm {
  /** LIST: texts. OBJECTS: objects with the value in `property`. KEYS: the names in an object. TEXT: one text. */
  kind?: 'LIST' | 'OBJECTS' | 'KEYS' | 'TEXT' | undefined;
  property?: string | null | undefined;
  separator?: string | null | undefined;
  /** A missing claim means that there are no values. Otherwise it means that they are unknown. */
  absentMeansNone?: boolean | undefined;
}

export interface CommitChangeSetBody {
  breakGlass?: {
    reason: string;
  } | undefined;
}

export interface CommitChangeSetInput {
  partitionId: string;
  changeSetId: string;
  body: CommitChangeSetBody;
}

export interface CommitTransactionAnswer {
  dryRun: boolean;
  /** In the order of the operations. The ids and dates of a dry run are examples. */
  data: ObjectVersion[];
}

export interface CommitTransactionBody {
  /** The reason of every version it writes. */
  reason?: string | null | undefined;
  operations: Operation[];
}

export interface CommitTransactionInput {
  partitionId: string;
  dryRun?: boolean | undefined;
  body: CommitTransactionBody;
}

export interface ConcludeItemBody {
  conclusion: 'IN_ORDER' | 'FINDING' | 'NOT_JUDGED';
  note?: string | undefined;
}

export interface ConcludeItemInput {
  partitionId: string;
  sampleId: string;
  index: string;
  body: ConcludeItemBody;
}

/**
 * A condition on objectData. An array on the path stands for each of its elements, so that `eq` finds an array that
 * contains the value; arrays in arrays are not searched. `ne` negates `eq`, and `absent` negates `exists`. `lt` to `ge`
 * compare numbers with numbers, and texts with texts by code point, which orders RFC 3339 moments. `contains` and
 * `startsWith` match texts, ignoring case.
 */
export interface Condition {
  path: string;
  op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'startsWith' | 'exists' | 'absent';
  value?: string | number | boolean | null | undefined;
}

export interface ConfirmSignatureAnswer {
  /** A JWS, to be sent when the change set is approved or the sample signed. */
  signature: string;
}

export type ConfirmSignatureBody = {
  assertion: Record<string, unknown>;
} | {
  password: string;
  code: string;
};

export interface ConfirmSignatureInput {
  signatureId: string;
  body: ConfirmSignatureBody;
}

export interface ConfirmTotpAnswer {
  factor: Factor;
  /** Only with the first factor; shown once. */
  recoveryCodes?: string[] | undefined;
}

export interface ConfirmTotpBody {
  code: string;
}

export interface ConfirmTotpInput {
  factorId: string;
  body: ConfirmTotpBody;
}

export interface Consistency {
  from: number;
  to: number;
  /** Hashes in base64 (RFC 6962, 2.1.2). */
  proof: string[];
}

export interface ContinueVisitBody {
  readDate?: string | undefined;
}

export interface ContinueVisitInput {
  body: ContinueVisitBody;
}

export interface CountEventsAnswer {
  /** Oldest first, including intervals without events. */
  data: {
    /** When the interval begins. */
    from: string;
    eventCount: number;
    failureCount: number;
  }[];
  /** False if there were more events than were counted. */
  complete: boolean;
  knownSince?: string | undefined;
}

export interface CountEventsInput {
  subject?: string | undefined;
  actorId?: string | undefined;
  action?: 'session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'user.accessEnded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'trustedDevice.added' | 'trustedDevice.revoked' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'identity.claimUnread' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'signInRule.created' | 'signInRule.changed' | 'signInRule.deleted' | 'signInRule.allDeleted' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'partition.created' | 'partition.changed' | 'partition.archived' | 'partition.unarchived' | 'partition.exported' | 'member.added' | 'member.changed' | 'member.removed' | 'member.workHandedOver' | 'type.changed' | 'changeSet.submitted' | 'changeSet.approved' | 'changeSet.changesRequested' | 'changeSet.withdrawn' | 'changeSet.reopened' | 'changeSet.committed' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'object.erased' | 'object.reasonErased' | 'evidence.requested' | 'evidence.deleted' | 'transfer.started' | 'transfer.resumed' | 'transfer.handedOver' | 'transfer.ended' | 'auditSample.announced' | 'auditSample.drawn' | 'auditSample.signed' | 'savedSearch.shared' | 'savedSearch.changed' | 'savedSearch.unshared' | 'aliasUrl.created' | 'aliasUrl.changed' | 'aliasUrl.reactivated' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped' | 'events.exported' | 'readRecording.changed' | 'access.refused' | 'schema.migrated' | 'tables.distributed' | 'database.restored' | 'verification.failed' | undefined;
  outcome?: 'SUCCESS' | 'FAILURE' | undefined;
  /**
   * Only changes to what somebody may do, only attempts to sign in, only data taken out, or only what is neither a change
   * of access nor data taken out.
   */
  kind?: 'ACCESS' | 'SIGN_IN' | 'EXPORT' | 'OTHER' | undefined;
  /** From is inclusive, to is exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  address?: string | undefined;
  /**
   * Words that have to occur, in any order: in names of actors and subjects, values before and after, addresses and
   * request ids. With a limited scope, only names of what the caller may see, and the caller's own actions.
   */
  text?: string | undefined;
  /** With what: `session/<id>`, `token/<id>` or `command/<name>`. */
  credential?: string | undefined;
  /** Of UTC. */
  interval?: 'DAY' | 'HOUR' | undefined;
  /** How many days or hours. */
  count?: number | undefined;
}

export interface CreateAliasUrlBody {
  alias: string;
  target: {
    kind: 'OBJECT';
    partitionId: string;
    objectId: string;
  } | {
    kind: 'TIMELINE';
    partitionId: string;
    timelineId: string;
  } | {
    kind: 'URL';
    url: string;
  };
  expiryDate?: string | null | undefined;
}

export interface CreateAliasUrlInput {
  body: CreateAliasUrlBody;
}

export interface CreateApplicationBody {
  name: string;
  description?: string | null | undefined;
  organizationalUnitId?: string | null | undefined;
  roles?: string[] | undefined;
}

export interface CreateApplicationInput {
  body: CreateApplicationBody;
}

export interface CreateApplicationTokenBody {
  description: string;
  /** Default: read and write. */
  scopes?: ('read' | 'write' | 'admin')[] | undefined;
  partitionIds?: string[] | null | undefined;
  /** Default: in 90 days. Null: never, which only masters may choose. */
  expiresDate?: string | null | undefined;
}

export interface CreateApplicationTokenInput {
  applicationId: string;
  body: CreateApplicationTokenBody;
}

export interface CreateChangeSetBody {
  title: string;
  description?: string | null | undefined;
  reason?: string | null | undefined;
}

export interface CreateChangeSetInput {
  partitionId: string;
  body: CreateChangeSetBody;
}

export interface CreateEventWebhookAnswer {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  /** Null: all of them, including those that later versions add. */
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
  secret: string | null;
}

export interface CreateEventWebhookBody {
  url: string;
  description?: string | undefined;
  actions?: ('session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'user.accessEnded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'trustedDevice.added' | 'trustedDevice.revoked' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'identity.claimUnread' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'signInRule.created' | 'signInRule.changed' | 'signInRule.deleted' | 'signInRule.allDeleted' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'partition.created' | 'partition.changed' | 'partition.archived' | 'partition.unarchived' | 'partition.exported' | 'member.added' | 'member.changed' | 'member.removed' | 'member.workHandedOver' | 'type.changed' | 'changeSet.submitted' | 'changeSet.approved' | 'changeSet.changesRequested' | 'changeSet.withdrawn' | 'changeSet.reopened' | 'changeSet.committed' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'object.erased' | 'object.reasonErased' | 'evidence.requested' | 'evidence.deleted' | 'transfer.started' | 'transfer.resumed' | 'transfer.handedOver' | 'transfer.ended' | 'auditSample.announced' | 'auditSample.drawn' | 'auditSample.signed' | 'savedSearch.shared' | 'savedSearch.changed' | 'savedSearch.unshared' | 'aliasUrl.created' | 'aliasUrl.changed' | 'aliasUrl.reactivated' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped' | 'events.exported' | 'readRecording.changed' | 'access.refused' | 'schema.migrated' | 'tables.distributed' | 'database.restored' | 'verification.failed')[] | null | undefined;
  outcome?: 'SUCCESS' | 'FAILURE' | null | undefined;
}

export interface CreateEventWebhookInput {
  body: CreateEventWebhookBody;
}

export interface CreateIdentityProviderBody {
  name: string;
  enabled?: boolean | undefined;
  buttonLabel?: string | undefined;
  issuer: string;
  /** Whether the provider publishes a discovery document. Without one, all endpoints are configured. */
  discovery?: boolean | undefined;
  /** The issuer in its documents and tokens, where it differs from the issuer. {tenantid} stands for one of `tenants`. */
  tokenIssuer?: string | null | undefined;
  tenants?: string[] | undefined;
  clientId: string;
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none' | undefined;
  /** The only algorithm that ID tokens are accepted with; null: the asymmetric ones that the provider announces. */
  idTokenAlgorithm?: 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA' | 'HS256' | 'HS384' | 'HS512' | null | undefined;
  responseMode?: 'query' | 'form_post' | undefined;
  scopes?: string[] | undefined;
  /** Overrides what discovery returns. */
  endpoints?: ProviderEndpoints | undefined;
  emailDomains?: string[] | undefined;
  /** Names of claims. If no claim has the full name, a dot descends one level, as in realm_access.roles. */
  claimMap?: {
    subject?: string | undefined;
    email?: string | undefined;
    name?: string | undefined;
    language?: string | null | undefined;
    groups?: string | null | undefined;
    units?: string | null | undefined;
  } | undefined;
  groupsForm?: ClaimForm | undefined;
  unitsForm?: ClaimForm | undefined;
  /** Maps groups of the provider to roles; never GLOBAL_MASTER. */
  groupRoles?: Record<string, string> | undefined;
  /** Maps values of the claim for the units to ids of organizational units. */
  unitMap?: Record<string, string> | undefined;
  /** When the provider sets an attribute of a user: at every sign-in, when the account is created or linked, or never. */
  synchronization?: {
    name?: 'ALWAYS' | 'FIRST' | 'NEVER' | undefined;
    email?: 'ALWAYS' | 'FIRST' | 'NEVER' | undefined;
    language?: 'ALWAYS' | 'FIRST' | 'NEVER' | undefined;
    units?: 'ALWAYS' | 'FIRST' | 'NEVER' | undefined;
  } | undefined;
  /** Signing out here also signs out at the provider. */
  signOutAtProvider?: boolean | undefined;
  /** Treat every email of this provider as verified, whatever its claim says. */
  trustEmail?: boolean | undefined;
  /** The provider requires a second factor itself, so Annals does not. */
  trustSecondFactor?: boolean | undefined;
  /** NONE: only linked accounts. EXISTING: links to the user with the verified email. CREATE: otherwise creates one. */
  provisioning?: 'NONE' | 'EXISTING' | 'CREATE' | undefined;
  newUserRoles?: string[] | undefined;
  newUserOrganizationalUnitId?: string | null | undefined;
  clientSecret?: string | null | undefined;
  clientKey?: string | null | undefined;
}

export interface CreateIdentityProviderInput {
  organizationalUnitId?: string | undefined;
  body: CreateIdentityProviderBody;
}

export interface CreateObjectInput {
  partitionId: string;
  body: NewVersion;
}

export interface CreateOrganizationalUnitInput {
  name: string;
  parentId?: string | undefined;
}

export interface CreatePartitionBody {
  partitionName: string;
  description?: string | undefined;
}

export interface CreatePartitionInput {
  body: CreatePartitionBody;
}

export interface CreateRoleBody {
  name: string;
  description: string;
  permissions: ('users:read' | 'users:write' | 'roles:write' | 'organizational-units:read' | 'organizational-units:write' | 'identity-providers:read' | 'identity-providers:write' | 'tokens:read' | 'tokens:write' | 'applications:read' | 'applications:write' | 'events:read' | 'operations:read' | 'data-users:read' | 'alias-urls:read' | 'alias-urls:write' | 'partitions:create' | 'partitions:read-all' | 'partitions:write-all' | 'partitions:write')[];
  scope: 'all' | 'unit';
  secondFactorRequired?: boolean | undefined;
  secondFactorGraceHours?: number | undefined;
}

export interface CreateRoleInput {
  body: CreateRoleBody;
}

export interface CreateSavedSearchBody {
  name: string;
  kind: 'objects' | 'changes';
  query: string;
  view?: {
    sort?: string | undefined;
    /** The columns that are explicitly shown or hidden. */
    columns?: Record<string, boolean> | undefined;
  } | undefined;
  shared?: boolean | undefined;
}

export interface CreateSavedSearchInput {
  partitionId: string;
  body: CreateSavedSearchBody;
}

export interface CreateSignInRuleBody {
  role: string | null;
  organizationalUnitId: string | null;
  /** Minutes without a call, after which a session ends; 30 without a rule. */
  idleMinutes: number | null;
  /** Minutes after the sign-in, after which a session ends; 480 without a rule. */
  absoluteMinutes: number | null;
  /** How many sessions of a person may be open. A sign-in beyond ends the one that was used longest ago. */
  maxSessions: number | null;
  /** Whether a passkey is the only second factor that counts. */
  passkeyRequired: boolean;
  /** For how many days a device needs no second factor after one was given there; 0 and without a rule: never. */
  trustedDeviceDays: number | null;
  /** From where people sign in and work. */
  peopleNetworks: string[] | null;
  /** From where API tokens of people are accepted. */
  tokenNetworks: string[] | null;
  /** From where API tokens of applications are accepted. */
  applicationNetworks: string[] | null;
  /**
   * These actions require that the person signed in, entered the password or used a passkey within the last ten minutes.
   * API tokens, with which nobody can, are not asked.
   */
  freshProofFor: ('USERS' | 'ROLES' | 'UNITS' | 'SIGN_IN_RULES' | 'IDENTITY_PROVIDERS' | 'TOKENS' | 'APPLICATIONS' | 'PARTITIONS' | 'MEMBERS' | 'APPROVALS' | 'ERASURE' | 'EXPORT' | 'WEBHOOKS' | 'ALIAS_URLS')[];
}

export interface CreateSignInRuleInput {
  body: CreateSignInRuleBody;
}

export interface CreateSubscriptionAnswer {
  id: string;
  partitionId: string;
  /** Null if the caller may not read the partition now. */
  partitionName: string | null;
  /** The object that is followed; null for a search. */
  timelineId: string | null;
  /** The title of the newest version of that object; also null if it has none or may not be read. */
  title: string | null;
  objectType: string | null;
  /** The search that is followed, in the query language; null for an object. */
  query: string | null;
  searched: 'objects' | 'changes' | null;
  /** For a search: only versions that refer to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
    /** The title of the newest version of the object; also null if it has none or may not be read. */
    title: string | null;
    objectType: string | null;
  }[] | null;
  /** JSON Pointers of the followed fields; one of them has to change. Null: all fields. */
  paths: string[] | null;
  delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
  state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
  /** Null while it is active. */
  pausedDate: string | null;
  /** Changes that are not marked as seen, at most 1,000. */
  unseen: number;
  createdDate: string;
  changedDate: string;
  version: number;
}

export interface CreateSubscriptionBody {
  timelineId?: string | undefined;
  query?: string | undefined;
  /** What the search searches. An object matches if it does so before or after the change. */
  searched?: 'objects' | 'changes' | undefined;
  /** For a search only: only versions that refer to one of these objects, now or before the change. */
  references?: {
    name?: string | undefined;
    timelineId: string;
  }[] | null | undefined;
  paths?: string[] | null | undefined;
  delivery?: 'IMMEDIATELY' | 'DAILY' | 'HOME' | undefined;
}

export interface CreateSubscriptionInput {
  partitionId: string;
  body: CreateSubscriptionBody;
}

export interface CreateTokenBody {
  description: string;
  scopes: ('read' | 'write' | 'admin')[];
  partitionIds?: string[] | null | undefined;
  /** Null: never, which only masters may choose. */
  expiresDate: string | null;
}

export interface CreateTokenInput {
  body: CreateTokenBody;
}

export interface CreateUserBody {
  email: string;
  mailTemplateId?: 650487 | undefined;
  mailTemplateParameters?: MailTemplateParameters | undefined;
  name?: string | undefined;
  roles?: string[] | undefined;
  organizationalUnitIds?: string[] | undefined;
  lang?: 'en' | 'de' | undefined;
  /** Of a guest, for example an auditor: from then on they have no access. */
  accessEndsDate?: string | undefined;
}

export interface CreateUserInput {
  body: CreateUserBody;
}

export interface CreateWebhookAnswer {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** References to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages contain the whole data and the references, not only the changes. */
  includeData: boolean;
  /** Whether messages contain the proof of the version. */
  includeProof: boolean;
  secret: string | null;
}

export interface CreateWebhookBody {
  url: string;
  description?: string | undefined;
  eventTypes: ('object.created' | 'object.changed' | 'object.ended' | 'object.restored' | 'values.erased' | 'changeSet.committed' | 'schema.changed' | 'policy.changed')[];
  objectTypes?: string[] | null | undefined;
  query?: string | null | undefined;
  references?: {
    name?: string | undefined;
    timelineId: string;
  }[] | null | undefined;
  includeData?: boolean | undefined;
  includeProof?: boolean | undefined;
}

export interface CreateWebhookInput {
  partitionId: string;
  body: CreateWebhookBody;
}

/** A user as the data service knows them. */
export interface DataUser {
  id: string;
  username: string;
  name: string | null;
}

export interface DeleteApplicationInput {
  applicationId: string;
}

export interface DeleteChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface DeleteEventWebhookInput {
  eventWebhookId: string;
}

export interface DeleteIdentityProviderInput {
  identityProviderId: string;
}

export interface DeleteOperationInput {
  partitionId: string;
  changeSetId: string;
  operationId: string;
}

export interface DeleteOrganizationalUnitInput {
  organizationalUnitId: string;
}

export interface DeleteRoleInput {
  role: string;
}

export interface DeleteSignInRuleInput {
  ruleId: string;
}

export interface DeleteSubscriptionInput {
  subscriptionId: string;
}

export interface DeleteWebhookInput {
  partitionId: string;
  webhookId: string;
}

export interface DiscoverIdentityProviderBody {
  issuer: string;
  tokenIssuer?: string | null | undefined;
}

export interface DiscoverIdentityProviderInput {
  body: DiscoverIdentityProviderBody;
}

export interface DrawSampleBody {
  number: string;
}

export interface DrawSampleInput {
  partitionId: string;
  sampleId: string;
  body: DrawSampleBody;
}

/** An email domain of an identity provider or an organizational unit. It has no effect until it is verified. */
export interface EmailDomain {
  /** As people read it; in DNS it has the form of `recordName`. */
  domain: string;
  state: 'PENDING' | 'VERIFIED';
  /** How it was verified: by the DNS record, or by a global master. */
  method: 'DNS' | 'APPROVAL' | null;
  verifiedDate: string | null;
  /** The TXT record that verifies the domain. */
  recordName: string;
  recordValue: string;
}

export interface EndTimelineBody {
  predecessorId?: string | undefined;
  reason?: string | null | undefined;
}

export interface EndTimelineInput {
  partitionId: string;
  timelineId: string;
  body: EndTimelineBody;
}

export interface EndUserSessionInput {
  userId: string;
  sessionId: string;
}

export interface EndUserSessionsAnswer {
  ended: number;
}

export interface EndUserSessionsInput {
  userId: string;
}

export interface EnrolSecondFactorAnswer {
  secret: string;
  uri: string;
}

export interface EnrolSecondFactorBody {
  challenge: string;
}

export interface EnrolSecondFactorInput {
  body: EnrolSecondFactorBody;
}

export interface EraseReasonAnswer {
  /** Number of the first receipt; null if nothing was erased. */
  receipt: number | null;
  /** Of all of them. */
  receipts: number[];
  /** Of the versions. */
  timelineCount: number;
  versionCount: number;
  /** The first hundred of them. */
  versions: {
    objectId: string;
    timelineId: string;
    modificationCount: number;
  }[];
  /** More versions have the same reason, including the one in the path: repeat the call to erase it there. */
  hasMore: boolean;
}

export interface EraseReasonBody {
  reason: string;
  legalBasis: string;
}

export interface EraseReasonInput {
  partitionId: string;
  objectId: string;
  dryRun?: boolean | undefined;
  body: EraseReasonBody;
}

export interface EraseValuesAnswer {
  /** Number of the first receipt; null if nothing was erased. */
  receipt: number | null;
  /** All receipts: many values are split over several. */
  receipts: number[];
  timelineId: string;
  versionCount: number;
  valueCount: number;
  /** The first thousand of what is erased. */
  values: {
    objectId: string;
    modificationCount: number;
    path: string;
  }[];
}

export interface EraseValuesBody {
  /** Paths of the values in this version; a path to an object or list includes everything below it. */
  paths: string[];
  /** Erases whatever any version has at these paths, not only the values of this version. */
  everyValue?: boolean | undefined;
  reason: string;
  legalBasis: string;
}

export interface EraseValuesInput {
  partitionId: string;
  objectId: string;
  dryRun?: boolean | undefined;
  body: EraseValuesBody;
}

export interface Erasure {
  receipt: number;
  /** In the log. */
  index: number;
  timelineId: string;
  erasedDate: string;
  erasedUserId: string;
  erasedUserName: string | null;
  reason: string;
  legalBasis: string;
  versionCount: number;
  valueCount: number;
}

/** The receipt of an erasure. */
export interface ErasureEntry {
  kind: 'ERASURE';
  receipt: number;
  partitionId: string;
  timelineId: string;
  erasedDate: string;
  erasedUserId: string;
  reason: string;
  legalBasis: string;
  sealed: {
    objectId: string;
    pointer: string;
    digest: string;
  }[];
}

/** What a webhook of the audit log sends. */
export type EventWebhookMessage = AuditEventMessage | EventWebhookTestMessage;

export interface EventWebhookTestMessage {
  type: 'webhook.test';
  timestamp: string;
  data: {
    webhookId: string;
  };
}

/** What a job was requested for. */
export interface EvidenceOfJob {
  subject: 'OBJECT' | 'SEARCH' | 'PARTITION';
  objectId?: string | undefined;
  /** Not stored after an erasure, since it may name what was erased. */
  query?: string | undefined;
  /** Default: when it was requested. */
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  language: 'en' | 'de';
}

export interface ExplainAccessAnswer {
  mayRead: boolean;
  mayWrite: boolean;
  /** The effective member role. */
  role: string | null;
  /**
   * Only without a partition: whether the account can sign in and has a role that allows writing wherever it is editor or
   * owner.
   */
  mayWriteAsMember?: boolean | undefined;
  /** Only with a partition. */
  partitionName?: string | undefined;
  reasons: AccessReason[];
  /** Only with a partition. `mayRead` and `mayWrite` are then false, and there are no reasons. */
  knownSince?: string | undefined;
}

export interface ExplainAccessInput {
  userId: string;
  asOf?: string | undefined;
  partitionId?: string | undefined;
}

export interface ExportEventsAnswer {
  /** The verifier key that signed the checkpoint. */
  key: string;
  /** A signed note (c2sp.org/tlog-checkpoint) of the log of events, at the end of the part. */
  checkpoint: string;
  /** The log before the first event: its size and the roots of its complete subtrees in base64. */
  from: {
    size: number;
    frontier: string[];
  };
  /** The size of the log at the end of the part. */
  size: number;
  /** Null before a checkpoint of the log of events is in the log of the service. */
  anchor: Anchor | null;
}

export interface ExportEventsInput {
  /** The index of the first event: with the size of a stored checkpoint, the part continues it. */
  from?: number | undefined;
  /** The size of the log after the last event; default: its current size. */
  to?: number | undefined;
  /** A size of the log of the service, so that the anchor is proven against a checkpoint the caller has stored. */
  serviceSize?: number | undefined;
}

export interface ExportObjectsInput {
  partitionId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  cursor?: string | undefined;
  pageSize?: number | undefined;
  history?: boolean | undefined;
  type?: string | undefined;
}

/** A version as a row that `importRow` accepts. */
export type ExportRow = {
  /** The key of the timeline, or its id if it has none. */
  key: string;
  id: string;
  modificationDate: string;
  modificationUserId: string;
  /** Only if a reason was given. */
  reason?: string | undefined;
  type: string;
  objectData: Record<string, unknown>;
  references: {
    name: string;
    key: string;
  }[];
  /** Only on the first version after an end. */
  restored?: true | undefined;
} | {
  /** The key of the timeline, or its id if it has none. */
  key: string;
  id: string;
  modificationDate: string;
  modificationUserId: string;
  /** Only if a reason was given. */
  reason?: string | undefined;
  ended: true;
};

export interface Factor {
  id: string;
  kind: 'TOTP' | 'PASSKEY';
  name: string;
  createdDate: string;
  lastUsedDate: string | null;
}

/** What is wrong with one place of the input (`body.email`, `query.pageSize`). */
export interface FieldProblem {
  path: string;
  message: string;
  /** Which message it is, and what it contains. The text may change, the code stays. */
  messageCode?: string | undefined;
  parameters?: Record<string, unknown> | undefined;
}

export interface FindIdAnswer {
  /** Usually one. A version and a timeline, or two partitions, may happen to share an id. */
  data: {
    kind: 'OBJECT' | 'TIMELINE';
    partitionId: string;
    partitionName: string;
    timelineId: string;
    /** For a timeline, its newest version. */
    objectId: string;
  }[];
}

export interface FindIdInput {
  id: string;
}

export interface FindSavedSearchesInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  name?: string | undefined;
}

export interface FindUserByNameInput {
  username: string;
}

export interface FindUsersContainingInput {
  searchtext: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  include?: string[] | undefined;
  asOf?: string | undefined;
  status?: 'INVITED' | 'ACTIVE' | 'DISABLED' | 'LOCKED' | undefined;
  role?: string | undefined;
  organizationalUnitId?: string | undefined;
  neverSignedIn?: boolean | undefined;
  /** Not signed in for this many days, including users who never did. */
  notSignedInForDays?: number | undefined;
  secondFactor?: boolean | undefined;
  /** Of users with an email outside of the domains that units and identity providers have shown to be theirs. */
  externalEmail?: boolean | undefined;
  sort?: 'name' | 'email' | 'createdDate' | 'lastSignInDate' | '-name' | '-email' | '-createdDate' | '-lastSignInDate' | undefined;
}

export interface FinishTransferInput {
  partitionId: string;
  jobId: string;
}

/** The form of a claim, without its values. */
export interface FoundClaim {
  /** MISSING, NULL, OVERAGE, TEXT, NUMBER, BOOLEAN, TEXTS, OBJECTS, MIXED, OBJECT. */
  kind: string;
  /** How many a list or an object has. */
  count: number | null;
  /** The names in an object, or in the objects of a list; the first of them. */
  properties: string[];
}

export interface GetApplicationInput {
  applicationId: string;
}

export interface GetAuthenticationSystemAnswer {
  service: string;
  version: string;
  runtime: string;
  startedDate: string;
  /** Processes that serve the same ports. */
  workers: number;
  schema: {
    applied: number;
    /** When the first one was applied, that is, since when the database exists. */
    firstDate: string | null;
    newest: string | null;
    pending: string[];
    /** Backfills of migrations that run while servers run; finished ones have an end date. */
    backfills: {
      name: string;
      done: number;
      /** Rows of the table at the start, as estimated by the database. */
      total: number | null;
      startedDate: string | null;
      endedDate: string | null;
    }[];
  };
  database: {
    kind: 'embedded' | 'postgresql';
    version: string;
    bytes: number;
  };
  /** The disk with the data directory. */
  disk: {
    freeBytes: number;
    totalBytes: number;
  } | null;
  /** The responses in the last hour by minute, and in the last day by quarter of an hour. */
  load: {
    hour: {
      /** The length of its intervals. */
      slotSeconds: number;
      /** The beginning of the period, or when the oldest of the processes started. */
      sinceDate: string;
      /** All intervals, oldest first. */
      slots: {
        fromDate: string;
        requests: number;
        /** Answered with 5xx other than 503. */
        failed: number;
        /** Answered with 429 or 503. */
        refused: number;
        /**
         * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
         * none was measured. Requests that wait for changes are not.
         */
        p50Ms: number | null;
        /** The same of 95 of 100. */
        p95Ms: number | null;
      }[];
      /** The processes whose responses are included. */
      workers: {
        worker: number;
        startedDate: string;
        requests: number;
        /** Answered with 5xx other than 503. */
        failed: number;
        /** Answered with 429 or 503. */
        refused: number;
        /**
         * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
         * none was measured. Requests that wait for changes are not.
         */
        p50Ms: number | null;
        /** The same of 95 of 100. */
        p95Ms: number | null;
      }[];
    };
    day: {
      /** The length of its intervals. */
      slotSeconds: number;
      /** The beginning of the period, or when the oldest of the processes started. */
      sinceDate: string;
      /** All intervals, oldest first. */
      slots: {
        fromDate: string;
        requests: number;
        /** Answered with 5xx other than 503. */
        failed: number;
        /** Answered with 429 or 503. */
        refused: number;
        /**
         * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
         * none was measured. Requests that wait for changes are not.
         */
        p50Ms: number | null;
        /** The same of 95 of 100. */
        p95Ms: number | null;
      }[];
      /** The processes whose responses are included. */
      workers: {
        worker: number;
        startedDate: string;
        requests: number;
        /** Answered with 5xx other than 503. */
        failed: number;
        /** Answered with 429 or 503. */
        refused: number;
        /**
         * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
         * none was measured. Requests that wait for changes are not.
         */
        p50Ms: number | null;
        /** The same of 95 of 100. */
        p95Ms: number | null;
      }[];
    };
  } | null;
  outbox: {
    waiting: number;
    /** Tried without success, to be retried. */
    failed: number;
    oldestDate: string | null;
    /** A few of those to be retried and those given up in the last seven days, newest first. */
    failures: MailFailure[];
  };
  /** Of the audit log. */
  eventWebhooks: {
    /** The ids of webhooks that were given up or stopped, and of those that have failed for more than five minutes. */
    notDelivering: string[];
  };
  signingKeys: {
    id: string;
    createdDate: string;
    retiredDate: string | null;
  }[];
  /** The address of a reverse proxy that TRUST_PROXY does not name, as seen by the process that responds. */
  untrustedProxy: string | null;
  configuration: {
    name: string;
    /** Null: not set. A secret is reduced to its non-secret part. */
    value: string | null;
    secret: boolean;
  }[];
}

export interface GetChangePolicyInput {
  partitionId: string;
  asOf?: string | undefined;
}

export interface GetChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface GetChangeSetSigningAnswer {
  changeSetId: string;
  partitionId: string;
  /** The revision of the change set. */
  revision: number;
  operationCount: number;
  /** Over all operations, in base64 (docs/proofs.md, “Formats”). */
  root: string;
}

export interface GetChangeSetSigningInput {
  partitionId: string;
  changeSetId: string;
}

export interface GetCheckpointAnswer {
  /** A signed note (c2sp.org/tlog-checkpoint). */
  checkpoint: string;
  /** The verifier key that signed it, `<name>+<key id>+<key>`. */
  key: string;
  size: number;
  /** In base64. */
  root: string;
  anchor: Anchor | null;
}

export interface GetCheckpointInput {
  partitionId: string;
  serviceSize?: number | undefined;
}

export interface GetConsistencyInput {
  partitionId: string;
  from: number;
  to: number;
}

export interface GetDataSystemAnswer {
  service: string;
  version: string;
  runtime: string;
  startedDate: string;
  /** Processes that serve the same ports. */
  workers: number;
  schema: {
    applied: number;
    /** When the first one was applied, that is, since when the database exists. */
    firstDate: string | null;
    newest: string | null;
    pending: string[];
    /** Backfills of migrations that run while servers run; finished ones have an end date. */
    backfills: {
      name: string;
      done: number;
      /** Rows of the table at the start, as estimated by the database. */
      total: number | null;
      startedDate: string | null;
      endedDate: string | null;
    }[];
  };
  database: {
    kind: 'embedded' | 'postgresql';
    version: string;
    bytes: number;
  };
  /** The disk with the data directory. */
  disk: {
    freeBytes: number;
    totalBytes: number;
  } | null;
  /** The responses in the last hour by minute, and in the last day by quarter of an hour. */
  load: {
    hour: {
      /** The length of its intervals. */
      slotSeconds: number;
      /** The beginning of the period, or when the oldest of the processes started. */
      sinceDate: string;
      /** All intervals, oldest first. */
      slots: {
        fromDate: string;
        requests: number;
        /** Answered with 5xx other than 503. */
        failed: number;
        /** Answered with 429 or 503. */
        refused: number;
        /**
         * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
         * none was measured. Requests that wait for changes are not.
         */
        p50Ms: number | null;
        /** The same of 95 of 100. */
        p95Ms: number | null;
      }[];
      /** The processes whose responses are included. */
      workers: {
        worker: number;
        startedDate: string;
        requests: number;
        /** Answered with 5xx other than 503. */
        failed: number;
        /** Answered with 429 or 503. */
        refused: number;
        /**
         * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
         * none was measured. Requests that wait for changes are not.
         */
        p50Ms: number | null;
        /** The same of 95 of 100. */
        p95Ms: number | null;
      }[];
    };
    day: {
      /** The length of its intervals. */
      slotSeconds: number;
      /** The beginning of the period, or when the oldest of the processes started. */
      sinceDate: string;
      /** All intervals, oldest first. */
      slots: {
        fromDate: string;
        requests: number;
        /** Answered with 5xx other than 503. */
        failed: number;
        /** Answered with 429 or 503. */
        refused: number;
        /**
         * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
         * none was measured. Requests that wait for changes are not.
         */
        p50Ms: number | null;
        /** The same of 95 of 100. */
        p95Ms: number | null;
      }[];
      /** The processes whose responses are included. */
      workers: {
        worker: number;
        startedDate: string;
        requests: number;
        /** Answered with 5xx other than 503. */
        failed: number;
        /** Answered with 429 or 503. */
        refused: number;
        /**
         * Half of the responses took at most so many milliseconds, rounded up to 1, 2, 5, 10, 20 … 10000, 30000, 60000; null if
         * none was measured. Requests that wait for changes are not.
         */
        p50Ms: number | null;
        /** The same of 95 of 100. */
        p95Ms: number | null;
      }[];
    };
  } | null;
  jobs: {
    states: {
      state: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
      count: number;
    }[];
    /** The oldest of the copies and index rebuilds that no server works on. */
    oldestWaitingDate: string | null;
    /** A few of the last seven days, newest first. */
    failures: JobFailure[];
  };
  logKeys: {
    name: string;
    createdDate: string;
    /** Otherwise it is stored in a file, or no longer signs anything. */
    inDatabase: boolean;
  }[];
  /** The last one by `annals backup` on this data directory; null if there was none. */
  backup: {
    takenDate: string;
    bytes: number;
  } | null;
  /** As seen by the process that responds. */
  replicas?: Replica[] | undefined;
}

export interface GetDataUserInput {
  userId: string;
}

export interface GetErasureAnswer {
  receipt: number;
  /** In the log. */
  index: number;
  timelineId: string;
  erasedDate: string;
  erasedUserId: string;
  erasedUserName: string | null;
  reason: string;
  legalBasis: string;
  versionCount: number;
  valueCount: number;
  /** Signed note with the whole receipt. */
  note: string;
  key: string;
}

export interface GetErasureInput {
  partitionId: string;
  receipt: string;
}

export interface GetEventWebhookAnswer {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  /** Null: all of them, including those that later versions add. */
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

export interface GetEventWebhookAttemptAnswer {
  id: string;
  webhookId: string;
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** From 1, for each event. */
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: 'DELIVERED' | 'FAILED';
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Why there was no response. */
  error: Message | null;
  /** The number of the event in the chain; null for a test. */
  seq: number | null;
  request: {
    url: string;
    /** The signatures are masked. */
    headers: Record<string, string>;
    /** As it would be sent now, without what was erased since. Null if it can no longer be created. */
    body: string | null;
  };
  response: {
    status: number;
    contentType: string | null;
    /** Its first bytes; null once values of the partition were erased. */
    body: string | null;
  } | null;
}

export interface GetEventWebhookAttemptInput {
  eventWebhookId: string;
  attemptId: string;
}

export interface GetEventWebhookInput {
  eventWebhookId: string;
}

export interface GetEvidenceAnswer {
  subject: 'OBJECT' | 'SEARCH' | 'PARTITION';
  /** Null: the present. */
  moment: string | null;
  /** Null for a search, which is not counted in advance. */
  objectCount: number | null;
  versionCount: number | null;
  /** Null with `knownSince`: it is not recorded who had access then. */
  memberCount: number | null;
  knownSince?: string | undefined;
  /** Some versions are left out, as the file says. */
  overLimit: boolean;
  /** It takes long: a job should create it in the background. */
  large: boolean;
}

export interface GetEvidenceInput {
  partitionId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  objectId?: string | undefined;
  query?: string | undefined;
  /** The language of the report. */
  language?: 'en' | 'de' | undefined;
}

export interface GetIdentityProviderInput {
  identityProviderId: string;
  include?: string[] | undefined;
}

export interface GetKeptEvidenceInput {
  partitionId: string;
  jobId: string;
}

export interface GetObjectInput {
  partitionId: string;
  objectId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  changeSet?: string | undefined;
}

export interface GetObjectProofInput {
  partitionId: string;
  objectId: string;
  since?: number | undefined;
  serviceSize?: number | undefined;
}

export interface GetObjectTypeInput {
  partitionId: string;
  type: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
}

export interface GetOperationInput {
  partitionId: string;
  changeSetId: string;
  operationId: string;
}

export interface GetOrganizationalUnitInput {
  organizationalUnitId: string;
  include?: string[] | undefined;
  asOf?: string | undefined;
}

export interface GetPartitionInput {
  partitionId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
}

export interface GetReadRecordingAnswer {
  scope: 'NOTHING' | 'OBJECTS' | 'EVERYTHING';
  /** A response leaves only after its record is durable. */
  durable: boolean;
  /** Records are deleted after this many days. */
  keptDays: number;
  /** Null: never changed. */
  changedDate: string | null;
  changedUserId: string | null;
  /** When reads were recorded, newest first, at most 100; what was read at other times is unknown. */
  periods: {
    scope: 'NOTHING' | 'OBJECTS' | 'EVERYTHING';
    fromDate: string;
    /** Null: it continues. */
    toDate: string | null;
  }[];
}

export interface GetReadRecordingInput {
  partitionId: string;
}

export interface GetSampleInput {
  partitionId: string;
  sampleId: string;
}

export interface GetSampleResultAnswer {
  format: string;
}

export interface GetSampleResultInput {
  partitionId: string;
  sampleId: string;
}

export interface GetServiceConsistencyInput {
  from: number;
  to: number;
}

export interface GetSignUpRulesAnswer {
  open: boolean;
  domains?: string[] | undefined;
}

export interface GetSubscriptionAnswer {
  id: string;
  partitionId: string;
  /** Null if the caller may not read the partition now. */
  partitionName: string | null;
  /** The object that is followed; null for a search. */
  timelineId: string | null;
  /** The title of the newest version of that object; also null if it has none or may not be read. */
  title: string | null;
  objectType: string | null;
  /** The search that is followed, in the query language; null for an object. */
  query: string | null;
  searched: 'objects' | 'changes' | null;
  /** For a search: only versions that refer to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
    /** The title of the newest version of the object; also null if it has none or may not be read. */
    title: string | null;
    objectType: string | null;
  }[] | null;
  /** JSON Pointers of the followed fields; one of them has to change. Null: all fields. */
  paths: string[] | null;
  delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
  state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
  /** Null while it is active. */
  pausedDate: string | null;
  /** Changes that are not marked as seen, at most 1,000. */
  unseen: number;
  createdDate: string;
  changedDate: string;
  version: number;
}

export interface GetSubscriptionInput {
  subscriptionId: string;
}

export interface GetTransferInput {
  jobId: string;
}

export interface GetUserFactorsAnswer {
  data: {
    id: string;
    kind: string;
    name: string;
    createdDate: string;
  }[];
  recoveryCodesLeft: number;
  required: boolean;
}

export interface GetUserFactorsInput {
  userId: string;
}

export interface GetUserInput {
  userId: string;
  asOf?: string | undefined;
  include?: string[] | undefined;
}

export interface GetWebhookAnswer {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** References to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages contain the whole data and the references, not only the changes. */
  includeData: boolean;
  /** Whether messages contain the proof of the version. */
  includeProof: boolean;
}

export interface GetWebhookAttemptAnswer {
  id: string;
  webhookId: string;
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** From 1, for each event. */
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: 'DELIVERED' | 'FAILED';
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Why there was no response. */
  error: Message | null;
  /** The index of the event in the log of the partition; null for a test. */
  index: number | null;
  /** The sequence of the version; null for other events. */
  sequence: number | null;
  request: {
    url: string;
    /** The signatures are masked. */
    headers: Record<string, string>;
    /** As it would be sent now, without what was erased since. Null if it can no longer be created. */
    body: string | null;
  };
  response: {
    status: number;
    contentType: string | null;
    /** Its first bytes; null once values of the partition were erased. */
    body: string | null;
  } | null;
}

export interface GetWebhookAttemptInput {
  partitionId: string;
  webhookId: string;
  attemptId: string;
}

export interface GetWebhookInput {
  partitionId: string;
  webhookId: string;
}

export interface HandOverEverythingAnswer {
  /** Partitions that the user owned. */
  partitions: number;
  jobs: number;
  changeSets: number;
  sharedSearches: number;
}

export interface HandOverEverythingBody {
  userId: string;
}

export interface HandOverEverythingInput {
  userId: string;
  body: HandOverEverythingBody;
}

export interface HandOverTransferBody {
  userId: string;
}

export interface HandOverTransferInput {
  partitionId: string;
  jobId: string;
  body: HandOverTransferBody;
}

export interface HandOverWorkAnswer {
  changeSets: number;
  sharedSearches: number;
}

export interface HandOverWorkBody {
  userId: string;
}

export interface HandOverWorkInput {
  partitionId: string;
  userId: string;
  body: HandOverWorkBody;
}

export interface Health {
  service: string;
  version: string;
  /** Duration of a database query, in milliseconds. */
  databaseMs: number;
  /** Omitted if the service has none. */
  replicas?: Replica[] | undefined;
}

export interface Identity {
  id: string;
  identityProviderId: string;
  identityProviderName: string;
  subject: string;
  email: string | null;
  linkedDate: string;
  lastSignInDate: string | null;
}

/**
 * An account with the email that the provider vouches for already has other ways to sign in. The user proves that it is
 * theirs before the provider is linked: by signing in as before, or with a code sent to the email.
 */
export interface IdentityConfirmation {
  confirmation: string;
  identityProviderId: string;
  identityProviderName: string;
  email: string;
  /** Whether POST /v1/auth/email-code sends a code. It does not for a global master. */
  byEmail: boolean;
}

/** The secret is never returned. */
export interface IdentityProvider {
  id: string;
  name: string;
  organizationalUnit: Named | null;
  protocol: string;
  enabled: boolean;
  buttonLabel: string;
  issuer: string;
  discovery: boolean;
  tokenIssuer: string | null;
  tenants: string[];
  clientId: string;
  hasClientSecret: boolean;
  clientAuthentication: string;
  /** The public key of private_key_jwt as a JWK; null for every other authentication. */
  clientPublicKey: Record<string, unknown> | null;
  /** Where the provider can read that key; null if there is none. */
  clientKeysUrl: string | null;
  idTokenAlgorithm: string | null;
  responseMode: string;
  scopes: string[];
  endpoints: Record<string, string>;
  emailDomains: string[];
  /** The same domains with their state. */
  domains: EmailDomain[];
  claimMap: Record<string, string | null>;
  groupsForm: {
    kind: string;
    property: string | null;
    separator: string | null;
    absentMeansNone: boolean;
  };
  unitsForm: {
    kind: string;
    property: string | null;
    separator: string | null;
    absentMeansNone: boolean;
  };
  groupRoles: Record<string, string>;
  unitMap: Record<string, string>;
  synchronization: Record<string, string>;
  signOutAtProvider: boolean;
  trustEmail: boolean;
  trustSecondFactor: boolean;
  provisioning: string;
  newUserRoles: string[];
  newUserOrganizationalUnitId: string | null;
  /** To be registered at the provider. */
  callbackUrl: string;
  /** To be registered at the provider as the address of back-channel logout. */
  backChannelLogoutUrl: string;
  /** Users whose last sign-in contained something that could not be used. */
  unreadUserCount: number;
  /** The latest of them; only where one provider is returned. */
  unread?: UnreadAtSignIn[] | undefined;
  userCount: number;
  lastSignInDate: string | null;
  createdDate: string;
  mayChange: boolean;
  version: number;
}

export interface ImportObjectsAnswer {
  created: number;
  changed: number;
  ended: number;
  /** Rows whose id already existed. */
  existing: number;
  refused: {
    /** The index of the row in this batch, from 0; in a transfer, its number in the file. */
    row: number;
    code: string;
    message: string;
    /** Which message it is, and what it contains. The text may change, the code stays. */
    messageCode?: string | undefined;
    parameters?: Record<string, unknown> | undefined;
  }[];
  /** For a dry run, the outcome of each row in order. */
  outcomes?: ('created' | 'changed' | 'ended' | 'existing' | 'refused')[] | undefined;
  /**
   * With withCurrent: the newest versions of the timelines whose rows would change them, by their row. At least the
   * first of them, and no more than about 4 MiB: ask again for rows that are missing.
   */
  current?: {
    row: number;
    objectData: Record<string, unknown>;
    references: {
      name: string;
      timelineId: string;
    }[];
  }[] | undefined;
  /** With forChangeSet or withCurrent: the existing timelines that keys of rows and references lead to, by key. */
  timelines?: {
    key: string;
    timelineId: string;
    /** Its newest version. */
    objectId: string;
    ended: boolean;
  }[] | undefined;
}

export interface ImportObjectsBody {
  rows: ImportRow[];
  /** The number of each row in its file, from 1, under which the transfer stores refusals. */
  numbers?: number[] | undefined;
  /** The reason of rows without their own. */
  reason?: string | null | undefined;
}

export interface ImportObjectsInput {
  partitionId: string;
  dryRun?: boolean | undefined;
  /** Write the valid rows, and report the others. */
  skipRefused?: boolean | undefined;
  /** Skip rows that match the current state of their timeline; they count as existing. */
  skipUnchanged?: boolean | undefined;
  /** With dryRun: the rows will become changes of a change set, so the policy for direct writes is not applied. */
  forChangeSet?: boolean | undefined;
  /**
   * A row changes its object and does not replace it: fields and references of names that it does not have keep their
   * values. Objects within objects are changed the same way; lists are replaced.
   */
  partial?: boolean | undefined;
  /** With dryRun: return what the rows change. */
  withCurrent?: boolean | undefined;
  /** The transfer that this batch belongs to. */
  jobId?: string | undefined;
  /**
   * The Idempotency-Key of the batch before, which may still be on its way: this one is written after it, and refused
   * if it is not written (409 previous_batch_missing).
   */
  after?: string | undefined;
  body: ImportObjectsBody;
}

/**
 * One version to import. `key` names a timeline across runs, or is the id of one. `id` makes the row repeatable: an id
 * that already exists with the same content is not written again. After a row with `ended` the timeline continues only
 * with one that has `restored`. A reference leads to an existing timeline or an earlier row of the batch; to a later
 * row only if both have the same `modificationDate`, as versions of one transaction do.
 */
export type ImportRow = {
  key: string;
  id?: string | undefined;
  /** Default: the moment of the import. */
  modificationDate?: string | undefined;
  /** Its author. Default: the importer. Only an owner can import for somebody else. */
  modificationUserId?: string | undefined;
  /** Why it was written. */
  reason?: string | null | undefined;
  type: string;
  objectData: Record<string, unknown>;
  references?: {
    name: string;
    key: string;
  }[] | undefined;
  restored?: true | undefined;
} | {
  key: string;
  id?: string | undefined;
  /** Default: the moment of the import. */
  modificationDate?: string | undefined;
  /** Its author. Default: the importer. Only an owner can import for somebody else. */
  modificationUserId?: string | undefined;
  /** Why it was written. */
  reason?: string | null | undefined;
  ended: true;
};

export interface Invitation {
  id: string;
  userId: string;
  email: string;
  name: string | null;
  state: 'QUEUED' | 'SENT' | 'FAILED' | 'OPENED' | 'EXPIRED' | 'ACCEPTED' | 'WITHDRAWN';
  invitedBy: {
    id: string;
    name: string;
  } | null;
  createdDate: string;
  sentDate: string | null;
  openedDate: string | null;
  acceptedDate: string | null;
  expiresDate: string | null;
  /** Why the mail server refused it. */
  failure: Message | null;
}

export interface JobFailure {
  id: string;
  kind: 'IMPORT' | 'COPY' | 'REINDEX' | 'EVIDENCE';
  partitionId: string;
  partitionName: string | null;
  error: Message | null;
  changedDate: string;
}

export interface LatestObjectInput {
  partitionId: string;
  timelineId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  changeSet?: string | undefined;
}

/** The result of linking an account at a provider; creates no session. */
export interface LinkedIdentity {
  linked: {
    identityProviderId: string;
  };
}

export interface ListAccessInput {
  asOf?: string | undefined;
  partitionId: string;
  cursor?: string | undefined;
  pageSize?: number | undefined;
}

export interface ListAliasUrlsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  alias?: string | undefined;
  /** Contained in the alias or in a target's URL. */
  text?: string | undefined;
  state?: 'ACTIVE' | 'INACTIVE' | 'EXPIRED' | undefined;
  sort?: 'alias' | '-alias' | 'createdDate' | '-createdDate' | 'visits' | '-visits' | undefined;
}

export interface ListApplicationTokensInput {
  applicationId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListApplicationsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  include?: string[] | undefined;
  name?: string | undefined;
  organizationalUnitId?: string | undefined;
  sort?: 'name' | '-name' | 'createdDate' | '-createdDate' | 'lastUsedDate' | '-lastUsedDate' | undefined;
}

export interface ListChangeSetCommentsInput {
  partitionId: string;
  changeSetId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListChangeSetsInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  state?: ('DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'READY' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN')[] | undefined;
  /** Those of which the caller is author or contributor. */
  mine?: boolean | undefined;
  /** Those that wait for a review by the caller. */
  toReview?: boolean | undefined;
}

export interface ListChangesInput {
  partitionId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  include?: string[] | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  wait?: number | undefined;
}

export interface ListClientKeysAnswer {
  keys: Record<string, unknown>[];
}

export interface ListClientKeysInput {
  identityProviderId: string;
}

export interface ListDataUsersInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  name?: string | undefined;
  sort?: 'name' | '-name' | undefined;
}

export interface ListErasuresInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  timelineId?: string | undefined;
}

export interface ListEventWebhookAttemptsInput {
  eventWebhookId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  outcome?: 'DELIVERED' | 'FAILED' | undefined;
}

export interface ListEventWebhookAttemptsItem {
  id: string;
  webhookId: string;
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** From 1, for each event. */
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: 'DELIVERED' | 'FAILED';
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Why there was no response. */
  error: Message | null;
  /** The number of the event in the chain; null for a test. */
  seq: number | null;
}

export interface ListEventWebhooksInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListEventWebhooksItem {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  /** Null: all of them, including those that later versions add. */
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

export interface ListEventsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  subject?: string | undefined;
  actorId?: string | undefined;
  action?: 'session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'user.accessEnded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'trustedDevice.added' | 'trustedDevice.revoked' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'identity.claimUnread' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'signInRule.created' | 'signInRule.changed' | 'signInRule.deleted' | 'signInRule.allDeleted' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'partition.created' | 'partition.changed' | 'partition.archived' | 'partition.unarchived' | 'partition.exported' | 'member.added' | 'member.changed' | 'member.removed' | 'member.workHandedOver' | 'type.changed' | 'changeSet.submitted' | 'changeSet.approved' | 'changeSet.changesRequested' | 'changeSet.withdrawn' | 'changeSet.reopened' | 'changeSet.committed' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'object.erased' | 'object.reasonErased' | 'evidence.requested' | 'evidence.deleted' | 'transfer.started' | 'transfer.resumed' | 'transfer.handedOver' | 'transfer.ended' | 'auditSample.announced' | 'auditSample.drawn' | 'auditSample.signed' | 'savedSearch.shared' | 'savedSearch.changed' | 'savedSearch.unshared' | 'aliasUrl.created' | 'aliasUrl.changed' | 'aliasUrl.reactivated' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped' | 'events.exported' | 'readRecording.changed' | 'access.refused' | 'schema.migrated' | 'tables.distributed' | 'database.restored' | 'verification.failed' | undefined;
  outcome?: 'SUCCESS' | 'FAILURE' | undefined;
  /**
   * Only changes to what somebody may do, only attempts to sign in, only data taken out, or only what is neither a change
   * of access nor data taken out.
   */
  kind?: 'ACCESS' | 'SIGN_IN' | 'EXPORT' | 'OTHER' | undefined;
  /** From is inclusive, to is exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  address?: string | undefined;
  /**
   * Words that have to occur, in any order: in names of actors and subjects, values before and after, addresses and
   * request ids. With a limited scope, only names of what the caller may see, and the caller's own actions.
   */
  text?: string | undefined;
  /** With what: `session/<id>`, `token/<id>` or `command/<name>`. */
  credential?: string | undefined;
}

export interface ListFactorsAnswer {
  data: Factor[];
  recoveryCodesLeft: number;
  /** A role or unit requires a second factor, so the last one cannot be removed. */
  required: boolean;
  /** Passkeys need a host name, not an IP address. */
  passkeysAvailable: boolean;
}

export interface ListIdentityProvidersInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  include?: string[] | undefined;
  name?: string | undefined;
  organizationalUnitId?: string | undefined;
  /** Only those with an email domain that is not verified yet. */
  pendingDomains?: boolean | undefined;
  /** Only those with users whose last sign-in contained something that could not be used. */
  unread?: boolean | undefined;
}

export interface ListInvitationsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  state?: 'QUEUED' | 'SENT' | 'FAILED' | 'OPENED' | 'EXPIRED' | 'ACCEPTED' | 'WITHDRAWN' | undefined;
  /** Only those neither accepted nor withdrawn. */
  open?: boolean | undefined;
  userId?: string | undefined;
  name?: string | undefined;
}

export interface ListLogEntriesAnswer {
  data: LogEntry[];
  /** Where to continue; null at the end. */
  nextIndex: number | null;
}

export interface ListLogEntriesInput {
  partitionId: string;
  /** Index of the first. */
  from?: number | undefined;
  /** A size of the log: later entries are omitted. */
  size?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListMembersInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  asOf?: string | undefined;
}

export interface ListObjectTypesInput {
  partitionId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  changeSet?: string | undefined;
  cursor?: string | undefined;
}

export interface ListObjectsOfUserInput {
  userId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  withPredecessor?: boolean | undefined;
}

export interface ListObjectsOfUserItem {
  id: string;
  partitionId: string;
  timelineId: string;
  type: string;
  objectData: Record<string, unknown>;
  references: Reference[];
  genesisDate: string;
  genesisUserId: string;
  modificationDate: string;
  modificationUserId: string;
  modificationUserName: string | null;
  /** 1 for the first version of a timeline. */
  modificationCount: number;
  predecessorId: string | null;
  /** Set on the version that ended the timeline. */
  endedDate: string | null;
  /** Its number among all versions of the partition, from 1 without gaps. */
  sequence: number;
  /** When and by whom it was imported; null for a version that was written here. */
  importedDate: string | null;
  importedUserId: string | null;
  /** Why it was written, in its author's words; null if no reason was given. */
  reason: string | null;
  /** The receipt of the erasure; only if the reason was erased. */
  reasonReceipt?: number | undefined;
  /** The change set that it was committed with; null for a direct write. */
  changeSetId: string | null;
  /** The erased values, each with the number of its receipt; only if there are any. The data contains null there. */
  erased?: {
    path: string;
    receipt: number;
  }[] | undefined;
  /** The version it is based on, if it was requested and is not too large. */
  predecessor?: {
    type: string;
    objectData: Record<string, unknown>;
    references: Reference[];
    endedDate: string | null;
    erased?: {
      path: string;
      receipt: number;
    }[] | undefined;
  } | undefined;
  partitionName: string;
}

export interface ListOpenWorkInput {
  userId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListOperationsInput {
  partitionId: string;
  changeSetId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListOrganizationalUnitsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  include?: string[] | undefined;
  asOf?: string | undefined;
  name?: string | undefined;
  /** Only those with an email domain that is not verified yet; now, not as of a moment. */
  pendingDomains?: boolean | undefined;
}

export interface ListPartitionsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  include?: string[] | undefined;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  archived?: boolean | undefined;
  name?: string | undefined;
  sort?: 'partitionName' | '-partitionName' | 'lastChangeDate' | '-lastChangeDate' | undefined;
}

export interface ListPartitionsOfUserInput {
  userId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
}

export interface ListPartitionsOfUserItem {
  id: string;
  partitionName: string;
  /** Null for somebody who wrote there and is not a member, and where that is not known. */
  role: string | null;
  sinceDate: string | null;
  versionCount: number;
  lastWrittenDate: string | null;
  knownSince?: string | undefined;
}

export interface ListProviderCertificatesAnswer {
  certificates: ProviderCertificate[];
}

export interface ListReadsInput {
  partitionId: string;
  cursor?: string | undefined;
  pageSize?: number | undefined;
  userId?: string | undefined;
  /** As in the records: `token/<id>`. */
  credential?: string | undefined;
  address?: string | undefined;
  /** From is inclusive, to is exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Reads that returned any version of this timeline, or may have. */
  timelineId?: string | undefined;
}

export interface ListReadsOfAllInput {
  cursor?: string | undefined;
  pageSize?: number | undefined;
  userId?: string | undefined;
  /** As in the records: `token/<id>`. */
  credential?: string | undefined;
  address?: string | undefined;
  /** From is inclusive, to is exclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface ListRolesInput {
  asOf?: string | undefined;
}

export interface ListSamplesInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListSavedSearchesInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  kind?: 'objects' | 'changes' | undefined;
}

export interface ListSignInProvidersInput {
  email?: string | undefined;
}

export interface ListSignInProvidersItem {
  id: string;
  name: string;
  buttonLabel: string;
}

export interface ListSubscriptionsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  partitionId?: string | undefined;
  timelineId?: string | undefined;
}

export interface ListSubscriptionsItem {
  id: string;
  partitionId: string;
  /** Null if the caller may not read the partition now. */
  partitionName: string | null;
  /** The object that is followed; null for a search. */
  timelineId: string | null;
  /** The title of the newest version of that object; also null if it has none or may not be read. */
  title: string | null;
  objectType: string | null;
  /** The search that is followed, in the query language; null for an object. */
  query: string | null;
  searched: 'objects' | 'changes' | null;
  /** For a search: only versions that refer to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
    /** The title of the newest version of the object; also null if it has none or may not be read. */
    title: string | null;
    objectType: string | null;
  }[] | null;
  /** JSON Pointers of the followed fields; one of them has to change. Null: all fields. */
  paths: string[] | null;
  delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
  state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
  /** Null while it is active. */
  pausedDate: string | null;
  /** Changes that are not marked as seen, at most 1,000. */
  unseen: number;
  createdDate: string;
  changedDate: string;
  version: number;
}

export interface ListTimelineKeysAnswer {
  data: {
    timelineId: string;
    key: string;
  }[];
}

export interface ListTimelineKeysInput {
  partitionId: string;
  timelineId: string[];
}

export interface ListTokensInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  name?: string | undefined;
  ownerId?: string | undefined;
  expired?: boolean | undefined;
  expiresWithinDays?: number | undefined;
  unusedForDays?: number | undefined;
  sort?: 'createdDate' | '-createdDate' | 'expiresDate' | '-expiresDate' | 'lastUsedDate' | '-lastUsedDate' | undefined;
}

export interface ListTransfersInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  partitionId?: string | undefined;
  kind?: 'IMPORT' | 'COPY' | 'REINDEX' | 'EVIDENCE' | undefined;
  state?: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' | undefined;
  /** Who started it, or last resumed it. */
  userId?: string | undefined;
}

export interface ListTrustedDevicesInput {
  userId: string;
}

export interface ListUnitUsersInput {
  organizationalUnitId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  include?: string[] | undefined;
  asOf?: string | undefined;
  status?: 'INVITED' | 'ACTIVE' | 'DISABLED' | 'LOCKED' | undefined;
  role?: string | undefined;
  neverSignedIn?: boolean | undefined;
  /** Not signed in for this many days, including users who never did. */
  notSignedInForDays?: number | undefined;
  secondFactor?: boolean | undefined;
  /** Of users with an email outside of the domains that units and identity providers have shown to be theirs. */
  externalEmail?: boolean | undefined;
  sort?: 'name' | 'email' | 'createdDate' | 'lastSignInDate' | '-name' | '-email' | '-createdDate' | '-lastSignInDate' | undefined;
  name?: string | undefined;
  below?: boolean | undefined;
}

export interface ListUnseenAnswer {
  data: {
    id: string;
    partitionId: string;
    /** Null if the caller may not read the partition now. */
    partitionName: string | null;
    /** The object that is followed; null for a search. */
    timelineId: string | null;
    /** The title of the newest version of that object; also null if it has none or may not be read. */
    title: string | null;
    objectType: string | null;
    /** The search that is followed, in the query language; null for an object. */
    query: string | null;
    searched: 'objects' | 'changes' | null;
    /** For a search: only versions that refer to one of these objects, now or before the change. Null: no filter. */
    references: {
      name?: string | undefined;
      timelineId: string;
      /** The title of the newest version of the object; also null if it has none or may not be read. */
      title: string | null;
      objectType: string | null;
    }[] | null;
    /** JSON Pointers of the followed fields; one of them has to change. Null: all fields. */
    paths: string[] | null;
    delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
    state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
    /** Null while it is active. */
    pausedDate: string | null;
    /** Changes that are not marked as seen, at most 1,000. */
    unseen: number;
    createdDate: string;
    changedDate: string;
    version: number;
    /** The newest ones first. */
    versions: {
      sequence: number;
      objectId: string;
      timelineId: string;
      objectType: string;
      title: string | null;
      event: 'CREATED' | 'CHANGED' | 'ENDED' | 'RESTORED';
      userId: string;
      userName: string | null;
      modificationDate: string;
      reason: string | null;
      /** The first of the followed fields that changed; empty for a new object. */
      changes: {
        /** JSON Pointer into the data. */
        path: string;
        /** As JSON, shortened; null if there was none, or if it was erased. */
        before: string | null;
        after: string | null;
        /** Whether the value was erased since, on either side. */
        erased: boolean;
      }[];
      /** The number of further changes. */
      moreChanges: number;
    }[];
  }[];
}

export interface ListUserIdentitiesInput {
  userId: string;
}

export interface ListUserSessionsInput {
  userId: string;
}

export interface ListUsersInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  include?: string[] | undefined;
  asOf?: string | undefined;
  status?: 'INVITED' | 'ACTIVE' | 'DISABLED' | 'LOCKED' | undefined;
  role?: string | undefined;
  organizationalUnitId?: string | undefined;
  neverSignedIn?: boolean | undefined;
  /** Not signed in for this many days, including users who never did. */
  notSignedInForDays?: number | undefined;
  secondFactor?: boolean | undefined;
  /** Of users with an email outside of the domains that units and identity providers have shown to be theirs. */
  externalEmail?: boolean | undefined;
  sort?: 'name' | 'email' | 'createdDate' | 'lastSignInDate' | '-name' | '-email' | '-createdDate' | '-lastSignInDate' | undefined;
  name?: string | undefined;
}

export interface ListWebhookAttemptsInput {
  partitionId: string;
  webhookId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  outcome?: 'DELIVERED' | 'FAILED' | undefined;
}

export interface ListWebhookAttemptsItem {
  id: string;
  webhookId: string;
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** From 1, for each event. */
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: 'DELIVERED' | 'FAILED';
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Why there was no response. */
  error: Message | null;
  /** The index of the event in the log of the partition; null for a test. */
  index: number | null;
  /** The sequence of the version; null for other events. */
  sequence: number | null;
}

export interface ListWebhooksInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListWebhooksItem {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** References to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages contain the whole data and the references, not only the changes. */
  includeData: boolean;
  /** Whether messages contain the proof of the version. */
  includeProof: boolean;
}

export interface ListWritesOfUserAnswer {
  /** Newest first. */
  data: {
    partitionId: string;
    partitionName: string;
    sequence: number;
    objectId: string;
    timelineId: string;
    type: string;
    title: string | null;
    /** When it arrived here; imported versions may have an earlier date. */
    writtenDate: string;
    imported: boolean;
    /** It ended its timeline. */
    ended: boolean;
    reason: string | null;
  }[];
  partitions: {
    id: string;
    partitionName: string;
    versionCount: number;
    /** Whether you may propose changes in it. */
    mayWrite: boolean;
  }[];
  /** Neither versions nor partitions were left out. */
  complete: boolean;
}

export interface ListWritesOfUserInput {
  userId: string;
  /** When the versions arrived: from is inclusive, to is exclusive. */
  from: string;
  to: string;
}

export interface ListedDataUser {
  id: string;
  username: string;
  name: string | null;
  /** Counts only partitions that the caller may read. */
  partitionCount: number;
  /** The versions they wrote in those partitions. */
  versionCount: number;
}

/** An entry of the log of a partition, with everything its hash is made from. */
export type LogEntry = {
  index: number;
  version: ProvenVersion;
} | {
  index: number;
  entry: {
    kind: 'SCHEMA';
    type: string;
    version: number;
    jsonSchema: Record<string, unknown> | null;
    changedDate: string;
    changedUserId: string;
  } | {
    kind: 'POLICY';
    version: number;
    rules: {
      types: string[] | null;
      approvals: number;
      approvers: {
        roles: string[];
        userIds: string[];
      };
      reasonRequired: boolean;
      signatureRequired: boolean;
    }[];
    breakGlass: boolean;
    changedDate: string;
    changedUserId: string;
  } | ChangeSetEntry;
} | {
  index: number;
  entry: ErasureEntry;
  note: string;
} | {
  index: number;
};

export interface MailFailure {
  id: string;
  kind: string;
  /** Null if the mail is for an address without a user. */
  userId: string | null;
  userName: string | null;
  failure: Message | null;
  createdDate: string;
  /** Null: it was given up. */
  nextAttemptDate: string | null;
}

/** `{email}` in a value is filled in by the service. Only the path of `ctaLink` is used: it has to be /set-password. */
export interface MailTemplateParameters {
  email?: string | undefined;
  headline?: string | undefined;
  body?: string | undefined;
  ctaText?: string | undefined;
  ctaLink?: string | undefined;
  footer?: string | undefined;
  lang?: 'en' | 'de' | undefined;
}

export interface MakeInvitationLinkAnswer {
  link: string;
  expiresDate: string;
}

export interface MakeInvitationLinkInput {
  invitationId: string;
}

export interface MarkSeenBody {
  seen: {
    subscriptionId: string;
    sequence: number;
  }[];
}

export interface MarkSeenInput {
  body: MarkSeenBody;
}

export interface Member {
  userId: string;
  role: 'READER' | 'EDITOR' | 'OWNER';
  /** Omitted, like the name, of somebody whom the data service does not know. */
  username?: string | undefined;
  name?: string | null | undefined;
  sinceDate: string;
}

export interface Message {
  message: string;
  /** Which message it is, and what it contains. The text may change, the code stays. */
  messageCode?: string | undefined;
  parameters?: Record<string, unknown> | undefined;
}

/** Another thing that a response names. */
export interface Named {
  id: string;
  name: string;
}

export interface NamedUser {
  userId: string;
  name: string | null;
}

/** A new token: `token` is shown only this once. */
export interface NewApiToken {
  id: string;
  description: string;
  /** The first characters of the token, which identify it to people. */
  prefix: string;
  owner: {
    id: string;
    name: string;
    kind: 'USER' | 'APPLICATION';
  };
  scopes: string[];
  /** Null: all partitions its owner may read. */
  partitionIds: string[] | null;
  createdDate: string;
  expiresDate: string | null;
  expired: boolean;
  lastUsedDate: string | null;
  lastUsedAddress: string | null;
  token: string;
}

export interface NewChangeRule {
  types: string[] | null;
  approvals: number;
  approvers?: {
    roles?: ('EDITOR' | 'OWNER')[] | undefined;
    userIds?: string[] | undefined;
  } | undefined;
  reasonRequired?: boolean | undefined;
  signatureRequired?: boolean | undefined;
}

export interface NewReference {
  name: string;
  timelineId: string;
  type?: unknown;
  objectId?: unknown;
}

/**
 * A version to write. The response of a read can be sent back with other data: its `id` is then the version that the
 * new one is based on, as `predecessorId` is otherwise, and its reason is not taken over.
 */
export interface NewVersion {
  type?: string | undefined;
  objectData: Record<string, unknown>;
  references?: NewReference[] | undefined;
  timelineId?: string | undefined;
  /** Omitted: whatever is the latest. Null: the object must be new, so the timeline starts here or the write is refused. */
  predecessorId?: string | null | undefined;
  id?: string | undefined;
  reason?: string | null | undefined;
  partitionId?: unknown;
  genesisDate?: unknown;
  genesisUserId?: unknown;
  modificationDate?: unknown;
  modificationUserId?: unknown;
  modificationUserName?: unknown;
  modificationCount?: unknown;
  endedDate?: unknown;
  sequence?: unknown;
  predecessor?: unknown;
  importedDate?: unknown;
  importedUserId?: unknown;
  changeSetId?: unknown;
  erased?: unknown;
}

export interface ObjectMessage {
  type: 'object.created' | 'object.changed' | 'object.ended' | 'object.restored';
  timestamp: string;
  data: {
    partitionId: string;
    /** The position in the log of the partition, without gaps. */
    index: number;
    /** The number of the version among all versions of the partition. */
    sequence: number;
    timelineId: string;
    objectId: string;
    objectType: string;
    /** 1 for the first version of a timeline. */
    modificationCount: number;
    predecessorId: string | null;
    author: {
      userId: string;
      name: string | null;
    };
    /** Null for a version that was written here. */
    importedDate: string | null;
    reason: string | null;
    /** The receipt of the erasure, if the reason was erased. */
    reasonReceipt?: number | undefined;
    changeSetId: string | null;
    changes: {
      /** JSON Pointer into the data; for a removed value, into that of the previous version. */
      path: string;
      /** Omitted for an added value. */
      before?: unknown;
      /** Omitted for a removed value, and if the message contains the data or the proof. */
      after?: unknown;
    }[];
    referencesAdded: {
      name: string;
      timelineId: string;
    }[];
    referencesRemoved: {
      name: string;
      timelineId: string;
    }[];
    /** The erased values of the version, and those of the one before it. They are null in the changes. */
    erased?: {
      path: string;
      receipt: number;
    }[] | undefined;
    erasedBefore?: {
      path: string;
      receipt: number;
    }[] | undefined;
    /** With `includeData`. Without its data if the message also contains the proof, which has it. */
    object?: {
      id: string;
      partitionId: string;
      timelineId: string;
      type: string;
      objectData?: Record<string, unknown> | undefined;
      references: Reference[];
      genesisDate: string;
      genesisUserId: string;
      modificationDate: string;
      modificationUserId: string;
      modificationUserName: string | null;
      /** 1 for the first version of a timeline. */
      modificationCount: number;
      predecessorId: string | null;
      /** Set on the version that ended the timeline. */
      endedDate: string | null;
      /** Its number among all versions of the partition, from 1 without gaps. */
      sequence: number;
      /** When and by whom it was imported; null for a version that was written here. */
      importedDate: string | null;
      importedUserId: string | null;
      /** Why it was written, in its author's words; null if no reason was given. */
      reason: string | null;
      /** The receipt of the erasure; only if the reason was erased. */
      reasonReceipt?: number | undefined;
      /** The change set that it was committed with; null for a direct write. */
      changeSetId: string | null;
      /** The erased values, each with the number of its receipt; only if there are any. The data contains null there. */
      erased?: {
        path: string;
        receipt: number;
      }[] | undefined;
      /** The version it is based on, if it was requested and is not too large. */
      predecessor?: {
        type: string;
        objectData: Record<string, unknown>;
        references: Reference[];
        endedDate: string | null;
        erased?: {
          path: string;
          receipt: number;
        }[] | undefined;
      } | undefined;
    } | undefined;
    /** With `includeProof`. Null if it is too long for a message: read it with getObjectProof. */
    proof?: {
      format: string;
    } | null | undefined;
  };
}

/** Proves that one version is in the log of its partition. */
export interface ObjectProof {
  format: 'annals-object-proof/1';
  /** The verifier key that signed the checkpoint. */
  key: string;
  checkpoint: string;
  index: number;
  inclusion: string[];
  /** The receipts of the erased values. */
  receipts: {
    index: number;
    inclusion: string[];
    entry: ErasureEntry;
    note: string;
  }[];
  /** The proof that the log continues from an earlier size; only if it was requested. */
  consistency?: {
    from: number;
    proof: string[];
  } | undefined;
  /** Omitted until a checkpoint of the partition is anchored. */
  anchor?: Anchor | undefined;
  version: ProvenVersion;
  /** The log entry of the change set that the version was committed with, and the version's place under its root. */
  changeSet?: {
    index: number;
    inclusion: string[];
    entry: ChangeSetEntry;
    operation: {
      index: number;
      inclusion: string[];
    };
  } | undefined;
  /** The names of users by id. The proof does not cover them, and whoever shows a name has to say so. */
  names?: Record<string, string> | undefined;
}

export interface ObjectSearch {
  /**
   * Words and conditions in the query language, combined with all others here. Invalid parts are refused with 400 and
   * their position.
   */
  query?: string | undefined;
  type?: string | undefined;
  /**
   * Every word has to occur in objectData as the beginning of a word. Only letters and digits count: a word without any
   * is ignored. At most 32 different words.
   */
  text?: string | undefined;
  /** True: only ended timelines. False: only active ones. Default: both. */
  ended?: boolean | undefined;
  /** All of them must hold. */
  where?: Condition[] | undefined;
  /** All of these references have to exist; without a name, a reference of any name counts. */
  references?: {
    name?: string | undefined;
    timelineId: string;
  }[] | undefined;
  /** Who wrote the newest version. */
  modifiedBy?: string | undefined;
  /** The first and the last moment, both inclusive. */
  modifiedFrom?: string | undefined;
  modifiedTo?: string | undefined;
}

/** A type of objects in a partition. */
export interface ObjectType {
  type: string;
  timelineCount: number;
  versionCount: number;
  /** Omitted in a list if it is too large for it. */
  jsonSchema?: Record<string, unknown> | null | undefined;
  /** The version of the schema; 0 before the first. */
  version: number;
  /** When and by whom the schema was last changed. */
  changedDate: string | null;
  changedUserId: string | null;
}

/** One immutable version in a timeline. */
export interface ObjectVersion {
  id: string;
  partitionId: string;
  timelineId: string;
  type: string;
  objectData: Record<string, unknown>;
  references: Reference[];
  genesisDate: string;
  genesisUserId: string;
  modificationDate: string;
  modificationUserId: string;
  modificationUserName: string | null;
  /** 1 for the first version of a timeline. */
  modificationCount: number;
  predecessorId: string | null;
  /** Set on the version that ended the timeline. */
  endedDate: string | null;
  /** Its number among all versions of the partition, from 1 without gaps. */
  sequence: number;
  /** When and by whom it was imported; null for a version that was written here. */
  importedDate: string | null;
  importedUserId: string | null;
  /** Why it was written, in its author's words; null if no reason was given. */
  reason: string | null;
  /** The receipt of the erasure; only if the reason was erased. */
  reasonReceipt?: number | undefined;
  /** The change set that it was committed with; null for a direct write. */
  changeSetId: string | null;
  /** The erased values, each with the number of its receipt; only if there are any. The data contains null there. */
  erased?: {
    path: string;
    receipt: number;
  }[] | undefined;
  /** The version it is based on, if it was requested and is not too large. */
  predecessor?: {
    type: string;
    objectData: Record<string, unknown>;
    references: Reference[];
    endedDate: string | null;
    erased?: {
      path: string;
      receipt: number;
    }[] | undefined;
  } | undefined;
}

export interface OffboardUserAnswer {
  dryRun: boolean;
  sessions: number;
  tokens: {
    id: string;
    description: string;
  }[];
  identities: {
    id: string;
    identityProviderName: string;
  }[];
  factors: number;
  roles: string[];
  organizationalUnits: {
    id: string;
    name: string;
  }[];
  /** Invitations they sent that nobody has accepted yet: they stay valid, and go to the successor. */
  openInvitations: number;
}

export interface OffboardUserInput {
  userId: string;
  dryRun?: boolean | undefined;
  successorId?: string | undefined;
}

/** What a user has started in a partition that nobody else can finish. */
export interface OpenWork {
  partitionId: string;
  partitionName: string;
  /** Change sets that are not committed, with the user as author or contributor. */
  changeSets: number;
  /** Saved searches that the user shares. */
  sharedSearches: number;
}

export type Operation = {
  operation: 'create';
  localName?: string | undefined;
  /** The key under which later imports find the object. */
  key?: string | undefined;
  type: string;
  objectData: Record<string, unknown>;
  references?: (NewReference | {
    name: string;
    localName: string;
  })[] | undefined;
} | {
  operation: 'newVersion';
  timelineId: string;
  objectData: Record<string, unknown>;
  references?: (NewReference | {
    name: string;
    localName: string;
  })[] | undefined;
  predecessorId?: string | undefined;
} | {
  operation: 'end';
  timelineId: string;
  predecessorId?: string | undefined;
} | {
  operation: 'restore';
  timelineId: string;
  objectId: string;
  predecessorId?: string | undefined;
};

export interface OperationConflict {
  code: 'stale_predecessor' | 'timeline_ended' | 'nothing_to_restore';
  message: string;
  /** Which message it is, and what it contains. The text may change, the code stays. */
  messageCode?: string | undefined;
  parameters?: Record<string, unknown> | undefined;
}

export interface OrganizationalUnit {
  id: string;
  name: string;
  parentId: string | null;
  /** From the root down, without the unit itself. */
  path: {
    id: string;
    name: string;
  }[];
  emailDomains: string[];
  /** The same domains with their state; null as of a moment. */
  domains: EmailDomain[] | null;
  /** Held by all members of the unit and of the units below. */
  roles: string[];
  secondFactorRequired: boolean;
  secondFactorGraceHours: number;
  /** Members of the unit itself. */
  userCount: number;
  /** Members of the unit and the units below, each once. */
  totalUserCount: number;
  childCount: number;
  createdDate: string;
  mayChange: boolean;
  version: number;
}

export interface Partition {
  id: string;
  partitionName: string;
  description: string | null;
  /** The caller's member role; null for somebody who reads by permission. */
  role: string | null;
  timelineCount: number;
  versionCount: number;
  createdDate: string;
  /** Modification date of the newest version. */
  lastChangeDate: string | null;
  /** Since when it is read-only. */
  archivedDate: string | null;
  /** How many days an ended timeline has to be kept; null: for ever. */
  retentionDays: number | null;
  /** The version of name, description, retention and archive state. */
  version: number;
}

export interface PartitionActivityAnswer {
  unit: 'day' | 'week' | 'month' | 'year';
  /** Oldest first, each until the next one, including periods without versions; empty before the first version. */
  data: {
    from: string;
    versionCount: number;
  }[];
  /** The end of the last period; null: now. */
  toDate: string | null;
}

export interface PartitionActivityInput {
  partitionId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface PartitionAsOfAnswer {
  /** Versions dated up to the moment. */
  recordedVersionCount: number;
  /** Those of them that this service had stored then. */
  heldVersionCount: number;
  /** The imports that added the oldest and the newest of the others; null if there are none. */
  firstImport: {
    importedDate: string;
    importedUserId: string;
    importedUserName: string | null;
  } | null;
  lastImport: {
    importedDate: string;
    importedUserId: string;
    importedUserName: string | null;
  } | null;
}

export interface PartitionAsOfInput {
  partitionId: string;
  asOf: string;
}

export interface PartitionDetail {
  id: string;
  partitionName: string;
  description: string | null;
  /** The caller's member role; null for somebody who reads by permission. */
  role: string | null;
  timelineCount: number;
  versionCount: number;
  createdDate: string;
  /** Modification date of the newest version. */
  lastChangeDate: string | null;
  /** Since when it is read-only. */
  archivedDate: string | null;
  /** How many days an ended timeline has to be kept; null: for ever. */
  retentionDays: number | null;
  /** The version of name, description, retention and archive state. */
  version: number;
  /** By name, at most 5,000; the list of types has all of them. */
  types: {
    type: string;
    timelineCount: number;
    versionCount: number;
  }[];
  /** Which reads of it are recorded, for everybody who reads it to know. */
  recordedReads: 'NOTHING' | 'OBJECTS' | 'EVERYTHING';
}

export interface PolicyChangedMessage {
  type: 'policy.changed';
  timestamp: string;
  data: {
    partitionId: string;
    /** The position in the log of the partition, without gaps. */
    index: number;
    version: number;
    author: {
      userId: string;
      name: string | null;
    };
    /** With `includeData`. */
    rules?: {
      /** Null: all types that no other rule names. */
      types: string[] | null;
      approvals: number;
      approvers: {
        roles: ('EDITOR' | 'OWNER')[];
        userIds: string[];
      };
      reasonRequired: boolean;
      signatureRequired: boolean;
    }[] | undefined;
    /** With `includeData`: whether a master may commit without the approvals. */
    breakGlass?: boolean | undefined;
  };
}

export interface PreviewChangeSetAnswer {
  title: string;
  state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'READY' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
  data: PreviewedOperation[];
}

export interface PreviewChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface PreviewSignInRuleAnswer {
  /** Whether no global master could sign in any more, so that the rule would be refused with `no_master_could_sign_in`. */
  leavesNoMaster: boolean;
  /** The caller's address, if the rule would refuse the caller from there and no rule does so now; otherwise null. */
  refusedFrom: string | null;
  /** Who could not sign in, of up to 10,000 people whom the rule concerns; the first 100. */
  people: {
    id: string;
    name: string;
    username: string;
    reasons: ('NETWORK' | 'PASSKEY')[];
  }[];
  peopleCount: number;
  /** How many people the rule concerns. */
  concernedCount: number;
  /** How many of their open sessions would end or be refused. */
  sessionCount: number;
  /** How many API tokens were last used from a network that is not allowed. */
  tokenCount: number;
}

export interface PreviewSignInRuleBody {
  role: string | null;
  organizationalUnitId: string | null;
  /** Minutes without a call, after which a session ends; 30 without a rule. */
  idleMinutes: number | null;
  /** Minutes after the sign-in, after which a session ends; 480 without a rule. */
  absoluteMinutes: number | null;
  /** How many sessions of a person may be open. A sign-in beyond ends the one that was used longest ago. */
  maxSessions: number | null;
  /** Whether a passkey is the only second factor that counts. */
  passkeyRequired: boolean;
  /** For how many days a device needs no second factor after one was given there; 0 and without a rule: never. */
  trustedDeviceDays: number | null;
  /** From where people sign in and work. */
  peopleNetworks: string[] | null;
  /** From where API tokens of people are accepted. */
  tokenNetworks: string[] | null;
  /** From where API tokens of applications are accepted. */
  applicationNetworks: string[] | null;
  /**
   * These actions require that the person signed in, entered the password or used a passkey within the last ten minutes.
   * API tokens, with which nobody can, are not asked.
   */
  freshProofFor: ('USERS' | 'ROLES' | 'UNITS' | 'SIGN_IN_RULES' | 'IDENTITY_PROVIDERS' | 'TOKENS' | 'APPLICATIONS' | 'PARTITIONS' | 'MEMBERS' | 'APPROVALS' | 'ERASURE' | 'EXPORT' | 'WEBHOOKS' | 'ALIAS_URLS')[];
}

export interface PreviewSignInRuleInput {
  body: PreviewSignInRuleBody;
}

/** The result of an operation in a preview. */
export interface PreviewedOperation {
  operationId: string;
  operation: 'create' | 'newVersion' | 'end' | 'restore';
  type: string;
  /** The id of an object that would be created, as in reads with changeSet; null if the operation is left out. */
  timelineId: string | null;
  /** The version that it would write; null if it is left out. */
  objectId: string | null;
  /** Why the commit would refuse it. Reads with changeSet show the partition without it. */
  leftOut: {
    code: string;
    message: string;
    /** Which message it is, and what it contains. The text may change, the code stays. */
    messageCode?: string | undefined;
    parameters?: Record<string, unknown> | undefined;
    /** The path of the problem, if there is a single one: `objectData.price`. */
    path: string | null;
  } | null;
}

/** A version with everything its root is computed from. */
export interface ProvenVersion {
  partitionId: string;
  timelineId: string;
  id: string;
  type: string;
  modificationCount: number;
  predecessorId: string | null;
  predecessorRoot: string | null;
  genesisDate: string;
  genesisUserId: string;
  modificationDate: string;
  modificationUserId: string;
  endedDate: string | null;
  importedDate: string | null;
  importedUserId: string | null;
  objectData: Record<string, unknown>;
  references: Record<string, unknown>[];
  /** The depth to which the data is split into leaves; 255 for all levels. */
  depth: number;
  /** The salts of the values that are not erased, in the order of their pointers, concatenated in hexadecimal. */
  salts: string;
  /** The erased values; the data contains null in their place. */
  sealed: {
    pointer: string;
    digest: string;
    receipt: number;
  }[];
  reason: string | null;
  changeSetId: string | null;
}

export interface ProviderCertificate {
  id: string;
  name: string;
  host: string;
  /** Null if the provider has no TLS, or its certificate could not be read. */
  expiresDate: string | null;
  /** Why the certificate could not be read, or was not accepted. */
  failure: Message | null;
}

export interface ProviderChecks {
  ok: boolean;
  checks: {
    name: 'DISCOVERY' | 'ISSUER' | 'ENDPOINTS' | 'PKCE' | 'KEYS' | 'SCOPES';
    ok: boolean;
    message: string;
    /** Which message it is, and what it contains. The text may change, the code stays. */
    messageCode?: string | undefined;
    parameters?: Record<string, unknown> | undefined;
  }[];
  endpoints?: Record<string, string> | undefined;
  scopesSupported?: string[] | undefined;
  callbackUrl?: string | undefined;
}

/** Endpoints of the provider; filled by discovery (OpenID Connect Discovery 1.0, section 4). */
export interface ProviderEndpoints {
  authorization?: string | undefined;
  token?: string | undefined;
  userinfo?: string | undefined;
  jwks?: string | undefined;
  /** Where the browser is sent to sign out (OpenID Connect RP-Initiated Logout 1.0). */
  endSession?: string | undefined;
}

/** The result of a test sign-in at a provider; creates no session. */
export interface ProviderTrial {
  trial: {
    identityProviderId: string;
    claims: Record<string, unknown>;
    /**
     * When the provider last authenticated the user, as it says; null if it does not, so that signing in there again
     * confirms nothing. A service of an earlier version lacks it.
     */
    authenticatedDate?: string | null | undefined;
    /** As read through the claim map. */
    user: {
      subject: string;
      email?: string | null | undefined;
      emailVerified?: boolean | undefined;
      name?: string | null | undefined;
      language?: string | null | undefined;
      roles?: string[] | undefined;
    };
    /** What the mapping made of the claims. A service of an earlier version lacks it. */
    mapping?: {
      attribute: string;
      claim: string;
      /** READ, MISSING, OVERAGE, FORM. */
      state: string;
      found: {
        kind: string;
        count: number | null;
        properties: string[];
      };
      values: string[];
    }[] | undefined;
    /** What a real sign-in would change. */
    changes?: {
      rolesGained: string[];
      rolesLost: string[];
      unitsGained: {
        id: string;
        name: string;
      }[];
      unitsLost: {
        id: string;
        name: string;
      }[];
      attributes: {
        attribute: string;
        before: string | null;
        after: string | null;
      }[];
      unread: {
        attribute: string;
        claim: string;
        reason: string;
        found: {
          kind: string;
          count: number | null;
          properties: string[];
        };
      }[];
    } | undefined;
    /** The outcome that a real sign-in would have. */
    outcome: 'SIGN_IN' | 'LINK' | 'CONFIRM' | 'CREATE' | 'REFUSE';
    reason?: Message | undefined;
  };
}

export interface PutChangePolicyBody {
  rules: NewChangeRule[];
  breakGlass?: boolean | undefined;
}

export interface PutChangePolicyInput {
  partitionId: string;
  body: PutChangePolicyBody;
}

export interface PutMemberBody {
  role: 'READER' | 'EDITOR' | 'OWNER';
}

export interface PutMemberInput {
  partitionId: string;
  userId: string;
  body: PutMemberBody;
}

export interface PutObjectTypeAnswer {
  type: string;
  timelineCount: number;
  versionCount: number;
  /** Omitted in a list if it is too large for it. */
  jsonSchema?: Record<string, unknown> | null | undefined;
  /** The version of the schema; 0 before the first. */
  version: number;
  /** When and by whom the schema was last changed. */
  changedDate: string | null;
  changedUserId: string | null;
  breaking: {
    /** How many of the checked newest versions that are not ended violate the schema. */
    count: number;
    checked: number;
    /** How many there are; more than `checked` if there are too many to check. */
    total: number;
    /** The first of them. */
    objects: {
      id: string;
      timelineId: string;
      title: string | null;
      fields: FieldProblem[];
    }[];
  };
  /** The keywords of the schema that no check takes into account. */
  annotations: {
    keyword: string;
    /** The unknown format, of the keyword `format`. */
    format: string | null;
    /**
     * UNKNOWN is no keyword of JSON Schema, INFORMS only informs, FORMAT is an unknown format, BESIDE_REF has no
     * effect beside `$ref` in the draft of the schema, ALONE has none without another keyword.
     */
    reason: 'UNKNOWN' | 'INFORMS' | 'FORMAT' | 'BESIDE_REF' | 'ALONE';
    count: number;
    /** The first place, as a JSON Pointer. */
    path: string;
  }[];
}

export interface PutObjectTypeBody {
  jsonSchema: Record<string, unknown> | null;
}

export interface PutObjectTypeInput {
  partitionId: string;
  type: string;
  dryRun?: boolean | undefined;
  body: PutObjectTypeBody;
}

export interface PutOperationInput {
  partitionId: string;
  changeSetId: string;
  operationId: string;
  body: Operation;
}

export interface PutReadRecordingAnswer {
  scope: 'NOTHING' | 'OBJECTS' | 'EVERYTHING';
  /** A response leaves only after its record is durable. */
  durable: boolean;
  /** Records are deleted after this many days. */
  keptDays: number;
  /** Null: never changed. */
  changedDate: string | null;
  changedUserId: string | null;
  /** When reads were recorded, newest first, at most 100; what was read at other times is unknown. */
  periods: {
    scope: 'NOTHING' | 'OBJECTS' | 'EVERYTHING';
    fromDate: string;
    /** Null: it continues. */
    toDate: string | null;
  }[];
}

export interface PutReadRecordingBody {
  scope: 'NOTHING' | 'OBJECTS' | 'EVERYTHING';
  durable?: boolean | undefined;
  keptDays?: number | undefined;
}

export interface PutReadRecordingInput {
  partitionId: string;
  body: PutReadRecordingBody;
}

export interface ReactivateAliasUrlInput {
  alias: string;
}

export interface ReadRecord {
  id: string;
  partitionId: string;
  partitionName: string;
  /** When the response was ready. */
  readDate: string;
  userId: string;
  userName: string | null;
  /**
   * With what: `session/<id>` or `token/<id>`; without the id for callers who do not see all audit events, unless the read
   * is their own.
   */
  credential: string;
  /** Through the endpoint for AI assistants. */
  assistant: boolean;
  /** Like the request ID, only for callers who see all audit events, and for the caller's own reads. */
  address: string | null;
  requestId: string | null;
  /** The row of this contract, as `GET /v1/partitions/{partitionId}/objects/{objectId}`. */
  call: string;
  /** What was asked for besides the path, as JSON; null without it, and once a value in it was erased. */
  query: string | null;
  /** The moment that was read; null: the present. */
  asOf: string | null;
  /** How many versions, or rows of an export, the response had; null where it is unknown. */
  count: number | null;
  /** The versions it had. */
  objectIds: string[];
  /** Their timelines, and that of the path. */
  timelineIds: string[];
  /** The current title of the object, if the read was about one. */
  title: string | null;
  /** It may have had any version of the partition, as an export does. */
  whole: boolean;
}

export type ReauthenticateBody = {
  password: string;
} | {
  assertion: Record<string, unknown>;
};

export interface ReauthenticateInput {
  body: ReauthenticateBody;
}

export interface ReceiveBackChannelLogoutBody {
  logoutToken: string;
}

export interface ReceiveBackChannelLogoutInput {
  identityProviderId: string;
  body: ReceiveBackChannelLogoutBody;
}

export interface RecentObjectsInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  withPredecessor?: boolean | undefined;
  type?: string | undefined;
  modifiedBy?: string | undefined;
  /** Changes in the query language: `changes:releases.latest reason:"price list" author:ada`. Needs the cursor. */
  query?: string | undefined;
  /** Start with the version of this number and continue with older ones. The cost is the same at any depth. */
  fromSequence?: number | undefined;
}

export interface RecordConfigurationBody {
  /** The changes, in the order they were made. */
  changes: string[];
  /** Who gained or lost which access, as shown in the plan. */
  accessChanges: string[];
  /** Why it stopped early; omitted if everything was applied. */
  stopped?: string | undefined;
  /** For example the commit of the files. */
  reason?: string | undefined;
}

export interface RecordConfigurationInput {
  body: RecordConfigurationBody;
}

/** A reference as it was written: it points to a timeline; `objectId` is the version that was its latest then. */
export interface Reference {
  name: string;
  timelineId: string;
  type: string;
  objectId: string;
}

export interface ReferencedByInput {
  partitionId: string;
  objectId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  changeSet?: string | undefined;
  name?: string | undefined;
}

export interface ReferencedByItem {
  name: string;
  object: ObjectVersion;
}

export interface RemoveEvidenceInput {
  partitionId: string;
  jobId: string;
}

export interface RemoveFactorInput {
  factorId: string;
}

export interface RemoveMemberInput {
  partitionId: string;
  userId: string;
}

export interface RemoveSavedSearchInput {
  partitionId: string;
  searchId: string;
}

export interface RemoveUnitRolesInput {
  organizationalUnitId: string;
  role: string[];
}

export interface RemoveUserFactorsAnswer {
  removed: number;
}

export interface RemoveUserFactorsInput {
  userId: string;
}

export interface RemoveUserRolesInput {
  userId: string;
  role: string[];
}

/** What was removed from the account when its owner confirmed the email. */
export interface RemovedCredentials {
  password: boolean;
  sessions: number;
  tokens: number;
  factors: number;
  identities: number;
}

export interface RenewAccessAnswer {
  /** Omitted for an API token, which is not renewed. */
  accessToken?: string | undefined;
  /** Seconds until it expires; only of a new one. */
  expiresIn?: number | undefined;
}

export interface RenewRecoveryCodesAnswer {
  recoveryCodes: string[];
}

export interface ReopenChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface ReplayEventWebhookAnswer {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  /** Null: all of them, including those that later versions add. */
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

export interface ReplayEventWebhookBody {
  seq?: number | undefined;
  from?: string | undefined;
}

export interface ReplayEventWebhookInput {
  eventWebhookId: string;
  body: ReplayEventWebhookBody;
}

export interface ReplayWebhookAnswer {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
  /** Since when every attempt has failed. */
  failingSinceDate: string | null;
  disabledDate: string | null;
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: string | null;
  lastDeliveredDate: string | null;
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: string | null;
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: string | null;
  /** In whose name it sends: who created it, or last enabled it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** References to one of these objects, now or before the change. Null: no filter. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages contain the whole data and the references, not only the changes. */
  includeData: boolean;
  /** Whether messages contain the proof of the version. */
  includeProof: boolean;
}

export interface ReplayWebhookBody {
  sequence?: number | undefined;
  from?: string | undefined;
}

export interface ReplayWebhookInput {
  partitionId: string;
  webhookId: string;
  body: ReplayWebhookBody;
}

/** A server that replicates the database, and answers reads while it is usable. */
export interface Replica {
  /** Host and port. */
  address: string;
  state: 'USABLE' | 'LAGGING' | 'UNREACHABLE' | 'NOT_A_STANDBY' | 'OTHER_DATABASE' | 'DIVERGED';
  /** The upper bound for the age of its answers; null if unknown. */
  lagSeconds: number | null;
}

export interface RequestChangesBody {
  comment: string;
}

export interface RequestChangesInput {
  partitionId: string;
  changeSetId: string;
  body: RequestChangesBody;
}

export interface RequestPasswordResetBody {
  email: string;
  lang?: 'en' | 'de' | undefined;
}

export interface RequestPasswordResetInput {
  body: RequestPasswordResetBody;
}

export interface ResendEventWebhookMessageAnswer {
  id: string;
  webhookId: string;
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** From 1, for each event. */
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: 'DELIVERED' | 'FAILED';
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Why there was no response. */
  error: Message | null;
  /** The number of the event in the chain; null for a test. */
  seq: number | null;
}

export interface ResendEventWebhookMessageInput {
  eventWebhookId: string;
  attemptId: string;
}

export interface ResendInvitationInput {
  invitationId: string;
}

export interface ResendWebhookMessageAnswer {
  id: string;
  webhookId: string;
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** From 1, for each event. */
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: 'DELIVERED' | 'FAILED';
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Why there was no response. */
  error: Message | null;
  /** The index of the event in the log of the partition; null for a test. */
  index: number | null;
  /** The sequence of the version; null for other events. */
  sequence: number | null;
}

export interface ResendWebhookMessageInput {
  partitionId: string;
  webhookId: string;
  attemptId: string;
}

export interface ResolveChangeSetCommentBody {
  resolved: boolean;
}

export interface ResolveChangeSetCommentInput {
  partitionId: string;
  changeSetId: string;
  commentId: string;
  body: ResolveChangeSetCommentBody;
}

export interface RestoreObjectBody {
  objectId: string;
  predecessorId?: string | undefined;
  reason?: string | null | undefined;
}

export interface RestoreObjectInput {
  partitionId: string;
  timelineId: string;
  body: RestoreObjectBody;
}

export interface ResumeTransferInput {
  partitionId: string;
  jobId: string;
}

export interface RetryMailsAnswer {
  count: number;
}

export type RevertChangeSetBody = {
  title?: string | undefined;
} | undefined;

export interface RevertChangeSetInput {
  partitionId: string;
  changeSetId: string;
  body: RevertChangeSetBody;
}

export type RevertImportBody = {
  title?: string | undefined;
} | undefined;

export interface RevertImportInput {
  partitionId: string;
  jobId: string;
  body: RevertImportBody;
}

export interface RevertWritesBody {
  /** When the versions arrived: from is inclusive, to is exclusive. */
  from: string;
  to: string;
  title?: string | undefined;
}

export interface RevertWritesInput {
  partitionId: string;
  userId: string;
  body: RevertWritesBody;
}

export interface RevokeApplicationTokenInput {
  applicationId: string;
  tokenId: string;
}

export interface RevokeTokenInput {
  tokenId: string;
}

export interface RevokeTokensWithLinkAnswer {
  count: number;
}

export interface RevokeTokensWithLinkBody {
  token: string;
}

export interface RevokeTokensWithLinkInput {
  body: RevokeTokensWithLinkBody;
}

export interface RevokeTrustedDeviceInput {
  userId: string;
  deviceId: string;
}

export interface Role {
  name: string;
  description: string;
  permissions: string[];
  scope: 'all' | 'unit';
  /** Ships with the service: only its second-factor requirement can be changed. */
  builtIn: boolean;
  secondFactorRequired: boolean;
  secondFactorGraceHours: number;
  /** Users and units that hold it directly, up to 10,000; only in lists, and for callers who may read all users. */
  userCount?: number | undefined;
  /** Whether the caller may grant it. */
  mayGrant: boolean;
  version: number;
}

export interface RotateEventWebhookSecretAnswer {
  secret: string | null;
  previousSecretUntilDate: string | null;
}

export interface RotateEventWebhookSecretInput {
  eventWebhookId: string;
}

export interface RotateWebhookSecretAnswer {
  secret: string | null;
  previousSecretUntilDate: string | null;
}

export interface RotateWebhookSecretInput {
  partitionId: string;
  webhookId: string;
}

export interface SampleItem {
  /** In the log of the partition. */
  index: number;
  kind: 'VERSION' | 'SCHEMA' | 'ERASURE' | 'POLICY' | 'CHANGE_SET';
  /** Of a version; null for other entries. */
  objectId: string | null;
  modificationCount: number | null;
  /** The title that the version has; null if it has none, if it was erased, and in responses to changes. */
  title: string | null;
  /** The type of the object, or the type whose schema changed; null for other entries. */
  type: string | null;
  /** Of a change set. */
  changeSetId: string | null;
  /** When it was recorded, and by whom; null if the entry does not say it. */
  recordedDate: string | null;
  recordedUserId: string | null;
  recordedUserName: string | null;
  conclusion: 'IN_ORDER' | 'FINDING' | 'NOT_JUDGED' | null;
  note: string;
}

export interface SavedSearch {
  id: string;
  partitionId: string;
  partitionName: string;
  name: string;
  kind: 'objects' | 'changes';
  /** In the query language. */
  query: string;
  view: {
    sort?: string | undefined;
    columns?: Record<string, boolean> | undefined;
  };
  /** Visible to everyone who may read the partition; otherwise only to whoever saved it. */
  shared: boolean;
  /** Who saved it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
}

export interface SchemaChangedMessage {
  type: 'schema.changed';
  timestamp: string;
  data: {
    partitionId: string;
    /** The position in the log of the partition, without gaps. */
    index: number;
    objectType: string;
    version: number;
    author: {
      userId: string;
      name: string | null;
    };
    removed: boolean;
    /** With `includeData`; null if it was removed. */
    jsonSchema?: Record<string, unknown> | null | undefined;
  };
}

/** A schema migration of a service. */
export interface SchemaMigration {
  name: string;
  state: 'APPLIED' | 'PENDING';
  /** SHA-256 of the file in hexadecimal. */
  checksum: string;
  appliedDate: string | null;
  durationMs: number | null;
}

export interface SearchAllPartitionsAnswer {
  data: {
    partitionId: string;
    partitionName: string;
    timelineId: string;
    /** The newest version. */
    objectId: string;
    type: string;
    title: string | null;
    modificationDate: string;
    modificationUserName: string | null;
    endedDate: string | null;
    /** The alias that was found: its name starts with the query. These come first. */
    alias?: string | undefined;
  }[];
  /** Whether all partitions were searched and none has more matches. */
  complete: boolean;
}

export interface SearchAllPartitionsInput {
  query: string;
  /** The partition to search first. */
  partitionId?: string | undefined;
  pageSize?: number | undefined;
}

export interface SearchObjectsInput {
  partitionId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  changeSet?: string | undefined;
  /**
   * `created` and `lastChange` sort any number of current objects, of all types or one. Any other order sorts up to
   * 5,000 matches; more are refused with 400.
   */
  sort?: string | undefined;
  body: ObjectSearch;
}

export interface SearchTextAnswer {
  data: {
    object: ObjectVersion;
    /** Higher is better; comparable only within one response. */
    rank: number;
    /** Where in objectData, by JSON Pointer, best place first. */
    highlights: {
      path: string;
      pieces: {
        text: string;
        hit: boolean;
      }[];
    }[];
  }[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Counts of all types, regardless of the requested type. */
  facets: {
    type: string;
    count: number;
  }[];
  total: {
    value: number;
    estimate: boolean;
  };
}

export interface SearchTextInput {
  partitionId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  changeSet?: string | undefined;
  cursor?: string | undefined;
  pageSize?: number | undefined;
  text?: string | undefined;
  /** Words and type in the query language, instead of text. */
  query?: string | undefined;
  type?: string | undefined;
}

/** The password was correct and a second factor is required. */
export interface SecondFactorChallenge {
  challenge: string;
  methods: string[];
  /** For the method PASSKEY: the options for navigator.credentials.get, as JSON (WebAuthn level 3, section 5.1.8). */
  passkey?: Record<string, unknown> | undefined;
  /** The account has to have a second factor and has none: POST /v1/auth/second-factor sets one up. */
  enrolment?: boolean | undefined;
  /** For how many days `trustDevice` makes the factor unnecessary on this device; omitted if the rules forbid it. */
  trustDays?: number | undefined;
  /** After EMAIL_CODE. */
  removedCredentials?: RemovedCredentials | undefined;
}

export interface SendEmailCodeBody {
  confirmation: string;
  lang?: 'en' | 'de' | undefined;
}

export interface SendEmailCodeInput {
  body: SendEmailCodeBody;
}

export interface SendPasswordResetInput {
  userId: string;
}

export interface Session {
  id: string;
  current: boolean;
  userAgent: string;
  address: string | null;
  createdDate: string;
  lastSeenDate: string;
}

export interface SetPasswordBody {
  token: string;
  password: string;
  /** Required with a SETUP link, which creates the first user; refused with any other. */
  email?: string | undefined;
  name?: string | undefined;
  /** Keep the API tokens of the account, which are revoked by default. */
  keepTokens?: boolean | undefined;
}

export interface SetPasswordInput {
  body: SetPasswordBody;
}

export interface SignInRule {
  id: string;
  /** Whom it concerns: who holds this role, */
  role: string | null;
  /** or who is in this unit or below, or, with neither, everyone. */
  organizationalUnit: {
    id: string;
    name: string;
  } | null;
  /** Minutes without a call, after which a session ends; 30 without a rule. */
  idleMinutes: number | null;
  /** Minutes after the sign-in, after which a session ends; 480 without a rule. */
  absoluteMinutes: number | null;
  /** How many sessions of a person may be open. A sign-in beyond ends the one that was used longest ago. */
  maxSessions: number | null;
  /** Whether a passkey is the only second factor that counts. */
  passkeyRequired: boolean;
  /** For how many days a device needs no second factor after one was given there; 0 and without a rule: never. */
  trustedDeviceDays: number | null;
  /** From where people sign in and work. */
  peopleNetworks: string[] | null;
  /** From where API tokens of people are accepted. */
  tokenNetworks: string[] | null;
  /** From where API tokens of applications are accepted. */
  applicationNetworks: string[] | null;
  /**
   * These actions require that the person signed in, entered the password or used a passkey within the last ten minutes.
   * API tokens, with which nobody can, are not asked.
   */
  freshProofFor: ('USERS' | 'ROLES' | 'UNITS' | 'SIGN_IN_RULES' | 'IDENTITY_PROVIDERS' | 'TOKENS' | 'APPLICATIONS' | 'PARTITIONS' | 'MEMBERS' | 'APPROVALS' | 'ERASURE' | 'EXPORT' | 'WEBHOOKS' | 'ALIAS_URLS')[];
  changedDate: string;
  version: number;
}

export interface SignOutAnswer {
  /** Null: there is nothing to do at a provider. */
  providerSignOutUrl: string | null;
}

export interface SignSampleBody {
  signature: string;
}

export interface SignSampleInput {
  partitionId: string;
  sampleId: string;
  body: SignSampleBody;
}

export interface SignUpBody {
  email: string;
  name: string;
  lang?: 'en' | 'de' | undefined;
}

export interface SignUpInput {
  body: SignUpBody;
}

export interface StartEvidenceBody {
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  objectId?: string | undefined;
  query?: string | undefined;
  /** The language of the report. */
  language?: 'en' | 'de' | undefined;
}

export interface StartEvidenceInput {
  partitionId: string;
  body: StartEvidenceBody;
}

export interface StartLinkingIdentityAnswer {
  authorizationUrl: string;
  state: string;
}

export interface StartLinkingIdentityBody {
  identityProviderId: string;
}

export interface StartLinkingIdentityInput {
  body: StartLinkingIdentityBody;
}

export interface StartPasskeyAnswer {
  challenge: string;
}

export interface StartPasskeySignInAnswer {
  /**
   * The options for navigator.credentials.get, as JSON, with a challenge that is valid for ten minutes. Null where
   * passkeys are not available: they need https and a host name.
   */
  passkey: {
    challenge: string;
  } | null;
}

export interface StartProviderSignInAnswer {
  authorizationUrl: string;
  state: string;
}

export interface StartProviderSignInInput {
  identityProviderId: string;
  /** The provider is to authenticate the person again, and to say when it did, so that the sign-in is a confirmation. */
  fresh?: boolean | undefined;
}

export interface StartProviderTrialAnswer {
  authorizationUrl: string;
  state: string;
}

export interface StartProviderTrialInput {
  identityProviderId: string;
}

export interface StartReauthenticationAnswer {
  /** Null if the account has no passkey that works here and has verified its user before. */
  passkey: {
    challenge: string;
  } | null;
}

export interface StartSignatureAnswer {
  signatureId: string;
  /** RFC 8785 form of what is signed; the challenge of the passkey is its SHA-256. */
  statement: string;
  /** Null if the account has no passkey that works here. */
  passkey: {
    challenge: string;
  } | null;
  /** Whether the account has a password and an authenticator app, which can also sign. */
  passwordAndCode: boolean;
}

export type StartSignatureBody = {
  subject: {
    changeSetId: string;
    partitionId: string;
    /** The revision of the change set. */
    revision: number;
    operationCount: number;
    /** Over all operations, in base64 (docs/proofs.md, “Formats”). */
    root: string;
  };
  meaning: 'REVIEWED' | 'APPROVED' | 'RESPONSIBLE';
} | {
  subject: {
    sampleId: string;
    partitionId: string;
    itemCount: number;
    /** Over the conclusions, in base64 (docs/proofs.md, “Formats”). */
    root: string;
  };
  meaning: 'CONCLUDED';
};

export interface StartSignatureInput {
  body: StartSignatureBody;
}

export interface StartTotpAnswer {
  id: string;
  secret: string;
  uri: string;
}

export interface StartTotpBody {
  name: string;
}

export interface StartTotpInput {
  body: StartTotpBody;
}

export type StartTransferBody = {
  kind: 'IMPORT';
  fileName: string;
  fileHash: string;
  total: number;
  reason?: string | null | undefined;
} | {
  kind: 'COPY';
  fromPartitionId: string;
  asOf?: string | undefined;
} | {
  kind: 'REINDEX';
};

export interface StartTransferInput {
  partitionId: string;
  body: StartTransferBody;
}

export interface SubmitChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface TestEventWebhookAnswer {
  id: string;
  webhookId: string;
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** From 1, for each event. */
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: 'DELIVERED' | 'FAILED';
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Why there was no response. */
  error: Message | null;
  /** The number of the event in the chain; null for a test. */
  seq: number | null;
}

export interface TestEventWebhookInput {
  eventWebhookId: string;
}

export interface TestIdentityProviderInput {
  identityProviderId: string;
}

export interface TestWebhookAnswer {
  id: string;
  webhookId: string;
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** From 1, for each event. */
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: 'DELIVERED' | 'FAILED';
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Why there was no response. */
  error: Message | null;
  /** The index of the event in the log of the partition; null for a test. */
  index: number | null;
  /** The sequence of the version; null for other events. */
  sequence: number | null;
}

export interface TestWebhookInput {
  partitionId: string;
  webhookId: string;
}

export interface TimelineBlameAnswer {
  /** The version whose fields these are. */
  objectId: string;
  /** False if the history is longer than what was searched: fields attributed to the oldest version may be older. */
  complete: boolean;
  data: {
    objectId: string;
    modificationCount: number;
    modificationDate: string;
    modificationUserId: string;
    modificationUserName: string | null;
    /** Shortened if it is long, because one version may have changed many fields. */
    reason: string | null;
    /** The receipt of the erasure; only if the reason was erased. */
    reasonReceipt?: number | undefined;
    path: string;
    value: unknown;
  }[];
}

export interface TimelineBlameInput {
  partitionId: string;
  timelineId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
}

export interface TimelineObjectsInput {
  partitionId: string;
  timelineId: string;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
}

export interface TimelineValuesInput {
  partitionId: string;
  timelineId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  path: string;
}

export interface TimelineValuesItem {
  objectId: string;
  modificationCount: number;
  modificationDate: string;
  modificationUserId: string;
  modificationUserName: string | null;
  reason: string | null;
  /** The receipt of the erasure; only if the reason was erased. */
  reasonReceipt?: number | undefined;
  /** Also null if the field is absent; see present. */
  value: unknown;
  present: boolean;
  toDate: string | null;
}

/** The response of a successful sign-in or refresh. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds until the access token expires. */
  expiresIn: number;
  /** After EMAIL_CODE. */
  removedCredentials?: RemovedCredentials | undefined;
  /** Shown once, if this sign-in set up the first second factor. */
  recoveryCodes?: string[] | undefined;
}

/** An import, a copy, a rebuild of the search index of a partition, or the creation of evidence. The path says `jobs`. */
export interface Transfer {
  id: string;
  kind: 'IMPORT' | 'COPY' | 'REINDEX' | 'EVIDENCE';
  partitionId: string;
  partitionName: string | null;
  fromPartitionId: string | null;
  fromPartitionName: string | null;
  fileName: string | null;
  /** SHA-256 of the file of an import in hexadecimal, which identifies the file when the import continues. */
  fileHash: string | null;
  /** The reason of rows of an import without their own. The client sends it with each batch. */
  reason: string | null;
  /** The subject of EVIDENCE. */
  evidence: EvidenceOfJob | null;
  /** The size of the stored file, and until when it is stored; null if there is none or it was removed. */
  fileBytes: number | null;
  expiresDate: string | null;
  state: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
  done: number;
  /** Null while it is not known. */
  total: number | null;
  created: number;
  changed: number;
  ended: number;
  existing: number;
  refused: number;
  /** Why it failed, or why its file was removed. */
  error: Message | null;
  createdDate: string;
  createdUserId: string;
  createdUserName: string | null;
  /** When it was last resumed, and by whom: it continues with the rights of that user. */
  resumedDate: string | null;
  resumedUserId: string | null;
  resumedUserName: string | null;
  changedDate: string;
  endedDate: string | null;
}

export interface TransferDetail {
  id: string;
  kind: 'IMPORT' | 'COPY' | 'REINDEX' | 'EVIDENCE';
  partitionId: string;
  partitionName: string | null;
  fromPartitionId: string | null;
  fromPartitionName: string | null;
  fileName: string | null;
  /** SHA-256 of the file of an import in hexadecimal, which identifies the file when the import continues. */
  fileHash: string | null;
  /** The reason of rows of an import without their own. The client sends it with each batch. */
  reason: string | null;
  /** The subject of EVIDENCE. */
  evidence: EvidenceOfJob | null;
  /** The size of the stored file, and until when it is stored; null if there is none or it was removed. */
  fileBytes: number | null;
  expiresDate: string | null;
  state: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
  done: number;
  /** Null while it is not known. */
  total: number | null;
  created: number;
  changed: number;
  ended: number;
  existing: number;
  refused: number;
  /** Why it failed, or why its file was removed. */
  error: Message | null;
  createdDate: string;
  createdUserId: string;
  createdUserName: string | null;
  /** When it was last resumed, and by whom: it continues with the rights of that user. */
  resumedDate: string | null;
  resumedUserId: string | null;
  resumedUserName: string | null;
  changedDate: string;
  endedDate: string | null;
  /** The first thousand refused rows, by their number in the file, or otherwise their index from 0. */
  refusals: {
    /** The index of the row in this batch, from 0; in a transfer, its number in the file. */
    row: number;
    code: string;
    message: string;
    /** Which message it is, and what it contains. The text may change, the code stays. */
    messageCode?: string | undefined;
    parameters?: Record<string, unknown> | undefined;
  }[];
}

export interface TrustedDevice {
  id: string;
  userAgent: string | null;
  /** From where the second factor was given. */
  address: string | null;
  /** The second factor that was given. */
  factor: 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE';
  createdDate: string;
  lastUsedDate: string;
  /** Null: the rules do not accept it now. */
  expiresDate: string | null;
}

export interface UnassignUserFromUnitInput {
  userId: string;
  organizationalUnitId: string;
}

export interface UnlinkUserIdentityInput {
  userId: string;
  identityId: string;
}

export interface UnreadAtSignIn {
  user: {
    id: string;
    name: string;
  };
  date: string;
  claims: UnreadClaim[];
}

/** What a provider sent about a user and could not be used. The user keeps what they had. */
export interface UnreadClaim {
  /** What it was for: groups, units, email. */
  attribute: string;
  claim: string;
  /**
   * MISSING, OVERAGE, FORM: could not be read. UNANSWERED: the user info endpoint did not answer. EMAIL_TAKEN: another user has it. UNIT_BEYOND: outside the unit.
   * NO_MASTER_LEFT: after it no global master could sign in under the sign-in rules.
   */
  reason: string;
  found: FoundClaim;
}

export interface User {
  id: string;
  username: string;
  name: string;
  email: string | null;
  status: string;
  lang: string;
  /** All effective roles, direct or through a unit. */
  roles: string[];
  /** The source of each role; `organizationalUnit` if it comes from one. In lists only if requested. */
  roleGrants?: {
    role: string;
    /** Outside of the caller's scope it has an empty id and no name. */
    organizationalUnit: {
      id: string;
      name?: string | undefined;
    } | null;
    grantedDate: string;
    grantedBy: Named | null;
  }[] | undefined;
  organizationalUnits: {
    id: string;
    name: string;
    assignedDate: string;
  }[];
  createdDate: string;
  /** From when they have no access any more; null: it does not end. Omitted for an application's token. */
  accessEndsDate?: string | null | undefined;
  lastSignInDate?: string | null | undefined;
  /** Until then sign-in is throttled after many failures. */
  lockedUntil?: string | null | undefined;
  /** Whether sign-in requires a second factor. */
  secondFactor?: boolean | undefined;
  hasPassword?: boolean | undefined;
  /**
   * Whether the email is outside of the domains that units and identity providers have shown to be theirs; null without
   * an email, and while there are no such domains.
   */
  externalEmail?: boolean | null | undefined;
  /** Whether the caller may change this user. */
  mayChange?: boolean | undefined;
  /** Only for oneself, otherwise null: whether to get emails about change sets. */
  changeSetMails?: boolean | null | undefined;
  /** Another user whose user name looks the same (UTS 39), if the caller may see one. */
  looksLike?: {
    id: string;
    username: string;
  } | null | undefined;
  version?: number | undefined;
  /** Until when a second factor has to be set up that a role or unit requires; null if none is missing. */
  secondFactorDueDate?: string | null | undefined;
}

export interface ValuesErasedMessage {
  type: 'values.erased';
  timestamp: string;
  data: {
    partitionId: string;
    /** The position in the log of the partition, without gaps. */
    index: number;
    timelineId: string;
    /** The number of the receipt. */
    receipt: number;
    author: {
      userId: string;
      name: string | null;
    };
    reason: string;
    legalBasis: string;
    /** With `includeProof`: the receipt as a signed note. */
    note?: string | undefined;
  };
}

export interface VerifyProviderDomainInput {
  identityProviderId: string;
  domain: string;
}

export interface VerifyUnitDomainInput {
  organizationalUnitId: string;
  domain: string;
}

export interface VersionsPerDayAnswer {
  /** Oldest first, each day in UTC, including days without versions. */
  data: {
    day: string;
    versionCount: number;
  }[];
}

export interface VersionsPerDayInput {
  partitionId: string;
  asOf?: string | undefined;
  /** The number of days; the last one contains the moment. */
  days?: number | undefined;
  asHeld?: boolean | undefined;
}

export interface VersionsPerDayOfAllAnswer {
  /** Oldest first, each day in UTC, including days without versions. */
  data: {
    day: string;
    versionCount: number;
  }[];
}

export interface VersionsPerDayOfAllInput {
  asOf?: string | undefined;
  /** The number of days; the last one contains the moment. */
  days?: number | undefined;
}

export interface Visit {
  /** When this visit began. */
  startedDate: string;
  /** When the visit before ended; null for the first one. */
  previousDate: string | null;
  /** Up to when you have marked changes as read; null if you never have. */
  readDate: string | null;
  /** Up to when you had marked them before that, so that they can be shown again. */
  readBeforeDate: string | null;
}

export interface VisitAliasUrlAnswer {
  /** A path of the console, or a URL of an allowed host. */
  location: string;
}

export interface VisitAliasUrlInput {
  alias: string;
  /** False: look up the target without counting a visit, as HEAD does. */
  count?: boolean | undefined;
}

/** What a webhook of a partition sends. */
export type WebhookMessage = ObjectMessage | ValuesErasedMessage | ChangeSetCommittedMessage | SchemaChangedMessage | PolicyChangedMessage | WebhookTestMessage;

export interface WebhookTestMessage {
  type: 'webhook.test';
  timestamp: string;
  data: {
    partitionId: string;
    webhookId: string;
  };
}

export interface WebhooksToAttendAnswer {
  data: {
    id: string;
    url: string;
    description: string;
    enabled: boolean;
    state: 'ACTIVE' | 'FAILING' | 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';
    /** Since when every attempt has failed. */
    failingSinceDate: string | null;
    disabledDate: string | null;
    /** Of the next attempt, while it is failing. */
    nextAttemptDate: string | null;
    lastDeliveredDate: string | null;
    /** The number of log entries it has not processed yet, whether or not it sends them. */
    behind: number;
    /** When the oldest of them was written; null if there is none. */
    behindSinceDate: string | null;
    /** Until when messages are also signed with the previous secret. */
    previousSecretUntilDate: string | null;
    /** In whose name it sends: who created it, or last enabled it. */
    userId: string;
    userName: string | null;
    createdDate: string;
    changedDate: string;
    version: number;
    partitionId: string;
    eventTypes: string[];
    /** Null: all of them. */
    objectTypes: string[] | null;
    /** Null: every change. */
    query: string | null;
    /** References to one of these objects, now or before the change. Null: no filter. */
    references: {
      name?: string | undefined;
      timelineId: string;
    }[] | null;
    /** Whether messages contain the whole data and the references, not only the changes. */
    includeData: boolean;
    /** Whether messages contain the proof of the version. */
    includeProof: boolean;
    partitionName: string;
  }[];
}

export interface WithdrawChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface WithdrawInvitationInput {
  invitationId: string;
}

export interface Calls {
  /**
   * Comments on a change set, an operation, or a path in its data.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments`
   */
  addChangeSetComment: Call<AddChangeSetCommentInput, ChangeSetComment>;
  /**
   * Adds up to 1,000 operations at once, or replaces those with the same ID. Invalidates approvals.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations`
   */
  addOperations: Call<AddOperationsInput, ChangeSet>;
  /**
   * Adds the passkey created by navigator.credentials.create.
   *
   * `POST /v1/users/current/factors/passkeys`
   */
  addPasskey: Call<AddPasskeyInput, AddPasskeyAnswer>;
  /**
   * Gives roles to all members of a unit and the units below; never GLOBAL_MASTER.
   *
   * `PUT /v1/organizational-units/{organizationalUnitId}/roles`
   */
  addUnitRoles: Call<AddUnitRolesInput, OrganizationalUnit>;
  /**
   * Adds roles to a user; you can only grant roles that you may grant.
   *
   * `PUT /v1/users/{userId}/roles`
   */
  addUserRoles: Call<AddUserRolesInput, User>;
  /**
   * Announces a random sample of the changes that the log of the partition has now, with the hash of a number that only you know. What will be drawn depends on your number and on the log of events after the announcement, so nobody can choose it. An announcement cannot be withdrawn.
   *
   * `POST /v1/partitions/{partitionId}/samples`
   */
  announceSample: Call<AnnounceSampleInput, AuditSampleDetail>;
  /**
   * Approves the revision you have seen, whether or not the rules require it, with a signature if the rules require one, or adds a signature to your approval. 409 if the set has changed since. Requires a session. The last approval may commit the set.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/approve`
   */
  approveChangeSet: Call<ApproveChangeSetInput, ChangeSet>;
  /**
   * Verifies a domain without the TXT record; global masters only.
   *
   * `POST /v1/identity-providers/{identityProviderId}/domains/{domain}/approval`
   */
  approveProviderDomain: Call<ApproveProviderDomainInput, EmailDomain>;
  /**
   * Verifies a domain without the TXT record; global masters only.
   *
   * `POST /v1/organizational-units/{organizationalUnitId}/domains/{domain}/approval`
   */
  approveUnitDomain: Call<ApproveUnitDomainInput, EmailDomain>;
  /**
   * Archives a partition, which makes it read-only; with archived: false it becomes writable again.
   *
   * `POST /v1/partitions/{partitionId}/archive`
   */
  archivePartition: Call<ArchivePartitionInput, Partition>;
  /**
   * Adds a user to an organizational unit.
   *
   * `PUT /v1/users/{userId}/organizational-unit`
   */
  assignUserToUnit: Call<AssignUserToUnitInput, User>;
  /**
   * Signs in, finishes a sign-in, or exchanges a refresh token for new tokens.
   *
   * `POST /v1/auth`
   */
  authenticate: Call<AuthenticateInput, Tokens | SecondFactorChallenge | LinkedIdentity | ProviderTrial | IdentityConfirmation>;
  /**
   * Applies one action to many users, or invites users from a CSV. Returns a result for each.
   *
   * `POST /v1/users/bulk`
   */
  bulkUsers: Call<BulkUsersInput, BulkUsersAnswer>;
  /**
   * Cancels a job; what it has written stays.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/cancel`
   */
  cancelTransfer: Call<CancelTransferInput, Transfer>;
  /**
   * Deactivates an alias, or changes its target or expiry.
   *
   * `PATCH /v1/alias-url`
   */
  changeAliasUrl: Call<ChangeAliasUrlInput, AliasUrl>;
  /**
   * Changes an application; omitted fields stay as they are.
   *
   * `PATCH /v1/applications/{applicationId}`
   */
  changeApplication: Call<ChangeApplicationInput, Application>;
  /**
   * Changes title, description, reason, contributors, reviewers, or whether it commits itself. Takes If-Match.
   *
   * `PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}`
   */
  changeChangeSet: Call<ChangeChangeSetInput, ChangeSet>;
  /**
   * Changes a webhook of the audit log, or enables or disables it. When enabled again it continues where it stopped.
   *
   * `PATCH /authentication/v1/event-webhooks/{eventWebhookId}`
   */
  changeEventWebhook: Call<ChangeEventWebhookInput, ChangeEventWebhookAnswer>;
  /**
   * Changes a provider; omitted fields stay as they are. The last way to sign in cannot be disabled.
   *
   * `PATCH /v1/identity-providers/{identityProviderId}`
   */
  changeIdentityProvider: Call<ChangeIdentityProviderInput, IdentityProvider>;
  /**
   * Changes a unit; omitted fields stay as they are.
   *
   * `PUT /v1/organizational-units/{organizationalUnitId}`
   */
  changeOrganizationalUnit: Call<ChangeOrganizationalUnitInput, OrganizationalUnit>;
  /**
   * Changes name, description or retention.
   *
   * `PATCH /v1/partitions/{partitionId}`
   */
  changePartition: Call<ChangePartitionInput, Partition>;
  /**
   * Changes your own password; ends all sessions and starts a new one.
   *
   * `POST /v1/users/current/password`
   */
  changePassword: Call<ChangePasswordInput, Tokens>;
  /**
   * Lists the current and earlier rules, newest first.
   *
   * `GET /v1/partitions/{partitionId}/change-policy/history`
   */
  changePolicyHistory: ListCall<ChangePolicyHistoryInput, ChangePolicy>;
  /**
   * Changes a role; for a built-in one, only whether and when a second factor is required.
   *
   * `PATCH /authentication/v1/roles/{role}`
   */
  changeRole: Call<ChangeRoleInput, Role>;
  /**
   * Renames, changes, shares or unshares a search you have saved.
   *
   * `PATCH /v1/partitions/{partitionId}/saved-searches/{searchId}`
   */
  changeSavedSearch: Call<ChangeSavedSearchInput, SavedSearch>;
  /**
   * Lists the change sets that wait for you in all partitions you can open: to review, to change after a review, or to commit. If you may write all partitions, also those committed without approvals in the last 7 days. Returns the 100 most recently changed.
   *
   * `GET /v1/partitions/all/change-sets`
   */
  changeSetsToAttend: OptionalCall<NoInput, ChangeSetsToAttendAnswer>;
  /**
   * Changes what a rule demands; it holds at once, also for open sessions.
   *
   * `PUT /authentication/v1/sign-in-rules/{ruleId}`
   */
  changeSignInRule: Call<ChangeSignInRuleInput, SignInRule>;
  /**
   * Changes, pauses or resumes one of your subscriptions. When resumed, it continues with what is written next.
   *
   * `PATCH /v1/subscriptions/{subscriptionId}`
   */
  changeSubscription: Call<ChangeSubscriptionInput, ChangeSubscriptionAnswer>;
  /**
   * Changes the profile: name, language and change set emails of yourself, everything else of users you administer, also whether they are disabled.
   *
   * `PATCH /v1/users/{userId}`
   */
  changeUser: Call<ChangeUserInput, User>;
  /**
   * Disables a user, which ends all sessions, or enables one again; with dryRun it only reports what stops.
   *
   * `PUT /v1/users/{userId}/status`
   */
  changeUserStatus: Call<ChangeUserStatusInput, ChangeUserStatusAnswer>;
  /**
   * Changes a webhook, or enables or disables it. When enabled again it continues where it stopped.
   *
   * `PATCH /v1/partitions/{partitionId}/webhooks/{webhookId}`
   */
  changeWebhook: Call<ChangeWebhookInput, ChangeWebhookAnswer>;
  /**
   * Lists what others have written to the partitions you can open since a moment, grouped by operation, such as an import. Covers the 10 most recently changed partitions, each with the 5 newest operations of its 2,000 newest versions.
   *
   * `GET /v1/partitions/all/changes-since`
   */
  changesSince: Call<ChangesSinceInput, ChangesSinceAnswer>;
  /**
   * Checks what would prevent the change set from being committed now, by operation; writes nothing.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/check`
   */
  checkChangeSet: Call<CheckChangeSetInput, CheckChangeSetAnswer>;
  /**
   * Returns whether a one-time link is still valid, and for whom; does not use it up.
   *
   * `GET /v1/auth/password-token/{token}`
   */
  checkPasswordToken: Call<CheckPasswordTokenInput, CheckPasswordTokenAnswer>;
  /**
   * Returns whether a link from a mail is still valid, and the API tokens it revokes; does not use it up.
   *
   * `GET /v1/auth/token-revocation/{token}`
   */
  checkRevocationLink: Call<CheckRevocationLinkInput, CheckRevocationLinkAnswer>;
  /**
   * Writes all operations of a change set or none: 409 with every conflict. With breakGlass it needs no approvals, which requires a session, the right to write all partitions, and a policy that allows it.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/commit`
   */
  commitChangeSet: Call<CommitChangeSetInput, ChangeSet>;
  /**
   * Writes up to 1,000 operations at one moment, all or none; references can lead to objects of the same call by their localName. 409 with every conflict. With dryRun it returns 200 with what would be written.
   *
   * `POST /v1/partitions/{partitionId}/transactions`
   */
  commitTransaction: Call<CommitTransactionInput, CommitTransactionAnswer>;
  /**
   * Records your conclusion about an entry of your sample, until the sample is signed.
   *
   * `PUT /v1/partitions/{partitionId}/samples/{sampleId}/items/{index}`
   */
  concludeItem: Call<ConcludeItemInput, void>;
  /**
   * Signs with the result of navigator.credentials.get, or with the password and a code of the authenticator app. Works once.
   *
   * `POST /v1/users/current/signatures/{signatureId}/confirmation`
   */
  confirmSignature: Call<ConfirmSignatureInput, ConfirmSignatureAnswer>;
  /**
   * Finishes setting up an authenticator app with a code it shows.
   *
   * `POST /v1/users/current/factors/totp/{factorId}/confirmation`
   */
  confirmTotp: Call<ConfirmTotpInput, ConfirmTotpAnswer>;
  /**
   * Records that you are here, optionally up to when you have read what others changed, and returns your visit. A visit ends after 30 minutes without this call.
   *
   * `PUT /v1/partitions/all/users/current/visit`
   */
  continueVisit: Call<ContinueVisitInput, Visit>;
  /**
   * Counts the events in each of the last days or hours, up to `to` or now, among those that the list shows. Counts the newest 100,000.
   *
   * `GET /authentication/v1/events/counts`
   */
  countEvents: OptionalCall<CountEventsInput, CountEventsAnswer>;
  /**
   * Creates an alias for an object, the newest version of a timeline, or a URL of an allowed host.
   *
   * `POST /v1/alias-url`
   */
  createAliasUrl: Call<CreateAliasUrlInput, AliasUrl>;
  /**
   * Creates an application; you can only give it roles that you may grant.
   *
   * `POST /v1/applications`
   */
  createApplication: Call<CreateApplicationInput, Application>;
  /**
   * Issues a token for an application; several can be valid at once, so that they can be rotated.
   *
   * `POST /v1/applications/{applicationId}/tokens`
   */
  createApplicationToken: Call<CreateApplicationTokenInput, NewApiToken>;
  /**
   * Creates a change set: a draft that only its author can see.
   *
   * `POST /v1/partitions/{partitionId}/change-sets`
   */
  createChangeSet: Call<CreateChangeSetInput, ChangeSet>;
  /**
   * Sends events of the audit log to another program, starting now. The response contains the signing secret, which is shown once.
   *
   * `POST /authentication/v1/event-webhooks`
   */
  createEventWebhook: Call<CreateEventWebhookInput, CreateEventWebhookAnswer>;
  /**
   * Creates an OpenID Connect provider; of a unit if organizationalUnitId is sent.
   *
   * `POST /v1/identity-providers`
   */
  createIdentityProvider: Call<CreateIdentityProviderInput, IdentityProvider>;
  /**
   * Starts a timeline, or adds a version to one: 409 with the current head if predecessorId is not the latest; without it the latest is followed. The response of a read can be sent back with other data.
   *
   * `POST /v1/partitions/{partitionId}/objects`
   */
  createObject: Call<CreateObjectInput, ObjectVersion>;
  /**
   * Creates a unit; below another one if parentId is sent.
   *
   * `POST /v1/organizational-units`
   */
  createOrganizationalUnit: Call<CreateOrganizationalUnitInput, OrganizationalUnit>;
  /**
   * Creates a partition and makes you its owner.
   *
   * `POST /v1/partitions`
   */
  createPartition: Call<CreatePartitionInput, Partition>;
  /**
   * Defines a role with permissions that you have yourself.
   *
   * `POST /authentication/v1/roles`
   */
  createRole: Call<CreateRoleInput, Role>;
  /**
   * Saves a search for yourself; editors can share it with everyone who may read the partition.
   *
   * `POST /v1/partitions/{partitionId}/saved-searches`
   */
  createSavedSearch: Call<CreateSavedSearchInput, SavedSearch>;
  /**
   * Creates a rule for a role, for an organizational unit and those below, or for everyone.
   *
   * `POST /authentication/v1/sign-in-rules`
   */
  createSignInRule: Call<CreateSignInRuleInput, SignInRule>;
  /**
   * Follows an object or a search from now on, with all or some of its fields.
   *
   * `POST /v1/partitions/{partitionId}/subscriptions`
   */
  createSubscription: Call<CreateSubscriptionInput, CreateSubscriptionAnswer>;
  /**
   * Creates an API token for yourself; it can never do more than you can.
   *
   * `POST /v1/tokens`
   */
  createToken: Call<CreateTokenInput, NewApiToken>;
  /**
   * Invites a user: sends the welcome email with a link to set the password.
   *
   * `POST /v1/users`
   */
  createUser: Call<CreateUserInput, User>;
  /**
   * Sends events of a partition to another program, starting now. The response contains the signing secret, which is shown once.
   *
   * `POST /v1/partitions/{partitionId}/webhooks`
   */
  createWebhook: Call<CreateWebhookInput, CreateWebhookAnswer>;
  /**
   * Returns the signed-in user as the data service knows them.
   *
   * `GET /v1/partitions/all/users/current`
   */
  currentDataUser: OptionalCall<NoInput, DataUser>;
  /**
   * Returns the signed-in user.
   *
   * `GET /v1/users/current`
   */
  currentUser: OptionalCall<NoInput, User>;
  /**
   * Deletes an application; all its tokens stop working.
   *
   * `DELETE /v1/applications/{applicationId}`
   */
  deleteApplication: Call<DeleteApplicationInput, void>;
  /**
   * Deletes your own draft or withdrawn change set and everything in it.
   *
   * `DELETE /v1/partitions/{partitionId}/change-sets/{changeSetId}`
   */
  deleteChangeSet: Call<DeleteChangeSetInput, void>;
  /**
   * Deletes a webhook of the audit log and its attempts.
   *
   * `DELETE /authentication/v1/event-webhooks/{eventWebhookId}`
   */
  deleteEventWebhook: Call<DeleteEventWebhookInput, void>;
  /**
   * Deletes a provider and unlinks its accounts; the last way to sign in cannot be deleted.
   *
   * `DELETE /v1/identity-providers/{identityProviderId}`
   */
  deleteIdentityProvider: Call<DeleteIdentityProviderInput, void>;
  /**
   * Removes an operation from a change set. Invalidates approvals.
   *
   * `DELETE /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}`
   */
  deleteOperation: Call<DeleteOperationInput, void>;
  /**
   * Deletes a unit without members, units below, providers and applications.
   *
   * `DELETE /v1/organizational-units/{organizationalUnitId}`
   */
  deleteOrganizationalUnit: Call<DeleteOrganizationalUnitInput, void>;
  /**
   * Deletes a role that is not built in and that nobody holds.
   *
   * `DELETE /authentication/v1/roles/{role}`
   */
  deleteRole: Call<DeleteRoleInput, void>;
  /**
   * Deletes a rule.
   *
   * `DELETE /authentication/v1/sign-in-rules/{ruleId}`
   */
  deleteSignInRule: Call<DeleteSignInRuleInput, void>;
  /**
   * Deletes one of your subscriptions.
   *
   * `DELETE /v1/subscriptions/{subscriptionId}`
   */
  deleteSubscription: Call<DeleteSubscriptionInput, void>;
  /**
   * Deletes a webhook and its attempts.
   *
   * `DELETE /v1/partitions/{partitionId}/webhooks/{webhookId}`
   */
  deleteWebhook: Call<DeleteWebhookInput, void>;
  /**
   * Discovers an issuer before it is saved: its endpoints, and whether they meet the requirements.
   *
   * `POST /v1/identity-providers/discovery`
   */
  discoverIdentityProvider: Call<DiscoverIdentityProviderInput, ProviderChecks>;
  /**
   * Draws an announced sample with the number that was announced. 409 until the announcement is in the log of events, usually for less than a second.
   *
   * `POST /v1/partitions/{partitionId}/samples/{sampleId}/draw`
   */
  drawSample: Call<DrawSampleInput, AuditSampleDetail>;
  /**
   * Ends this session.
   *
   * `DELETE /v1/auth`
   */
  endSession: OptionalCall<NoInput, void>;
  /**
   * Ends a timeline: writes a last version with endedDate; its references no longer count.
   *
   * `POST /v1/partitions/{partitionId}/timelines/{timelineId}/end`
   */
  endTimeline: Call<EndTimelineInput, ObjectVersion>;
  /**
   * Ends one session of a user.
   *
   * `DELETE /v1/users/{userId}/sessions/{sessionId}`
   */
  endUserSession: Call<EndUserSessionInput, void>;
  /**
   * Ends all sessions of a user; of yourself, all but this one.
   *
   * `DELETE /v1/users/{userId}/sessions`
   */
  endUserSessions: Call<EndUserSessionsInput, EndUserSessionsAnswer>;
  /**
   * Sets up TOTP during a sign-in that requires a second factor the account lacks.
   *
   * `POST /v1/auth/second-factor`
   */
  enrolSecondFactor: Call<EnrolSecondFactorInput, EnrolSecondFactorAnswer>;
  /**
   * Erases the reason of a version permanently, in every version of the partition with the same reason and in its change sets; the log records a receipt for each timeline. With dryRun it only reports what would be erased.
   *
   * `POST /v1/partitions/{partitionId}/objects/{objectId}/erase-reason`
   */
  eraseReason: Call<EraseReasonInput, EraseReasonAnswer>;
  /**
   * Erases values and their salts permanently in every version of the timeline that has them; the log records receipts. With dryRun it only reports what would be erased.
   *
   * `POST /v1/partitions/{partitionId}/objects/{objectId}/erase`
   */
  eraseValues: Call<EraseValuesInput, EraseValuesAnswer>;
  /**
   * Explains why a user can or cannot read and write a partition, now or as of a moment.
   *
   * `GET /v1/users/{userId}/access`
   */
  explainAccess: Call<ExplainAccessInput, ExplainAccessAnswer>;
  /**
   * Exports a part of the audit log that can be verified without the service, for auditors and masters. With Accept: application/x-ndjson it returns the file: the proof and every event between two sizes of the log of events. Otherwise it returns the proof: a signed checkpoint, and where the log of the service contains it.
   *
   * `GET /authentication/v1/events/proof`
   */
  exportEvents: OptionalCall<ExportEventsInput, ExportEventsAnswer>;
  /**
   * Exports the versions as rows that can be imported into an equal partition, oldest first; with history=false a snapshot of the newest version of each active timeline, whose references may lead to later rows. With Accept: application/x-ndjson it returns all of them as a stream.
   *
   * `GET /v1/partitions/{partitionId}/export`
   */
  exportObjects: ListCall<ExportObjectsInput, ExportRow>;
  /**
   * Finds the version or the timeline with this ID in all partitions you can open; 404 whether it does not exist or you may not see it.
   *
   * `GET /v1/partitions/all/ids/{id}`
   */
  findId: Call<FindIdInput, FindIdAnswer>;
  /**
   * Lists your saved searches in all partitions, and those shared in partitions you are a member of, by a part of their name.
   *
   * `GET /v1/partitions/all/saved-searches`
   */
  findSavedSearches: OptionalListCall<FindSavedSearchesInput, SavedSearch>;
  /**
   * Returns the user with exactly this user name.
   *
   * `GET /v1/users/forName/{username}`
   */
  findUserByName: Call<FindUserByNameInput, User>;
  /**
   * Lists the users whose name, user name or email contains the text.
   *
   * `GET /v1/users/forNameContaining/{searchtext}`
   */
  findUsersContaining: ListCall<FindUsersContainingInput, User>;
  /**
   * Marks an import as complete: all its batches are sent.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/finish`
   */
  finishTransfer: Call<FinishTransferInput, Transfer>;
  /**
   * Returns an application.
   *
   * `GET /v1/applications/{applicationId}`
   */
  getApplication: Call<GetApplicationInput, Application>;
  /**
   * Returns the version of the authentication service, and how fast its database answers.
   *
   * `GET /authentication/v1/health`
   */
  getAuthenticationHealth: OptionalCall<NoInput, Health>;
  /**
   * Returns the state of the authentication service: versions, schema, database, emails, signing keys, and the configuration without its secrets.
   *
   * `GET /authentication/v1/system`
   */
  getAuthenticationSystem: OptionalCall<NoInput, GetAuthenticationSystemAnswer>;
  /**
   * Returns the rules for changing objects of the partition, with who set them and when.
   *
   * `GET /v1/partitions/{partitionId}/change-policy`
   */
  getChangePolicy: Call<GetChangePolicyInput, ChangePolicy>;
  /**
   * Returns a change set with its reviews, the approvals that are still missing, and what you may do with it.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}`
   */
  getChangeSet: Call<GetChangeSetInput, ChangeSet>;
  /**
   * Returns what an approver signs: the root hash over everything the change set will write. 409 if it cannot be committed as it is. Requires a session, and the right to approve.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/signing`
   */
  getChangeSetSigning: Call<GetChangeSetSigningInput, GetChangeSetSigningAnswer>;
  /**
   * Returns the signed checkpoint of the log of the partition, and where an earlier checkpoint of it is anchored in the log of the service.
   *
   * `GET /v1/partitions/{partitionId}/log/checkpoint`
   */
  getCheckpoint: Call<GetCheckpointInput, GetCheckpointAnswer>;
  /**
   * Returns a proof that the log at one size is an append-only continuation of itself at an earlier size.
   *
   * `GET /v1/partitions/{partitionId}/log/consistency`
   */
  getConsistency: Call<GetConsistencyInput, Consistency>;
  /**
   * Returns the version of the data service, and how fast its database answers.
   *
   * `GET /v1/health`
   */
  getDataHealth: OptionalCall<NoInput, Health>;
  /**
   * Returns the state of the data service: versions, schema, database, jobs, log keys, and the last backup.
   *
   * `GET /v1/system`
   */
  getDataSystem: OptionalCall<NoInput, GetDataSystemAnswer>;
  /**
   * Returns a user of the data service: yourself, somebody you share a partition with, or anyone for masters.
   *
   * `GET /v1/partitions/all/users/{userId}`
   */
  getDataUser: Call<GetDataUserInput, DataUser>;
  /**
   * Returns a receipt as it was signed.
   *
   * `GET /v1/partitions/{partitionId}/erasures/{receipt}`
   */
  getErasure: Call<GetErasureInput, GetErasureAnswer>;
  /**
   * Returns a webhook of the audit log, with its progress.
   *
   * `GET /authentication/v1/event-webhooks/{eventWebhookId}`
   */
  getEventWebhook: Call<GetEventWebhookInput, GetEventWebhookAnswer>;
  /**
   * Returns an attempt with its request and response.
   *
   * `GET /authentication/v1/event-webhooks/{eventWebhookId}/attempts/{attemptId}`
   */
  getEventWebhookAttempt: Call<GetEventWebhookAttemptInput, GetEventWebhookAttemptAnswer>;
  /**
   * Returns what an object, a search or the partition contained at a moment, as evidence to hand out. Name an object by the ID of any of its versions, a search by its query, or omit both for the partition. With Accept: application/zip it returns one file: a printable report, the data, the proofs, checkpoints and the verifier. Otherwise it returns a summary of what the file would contain.
   *
   * `GET /v1/partitions/{partitionId}/evidence`
   */
  getEvidence: Call<GetEvidenceInput, GetEvidenceAnswer>;
  /**
   * Returns an identity provider.
   *
   * `GET /v1/identity-providers/{identityProviderId}`
   */
  getIdentityProvider: Call<GetIdentityProviderInput, IdentityProvider>;
  /**
   * Returns the progress of the job. With Accept: application/zip it returns its file, for whoever started it and the owners of the partition. Erasing values in the partition removes the file.
   *
   * `GET /v1/partitions/{partitionId}/evidence/{jobId}`
   */
  getKeptEvidence: Call<GetKeptEvidenceInput, Transfer>;
  /**
   * Returns a version; with asOf only if it was written by then.
   *
   * `GET /v1/partitions/{partitionId}/objects/{objectId}`
   */
  getObject: Call<GetObjectInput, ObjectVersion>;
  /**
   * Returns everything needed to check without the service that the version is in the log; with since, also that the log continues from that size.
   *
   * `GET /v1/partitions/{partitionId}/objects/{objectId}/proof`
   */
  getObjectProof: Call<GetObjectProofInput, ObjectProof>;
  /**
   * Returns a type with its JSON Schema, now or as of a moment.
   *
   * `GET /v1/partitions/{partitionId}/types/{type}`
   */
  getObjectType: Call<GetObjectTypeInput, ObjectType>;
  /**
   * Returns an operation of a change set.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}`
   */
  getOperation: Call<GetOperationInput, ChangeSetOperation>;
  /**
   * Returns a unit, now or as of a moment.
   *
   * `GET /v1/organizational-units/{organizationalUnitId}`
   */
  getOrganizationalUnit: Call<GetOrganizationalUnitInput, OrganizationalUnit>;
  /**
   * Returns a partition with its counts by type, now or as of a moment.
   *
   * `GET /v1/partitions/{partitionId}`
   */
  getPartition: Call<GetPartitionInput, PartitionDetail>;
  /**
   * Returns which reads of the partition are recorded, since when, and for how long.
   *
   * `GET /v1/partitions/{partitionId}/read-recording`
   */
  getReadRecording: Call<GetReadRecordingInput, GetReadRecordingAnswer>;
  /**
   * Returns a sample with its entries and conclusions.
   *
   * `GET /v1/partitions/{partitionId}/samples/{sampleId}`
   */
  getSample: Call<GetSampleInput, AuditSampleDetail>;
  /**
   * Returns the result of a signed sample as one file that can be verified without the service: announcement, draw, entries, conclusions and signature. It has no data of the partition.
   *
   * `GET /v1/partitions/{partitionId}/samples/{sampleId}/result`
   */
  getSampleResult: Call<GetSampleResultInput, GetSampleResultAnswer>;
  /**
   * Returns the signed checkpoint of the log over the checkpoints of all partitions, for witnesses to store.
   *
   * `GET /v1/log/checkpoint`
   */
  getServiceCheckpoint: OptionalCall<NoInput, Checkpoint>;
  /**
   * Returns a proof that the log of the service at one size is an append-only continuation of itself at an earlier size.
   *
   * `GET /v1/log/consistency`
   */
  getServiceConsistency: Call<GetServiceConsistencyInput, Consistency>;
  /**
   * Returns whether people can sign up, and with which email domains.
   *
   * `GET /v1/auth/signup`
   */
  getSignUpRules: OptionalCall<NoInput, GetSignUpRulesAnswer>;
  /**
   * Returns one of your subscriptions.
   *
   * `GET /v1/subscriptions/{subscriptionId}`
   */
  getSubscription: Call<GetSubscriptionInput, GetSubscriptionAnswer>;
  /**
   * Returns a job with the refused rows.
   *
   * `GET /v1/jobs/{jobId}`
   */
  getTransfer: Call<GetTransferInput, TransferDetail>;
  /**
   * Returns a user, now or as of a moment: yourself, or one you may see.
   *
   * `GET /v1/users/{userId}`
   */
  getUser: Call<GetUserInput, User>;
  /**
   * Lists the second factors of a user.
   *
   * `GET /v1/users/{userId}/factors`
   */
  getUserFactors: Call<GetUserFactorsInput, GetUserFactorsAnswer>;
  /**
   * Returns a webhook, with its progress.
   *
   * `GET /v1/partitions/{partitionId}/webhooks/{webhookId}`
   */
  getWebhook: Call<GetWebhookInput, GetWebhookAnswer>;
  /**
   * Returns an attempt with its request and response.
   *
   * `GET /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts/{attemptId}`
   */
  getWebhookAttempt: Call<GetWebhookAttemptInput, GetWebhookAttemptAnswer>;
  /**
   * Transfers what a user leaves behind in the partitions that you own, all of it or nothing: their ownership, running copies and index rebuilds, uncommitted change sets, and the searches they share. The successor becomes owner or editor where that needs it.
   *
   * `POST /v1/partitions/all/users/{userId}/hand-over`
   */
  handOverEverything: Call<HandOverEverythingInput, HandOverEverythingAnswer>;
  /**
   * Lets a running copy or index continue with the rights of another user.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/hand-over`
   */
  handOverTransfer: Call<HandOverTransferInput, Transfer>;
  /**
   * Transfers the uncommitted change sets of a user, and the searches they share, to another editor or owner.
   *
   * `POST /v1/partitions/{partitionId}/users/{userId}/hand-over`
   */
  handOverWork: Call<HandOverWorkInput, HandOverWorkAnswer>;
  /**
   * Writes a batch of versions with their original dates, all or none; with dryRun or skipRefused each row is checked by itself.
   *
   * `POST /v1/partitions/{partitionId}/import`
   */
  importObjects: Call<ImportObjectsInput, ImportObjectsAnswer>;
  /**
   * Returns the newest version of a timeline.
   *
   * `GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest`
   */
  latestObject: Call<LatestObjectInput, ObjectVersion>;
  /**
   * Lists who can open a partition, now or as of a moment, and why: its members, and the holders of roles and tokens you can see.
   *
   * `GET /v1/users/access`
   */
  listAccess: ListCall<ListAccessInput, AccessHolder>;
  /**
   * Returns the alias with a name; without a name, lists aliases.
   *
   * `GET /v1/alias-url`
   */
  listAliasUrls: OptionalListCall<ListAliasUrlsInput, AliasUrl, Page<AliasUrl> | AliasUrl>;
  /**
   * Lists the tokens of an application that are not revoked, newest first.
   *
   * `GET /v1/applications/{applicationId}/tokens`
   */
  listApplicationTokens: ListCall<ListApplicationTokensInput, ApiToken>;
  /**
   * Lists the applications in your scope, by name.
   *
   * `GET /v1/applications`
   */
  listApplications: OptionalListCall<ListApplicationsInput, Application>;
  /**
   * Lists the schema migrations of the authentication service.
   *
   * `GET /authentication/v1/migrations`
   */
  listAuthenticationMigrations: OptionalCall<NoInput, Page<SchemaMigration>>;
  /**
   * Lists the comments on a change set, oldest first.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments`
   */
  listChangeSetComments: ListCall<ListChangeSetCommentsInput, ChangeSetComment>;
  /**
   * Lists the change sets you can see, most recently changed first: committed ones, your own, and submitted ones that you may approve, were asked to review, or whose partition you own.
   *
   * `GET /v1/partitions/{partitionId}/change-sets`
   */
  listChangeSets: ListCall<ListChangeSetsInput, ChangeSetSummary>;
  /**
   * Returns the change feed: versions in the order they were written, starting at a cursor ("now": only new ones). Waits if there is none. include names the requested fields.
   *
   * `GET /v1/partitions/{partitionId}/changes`
   */
  listChanges: Call<ListChangesInput, ChangesPage>;
  /**
   * Returns the public keys with which the service authenticates at a provider (RFC 7517).
   *
   * `GET /v1/auth/identity-providers/{identityProviderId}/keys`
   */
  listClientKeys: Call<ListClientKeysInput, ListClientKeysAnswer>;
  /**
   * Lists the schema migrations of the data service.
   *
   * `GET /v1/migrations`
   */
  listDataMigrations: OptionalCall<NoInput, Page<SchemaMigration>>;
  /**
   * Lists the users of the data service by name: all if you may see all, otherwise yourself and those you share a partition with.
   *
   * `GET /v1/partitions/all/users`
   */
  listDataUsers: OptionalListCall<ListDataUsersInput, ListedDataUser>;
  /**
   * Lists the receipts of erasures, newest first.
   *
   * `GET /v1/partitions/{partitionId}/erasures`
   */
  listErasures: ListCall<ListErasuresInput, Erasure>;
  /**
   * Lists the attempts of the last 30 days, newest first.
   *
   * `GET /authentication/v1/event-webhooks/{eventWebhookId}/attempts`
   */
  listEventWebhookAttempts: ListCall<ListEventWebhookAttemptsInput, ListEventWebhookAttemptsItem>;
  /**
   * Lists the webhooks of the audit log in the order they were created. All of these calls require reading the whole audit log and changing roles everywhere.
   *
   * `GET /authentication/v1/event-webhooks`
   */
  listEventWebhooks: OptionalListCall<ListEventWebhooksInput, ListEventWebhooksItem>;
  /**
   * Lists audit events, newest first: all for auditors and masters, those in your scope for everyone else.
   *
   * `GET /authentication/v1/events`
   */
  listEvents: OptionalListCall<ListEventsInput, AuditEvent>;
  /**
   * Lists your own second factors.
   *
   * `GET /v1/users/current/factors`
   */
  listFactors: OptionalCall<NoInput, ListFactorsAnswer>;
  /**
   * Lists the identity providers in your scope, by name.
   *
   * `GET /v1/identity-providers`
   */
  listIdentityProviders: OptionalListCall<ListIdentityProvidersInput, IdentityProvider>;
  /**
   * Lists invitations, newest first.
   *
   * `GET /v1/users/invitations`
   */
  listInvitations: OptionalListCall<ListInvitationsInput, Invitation>;
  /**
   * Lists the entries of the log with everything their hashes are made from, oldest first.
   *
   * `GET /v1/partitions/{partitionId}/log/entries`
   */
  listLogEntries: Call<ListLogEntriesInput, ListLogEntriesAnswer>;
  /**
   * Lists the members of a partition, now or as of a moment.
   *
   * `GET /v1/partitions/{partitionId}/users`
   */
  listMembers: ListCall<ListMembersInput, Member>;
  /**
   * Lists the types of a partition with counts and JSON Schemas, now or as of a moment; with changeSet as they would be if it were committed. With thousands of types the list is paged by cursor.
   *
   * `GET /v1/partitions/{partitionId}/types`
   */
  listObjectTypes: ListCall<ListObjectTypesInput, ObjectType>;
  /**
   * Lists the versions a user wrote most recently, in all partitions you can open.
   *
   * `GET /v1/partitions/all/users/{userId}/objects`
   */
  listObjectsOfUser: ListCall<ListObjectsOfUserInput, ListObjectsOfUserItem>;
  /**
   * Counts the uncommitted change sets and shared searches of a user in each of the partitions that you own.
   *
   * `GET /v1/partitions/all/users/{userId}/open-work`
   */
  listOpenWork: ListCall<ListOpenWorkInput, OpenWork>;
  /**
   * Lists the operations of a change set in the order they were added, each with its base, the newest version, and its problems.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations`
   */
  listOperations: ListCall<ListOperationsInput, ChangeSetOperation>;
  /**
   * Lists the units in your scope, by name, now or as of a moment.
   *
   * `GET /v1/organizational-units`
   */
  listOrganizationalUnits: OptionalListCall<ListOrganizationalUnitsInput, OrganizationalUnit>;
  /**
   * Lists the partitions you can open.
   *
   * `GET /v1/partitions`
   */
  listPartitions: OptionalListCall<ListPartitionsInput, Partition>;
  /**
   * Lists the partitions a user is a member of or has written to, limited to those you can open; now or as of a moment.
   *
   * `GET /v1/partitions/all/users/{userId}/partitions`
   */
  listPartitionsOfUser: ListCall<ListPartitionsOfUserInput, ListPartitionsOfUserItem>;
  /**
   * Lists when the TLS certificates of the first 50 enabled identity providers, by name, expire. Each is read from the provider at most every ten minutes.
   *
   * `GET /authentication/v1/system/provider-certificates`
   */
  listProviderCertificates: OptionalCall<NoInput, ListProviderCertificatesAnswer>;
  /**
   * Lists the recorded reads of the partition, newest first.
   *
   * `GET /v1/partitions/{partitionId}/reads`
   */
  listReads: ListCall<ListReadsInput, ReadRecord>;
  /**
   * Lists the recorded reads of the partitions that you own, or for auditors and masters of all, newest first.
   *
   * `GET /v1/partitions/all/reads`
   */
  listReadsOfAll: OptionalListCall<ListReadsOfAllInput, ReadRecord>;
  /**
   * Lists all roles and what each allows, now or as of a moment.
   *
   * `GET /authentication/v1/roles`
   */
  listRoles: OptionalCall<ListRolesInput, Page<Role>>;
  /**
   * Lists the samples that auditors have announced or drawn, newest first.
   *
   * `GET /v1/partitions/{partitionId}/samples`
   */
  listSamples: ListCall<ListSamplesInput, AuditSample>;
  /**
   * Lists your saved searches in a partition, and those shared in it.
   *
   * `GET /v1/partitions/{partitionId}/saved-searches`
   */
  listSavedSearches: ListCall<ListSavedSearchesInput, SavedSearch>;
  /**
   * Lists the identity providers that can be used to sign in, or those of the domain of an email.
   *
   * `GET /v1/auth/identity-providers`
   */
  listSignInProviders: OptionalCall<ListSignInProvidersInput, Page<ListSignInProvidersItem>>;
  /**
   * Lists the rules of sessions and sign-in.
   *
   * `GET /authentication/v1/sign-in-rules`
   */
  listSignInRules: OptionalCall<NoInput, Page<SignInRule>>;
  /**
   * Lists what you follow in all partitions, oldest subscription first.
   *
   * `GET /v1/subscriptions`
   */
  listSubscriptions: OptionalListCall<ListSubscriptionsInput, ListSubscriptionsItem>;
  /**
   * Returns the keys by which imports name these timelines. One that is left out has none: its id is its key.
   *
   * `GET /v1/partitions/{partitionId}/timelines/keys`
   */
  listTimelineKeys: Call<ListTimelineKeysInput, ListTimelineKeysAnswer>;
  /**
   * Lists the API tokens that are not revoked: all for masters, your own for everyone else.
   *
   * `GET /v1/tokens`
   */
  listTokens: OptionalListCall<ListTokensInput, ApiToken>;
  /**
   * Lists the jobs in the partitions you can open, newest first.
   *
   * `GET /v1/jobs`
   */
  listTransfers: OptionalListCall<ListTransfersInput, Transfer>;
  /**
   * Lists the devices on which a user needs no second factor for a while.
   *
   * `GET /v1/users/{userId}/trusted-devices`
   */
  listTrustedDevices: Call<ListTrustedDevicesInput, Page<TrustedDevice>>;
  /**
   * Lists the members of a unit; with `below` also those of the units below.
   *
   * `GET /v1/organizational-units/{organizationalUnitId}/users`
   */
  listUnitUsers: ListCall<ListUnitUsersInput, User>;
  /**
   * Lists your 20 subscriptions with the newest changes that are not marked as seen, each with the newest of them.
   *
   * `GET /v1/subscriptions/unseen`
   */
  listUnseen: OptionalCall<NoInput, ListUnseenAnswer>;
  /**
   * Lists the identity provider accounts with which a user can sign in.
   *
   * `GET /v1/users/{userId}/identities`
   */
  listUserIdentities: Call<ListUserIdentitiesInput, Page<Identity>>;
  /**
   * Lists the active sessions of a user.
   *
   * `GET /v1/users/{userId}/sessions`
   */
  listUserSessions: Call<ListUserSessionsInput, Page<Session>>;
  /**
   * Lists users, page by page, now or as of a moment.
   *
   * `GET /v1/users`
   */
  listUsers: OptionalListCall<ListUsersInput, User>;
  /**
   * Lists the attempts of the last 30 days, newest first.
   *
   * `GET /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts`
   */
  listWebhookAttempts: ListCall<ListWebhookAttemptsInput, ListWebhookAttemptsItem>;
  /**
   * Lists the webhooks of a partition, in the order they were created.
   *
   * `GET /v1/partitions/{partitionId}/webhooks`
   */
  listWebhooks: ListCall<ListWebhooksInput, ListWebhooksItem>;
  /**
   * Lists the newest 500 versions a user wrote in a period, in the 50 most recently changed partitions that you can open, and how many they wrote in each.
   *
   * `GET /v1/partitions/all/users/{userId}/writes`
   */
  listWritesOfUser: Call<ListWritesOfUserInput, ListWritesOfUserAnswer>;
  /**
   * Creates a new link for you to pass on; it replaces earlier ones.
   *
   * `POST /v1/users/invitations/{invitationId}/link`
   */
  makeInvitationLink: Call<MakeInvitationLinkInput, MakeInvitationLinkAnswer>;
  /**
   * Marks changes as seen: those of each subscription up to a version.
   *
   * `POST /v1/subscriptions/seen`
   */
  markSeen: Call<MarkSeenInput, void>;
  /**
   * Disables a user, revokes all tokens and roles, and transfers their open invitations to a successor; with dryRun it only reports what is affected.
   *
   * `POST /v1/users/{userId}/offboarding`
   */
  offboardUser: Call<OffboardUserInput, OffboardUserAnswer>;
  /**
   * Counts the versions dated in each period: from the first version to now or to the moment, or between two moments in that range. Periods are days, weeks, months or years, so that there are at most 121.
   *
   * `GET /v1/partitions/{partitionId}/activity`
   */
  partitionActivity: Call<PartitionActivityInput, PartitionActivityAnswer>;
  /**
   * Returns how much of what is recorded as of a moment was stored here then, and which imports added the rest later.
   *
   * `GET /v1/partitions/{partitionId}/as-of`
   */
  partitionAsOf: Call<PartitionAsOfInput, PartitionAsOfAnswer>;
  /**
   * Returns what each operation of a change set would write if it were committed now, and which are left out because the commit would refuse them. Reads of objects with changeSet show the same state. 409 once it is committed.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/preview`
   */
  previewChangeSet: Call<PreviewChangeSetInput, PreviewChangeSetAnswer>;
  /**
   * Returns whom a rule would lock out now, without saving it.
   *
   * `POST /authentication/v1/sign-in-rules/preview`
   */
  previewSignInRule: Call<PreviewSignInRuleInput, PreviewSignInRuleAnswer>;
  /**
   * Sets the rules for changing objects of the partition: for each type, how many people approve, who, and whether a reason or signatures are required. Writes that a rule does not allow are refused with change_set_required or reason_required.
   *
   * `PUT /v1/partitions/{partitionId}/change-policy`
   */
  putChangePolicy: Call<PutChangePolicyInput, ChangePolicy>;
  /**
   * Adds a member or changes their role; the last owner stays owner.
   *
   * `PUT /v1/partitions/{partitionId}/users/{userId}`
   */
  putMember: Call<PutMemberInput, Member>;
  /**
   * Sets the JSON Schema (draft-04, draft-06, draft-07, 2019-09 or 2020-12, as $schema says; 2020-12 without it) that the objectData of new versions has to match, or null for none, and lists the keywords that no check takes into account; with dryRun it only reports them and which newest versions violate it.
   *
   * `PUT /v1/partitions/{partitionId}/types/{type}`
   */
  putObjectType: Call<PutObjectTypeInput, PutObjectTypeAnswer>;
  /**
   * Saves an operation under an ID chosen by the client; the last save wins. Problems are reported, not refused. Invalidates approvals.
   *
   * `PUT /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}`
   */
  putOperation: Call<PutOperationInput, ChangeSetOperation>;
  /**
   * Sets which reads of the partition are recorded, and for how long the records are stored. Applies on all servers within two seconds.
   *
   * `PUT /v1/partitions/{partitionId}/read-recording`
   */
  putReadRecording: Call<PutReadRecordingInput, PutReadRecordingAnswer>;
  /**
   * Reactivates an alias; an expiry date in the past is removed.
   *
   * `POST /v1/alias-url/reactivate`
   */
  reactivateAliasUrl: Call<ReactivateAliasUrlInput, AliasUrl>;
  /**
   * Reauthenticates you by password or passkey, as creating tokens and changing factors, identities or names require; valid for ten minutes.
   *
   * `POST /v1/users/current/reauthentication`
   */
  reauthenticate: Call<ReauthenticateInput, void>;
  /**
   * Ends the sessions that a provider names (OpenID Connect Back-Channel Logout 1.0).
   *
   * `POST /v1/auth/identity-providers/{identityProviderId}/logout`
   */
  receiveBackChannelLogout: Call<ReceiveBackChannelLogoutInput, void>;
  /**
   * Lists the newest versions of the partition, newest first; with fromSequence from that one on, at any depth. With type and modifiedBy together, or a query, a page may be short or even empty and still have hasMore.
   *
   * `GET /v1/partitions/{partitionId}/objects/recent`
   */
  recentObjects: ListCall<RecentObjectsInput, ObjectVersion>;
  /**
   * Records what configuration files changed as one audit event: `annals apply` calls it after the changes, which have their own events. For users who may change roles everywhere.
   *
   * `POST /authentication/v1/events/configuration`
   */
  recordConfiguration: Call<RecordConfigurationInput, void>;
  /**
   * Lists the timelines that refer to the timeline of this object, each with its referring version, grouped by name. Any version identifies the timeline, also for an earlier moment.
   *
   * `GET /v1/partitions/{partitionId}/objects/referencedBy/{objectId}`
   */
  referencedBy: ListCall<ReferencedByInput, ReferencedByItem>;
  /**
   * Cancels the job, or deletes its stored file.
   *
   * `DELETE /v1/partitions/{partitionId}/evidence/{jobId}`
   */
  removeEvidence: Call<RemoveEvidenceInput, Transfer>;
  /**
   * Removes a second factor; removing the last one also removes the recovery codes.
   *
   * `DELETE /v1/users/current/factors/{factorId}`
   */
  removeFactor: Call<RemoveFactorInput, void>;
  /**
   * Removes a member; the last owner cannot be removed.
   *
   * `DELETE /v1/partitions/{partitionId}/users/{userId}`
   */
  removeMember: Call<RemoveMemberInput, void>;
  /**
   * Deletes your own search, or as an owner of the partition any shared one.
   *
   * `DELETE /v1/partitions/{partitionId}/saved-searches/{searchId}`
   */
  removeSavedSearch: Call<RemoveSavedSearchInput, void>;
  /**
   * Removes roles from a unit.
   *
   * `DELETE /v1/organizational-units/{organizationalUnitId}/roles`
   */
  removeUnitRoles: Call<RemoveUnitRolesInput, OrganizationalUnit>;
  /**
   * Removes all second factors of a user who has lost them.
   *
   * `DELETE /v1/users/{userId}/factors`
   */
  removeUserFactors: Call<RemoveUserFactorsInput, RemoveUserFactorsAnswer>;
  /**
   * Removes roles from a user; the last global master keeps the role.
   *
   * `DELETE /v1/users/{userId}/roles`
   */
  removeUserRoles: Call<RemoveUserRolesInput, User>;
  /**
   * Returns a current access token for this session: the same one while it is fresh, otherwise a new one.
   *
   * `GET /v1/auth`
   */
  renewAccess: OptionalCall<NoInput, RenewAccessAnswer>;
  /**
   * Creates new recovery codes, which replace all earlier ones; shown once.
   *
   * `POST /v1/users/current/factors/recovery-codes`
   */
  renewRecoveryCodes: OptionalCall<NoInput, RenewRecoveryCodesAnswer>;
  /**
   * Turns a withdrawn change set back into a draft.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/reopen`
   */
  reopenChangeSet: Call<ReopenChangeSetInput, ChangeSet>;
  /**
   * Sends all events again from an event or a moment on, in order and with the same message IDs.
   *
   * `POST /authentication/v1/event-webhooks/{eventWebhookId}/replay`
   */
  replayEventWebhook: Call<ReplayEventWebhookInput, ReplayEventWebhookAnswer>;
  /**
   * Sends all events again from a version or a moment on, in order and with the same message IDs.
   *
   * `POST /v1/partitions/{partitionId}/webhooks/{webhookId}/replay`
   */
  replayWebhook: Call<ReplayWebhookInput, ReplayWebhookAnswer>;
  /**
   * Sends a change set back to its author, with what has to change.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/request-changes`
   */
  requestChanges: Call<RequestChangesInput, ChangeSet>;
  /**
   * Requests an email with a link to set a new password; the response is the same for any email.
   *
   * `POST /v1/auth/password-reset`
   */
  requestPasswordReset: Call<RequestPasswordResetInput, Record<string, unknown>>;
  /**
   * Sends the message of an attempt again now. Returns the result.
   *
   * `POST /authentication/v1/event-webhooks/{eventWebhookId}/attempts/{attemptId}/resend`
   */
  resendEventWebhookMessage: Call<ResendEventWebhookMessageInput, ResendEventWebhookMessageAnswer>;
  /**
   * Sends the welcome email again with a new link; a withdrawn invitation becomes open again.
   *
   * `POST /v1/users/invitations/{invitationId}/resend`
   */
  resendInvitation: Call<ResendInvitationInput, Invitation>;
  /**
   * Sends the message of an attempt again now. Returns the result.
   *
   * `POST /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts/{attemptId}/resend`
   */
  resendWebhookMessage: Call<ResendWebhookMessageInput, ResendWebhookMessageAnswer>;
  /**
   * Resolves a comment, or reopens it.
   *
   * `PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments/{commentId}`
   */
  resolveChangeSetComment: Call<ResolveChangeSetCommentInput, ChangeSetComment>;
  /**
   * Writes a new version with the data and references of an earlier one of the same timeline; an ended timeline continues with it. 409 with the current head if predecessorId is sent and is not the latest.
   *
   * `POST /v1/partitions/{partitionId}/timelines/{timelineId}/restore`
   */
  restoreObject: Call<RestoreObjectInput, ObjectVersion>;
  /**
   * Resumes a job that was cancelled or failed.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/resume`
   */
  resumeTransfer: Call<ResumeTransferInput, Transfer>;
  /**
   * Retries the emails that could not be sent now, instead of at their next attempt; for users who administer all users.
   *
   * `POST /authentication/v1/system/mails/retries`
   */
  retryMails: OptionalCall<NoInput, RetryMailsAnswer>;
  /**
   * Creates a change set that reverts a committed one. Later changes by others appear in it as conflicts.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/revert`
   */
  revertChangeSet: Call<RevertChangeSetInput, ChangeSet>;
  /**
   * Creates a change set that takes back what an import wrote: of the last 1,000 objects that no such change set has taken back yet. Later changes by others appear in it as conflicts.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/revert`
   */
  revertImport: Call<RevertImportInput, ChangeSet>;
  /**
   * Creates a change set that takes back what a user wrote in a period: each of the last 1,000 objects gets the state before their first version in it, or ends if they created it. What others wrote in between is taken back too; what others wrote afterwards appears in it as conflicts.
   *
   * `POST /v1/partitions/{partitionId}/users/{userId}/revert`
   */
  revertWrites: Call<RevertWritesInput, ChangeSet>;
  /**
   * Revokes a token of an application.
   *
   * `DELETE /v1/applications/{applicationId}/tokens/{tokenId}`
   */
  revokeApplicationToken: Call<RevokeApplicationTokenInput, void>;
  /**
   * Revokes an API token: the next call with it is refused.
   *
   * `DELETE /v1/tokens/{tokenId}`
   */
  revokeToken: Call<RevokeTokenInput, void>;
  /**
   * Revokes, with a link from a mail, all valid API tokens that its user issued, also those of applications.
   *
   * `POST /v1/auth/token-revocation`
   */
  revokeTokensWithLink: Call<RevokeTokensWithLinkInput, RevokeTokensWithLinkAnswer>;
  /**
   * Requires the second factor again on a device of a user.
   *
   * `DELETE /v1/users/{userId}/trusted-devices/{deviceId}`
   */
  revokeTrustedDevice: Call<RevokeTrustedDeviceInput, void>;
  /**
   * Rotates the secret of a webhook of the audit log; the new one is shown once. For 24 hours messages are also signed with the previous one.
   *
   * `POST /authentication/v1/event-webhooks/{eventWebhookId}/secret`
   */
  rotateEventWebhookSecret: Call<RotateEventWebhookSecretInput, RotateEventWebhookSecretAnswer>;
  /**
   * Rotates the secret of a webhook; the new one is shown once. For 24 hours messages are also signed with the previous one.
   *
   * `POST /v1/partitions/{partitionId}/webhooks/{webhookId}/secret`
   */
  rotateWebhookSecret: Call<RotateWebhookSecretInput, RotateWebhookSecretAnswer>;
  /**
   * Lists the best matches of a query in the partitions you can open: first in one, then in the 50 most recently changed. At most half of them come from one partition. Objects with a matching alias come first, then those with the words in their titles.
   *
   * `GET /v1/partitions/all/objects`
   */
  searchAllPartitions: Call<SearchAllPartitionsInput, SearchAllPartitionsAnswer>;
  /**
   * Searches the timelines of a partition. Lists the latest version of each match, newest first; with asOf the latest version at that moment. A text or a condition requires paging by cursor, and a text has at most 32 different words. A page may be short or even empty and still have hasMore when one request cannot read more. Orders other than created and lastChange, narrowed searches and searches as of a moment sort up to 5,000 matches.
   *
   * `POST /v1/partitions/{partitionId}/objects/search`
   */
  searchObjects: ListCall<SearchObjectsInput, ObjectVersion>;
  /**
   * Searches the full text of the newest versions, or with asOf of the versions of that moment. Lists the best match first, with the places of the hits and the number of matches by type. Ranks the newest 2,000 matches by the first four words, or as many as one request can read; older matches follow them. Takes at most 32 different words. A page may be short or even empty and still have hasMore.
   *
   * `GET /v1/partitions/{partitionId}/indices/search-text`
   */
  searchText: ListCall<SearchTextInput, SearchTextAnswer['data'][number], SearchTextAnswer>;
  /**
   * Emails the code that confirms an account, for a sign-in that requires it.
   *
   * `POST /v1/auth/email-code`
   */
  sendEmailCode: Call<SendEmailCodeInput, Record<string, unknown>>;
  /**
   * Sends a user the email with a link to set a new password.
   *
   * `POST /v1/users/{userId}/password-reset`
   */
  sendPasswordReset: Call<SendPasswordResetInput, Record<string, unknown>>;
  /**
   * Sets the password with a one-time link, and signs in; revokes the API tokens by default.
   *
   * `POST /v1/auth/password`
   */
  setPassword: Call<SetPasswordInput, Tokens | SecondFactorChallenge>;
  /**
   * Ends this session. Returns where the browser signs out at its provider, if it has to.
   *
   * `POST /v1/auth/sign-out`
   */
  signOut: OptionalCall<NoInput, SignOutAnswer>;
  /**
   * Signs the conclusions of your sample with the passkey signature of POST /v1/users/current/signatures; nothing can change afterwards.
   *
   * `POST /v1/partitions/{partitionId}/samples/{sampleId}/signature`
   */
  signSample: Call<SignSampleInput, AuditSampleDetail>;
  /**
   * Requests an account; the response is the same if there already is one.
   *
   * `POST /v1/auth/signup`
   */
  signUp: Call<SignUpInput, Record<string, unknown>>;
  /**
   * Starts a job that creates the same file and stores it for seven days. It survives restarts and reports progress. Versions written after this call are not included.
   *
   * `POST /v1/partitions/{partitionId}/evidence`
   */
  startEvidence: Call<StartEvidenceInput, Transfer>;
  /**
   * Starts linking an account at an identity provider. Returns where to send the browser.
   *
   * `POST /v1/users/current/identities`
   */
  startLinkingIdentity: Call<StartLinkingIdentityInput, StartLinkingIdentityAnswer>;
  /**
   * Returns the options for navigator.credentials.create, as JSON, with a challenge that is valid for five minutes.
   *
   * `POST /v1/users/current/factors/passkeys/options`
   */
  startPasskey: OptionalCall<NoInput, StartPasskeyAnswer>;
  /**
   * Starts a sign-in with a passkey alone: without a user name and a password.
   *
   * `POST /v1/auth/passkey`
   */
  startPasskeySignIn: OptionalCall<NoInput, StartPasskeySignInAnswer>;
  /**
   * Starts a sign-in with a provider. Returns where to send the browser, and the state that comes back.
   *
   * `POST /v1/auth/identity-providers/{identityProviderId}/authorization`
   */
  startProviderSignIn: Call<StartProviderSignInInput, StartProviderSignInAnswer>;
  /**
   * Starts the second step of the test: a test sign-in, which creates no session.
   *
   * `POST /v1/identity-providers/{identityProviderId}/trial`
   */
  startProviderTrial: Call<StartProviderTrialInput, StartProviderTrialAnswer>;
  /**
   * Starts a reauthentication with a passkey: returns the options for navigator.credentials.get, with a challenge that is valid for five minutes.
   *
   * `POST /v1/users/current/reauthentication/options`
   */
  startReauthentication: OptionalCall<NoInput, StartReauthenticationAnswer>;
  /**
   * Starts signing a change set, or the conclusions about a sample. Returns the statement to sign, valid for five minutes, and the options for navigator.credentials.get. 409 for an account with neither a passkey nor a password and authenticator app.
   *
   * `POST /v1/users/current/signatures`
   */
  startSignature: Call<StartSignatureInput, StartSignatureAnswer>;
  /**
   * Starts setting up an authenticator app (RFC 6238).
   *
   * `POST /v1/users/current/factors/totp`
   */
  startTotp: Call<StartTotpInput, StartTotpAnswer>;
  /**
   * Starts an import whose batches you send, a copy from another partition, or a rebuild of the search index. Copies and rebuilds need the role OWNER.
   *
   * `POST /v1/partitions/{partitionId}/jobs`
   */
  startTransfer: Call<StartTransferInput, Transfer>;
  /**
   * Submits a change set for review. One that needs no approvals can be committed at once, and is approved only once somebody approves it.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/submit`
   */
  submitChangeSet: Call<SubmitChangeSetInput, ChangeSet>;
  /**
   * Sends a test message now. Returns the result.
   *
   * `POST /authentication/v1/event-webhooks/{eventWebhookId}/test`
   */
  testEventWebhook: Call<TestEventWebhookInput, TestEventWebhookAnswer>;
  /**
   * Runs the first step of the test: discovery and keys with the saved settings.
   *
   * `POST /v1/identity-providers/{identityProviderId}/test`
   */
  testIdentityProvider: Call<TestIdentityProviderInput, ProviderChecks>;
  /**
   * Sends a test message now. Returns the result.
   *
   * `POST /v1/partitions/{partitionId}/webhooks/{webhookId}/test`
   */
  testWebhook: Call<TestWebhookInput, TestWebhookAnswer>;
  /**
   * Returns the version that last changed each field of the newest version. Searches the last 5,000 versions or 64 MiB.
   *
   * `GET /v1/partitions/{partitionId}/timelines/{timelineId}/blame`
   */
  timelineBlame: Call<TimelineBlameInput, TimelineBlameAnswer>;
  /**
   * Lists the history of a timeline, newest version first.
   *
   * `GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects`
   */
  timelineObjects: ListCall<TimelineObjectsInput, ObjectVersion>;
  /**
   * Lists the values of a field over time, newest first, each with the version that set it and until when it was valid; an element of a list is followed wherever it stood. Requires paging by cursor; a page may be short or even empty and still have hasMore.
   *
   * `GET /v1/partitions/{partitionId}/timelines/{timelineId}/values`
   */
  timelineValues: ListCall<TimelineValuesInput, TimelineValuesItem>;
  /**
   * Removes a user from an organizational unit.
   *
   * `PUT /v1/users/{userId}/organizational-unit/unassign`
   */
  unassignUserFromUnit: Call<UnassignUserFromUnitInput, User>;
  /**
   * Unlinks an account at a provider; the last way to sign in cannot be removed.
   *
   * `DELETE /v1/users/{userId}/identities/{identityId}`
   */
  unlinkUserIdentity: Call<UnlinkUserIdentityInput, void>;
  /**
   * Looks up the TXT record of a domain now; the domain is verified if it is found.
   *
   * `POST /v1/identity-providers/{identityProviderId}/domains/{domain}/verification`
   */
  verifyProviderDomain: Call<VerifyProviderDomainInput, EmailDomain>;
  /**
   * Looks up the TXT record of a domain now; the domain is verified if it is found.
   *
   * `POST /v1/organizational-units/{organizationalUnitId}/domains/{domain}/verification`
   */
  verifyUnitDomain: Call<VerifyUnitDomainInput, EmailDomain>;
  /**
   * Counts the versions written on each of the last days.
   *
   * `GET /v1/partitions/{partitionId}/versions-per-day`
   */
  versionsPerDay: Call<VersionsPerDayInput, VersionsPerDayAnswer>;
  /**
   * Counts the versions written on each of the last days, in all partitions you can open.
   *
   * `GET /v1/partitions/all/versions-per-day`
   */
  versionsPerDayOfAll: OptionalCall<VersionsPerDayOfAllInput, VersionsPerDayOfAllAnswer>;
  /**
   * Returns where an alias leads; counts as a visit by default. 404 whether it is unknown, deactivated or expired.
   *
   * `POST /v1/alias-url/visit`
   */
  visitAliasUrl: Call<VisitAliasUrlInput, VisitAliasUrlAnswer>;
  /**
   * Lists the webhooks that fail or were given up in the partitions you own; the 100 most recently changed.
   *
   * `GET /v1/partitions/all/webhooks`
   */
  webhooksToAttend: OptionalCall<NoInput, WebhooksToAttendAnswer>;
  /**
   * Withdraws a change set; it can be reopened.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/withdraw`
   */
  withdrawChangeSet: Call<WithdrawChangeSetInput, ChangeSet>;
  /**
   * Withdraws an invitation: its links stop working and the user is disabled.
   *
   * `DELETE /v1/users/invitations/{invitationId}`
   */
  withdrawInvitation: Call<WithdrawInvitationInput, void>;
}
