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
  /** What the owner calls the token, and its first characters. */
  description?: string | undefined;
  prefix?: string | undefined;
  scopes?: string[] | undefined;
  /** How many partitions the token is limited to; null for all of its owner. */
  partitionCount?: number | null | undefined;
  sinceDate: string | null;
  untilDate: string | null;
  /** Of a token its last use, otherwise the last sign-in; null where there was none, and as of the past. */
  lastUsedDate: string | null;
}

export interface AccessHolder {
  id: string;
  kind: 'USER' | 'APPLICATION';
  name: string | null;
  username: string | null;
  /** The caller may not see the account, or there was none at the moment: only its membership is known. */
  membershipOnly: boolean;
  grants: AccessGrant[];
}

export interface AccessReason {
  kind: 'STATUS' | 'ROLE' | 'MEMBER';
  /** Whether this gives access; a STATUS that does not takes all others away. */
  grants: boolean;
  role?: string | undefined;
  permission?: string | undefined;
  organizationalUnit?: {
    id: string;
    name: string;
  } | null | undefined;
  sinceDate?: string | undefined;
  /** As of a moment in the past: when it ended, where it has. */
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

/** The specification shows the alias in the question only: a foreign service may leave out everything. */
export interface AliasUrl {
  alias: string;
  target?: {
    kind: string;
    partitionId?: string | undefined;
    objectId?: string | undefined;
    timelineId?: string | undefined;
    url?: string | undefined;
  } | undefined;
  /** Whether it leads to its target now: not deactivated and not expired. */
  active?: boolean | undefined;
  deactivatedDate?: string | null | undefined;
  expiryDate?: string | null | undefined;
  visits?: number | undefined;
  lastVisitDate?: string | null | undefined;
  createdDate?: string | undefined;
  createdUserId?: string | undefined;
  createdUserName?: string | null | undefined;
  version?: number | undefined;
}

/** The specification does not show its shape: a foreign service may leave out everything. */
export interface ApiToken {
  id: string;
  description?: string | null | undefined;
  /** How the token begins, to tell it by. */
  prefix?: string | undefined;
  owner?: {
    id: string;
    name?: string | undefined;
    kind?: 'USER' | 'APPLICATION' | undefined;
  } | null | undefined;
  scopes?: string[] | undefined;
  /** Null: all partitions its owner may open. */
  partitionIds?: string[] | null | undefined;
  createdDate?: string | undefined;
  expiresDate?: string | null | undefined;
  expired?: boolean | undefined;
  lastUsedDate?: string | null | undefined;
  lastUsedAddress?: string | null | undefined;
}

/** A program with tokens of its own. Its id stands where a user's does: as member of partitions, as author. */
export interface Application {
  id: string;
  name?: string | undefined;
  description?: string | null | undefined;
  organizationalUnit?: {
    id: string;
    name?: string | undefined;
  } | null | undefined;
  roles?: string[] | undefined;
  tokenCount?: number | undefined;
  soonestExpiryDate?: string | null | undefined;
  lastUsedDate?: string | null | undefined;
  createdDate?: string | undefined;
  mayChange?: boolean | undefined;
  version?: number | undefined;
}

export interface ApproveChangeSetBody {
  revision: number;
  comment?: string | undefined;
  /** As confirming it answered. */
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
 * Whoever does not see everything sees the events of what they may see. In these, a person or a thing out of their scope
 * is `{ "id": "" }`, as is one that is gone, and is left out of lists.
 */
export interface AuditEvent {
  /** Also good as a key; a service of before gives none. */
  id?: string | undefined;
  /** The place in the chain; only for those who see everything. */
  seq: number | null;
  at: string;
  action: string;
  /** Null: the operator, or somebody unknown. */
  actor: {
    id: string;
    name?: string | null | undefined;
  } | null;
  subject: string | null;
  subjectName?: string | null | undefined;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Only for those who see everything, of one's own acts, and of what somebody unknown tried on one's account. */
  address: string | null;
  requestId: string | null;
}

export type AuthenticateBody = {
  username: string;
  password: string;
} | {
  refreshToken: string;
} | {
  challenge: string;
  code: string;
} | {
  challenge: string;
  assertion: Record<string, unknown>;
} | {
  code: string;
  state: string;
  /** Issuer as the provider's answer names it (RFC 9207). */
  iss?: string | undefined;
};

export interface AuthenticateInput {
  type: 'PASSWORD' | 'REFRESH_TOKEN' | 'SECOND_FACTOR' | 'IDENTITY_PROVIDER' | 'EMAIL_CODE';
  body: AuthenticateBody;
}

export interface BulkUsersAnswer {
  dryRun: boolean;
  results: {
    /** Line of the CSV, the head being 1. */
    row?: number | undefined;
    userId?: string | undefined;
    email?: string | undefined;
    outcome: 'DONE' | 'UNCHANGED' | 'REFUSED';
    code?: string | undefined;
    message?: string | undefined;
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
  /** With a head line: email, and any of name, roles, organizationalUnits, lang; several in one field by ";". */
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
  /** All of them: who is not named is none any more. Each an editor or owner. */
  contributors?: string[] | undefined;
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  /** Null: all of them, also those that a later version adds. */
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

export interface ChangeEventWebhookBody {
  url?: string | undefined;
  description?: string | undefined;
  actions?: ('session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped')[] | null | undefined;
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
  clientId?: string | undefined;
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | 'none' | undefined;
  scopes?: string[] | undefined;
  /** In place of what discovery says. */
  endpoints?: ProviderEndpoints | undefined;
  emailDomains?: string[] | undefined;
  /** Names of claims; where there is none of the whole name, a dot goes one level down, as realm_access.roles. */
  claimMap?: {
    subject?: string | undefined;
    email?: string | undefined;
    name?: string | undefined;
    groups?: string | null | undefined;
  } | undefined;
  /** Group of the provider to role; never GLOBAL_MASTER. */
  groupRoles?: Record<string, string> | undefined;
  /** Take every email of this provider for verified, whatever its claim says. */
  trustEmail?: boolean | undefined;
  /** The provider asks for a second factor itself, so it is not asked for here. */
  trustSecondFactor?: boolean | undefined;
  /** NONE: only linked accounts. EXISTING: links to the user with the verified email. CREATE: makes one otherwise. */
  provisioning?: 'NONE' | 'EXISTING' | 'CREATE' | undefined;
  newUserRoles?: string[] | undefined;
  newUserOrganizationalUnitId?: string | null | undefined;
  clientSecret?: string | null | undefined;
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
  /** Also revoke the own API tokens. They stay without it. */
  revokeTokens?: boolean | undefined;
}

export interface ChangePasswordInput {
  body: ChangePasswordBody;
}

/** The rules by which objects of a partition are changed. */
export interface ChangePolicy {
  /** Empty: everybody who may write writes directly. */
  rules: ChangeRule[];
  /** Whether a master may commit without the approvals. */
  breakGlass: boolean;
  /** 0 before the first. */
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
  reach?: 'all' | 'unit' | undefined;
  secondFactorRequired?: boolean | undefined;
  secondFactorGraceHours?: number | undefined;
}

export interface ChangeRoleInput {
  role: string;
  body: ChangeRoleBody;
}

/** What is asked of changes to objects of some types. */
export interface ChangeRule {
  /** Null: all types that no other rule names. */
  types: string[] | null;
  /** How many people have to approve. With 0 everybody writes directly. */
  approvals: number;
  /** Who counts. Never the author of a set, its contributors, or who is no member any more. */
  approvers: {
    roles: ('EDITOR' | 'OWNER')[];
    users: {
      userId: string;
      name: string | null;
    }[];
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
    /** The columns that were chosen to be shown, or not to be. */
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
  state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
  /** Grows with each change of what is reviewed: title, description, reason, operations. */
  revision: number;
  author: {
    userId: string;
    name: string | null;
  };
  createdDate: string;
  changedDate: string;
  submittedDate: string | null;
  operationCount: number;
  /** Those that nobody has resolved. */
  openComments: number;
  committedDate: string | null;
  description: string | null;
  /** Of each of its versions; without one, the title is. */
  reason: string | null;
  /** The receipt that tells of it, where the reason, or the title in its place, was erased. */
  reasonReceipt?: number | null | undefined;
  contributors: {
    userId: string;
    name: string | null;
  }[];
  /** Commits itself with the last approval. */
  autoCommit: boolean;
  /** Of its own fields, for If-Match. */
  version?: number | undefined;
  counts: {
    create: number;
    newVersion: number;
    end: number;
    restore: number;
  };
  /** The newest first. */
  reviews: ChangeSetReview[];
  /** What the policy asks of its operations; for a committed set, what it asked then. */
  requirements: {
    /** Null: all types that no other rule names. */
    types: string[] | null;
    /** How many people have to approve. With 0 everybody writes directly. */
    approvals: number;
    /** Who counts. Never the author of a set, its contributors, or who is no member any more. */
    approvers: {
      roles: ('EDITOR' | 'OWNER')[];
      users: {
        userId: string;
        name: string | null;
      }[];
    };
    reasonRequired: boolean;
    /** Whether only signed approvals count. */
    signatureRequired: boolean;
    /** Those of the approvals that count. */
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
    /** With the last approval, as the author wanted. */
    automatic: boolean;
    /** Why a master committed it without the approvals that the policy asked for; null otherwise. */
    breakGlassReason: string | null;
  } | null;
  /** The set that this one takes back, and the newest one that takes this one back, committed or the caller's own. */
  revertOf: {
    id: string;
    title: string;
  } | null;
  revertedBy: {
    id: string;
    title: string;
    state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
  } | null;
  may: ('EDIT' | 'MANAGE' | 'COMMENT' | 'SUBMIT' | 'APPROVE' | 'SIGN' | 'REQUEST_CHANGES' | 'WITHDRAW' | 'REOPEN' | 'COMMIT' | 'BREAK_GLASS' | 'REVERT' | 'DELETE')[];
  /** Whether a rule asks the caller for a signature: their approval counts for it only with one. */
  mustSign: boolean;
}

export interface ChangeSetComment {
  id: string;
  text: string;
  /** What it is about: the set, an operation, or a path of its data. */
  operationId: string | null;
  path: string | null;
  userId: string;
  userName: string | null;
  date: string;
  /** Of the set at that time. */
  revision: number;
  resolvedDate: string | null;
  resolvedUserId: string | null;
  resolvedUserName: string | null;
}

/** An operation as it is stored, with what it changes. */
export interface ChangeSetOperation {
  operationId: string;
  operation: 'create' | 'newVersion' | 'end' | 'restore';
  localName: string | null;
  /** By which imports know what a create starts. */
  key?: string | null | undefined;
  type: string;
  /** Null for a create that is not committed. */
  timelineId: string | null;
  /** The version that a restore brings back. */
  objectId: string | null;
  /** What the object will be; of a committed set, what it became. */
  objectData: Record<string, unknown>;
  references: {
    name: string;
    timelineId?: string | undefined;
    type?: string | null | undefined;
    objectId?: string | null | undefined;
    localName?: string | undefined;
  }[];
  /** The version that it was written on top of; null for a create. */
  predecessorId: string | null;
  base: ObjectVersion | null;
  /** The newest version of the timeline, where that is not the base. */
  current: ObjectVersion | null;
  /** Why it cannot be committed as it is, since others have written in between. */
  conflict: {
    code: 'stale_predecessor' | 'timeline_ended' | 'nothing_to_restore';
    message: string;
  } | null;
  /** What breaks the JSON Schema of its type, a reference, or its key; paths begin at the operation: `objectData.price`. */
  problems: {
    path: string;
    message: string;
  }[];
  editedDate: string;
  editedUserId: string;
  editedUserName: string | null;
  /** The version that it became; null until the set is committed. */
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
  /** Of the set that was reviewed. */
  revision: number;
  /**
   * Whether it counts now: of the revision of now, the last word of its author, who may still approve. For a committed
   * set, whether it counted then.
   */
  valid: boolean;
  /** What the approval was signed with; null for one without a signature, and for a request for changes. */
  signature: {
    meaning: 'REVIEWED' | 'APPROVED' | 'RESPONSIBLE';
    method: 'PASSKEY' | 'PASSWORD_AND_CODE';
    /** Of the signer, as it was signed. */
    name: string;
    signedDate: string;
  } | null;
}

/** A change set in a list. */
export interface ChangeSetSummary {
  id: string;
  partitionId: string;
  title: string;
  state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
  /** Grows with each change of what is reviewed: title, description, reason, operations. */
  revision: number;
  author: {
    userId: string;
    name: string | null;
  };
  createdDate: string;
  changedDate: string;
  submittedDate: string | null;
  operationCount: number;
  /** Those that nobody has resolved. */
  openComments: number;
  committedDate: string | null;
}

export interface ChangeSetsToAttendAnswer {
  data: {
    id: string;
    partitionId: string;
    title: string;
    state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
    /** Grows with each change of what is reviewed: title, description, reason, operations. */
    revision: number;
    author: {
      userId: string;
      name: string | null;
    };
    createdDate: string;
    changedDate: string;
    submittedDate: string | null;
    operationCount: number;
    /** Those that nobody has resolved. */
    openComments: number;
    committedDate: string | null;
    attention: 'TO_REVIEW' | 'CHANGES_REQUESTED' | 'TO_COMMIT' | 'BREAK_GLASS';
    partitionName: string;
  }[];
}

export interface ChangeSubscriptionAnswer {
  id: string;
  partitionId: string;
  /** Null where the caller may not read the partition now. */
  partitionName: string | null;
  /** The object that is followed; null for a search. */
  timelineId: string | null;
  /** Of the newest version of that object; null also where it has none or may not be read. */
  title: string | null;
  objectType: string | null;
  /** The search that is followed, in the query language; null for an object. */
  query: string | null;
  searched: 'objects' | 'changes' | null;
  /** Of a search: only versions that refer to one of these objects, now or before the change. Null: whatever they refer to. */
  references: {
    name?: string | undefined;
    timelineId: string;
    /** Of the newest version of the object; null also where it has none or may not be read. */
    title: string | null;
    objectType: string | null;
  }[] | null;
  /** The fields that are followed, by JSON Pointer: one of them changes. Null: all. */
  paths: string[] | null;
  delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
  state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
  /** Null while it is active. */
  pausedDate: string | null;
  /** Changes that were not marked as seen, 1,000 at most. */
  unseen: number;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
}

export interface ChangeSubscriptionBody {
  /** Of a search alone. */
  query?: string | undefined;
  /** Of a search alone. */
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
  /** Only of oneself. */
  changeSetMails?: boolean | undefined;
}

export interface ChangeUserInput {
  userId: string;
  body: ChangeUserBody;
}

export interface ChangeUserStatusBody {
  status: 'ACTIVE' | 'DISABLED';
}

export interface ChangeUserStatusInput {
  userId: string;
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** To one of these objects, now or before the change. Null: whatever it refers to. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages have the whole data and the references, not only what changed. */
  includeData: boolean;
  /** Whether messages have the proof of the version. */
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

/** A run of a list that does not know its total in advance. */
export interface ChangesPage {
  data: ObjectVersion[];
  /** Where the feed goes on; also when there was nothing new. */
  nextCursor: string;
  hasMore: boolean;
}

export interface ChangesSinceAnswer {
  data: {
    id: string;
    partitionName: string;
    /** Of the oldest version of others that was counted. */
    firstSequence: number;
    versionCount: number;
    /** There are more versions than were counted. */
    hasMore: boolean;
    operations: {
      /** BATCH: versions that a program wrote one after the other. */
      kind: 'IMPORT' | 'BATCH' | 'CHANGE';
      userId: string;
      userName: string | null;
      /** When the last of its versions came here; the dates of an import may be older. */
      date: string;
      versionCount: number;
      objectCount: number;
      firstSequence: number;
      lastSequence: number;
      /** The newest version. */
      objectId: string;
      /** Of a change, with its predecessor; left out where all are too large together. */
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
  /** No operation has a conflict or problem. Approvals are not looked at. */
  valid: boolean;
  /** The operations that have one, the first 100. */
  data: {
    operationId: string;
    conflict: {
      code: 'stale_predecessor' | 'timeline_ended' | 'nothing_to_restore';
      message: string;
    } | null;
    problems: {
      path: string;
      message: string;
    }[];
  }[];
}

export interface CheckChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface CheckPasswordTokenAnswer {
  state: 'valid' | 'expired' | 'used' | 'unknown';
  /** Only when the link is valid. */
  email?: string | undefined;
  /** Also when it is not, but for unknown links: it says where to get a new one. */
  purpose?: 'SETUP' | 'INVITATION' | 'RESET' | 'SIGNUP' | undefined;
  /** The API tokens that setting the password revokes unless they are kept; only when there are any. */
  tokens?: {
    description: string;
    prefix: string;
    lastUsedDate: string | null;
  }[] | undefined;
}

export interface CheckPasswordTokenInput {
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
  /** Of every version that it writes. */
  reason?: string | null | undefined;
  operations: Operation[];
}

export interface CommitTransactionInput {
  partitionId: string;
  dryRun?: boolean | undefined;
  body: CommitTransactionBody;
}

/**
 * A condition on objectData. On the way of the path an array stands for each of its elements, so that `eq` finds an array
 * that has the value; an array in an array is opened no further. `ne` is what `eq` is not, and `absent` what `exists` is
 * not. `lt` to `ge` compare numbers with numbers and texts with texts by code points, which puts RFC 3339 moments in
 * order. `contains` and `startsWith` look at texts, without regard to case.
 */
export interface Condition {
  path: string;
  op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'startsWith' | 'exists' | 'absent';
  value?: string | number | boolean | null | undefined;
}

export interface ConfirmSignatureAnswer {
  /** A JWS, which approving the change set takes. */
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
  /** Left out: read and write. */
  scopes?: ('read' | 'write' | 'admin')[] | undefined;
  partitionIds?: string[] | null | undefined;
  /** Left out: in 90 days. Null: never, which only masters may. */
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  /** Null: all of them, also those that a later version adds. */
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
  secret: string | null;
}

export interface CreateEventWebhookBody {
  url: string;
  description?: string | undefined;
  actions?: ('session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped')[] | null | undefined;
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
  clientId: string;
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | 'none' | undefined;
  scopes?: string[] | undefined;
  /** In place of what discovery says. */
  endpoints?: ProviderEndpoints | undefined;
  emailDomains?: string[] | undefined;
  /** Names of claims; where there is none of the whole name, a dot goes one level down, as realm_access.roles. */
  claimMap?: {
    subject?: string | undefined;
    email?: string | undefined;
    name?: string | undefined;
    groups?: string | null | undefined;
  } | undefined;
  /** Group of the provider to role; never GLOBAL_MASTER. */
  groupRoles?: Record<string, string> | undefined;
  /** Take every email of this provider for verified, whatever its claim says. */
  trustEmail?: boolean | undefined;
  /** The provider asks for a second factor itself, so it is not asked for here. */
  trustSecondFactor?: boolean | undefined;
  /** NONE: only linked accounts. EXISTING: links to the user with the verified email. CREATE: makes one otherwise. */
  provisioning?: 'NONE' | 'EXISTING' | 'CREATE' | undefined;
  newUserRoles?: string[] | undefined;
  newUserOrganizationalUnitId?: string | null | undefined;
  clientSecret?: string | null | undefined;
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
  reach: 'all' | 'unit';
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
    /** The columns that were chosen to be shown, or not to be. */
    columns?: Record<string, boolean> | undefined;
  } | undefined;
  shared?: boolean | undefined;
}

export interface CreateSavedSearchInput {
  partitionId: string;
  body: CreateSavedSearchBody;
}

export interface CreateSubscriptionAnswer {
  id: string;
  partitionId: string;
  /** Null where the caller may not read the partition now. */
  partitionName: string | null;
  /** The object that is followed; null for a search. */
  timelineId: string | null;
  /** Of the newest version of that object; null also where it has none or may not be read. */
  title: string | null;
  objectType: string | null;
  /** The search that is followed, in the query language; null for an object. */
  query: string | null;
  searched: 'objects' | 'changes' | null;
  /** Of a search: only versions that refer to one of these objects, now or before the change. Null: whatever they refer to. */
  references: {
    name?: string | undefined;
    timelineId: string;
    /** Of the newest version of the object; null also where it has none or may not be read. */
    title: string | null;
    objectType: string | null;
  }[] | null;
  /** The fields that are followed, by JSON Pointer: one of them changes. Null: all. */
  paths: string[] | null;
  delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
  state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
  /** Null while it is active. */
  pausedDate: string | null;
  /** Changes that were not marked as seen, 1,000 at most. */
  unseen: number;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
}

export interface CreateSubscriptionBody {
  timelineId?: string | undefined;
  query?: string | undefined;
  /** What the search looks through. An object matches when it does so before or after the change. */
  searched?: 'objects' | 'changes' | undefined;
  /** Of a search alone: only versions that refer to one of these objects, now or before the change. */
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
  /** Null: never, which only masters may. */
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** To one of these objects, now or before the change. Null: whatever it refers to. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages have the whole data and the references, not only what changed. */
  includeData: boolean;
  /** Whether messages have the proof of the version. */
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
  username?: string | undefined;
  name?: string | null | undefined;
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

export interface DeleteSubscriptionInput {
  subscriptionId: string;
}

export interface DeleteWebhookInput {
  partitionId: string;
  webhookId: string;
}

export interface DiscoverIdentityProviderBody {
  issuer: string;
}

export interface DiscoverIdentityProviderInput {
  body: DiscoverIdentityProviderBody;
}

/** An email domain of an identity provider or an organizational unit. It counts for nothing until it is verified. */
export interface EmailDomain {
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
  /** Number of the first receipt; null when nothing was erased. */
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
  /** Further versions give the same reason, that of the path among them: the same call erases the next ones. */
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
  /** Number of the first receipt; null when nothing was erased. */
  receipt: number | null;
  /** Of all of them: many values come into several, one after the other. */
  receipts?: number[] | undefined;
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
  /** Of the values in this version; a path to an object or list stands for all below it. */
  paths: string[];
  /** Whatever stands at these paths in any version, not only what stands there in this one. */
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
  erasedUserName?: string | null | undefined;
  reason: string;
  legalBasis: string;
  versionCount: number;
  valueCount: number;
}

export interface EventsPerDayAnswer {
  /** Oldest first, each day in UTC, those without an event too. */
  data: {
    day: string;
    eventCount: number;
    failureCount: number;
  }[];
  /** False when there were more than were counted. */
  complete: boolean;
}

export interface EventsPerDayInput {
  subject?: string | undefined;
  actorId?: string | undefined;
  action?: 'session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped' | undefined;
  outcome?: 'SUCCESS' | 'FAILURE' | undefined;
  /** Only changes of what somebody may do. */
  kind?: 'ACCESS' | undefined;
  /** The first moment that counts, and the first that does not any more. */
  from?: string | undefined;
  to?: string | undefined;
  address?: string | undefined;
  days?: number | undefined;
}

/** What somebody asked a job for. */
export interface EvidenceOfJob {
  subject: 'OBJECT' | 'SEARCH' | 'PARTITION';
  objectId?: string | undefined;
  /** Not kept after an erasure, since it may name what was erased. */
  query?: string | undefined;
  /** Left out: when it was asked for. */
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  language: 'en' | 'de';
}

export interface ExplainAccessAnswer {
  mayRead: boolean;
  mayWrite: boolean;
  /** The member role that counts in the end. */
  role: string | null;
  /** Whether an account that may sign in has a role that allows writing wherever one is editor or owner. */
  mayWriteAsMember?: boolean | undefined;
  partitionName?: string | undefined;
  reasons: AccessReason[];
}

export interface ExplainAccessInput {
  userId: string;
  asOf?: string | undefined;
  partitionId?: string | undefined;
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

export interface ExportObjectsItem {
  key: string;
}

export interface Factor {
  id: string;
  kind: 'TOTP' | 'PASSKEY';
  name: string;
  createdDate: string;
  lastUsedDate: string | null;
}

export interface FindIdAnswer {
  /** One as a rule; a version and a timeline, or two partitions, may by chance share an id. */
  data: {
    kind: 'OBJECT' | 'TIMELINE';
    partitionId: string;
    partitionName?: string | undefined;
    timelineId: string;
    /** Of a timeline, its newest version. */
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
  /** Not signed in for so many days; who never did counts too. */
  notSignedInForDays?: number | undefined;
  sort?: 'name' | 'email' | 'createdDate' | 'lastSignInDate' | '-name' | '-email' | '-createdDate' | '-lastSignInDate' | undefined;
}

export interface FinishTransferInput {
  partitionId: string;
  jobId: string;
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
    /** When the first one was applied: how long this database is in use. */
    firstDate: string | null;
    newest: string | null;
    pending: string[];
    /** What migrations left to be filled while servers run; those that are through have an end. A version before this has none. */
    backfills?: {
      name: string;
      done: number;
      /** Rows of the table when it began, by the database's estimate. */
      total: number | null;
      startedDate: string | null;
      endedDate: string | null;
    }[] | undefined;
  };
  database: {
    kind: 'embedded' | 'postgresql';
    version: string;
    bytes: number;
  };
  /** Of the disk under the data directory. */
  disk: {
    freeBytes: number;
    totalBytes: number;
  } | null;
  lastHour: {
    /** Less than an hour ago where the processes started later. */
    sinceDate: string;
    /** How many of the processes are in the sum; without it only the one that answers. */
    workers?: number | undefined;
    requests: number;
    /** Answered with 5xx other than 503. */
    failed: number;
    /** Answered with 429 or 503. */
    refused: number;
  } | null;
  outbox: {
    waiting: number;
    /** Tried without success, and to be tried again. */
    failed: number;
    oldestDate: string | null;
    /** Of those to be tried again and those given up in the last seven days, newest first, a few of each. */
    failures: MailFailure[];
  };
  /** Of the audit log. */
  eventWebhooks?: {
    /** The ids of those that were given up or stopped, and of those that fail for longer than five minutes. */
    notDelivering: string[];
  } | undefined;
  signingKeys: {
    id: string;
    createdDate: string;
    retiredDate: string | null;
  }[];
  configuration: {
    name: string;
    /** Null: not set. Of a secret there is at most a part that is none. */
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
  /** Of the set. */
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
  anchor?: Record<string, unknown> | null | undefined;
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
    /** When the first one was applied: how long this database is in use. */
    firstDate: string | null;
    newest: string | null;
    pending: string[];
    /** What migrations left to be filled while servers run; those that are through have an end. A version before this has none. */
    backfills?: {
      name: string;
      done: number;
      /** Rows of the table when it began, by the database's estimate. */
      total: number | null;
      startedDate: string | null;
      endedDate: string | null;
    }[] | undefined;
  };
  database: {
    kind: 'embedded' | 'postgresql';
    version: string;
    bytes: number;
  };
  /** Of the disk under the data directory. */
  disk: {
    freeBytes: number;
    totalBytes: number;
  } | null;
  lastHour: {
    /** Less than an hour ago where the processes started later. */
    sinceDate: string;
    /** How many of the processes are in the sum; without it only the one that answers. */
    workers?: number | undefined;
    requests: number;
    /** Answered with 5xx other than 503. */
    failed: number;
    /** Answered with 429 or 503. */
    refused: number;
  } | null;
  jobs: {
    states: {
      state: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';
      count: number;
    }[];
    /** Of the copies and search indexes that no server works on. */
    oldestWaitingDate: string | null;
    /** Of the last seven days, newest first, a few. */
    failures: JobFailure[];
  };
  logKeys: {
    name: string;
    createdDate: string;
    /** Otherwise it is kept in a file, or signs nothing any more. */
    inDatabase: boolean;
  }[];
  /** The last one by `annals backup` on this data directory; null where there was none. */
  backup: {
    takenDate: string;
    bytes: number;
  } | null;
  /** As the process sees them that answers. */
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
  erasedUserName?: string | null | undefined;
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  /** Null: all of them, also those that a later version adds. */
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
  /** Of the answer; null where none came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** Of the event in the chain; null for a test. */
  seq: number | null;
  request: {
    url: string;
    /** The signatures are masked. */
    headers: Record<string, string>;
    /** As it would be sent now: what was erased since is not in it. Null where it cannot be made any more. */
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
  memberCount: number;
  /** Not everything goes in, as the file says. */
  overLimit: boolean;
  /** It takes long: a job makes it while the person does something else. */
  large?: boolean | undefined;
}

export interface GetEvidenceInput {
  partitionId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  objectId?: string | undefined;
  query?: string | undefined;
  /** Of the report. */
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

export interface GetObjectProofAnswer {
  format: string;
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
  /** Null where the caller may not read the partition now. */
  partitionName: string | null;
  /** The object that is followed; null for a search. */
  timelineId: string | null;
  /** Of the newest version of that object; null also where it has none or may not be read. */
  title: string | null;
  objectType: string | null;
  /** The search that is followed, in the query language; null for an object. */
  query: string | null;
  searched: 'objects' | 'changes' | null;
  /** Of a search: only versions that refer to one of these objects, now or before the change. Null: whatever they refer to. */
  references: {
    name?: string | undefined;
    timelineId: string;
    /** Of the newest version of the object; null also where it has none or may not be read. */
    title: string | null;
    objectType: string | null;
  }[] | null;
  /** The fields that are followed, by JSON Pointer: one of them changes. Null: all. */
  paths: string[] | null;
  delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
  state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
  /** Null while it is active. */
  pausedDate: string | null;
  /** Changes that were not marked as seen, 1,000 at most. */
  unseen: number;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** To one of these objects, now or before the change. Null: whatever it refers to. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages have the whole data and the references, not only what changed. */
  includeData: boolean;
  /** Whether messages have the proof of the version. */
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
  /** Of the answer; null where none came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** Of the event in the log of the partition; null for a test. */
  index: number | null;
  /** Of the version; null for an event that is none. */
  sequence: number | null;
  request: {
    url: string;
    /** The signatures are masked. */
    headers: Record<string, string>;
    /** As it would be sent now: what was erased since is not in it. Null where it cannot be made any more. */
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
  /** What a question to the database takes, in milliseconds. */
  databaseMs?: number | undefined;
  /** Left out where the service has none. */
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
 * There is an account with the email that the provider vouches for, and it has ways to sign in already: the person shows
 * that it is theirs before the provider opens it, by signing in as before or with a code sent to the email.
 */
export interface IdentityConfirmation {
  confirmation: string;
  identityProviderId: string;
  identityProviderName: string;
  email: string;
  /** Whether POST /v1/auth/email-code sends a code. Of a global master's account it does not. */
  byEmail: boolean;
}

/** The specification shows id and name: a foreign service may leave out the rest. The secret never comes back. */
export interface IdentityProvider {
  id: string;
  name?: string | undefined;
  organizationalUnit?: {
    id: string;
    name?: string | undefined;
  } | null | undefined;
  protocol?: string | undefined;
  enabled?: boolean | undefined;
  buttonLabel?: string | undefined;
  issuer?: string | undefined;
  clientId?: string | undefined;
  hasClientSecret?: boolean | undefined;
  clientAuthentication?: string | undefined;
  scopes?: string[] | undefined;
  endpoints?: Record<string, string> | undefined;
  emailDomains?: string[] | undefined;
  /** The same with their state. */
  domains?: EmailDomain[] | undefined;
  claimMap?: Record<string, string | null> | undefined;
  groupRoles?: Record<string, string> | undefined;
  trustEmail?: boolean | undefined;
  trustSecondFactor?: boolean | undefined;
  provisioning?: string | undefined;
  newUserRoles?: string[] | undefined;
  newUserOrganizationalUnitId?: string | null | undefined;
  /** To be registered at the provider. */
  callbackUrl?: string | undefined;
  userCount?: number | undefined;
  lastSignInDate?: string | null | undefined;
  createdDate?: string | undefined;
  mayChange?: boolean | undefined;
  version?: number | undefined;
}

export interface ImportObjectsAnswer {
  created: number;
  changed: number;
  ended: number;
  /** Rows whose id was there already. */
  existing: number;
  refused: {
    /** Of the rows of this batch, from 0; in a transfer of the file. */
    row: number;
    code: string;
    message: string;
  }[];
  /** Of a dry run, for each row in order: what would become of it. */
  outcomes?: ('created' | 'changed' | 'ended' | 'existing' | 'refused')[] | undefined;
  /** With forChangeSet: the timelines of the partition that keys of rows and references lead to, each by its key. */
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
  /** The number that each row has in its file, from 1: by it the transfer stores what was refused. */
  numbers?: number[] | undefined;
  /** Of the rows that have none of their own. */
  reason?: string | null | undefined;
}

export interface ImportObjectsInput {
  partitionId: string;
  dryRun?: boolean | undefined;
  /** Write what is right, and tell which rows were not. */
  skipRefused?: boolean | undefined;
  /** A row that says what its timeline says already is not written, and counts as existing. */
  skipUnchanged?: boolean | undefined;
  /** With dryRun: the rows will be changes of a change set, so what the partition asks of direct writes is not asked. */
  forChangeSet?: boolean | undefined;
  /** The transfer that this batch belongs to. */
  jobId?: string | undefined;
  body: ImportObjectsBody;
}

/**
 * One version to import. `key` names a timeline across runs, or is the id of one; `id` makes the row repeatable: an id that
 * is already there with the same content is not written again. After a row with `ended` the timeline goes on only with
 * one that has `restored`. A reference leads to what is there or comes before it in the batch; to what comes later only
 * where both rows have the same `modificationDate`, as the versions of one transaction do.
 */
export type ImportRow = {
  key: string;
  id?: string | undefined;
  /** Left out: the moment of the import. */
  modificationDate?: string | undefined;
  /** Who wrote it, left out: who imports. Somebody else only where an owner imports. */
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
  /** Left out: the moment of the import. */
  modificationDate?: string | undefined;
  /** Who wrote it, left out: who imports. Somebody else only where an owner imports. */
  modificationUserId?: string | undefined;
  /** Why it was written. */
  reason?: string | null | undefined;
  ended: true;
};

export interface Invitation {
  id: string;
  userId: string;
  email: string;
  name?: string | null | undefined;
  state: 'QUEUED' | 'SENT' | 'FAILED' | 'OPENED' | 'EXPIRED' | 'ACCEPTED' | 'WITHDRAWN';
  invitedBy?: {
    id: string;
    name: string;
  } | null | undefined;
  createdDate: string;
  sentDate: string | null;
  openedDate: string | null;
  acceptedDate: string | null;
  expiresDate: string | null;
  /** Why the mail server would not take it. */
  failure?: string | null | undefined;
}

export interface JobFailure {
  id: string;
  kind: 'IMPORT' | 'COPY' | 'REINDEX' | 'EVIDENCE';
  partitionId: string;
  partitionName: string | null;
  error: string | null;
  changedDate: string;
}

export interface LatestObjectInput {
  partitionId: string;
  timelineId: string;
  asOf?: string | undefined;
  asHeld?: boolean | undefined;
  changeSet?: string | undefined;
}

/** What came of linking an account at a provider: no session. */
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

export type ListAliasUrlsAnswer = Page<AliasUrl> | {
  alias: string;
  target?: {
    kind: string;
    partitionId?: string | undefined;
    objectId?: string | undefined;
    timelineId?: string | undefined;
    url?: string | undefined;
  } | undefined;
  /** Whether it leads to its target now: not deactivated and not expired. */
  active?: boolean | undefined;
  deactivatedDate?: string | null | undefined;
  expiryDate?: string | null | undefined;
  visits?: number | undefined;
  lastVisitDate?: string | null | undefined;
  createdDate?: string | undefined;
  createdUserId?: string | undefined;
  createdUserName?: string | null | undefined;
  version?: number | undefined;
};

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
  state?: ('DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN')[] | undefined;
  /** Of which the caller is author or contributor. */
  mine?: boolean | undefined;
  /** That wait for a review of the caller. */
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
  /** Of the answer; null where none came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** Of the event in the chain; null for a test. */
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  /** Null: all of them, also those that a later version adds. */
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

export interface ListEventsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  subject?: string | undefined;
  actorId?: string | undefined;
  action?: 'session.started' | 'session.ended' | 'session.allEnded' | 'signIn.failed' | 'signIn.refused' | 'refreshToken.reused' | 'reauthentication.failed' | 'link.made' | 'link.replaced' | 'link.used' | 'password.set' | 'password.changed' | 'password.resetRequested' | 'signUp.requested' | 'mail.sent' | 'mail.failed' | 'mail.retried' | 'user.created' | 'user.changed' | 'user.statusChanged' | 'user.roleAdded' | 'user.roleRemoved' | 'user.unitAssigned' | 'user.unitUnassigned' | 'user.offboarded' | 'invitation.made' | 'invitation.resent' | 'invitation.opened' | 'invitation.accepted' | 'invitation.withdrawn' | 'factor.added' | 'factor.removed' | 'factor.failed' | 'secondFactor.overdue' | 'recoveryCodes.made' | 'recoveryCode.used' | 'signature.given' | 'signature.failed' | 'identity.linked' | 'identity.unlinked' | 'identity.confirmationAsked' | 'credentials.removed' | 'identityProvider.created' | 'identityProvider.changed' | 'identityProvider.deleted' | 'identityProvider.tested' | 'identityProvider.domainVerified' | 'unit.created' | 'unit.changed' | 'unit.deleted' | 'unit.domainVerified' | 'unit.roleAdded' | 'unit.roleRemoved' | 'role.created' | 'role.changed' | 'role.deleted' | 'token.created' | 'token.revoked' | 'application.created' | 'application.changed' | 'application.deleted' | 'changeSet.committedWithoutApprovals' | 'changePolicy.changed' | 'signingKey.rotated' | 'checkpointKey.rotated' | 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secretRotated' | 'webhook.replayed' | 'webhook.resent' | 'eventWebhook.created' | 'eventWebhook.changed' | 'eventWebhook.deleted' | 'eventWebhook.secretRotated' | 'eventWebhook.replayed' | 'eventWebhook.resent' | 'eventWebhook.givenUp' | 'configuration.applied' | 'configuration.stopped' | undefined;
  outcome?: 'SUCCESS' | 'FAILURE' | undefined;
  /** Only changes of what somebody may do. */
  kind?: 'ACCESS' | undefined;
  /** The first moment that counts, and the first that does not any more. */
  from?: string | undefined;
  to?: string | undefined;
  address?: string | undefined;
}

export interface ListFactorsAnswer {
  data: Factor[];
  recoveryCodesLeft: number;
  /** A role or unit asks for a second factor: the last one cannot be removed. */
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
}

export interface ListInvitationsInput {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  state?: 'QUEUED' | 'SENT' | 'FAILED' | 'OPENED' | 'EXPIRED' | 'ACCEPTED' | 'WITHDRAWN' | undefined;
  /** Only those not accepted and not withdrawn. */
  open?: boolean | undefined;
  userId?: string | undefined;
  name?: string | undefined;
}

export interface ListLogEntriesAnswer {
  data: {
    index: number;
  }[];
  /** Where to go on; null at the end. */
  nextIndex: number | null;
}

export interface ListLogEntriesInput {
  partitionId: string;
  /** Index of the first. */
  from?: number | undefined;
  /** Of the log: entries from there on are left out. */
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
  partitionId?: string | undefined;
  timelineId?: string | undefined;
  type?: string | undefined;
  objectData?: Record<string, unknown> | undefined;
  references?: Reference[] | undefined;
  genesisDate?: string | undefined;
  genesisUserId?: string | null | undefined;
  modificationDate?: string | undefined;
  modificationUserId?: string | null | undefined;
  modificationUserName?: string | null | undefined;
  /** 1 for the first version of a timeline. */
  modificationCount?: number | undefined;
  predecessorId?: string | null | undefined;
  /** Set on the version that ended the timeline. */
  endedDate?: string | null | undefined;
  /** Its place among all versions of the partition, from 1 on without gaps. */
  sequence?: number | undefined;
  /** When and by whom it was brought in; null for a version that was written here. */
  importedDate?: string | null | undefined;
  importedUserId?: string | null | undefined;
  /** Why it was written, as its author says; null where no reason was given. */
  reason?: string | null | undefined;
  /** The receipt that tells of it, where the reason was erased. */
  reasonReceipt?: number | null | undefined;
  /** The change set that it was committed with; null for a version that was written by itself. */
  changeSetId?: string | null | undefined;
  /** The values that were erased, each with the number of its receipt: null stands in their place. */
  erased?: {
    path: string;
    receipt: number;
  }[] | null | undefined;
  /** What it was written on top of, where it was asked for and is not too large. */
  predecessor?: {
    type?: string | undefined;
    objectData?: Record<string, unknown> | undefined;
    references?: Reference[] | undefined;
    endedDate?: string | null | undefined;
    erased?: {
      path: string;
      receipt: number;
    }[] | null | undefined;
  } | undefined;
  partitionName?: string | undefined;
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
  /** Null for one who wrote there and is no member. */
  role: string | null;
  sinceDate: string | null;
  versionCount: number;
  lastWrittenDate: string | null;
}

export interface ListProviderCertificatesAnswer {
  certificates: ProviderCertificate[];
}

export interface ListRolesInput {
  asOf?: string | undefined;
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
  /** Null where the caller may not read the partition now. */
  partitionName: string | null;
  /** The object that is followed; null for a search. */
  timelineId: string | null;
  /** Of the newest version of that object; null also where it has none or may not be read. */
  title: string | null;
  objectType: string | null;
  /** The search that is followed, in the query language; null for an object. */
  query: string | null;
  searched: 'objects' | 'changes' | null;
  /** Of a search: only versions that refer to one of these objects, now or before the change. Null: whatever they refer to. */
  references: {
    name?: string | undefined;
    timelineId: string;
    /** Of the newest version of the object; null also where it has none or may not be read. */
    title: string | null;
    objectType: string | null;
  }[] | null;
  /** The fields that are followed, by JSON Pointer: one of them changes. Null: all. */
  paths: string[] | null;
  delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
  state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
  /** Null while it is active. */
  pausedDate: string | null;
  /** Changes that were not marked as seen, 1,000 at most. */
  unseen: number;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
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
  /** Who started it, or resumed it last. */
  userId?: string | undefined;
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
  /** Not signed in for so many days; who never did counts too. */
  notSignedInForDays?: number | undefined;
  sort?: 'name' | 'email' | 'createdDate' | 'lastSignInDate' | '-name' | '-email' | '-createdDate' | '-lastSignInDate' | undefined;
  name?: string | undefined;
  below?: boolean | undefined;
}

export interface ListUnseenAnswer {
  data: {
    id: string;
    partitionId: string;
    /** Null where the caller may not read the partition now. */
    partitionName: string | null;
    /** The object that is followed; null for a search. */
    timelineId: string | null;
    /** Of the newest version of that object; null also where it has none or may not be read. */
    title: string | null;
    objectType: string | null;
    /** The search that is followed, in the query language; null for an object. */
    query: string | null;
    searched: 'objects' | 'changes' | null;
    /** Of a search: only versions that refer to one of these objects, now or before the change. Null: whatever they refer to. */
    references: {
      name?: string | undefined;
      timelineId: string;
      /** Of the newest version of the object; null also where it has none or may not be read. */
      title: string | null;
      objectType: string | null;
    }[] | null;
    /** The fields that are followed, by JSON Pointer: one of them changes. Null: all. */
    paths: string[] | null;
    delivery: 'IMMEDIATELY' | 'DAILY' | 'HOME';
    state: 'ACTIVE' | 'PAUSED' | 'NO_ACCESS' | 'USER_DISABLED' | 'QUERY_FAILS';
    /** Null while it is active. */
    pausedDate: string | null;
    /** Changes that were not marked as seen, 1,000 at most. */
    unseen: number;
    createdDate: string;
    changedDate: string;
    version?: number | undefined;
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
      /** Those of the followed fields that changed, the first ones; of a new object none. */
      changes: {
        /** JSON Pointer into the data. */
        path: string;
        /** As JSON, shortened; null where there was none, or where it was erased. */
        before: string | null;
        after: string | null;
        /** Whether the value was erased since, on either side. */
        erased: boolean;
      }[];
      /** How many there are besides. */
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
  /** Not signed in for so many days; who never did counts too. */
  notSignedInForDays?: number | undefined;
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
  /** Of the answer; null where none came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** Of the event in the log of the partition; null for a test. */
  index: number | null;
  /** Of the version; null for an event that is none. */
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** To one of these objects, now or before the change. Null: whatever it refers to. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages have the whole data and the references, not only what changed. */
  includeData: boolean;
  /** Whether messages have the proof of the version. */
  includeProof: boolean;
}

export interface ListedDataUser {
  id: string;
  username?: string | undefined;
  name?: string | null | undefined;
  /** Of those the caller may open. */
  partitionCount?: number | undefined;
  /** Versions they wrote in those. */
  versionCount?: number | undefined;
}

export interface MailFailure {
  id: string;
  kind: string;
  /** Null where the mail is for an address that belongs to nobody. */
  userId: string | null;
  userName: string | null;
  failure: string | null;
  createdDate: string;
  /** Null: it was given up. */
  nextAttemptDate: string | null;
}

/** `{email}` as a value is filled in by the service. Of `ctaLink` only the path counts: it must be /set-password. */
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
  role?: 'READER' | 'EDITOR' | 'OWNER' | undefined;
  username?: string | undefined;
  name?: string | null | undefined;
  sinceDate?: string | undefined;
}

/** A new token: `token` is shown this once. */
export interface NewApiToken {
  id: string;
  description?: string | null | undefined;
  /** How the token begins, to tell it by. */
  prefix?: string | undefined;
  owner?: {
    id: string;
    name?: string | undefined;
    kind?: 'USER' | 'APPLICATION' | undefined;
  } | null | undefined;
  scopes?: string[] | undefined;
  /** Null: all partitions its owner may open. */
  partitionIds?: string[] | null | undefined;
  createdDate?: string | undefined;
  expiresDate?: string | null | undefined;
  expired?: boolean | undefined;
  lastUsedDate?: string | null | undefined;
  lastUsedAddress?: string | null | undefined;
  token?: string | undefined;
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
 * A version to write. The answer of a read may be sent back as it is, with other data: `id` then names the version that it
 * is written on top of, as `predecessorId` does otherwise, and the reason of that version is not taken for one of the
 * new version.
 */
export interface NewVersion {
  type?: string | undefined;
  objectData: Record<string, unknown>;
  references?: NewReference[] | undefined;
  timelineId?: string | undefined;
  /** Null: there is none, so that the timeline begins here or not at all. */
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

export interface ObjectSearch {
  /**
   * Words and conditions in the query language, which hold beside all others here. A part of it that cannot be read is
   * refused with 400 and its place.
   */
  query?: string | undefined;
  type?: string | undefined;
  /**
   * Every word must occur in objectData as the beginning of a word there. Only letters and digits count: a word
   * without any asks for nothing. At most 32 different words.
   */
  text?: string | undefined;
  /** Ended timelines only, or not ended only; both when left out. */
  ended?: boolean | undefined;
  /** All of them must hold. */
  where?: Condition[] | undefined;
  /** All of these references must be there; without a name, by any. */
  references?: {
    name?: string | undefined;
    timelineId: string;
  }[] | undefined;
  /** Who wrote the newest version. */
  modifiedBy?: string | undefined;
  /** The first moment that counts, and the last. */
  modifiedFrom?: string | undefined;
  modifiedTo?: string | undefined;
}

/** A type of objects in a partition. */
export interface ObjectType {
  type: string;
  timelineCount: number;
  versionCount: number;
  jsonSchema?: Record<string, unknown> | null | undefined;
  /** Of the schema; 0 before the first. */
  version?: number | undefined;
  /** When and by whom the schema was last changed. */
  changedDate?: string | null | undefined;
  changedUserId?: string | null | undefined;
}

/** One immutable version in a timeline. A foreign service may leave out everything. */
export interface ObjectVersion {
  id: string;
  partitionId?: string | undefined;
  timelineId?: string | undefined;
  type?: string | undefined;
  objectData?: Record<string, unknown> | undefined;
  references?: Reference[] | undefined;
  genesisDate?: string | undefined;
  genesisUserId?: string | null | undefined;
  modificationDate?: string | undefined;
  modificationUserId?: string | null | undefined;
  modificationUserName?: string | null | undefined;
  /** 1 for the first version of a timeline. */
  modificationCount?: number | undefined;
  predecessorId?: string | null | undefined;
  /** Set on the version that ended the timeline. */
  endedDate?: string | null | undefined;
  /** Its place among all versions of the partition, from 1 on without gaps. */
  sequence?: number | undefined;
  /** When and by whom it was brought in; null for a version that was written here. */
  importedDate?: string | null | undefined;
  importedUserId?: string | null | undefined;
  /** Why it was written, as its author says; null where no reason was given. */
  reason?: string | null | undefined;
  /** The receipt that tells of it, where the reason was erased. */
  reasonReceipt?: number | null | undefined;
  /** The change set that it was committed with; null for a version that was written by itself. */
  changeSetId?: string | null | undefined;
  /** The values that were erased, each with the number of its receipt: null stands in their place. */
  erased?: {
    path: string;
    receipt: number;
  }[] | null | undefined;
  /** What it was written on top of, where it was asked for and is not too large. */
  predecessor?: {
    type?: string | undefined;
    objectData?: Record<string, unknown> | undefined;
    references?: Reference[] | undefined;
    endedDate?: string | null | undefined;
    erased?: {
      path: string;
      receipt: number;
    }[] | null | undefined;
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
  /** Invitations they sent that nobody accepted yet: they stay valid, and go to the successor. */
  openInvitations?: number | undefined;
}

export interface OffboardUserInput {
  userId: string;
  dryRun?: boolean | undefined;
  successorId?: string | undefined;
}

/** What a user has begun in a partition that nobody else can finish. */
export interface OpenWork {
  partitionId: string;
  partitionName: string;
  /** Not committed, with the user as author or contributor. */
  changeSets: number;
  /** Saved searches that the user shares. */
  sharedSearches: number;
}

export type Operation = {
  operation: 'create';
  localName?: string | undefined;
  /** By which imports know the object from then on. */
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

/** The specification shows id and name: a foreign service may leave out the rest. */
export interface OrganizationalUnit {
  id: string;
  name?: string | undefined;
  parentId?: string | null | undefined;
  /** From the root down, without the unit itself. */
  path?: {
    id: string;
    name: string;
  }[] | undefined;
  emailDomains?: string[] | undefined;
  /** The same with their state; not as of a moment. */
  domains?: EmailDomain[] | undefined;
  /** Held by all members of the unit and of the units below. */
  roles?: string[] | undefined;
  secondFactorRequired?: boolean | undefined;
  secondFactorGraceHours?: number | undefined;
  /** Members of the unit itself. */
  userCount?: number | undefined;
  /** Members of the unit and the units below, each once. */
  totalUserCount?: number | undefined;
  childCount?: number | undefined;
  createdDate?: string | undefined;
  mayChange?: boolean | undefined;
  version?: number | undefined;
}

/** The specification shows partitionName only: a foreign service may leave out the rest. */
export interface Partition {
  id: string;
  partitionName?: string | undefined;
  description?: string | null | undefined;
  /** The caller's member role; null for one who reads by permission. */
  role?: string | null | undefined;
  timelineCount?: number | undefined;
  versionCount?: number | undefined;
  createdDate?: string | undefined;
  /** Modification date of the newest version. */
  lastChangeDate?: string | null | undefined;
  /** Since when nothing can be written. */
  archivedDate?: string | null | undefined;
  /** How many days an ended timeline is to be kept; null for ever. */
  retentionDays?: number | null | undefined;
  /** Of name, description, retention and archive. */
  version?: number | undefined;
}

export interface PartitionActivityAnswer {
  unit: 'day' | 'week' | 'month' | 'year';
  /** Oldest first, each up to the next one, those without a version too; none before the first version. */
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
  /** Those of them that this service held then. */
  heldVersionCount: number;
  /** The imports of the oldest and of the newest of the others; null when there are none. */
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
  partitionName?: string | undefined;
  description?: string | null | undefined;
  /** The caller's member role; null for one who reads by permission. */
  role?: string | null | undefined;
  timelineCount?: number | undefined;
  versionCount?: number | undefined;
  createdDate?: string | undefined;
  /** Modification date of the newest version. */
  lastChangeDate?: string | null | undefined;
  /** Since when nothing can be written. */
  archivedDate?: string | null | undefined;
  /** How many days an ended timeline is to be kept; null for ever. */
  retentionDays?: number | null | undefined;
  /** Of name, description, retention and archive. */
  version?: number | undefined;
  /** By name, no more than 5,000 of them; the list of types has all. */
  types?: {
    type: string;
    timelineCount: number;
    versionCount: number;
  }[] | undefined;
}

export interface PreviewChangeSetAnswer {
  title: string;
  state: 'DRAFT' | 'IN_REVIEW' | 'CHANGES_REQUESTED' | 'APPROVED' | 'COMMITTED' | 'WITHDRAWN';
  data: PreviewedOperation[];
}

export interface PreviewChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

/** What becomes of an operation in a preview. */
export interface PreviewedOperation {
  operationId: string;
  operation: 'create' | 'newVersion' | 'end' | 'restore';
  type: string;
  /** Of an object that would be created, as reads with changeSet have it; null where that is left out. */
  timelineId: string | null;
  /** The version that it would write; null where it is left out. */
  objectId: string | null;
  /** Why the commit would refuse it; reads with changeSet show the partition without it. */
  leftOut: {
    code: string;
    message: string;
    /** What of the operation is wrong, where one thing is: `objectData.price`. */
    path: string | null;
  } | null;
}

export interface ProviderCertificate {
  id: string;
  name: string;
  host: string;
  /** Null where the provider has no TLS, or its certificate was not seen. */
  expiresDate: string | null;
  /** Why the certificate was not seen, or not accepted. */
  failure: string | null;
}

export interface ProviderChecks {
  ok: boolean;
  checks: {
    name: 'DISCOVERY' | 'ISSUER' | 'ENDPOINTS' | 'PKCE' | 'KEYS' | 'SCOPES';
    ok: boolean;
    message: string;
  }[];
  endpoints?: Record<string, string> | undefined;
  scopesSupported?: string[] | undefined;
  callbackUrl?: string | undefined;
}

/** Where the provider answers; discovery fills them (OpenID Connect Discovery 1.0, section 4). */
export interface ProviderEndpoints {
  authorization?: string | undefined;
  token?: string | undefined;
  userinfo?: string | undefined;
  jwks?: string | undefined;
}

/** What came of a trial sign-in at a provider: no session. */
export interface ProviderTrial {
  trial: {
    identityProviderId: string;
    claims: Record<string, unknown>;
    /** Read through the claim map. */
    user: {
      subject: string;
      email?: string | null | undefined;
      emailVerified?: boolean | undefined;
      name?: string | null | undefined;
      roles?: string[] | undefined;
    };
    /** What a real sign-in would do. */
    outcome: 'SIGN_IN' | 'LINK' | 'CONFIRM' | 'CREATE' | 'REFUSE';
    reason?: string | undefined;
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
  jsonSchema?: Record<string, unknown> | null | undefined;
  /** Of the schema; 0 before the first. */
  version?: number | undefined;
  /** When and by whom the schema was last changed. */
  changedDate?: string | null | undefined;
  changedUserId?: string | null | undefined;
  breaking: {
    /** How many of the newest versions that are not ended break the schema, out of those looked at. */
    count: number;
    checked: number;
    /** How many there are; more than checked when there are too many to look at. */
    total: number;
    /** The first of them. */
    objects: {
      id: string;
      timelineId: string;
      title: string | null;
      fields: {
        path: string;
        message: string;
      }[];
    }[];
  };
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

export interface ReactivateAliasUrlInput {
  alias: string;
}

export interface ReauthenticateBody {
  password: string;
}

export interface ReauthenticateInput {
  body: ReauthenticateBody;
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
  /** Changes in the query language: `changes:releases.latest reason:"price list" author:ada`. Goes on by the cursor only. */
  query?: string | undefined;
  /** Begin with the version of this number and go on to older ones. Costs the same at any depth. */
  fromSequence?: number | undefined;
}

export interface RecordConfigurationBody {
  /** What was done, in the order in which it was done. */
  changes: string[];
  /** Who gained or lost what by it, as it was announced. */
  accessChanges: string[];
  /** Why it stopped before its end; left out when everything was done. */
  stopped?: string | undefined;
  /** For example the commit that the files are from. */
  reason?: string | undefined;
}

export interface RecordConfigurationInput {
  body: RecordConfigurationBody;
}

/** A reference as it was written: it points to a timeline; `objectId` is the version that was its latest then. */
export interface Reference {
  name: string;
  timelineId: string;
  type?: string | null | undefined;
  objectId?: string | null | undefined;
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
  accessToken?: string | undefined;
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  /** Null: all of them, also those that a later version adds. */
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
  /** How many entries of the log it has not come to yet, whether or not it sends them. */
  behind: number;
  /** When the oldest of them was written; null where there is none. */
  behindSinceDate: string | null;
  /** Until when messages are signed with the secret before, too. */
  previousSecretUntilDate: string | null;
  /** In whose name it is sent: who created it, or switched it on last. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version?: number | undefined;
  partitionId: string;
  eventTypes: string[];
  /** Null: all of them. */
  objectTypes: string[] | null;
  /** Null: every change. */
  query: string | null;
  /** To one of these objects, now or before the change. Null: whatever it refers to. */
  references: {
    name?: string | undefined;
    timelineId: string;
  }[] | null;
  /** Whether messages have the whole data and the references, not only what changed. */
  includeData: boolean;
  /** Whether messages have the proof of the version. */
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

/** A server that follows the database, and answers reads while it is usable. */
export interface Replica {
  /** Host and port. */
  address: string;
  state: 'USABLE' | 'LAGGING' | 'UNREACHABLE' | 'NOT_A_STANDBY' | 'OTHER_DATABASE' | 'DIVERGED';
  /** How old an answer of it may be at most; null where that is not known. */
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
  /** Of the answer; null where none came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** Of the event in the chain; null for a test. */
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
  /** Of the answer; null where none came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** Of the event in the log of the partition; null for a test. */
  index: number | null;
  /** Of the version; null for an event that is none. */
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

export interface RevertChangeSetInput {
  partitionId: string;
  changeSetId: string;
}

export interface RevokeApplicationTokenInput {
  applicationId: string;
  tokenId: string;
}

export interface RevokeTokenInput {
  tokenId: string;
}

export interface Role {
  name: string;
  description?: string | undefined;
  permissions?: string[] | undefined;
  reach?: 'all' | 'unit' | undefined;
  /** Ships with the service: only what is asked of its holders can be changed. */
  builtIn?: boolean | undefined;
  secondFactorRequired?: boolean | undefined;
  secondFactorGraceHours?: number | undefined;
  /** Users and units that hold it directly, up to 10,000; told to who may read all users. */
  userCount?: number | undefined;
  /** Whether the asking person may grant it; undefined where the service does not say. */
  mayGrant?: boolean | undefined;
  version?: number | undefined;
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
  /** Everyone who may read the partition sees it; the others are seen by who saved them. */
  shared: boolean;
  /** Who saved it. */
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
}

/** A schema migration of a service. */
export interface SchemaMigration {
  name: string;
  state: 'APPLIED' | 'PENDING';
  /** SHA-256 of the file in hexadecimal. */
  checksum: string;
  appliedDate: string | null;
  durationMs?: number | null | undefined;
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
    /** That it was found by: its name begins with the query. These come first. */
    alias?: string | undefined;
  }[];
  /** Whether all partitions were searched, and none has more. */
  complete: boolean;
}

export interface SearchAllPartitionsInput {
  query: string;
  /** The partition to begin with. */
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
   * `created` and `lastChange` of all objects of now, or those of a type, however many there are. In any other order,
   * up to 5,000 matches; more are refused with 400.
   */
  sort?: string | undefined;
  body: ObjectSearch;
}

export interface SearchTextAnswer {
  data: {
    object: ObjectVersion;
    /** Higher is better; only to compare within one answer. */
    rank: number;
    /** Where in objectData, by JSON Pointer, the best place first. */
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
  /** Of all types, whichever was asked for. */
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
  /** Words and type: in the query language, in place of the text. */
  query?: string | undefined;
  type?: string | undefined;
}

/** The password was right and a second factor is due. */
export interface SecondFactorChallenge {
  challenge: string;
  methods: string[];
  /** With the method PASSKEY: what navigator.credentials.get takes, as JSON (WebAuthn level 3, section 5.1.8). */
  passkey?: Record<string, unknown> | undefined;
  /** The account must have a second factor and has none: POST /v1/auth/second-factor sets one up. */
  enrolment?: boolean | undefined;
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
  current?: boolean | undefined;
  userAgent?: string | undefined;
  address?: string | null | undefined;
  createdDate: string;
  lastSeenDate: string;
}

export interface SetPasswordBody {
  token: string;
  password: string;
  /** Needed with a SETUP link, which makes the first user; refused with any other. */
  email?: string | undefined;
  name?: string | undefined;
  /** Keep the API tokens of the account. They are revoked without it. */
  keepTokens?: boolean | undefined;
}

export interface SetPasswordInput {
  body: SetPasswordBody;
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
  /** Of the report. */
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

export interface StartProviderSignInAnswer {
  authorizationUrl: string;
  state: string;
}

export interface StartProviderSignInInput {
  identityProviderId: string;
}

export interface StartProviderTrialAnswer {
  authorizationUrl: string;
  state: string;
}

export interface StartProviderTrialInput {
  identityProviderId: string;
}

export interface StartSignatureAnswer {
  signatureId: string;
  /** RFC 8785 form of what is signed; the challenge of the passkey is its SHA-256. */
  statement: string;
  /** Null where the account has no passkey that works here. */
  passkey: {
    challenge: string;
  } | null;
  /** Whether the account has a password and an authenticator app, which can sign too. */
  passwordAndCode: boolean;
}

export interface StartSignatureBody {
  subject: {
    changeSetId: string;
    partitionId: string;
    /** Of the set. */
    revision: number;
    operationCount: number;
    /** Over all operations, in base64 (docs/proofs.md, “Formats”). */
    root: string;
  };
  meaning: 'REVIEWED' | 'APPROVED' | 'RESPONSIBLE';
}

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
  /** Of the answer; null where none came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** Of the event in the chain; null for a test. */
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
  /** Of the answer; null where none came. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** Of the event in the log of the partition; null for a test. */
  index: number | null;
  /** Of the version; null for an event that is none. */
  sequence: number | null;
}

export interface TestWebhookInput {
  partitionId: string;
  webhookId: string;
}

export interface TimelineBlameAnswer {
  /** The version whose fields these are. */
  objectId: string;
  /** False when the history is longer than what was looked through: what has the oldest version here may be older. */
  complete: boolean;
  data: {
    objectId: string;
    modificationCount: number;
    modificationDate: string;
    modificationUserId: string;
    modificationUserName: string | null;
    /** Its beginning, if it is long: a version may have changed many fields. */
    reason?: string | null | undefined;
    /** The receipt that tells of it, where the reason was erased. */
    reasonReceipt?: number | null | undefined;
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
  reason?: string | null | undefined;
  /** The receipt that tells of it, where the reason was erased. */
  reasonReceipt?: number | null | undefined;
  /** Null too where the field is absent; see present. */
  value: unknown;
  present: boolean;
  toDate: string | null;
}

/** What a successful sign-in or refresh answers; a foreign service may leave out all but the access token. */
export interface Tokens {
  accessToken: string;
  refreshToken?: string | undefined;
  /** Seconds until the access token expires. */
  expiresIn?: number | undefined;
  /** After EMAIL_CODE. */
  removedCredentials?: RemovedCredentials | undefined;
  /** Shown once, when this sign-in set up the first second factor. */
  recoveryCodes?: string[] | undefined;
}

/** An import, a copy, the rebuild of the search index of a partition, or the making of evidence. Its path says `jobs`. */
export interface Transfer {
  id: string;
  kind: 'IMPORT' | 'COPY' | 'REINDEX' | 'EVIDENCE';
  partitionId: string;
  partitionName?: string | null | undefined;
  fromPartitionId?: string | null | undefined;
  fromPartitionName?: string | null | undefined;
  fileName?: string | null | undefined;
  /** SHA-256 of the file of an import in hexadecimal, by which it is known when it goes on. */
  fileHash?: string | null | undefined;
  /** Of the rows of an import that have none of their own: who sends its batches gives it with each. */
  reason?: string | null | undefined;
  /** Of EVIDENCE: what it is of. */
  evidence?: EvidenceOfJob | null | undefined;
  /** The size of the file that is kept, and until when; null where there is none, or none any more. */
  fileBytes?: number | null | undefined;
  expiresDate?: string | null | undefined;
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
  error: string | null;
  createdDate: string;
  createdUserId: string;
  createdUserName: string | null;
  /** When it was resumed last, and by whom: it goes on with the rights of that user. */
  resumedDate?: string | null | undefined;
  resumedUserId?: string | null | undefined;
  resumedUserName?: string | null | undefined;
  changedDate: string;
  endedDate: string | null;
}

export interface TransferDetail {
  id: string;
  kind: 'IMPORT' | 'COPY' | 'REINDEX' | 'EVIDENCE';
  partitionId: string;
  partitionName?: string | null | undefined;
  fromPartitionId?: string | null | undefined;
  fromPartitionName?: string | null | undefined;
  fileName?: string | null | undefined;
  /** SHA-256 of the file of an import in hexadecimal, by which it is known when it goes on. */
  fileHash?: string | null | undefined;
  /** Of the rows of an import that have none of their own: who sends its batches gives it with each. */
  reason?: string | null | undefined;
  /** Of EVIDENCE: what it is of. */
  evidence?: EvidenceOfJob | null | undefined;
  /** The size of the file that is kept, and until when; null where there is none, or none any more. */
  fileBytes?: number | null | undefined;
  expiresDate?: string | null | undefined;
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
  error: string | null;
  createdDate: string;
  createdUserId: string;
  createdUserName: string | null;
  /** When it was resumed last, and by whom: it goes on with the rights of that user. */
  resumedDate?: string | null | undefined;
  resumedUserId?: string | null | undefined;
  resumedUserName?: string | null | undefined;
  changedDate: string;
  endedDate: string | null;
  /** The first thousand rows that were refused, by their number in the file, or else in the whole, from 0. */
  refusals: {
    /** Of the rows of this batch, from 0; in a transfer of the file. */
    row: number;
    code: string;
    message: string;
  }[];
}

export interface UnassignUserFromUnitInput {
  userId: string;
  organizationalUnitId: string;
}

export interface UnlinkUserIdentityInput {
  userId: string;
  identityId: string;
}

/** The specification does not show its shape: a foreign service may leave out everything. */
export interface User {
  id: string;
  username?: string | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
  status?: string | undefined;
  lang?: string | undefined;
  /** All roles that count, direct or through a unit. */
  roles?: string[] | undefined;
  /** Where each role comes from; `organizationalUnit` when it comes through one. */
  roleGrants?: {
    role: string;
    organizationalUnit?: {
      id: string;
      name?: string | undefined;
    } | null | undefined;
    grantedDate?: string | undefined;
    grantedBy?: {
      id: string;
      name?: string | undefined;
    } | null | undefined;
  }[] | undefined;
  organizationalUnits?: {
    id: string;
    name?: string | undefined;
    assignedDate?: string | undefined;
  }[] | undefined;
  createdDate?: string | undefined;
  lastSignInDate?: string | null | undefined;
  /** Sign-in is slowed down after many failures until then. */
  lockedUntil?: string | null | undefined;
  /** Whether sign-in asks for a second factor. */
  secondFactor?: boolean | undefined;
  /** Only of oneself: until then one has to set up a second factor. */
  secondFactorDueDate?: string | null | undefined;
  hasPassword?: boolean | undefined;
  /** Whether the asking person may change this user; undefined where the service does not say. */
  mayChange?: boolean | undefined;
  /** Only of oneself: whether one is told of change sets by email. */
  changeSetMails?: boolean | null | undefined;
  version?: number | undefined;
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
  /** Oldest first, each day in UTC, those without a version too. */
  data: {
    day: string;
    versionCount: number;
  }[];
}

export interface VersionsPerDayInput {
  partitionId: string;
  asOf?: string | undefined;
  /** How many days, the last one being that of the moment. */
  days?: number | undefined;
  asHeld?: boolean | undefined;
}

export interface VersionsPerDayOfAllAnswer {
  /** Oldest first, each day in UTC, those without a version too. */
  data: {
    day: string;
    versionCount: number;
  }[];
}

export interface VersionsPerDayOfAllInput {
  asOf?: string | undefined;
  /** How many days, the last one being that of the moment. */
  days?: number | undefined;
}

export interface VisitAliasUrlAnswer {
  /** A path of the console, or a URL of an allowed host. */
  location: string;
}

export interface VisitAliasUrlInput {
  alias: string;
  /** False: to look where it leads, as HEAD does. */
  count?: boolean | undefined;
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
    /** How many entries of the log it has not come to yet, whether or not it sends them. */
    behind: number;
    /** When the oldest of them was written; null where there is none. */
    behindSinceDate: string | null;
    /** Until when messages are signed with the secret before, too. */
    previousSecretUntilDate: string | null;
    /** In whose name it is sent: who created it, or switched it on last. */
    userId: string;
    userName: string | null;
    createdDate: string;
    changedDate: string;
    version?: number | undefined;
    partitionId: string;
    eventTypes: string[];
    /** Null: all of them. */
    objectTypes: string[] | null;
    /** Null: every change. */
    query: string | null;
    /** To one of these objects, now or before the change. Null: whatever it refers to. */
    references: {
      name?: string | undefined;
      timelineId: string;
    }[] | null;
    /** Whether messages have the whole data and the references, not only what changed. */
    includeData: boolean;
    /** Whether messages have the proof of the version. */
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
   * Comment on a change set, an operation, or a path of its data.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments`
   */
  addChangeSetComment: Call<AddChangeSetCommentInput, ChangeSetComment>;
  /**
   * Add up to 1,000 operations at once, or replace those with the same id. Invalidates approvals.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations`
   */
  addOperations: Call<AddOperationsInput, ChangeSet>;
  /**
   * Add the passkey that navigator.credentials.create made.
   *
   * `POST /v1/users/current/factors/passkeys`
   */
  addPasskey: Call<AddPasskeyInput, AddPasskeyAnswer>;
  /**
   * Give roles to all members of a unit and of the units below; never GLOBAL_MASTER.
   *
   * `PUT /v1/organizational-units/{organizationalUnitId}/roles`
   */
  addUnitRoles: Call<AddUnitRolesInput, OrganizationalUnit>;
  /**
   * Add roles to a user; one may grant only what one holds.
   *
   * `PUT /v1/users/{userId}/roles`
   */
  addUserRoles: Call<AddUserRolesInput, User>;
  /**
   * Approve the revision that was seen, with a signature where the rules ask for one, or add it to one’s approval: 409 when the set has changed since. Needs a session. With the last approval a set may commit itself.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/approve`
   */
  approveChangeSet: Call<ApproveChangeSetInput, ChangeSet>;
  /**
   * Verify a domain without the TXT record; global masters only.
   *
   * `POST /v1/identity-providers/{identityProviderId}/domains/{domain}/approval`
   */
  approveProviderDomain: Call<ApproveProviderDomainInput, EmailDomain>;
  /**
   * Verify a domain without the TXT record; global masters only.
   *
   * `POST /v1/organizational-units/{organizationalUnitId}/domains/{domain}/approval`
   */
  approveUnitDomain: Call<ApproveUnitDomainInput, EmailDomain>;
  /**
   * Let nothing be written any more, while all stays readable; or, with archived: false, again.
   *
   * `POST /v1/partitions/{partitionId}/archive`
   */
  archivePartition: Call<ArchivePartitionInput, Partition>;
  /**
   * Put a user into an organizational unit.
   *
   * `PUT /v1/users/{userId}/organizational-unit`
   */
  assignUserToUnit: Call<AssignUserToUnitInput, User>;
  /**
   * Sign in, finish a sign-in, or exchange a refresh token for new tokens.
   *
   * `POST /v1/auth`
   */
  authenticate: Call<AuthenticateInput, Tokens | SecondFactorChallenge | LinkedIdentity | ProviderTrial | IdentityConfirmation>;
  /**
   * One action on many users, or a CSV of invitations, with a result for each.
   *
   * `POST /v1/users/bulk`
   */
  bulkUsers: Call<BulkUsersInput, BulkUsersAnswer>;
  /**
   * Stop a job; what it wrote into the partition stays.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/cancel`
   */
  cancelTransfer: Call<CancelTransferInput, Transfer>;
  /**
   * Deactivate an alias, or change its target or expiry.
   *
   * `PATCH /v1/alias-url`
   */
  changeAliasUrl: Call<ChangeAliasUrlInput, AliasUrl>;
  /**
   * Change an application; what is left out stays.
   *
   * `PATCH /v1/applications/{applicationId}`
   */
  changeApplication: Call<ChangeApplicationInput, Application>;
  /**
   * Change title, description, reason, contributors, or whether it commits itself. Takes If-Match.
   *
   * `PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}`
   */
  changeChangeSet: Call<ChangeChangeSetInput, ChangeSet>;
  /**
   * Change a webhook of the audit log, or switch it on or off. Once on it goes on where it stopped.
   *
   * `PATCH /authentication/v1/event-webhooks/{eventWebhookId}`
   */
  changeEventWebhook: Call<ChangeEventWebhookInput, ChangeEventWebhookAnswer>;
  /**
   * Change a provider; what is left out stays, and the last way in is not switched off.
   *
   * `PATCH /v1/identity-providers/{identityProviderId}`
   */
  changeIdentityProvider: Call<ChangeIdentityProviderInput, IdentityProvider>;
  /**
   * Change a unit; what is left out stays.
   *
   * `PUT /v1/organizational-units/{organizationalUnitId}`
   */
  changeOrganizationalUnit: Call<ChangeOrganizationalUnitInput, OrganizationalUnit>;
  /**
   * Change name, description or retention.
   *
   * `PATCH /v1/partitions/{partitionId}`
   */
  changePartition: Call<ChangePartitionInput, Partition>;
  /**
   * Change the own password; ends all sessions and starts a new one.
   *
   * `POST /v1/users/current/password`
   */
  changePassword: Call<ChangePasswordInput, Tokens>;
  /**
   * The rules over time, the newest first.
   *
   * `GET /v1/partitions/{partitionId}/change-policy/history`
   */
  changePolicyHistory: ListCall<ChangePolicyHistoryInput, ChangePolicy>;
  /**
   * Change a role; of one that ships, only whether and when a second factor is asked for.
   *
   * `PATCH /authentication/v1/roles/{role}`
   */
  changeRole: Call<ChangeRoleInput, Role>;
  /**
   * Rename, change, share or unshare a search that the caller has saved.
   *
   * `PATCH /v1/partitions/{partitionId}/saved-searches/{searchId}`
   */
  changeSavedSearch: Call<ChangeSavedSearchInput, SavedSearch>;
  /**
   * The change sets of all partitions the caller may open that wait for the caller: to review, to change after a review, to commit; for who may write all partitions also what was committed without approvals in the last 7 days. The 100 that changed last.
   *
   * `GET /v1/partitions/all/change-sets`
   */
  changeSetsToAttend: OptionalCall<NoInput, ChangeSetsToAttendAnswer>;
  /**
   * Change a subscription of the caller, pause or resume it. Resumed, it goes on with what is written next.
   *
   * `PATCH /v1/subscriptions/{subscriptionId}`
   */
  changeSubscription: Call<ChangeSubscriptionInput, ChangeSubscriptionAnswer>;
  /**
   * Change the profile: name, language and emails about change sets of oneself, everything else of users one administers.
   *
   * `PATCH /v1/users/{userId}`
   */
  changeUser: Call<ChangeUserInput, User>;
  /**
   * Disable a user, which ends all sessions, or enable one again.
   *
   * `PUT /v1/users/{userId}/status`
   */
  changeUserStatus: Call<ChangeUserStatusInput, User>;
  /**
   * Change a webhook, or switch it on or off. Once on it goes on where it stopped.
   *
   * `PATCH /v1/partitions/{partitionId}/webhooks/{webhookId}`
   */
  changeWebhook: Call<ChangeWebhookInput, ChangeWebhookAnswer>;
  /**
   * What others brought into the partitions the caller may open since a moment, grouped by operation: an import is one. The 10 partitions that changed last, of each the 5 newest operations out of its 2,000 newest versions.
   *
   * `GET /v1/partitions/all/changes-since`
   */
  changesSince: Call<ChangesSinceInput, ChangesSinceAnswer>;
  /**
   * What would keep the change set from being committed now, by operation; writes nothing.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/check`
   */
  checkChangeSet: Call<CheckChangeSetInput, CheckChangeSetAnswer>;
  /**
   * Whether a one-time link is still good, and for whom; does not use it up.
   *
   * `GET /v1/auth/password-token/{token}`
   */
  checkPasswordToken: Call<CheckPasswordTokenInput, CheckPasswordTokenAnswer>;
  /**
   * Write all operations, or none: 409 with every conflict. breakGlass: without the approvals, by who may write all partitions in a session, where the policy allows it.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/commit`
   */
  commitChangeSet: Call<CommitChangeSetInput, ChangeSet>;
  /**
   * Write up to 1,000 operations at one moment, all of them or none; references may lead to objects of the same call by their localName. 409 with every conflict. With dryRun 200 with what would be written.
   *
   * `POST /v1/partitions/{partitionId}/transactions`
   */
  commitTransaction: Call<CommitTransactionInput, CommitTransactionAnswer>;
  /**
   * Sign with what navigator.credentials.get gave, or with the password and a code of the authenticator app. Works once.
   *
   * `POST /v1/users/current/signatures/{signatureId}/confirmation`
   */
  confirmSignature: Call<ConfirmSignatureInput, ConfirmSignatureAnswer>;
  /**
   * Finish setting up an authenticator app with a code it shows.
   *
   * `POST /v1/users/current/factors/totp/{factorId}/confirmation`
   */
  confirmTotp: Call<ConfirmTotpInput, ConfirmTotpAnswer>;
  /**
   * Create an alias for an object, the newest version of a timeline, or a URL of an allowed host.
   *
   * `POST /v1/alias-url`
   */
  createAliasUrl: Call<CreateAliasUrlInput, AliasUrl>;
  /**
   * Create an application; it gets no role that the caller may not grant.
   *
   * `POST /v1/applications`
   */
  createApplication: Call<CreateApplicationInput, Application>;
  /**
   * Issue a token for an application; several may live at once, to rotate them.
   *
   * `POST /v1/applications/{applicationId}/tokens`
   */
  createApplicationToken: Call<CreateApplicationTokenInput, NewApiToken>;
  /**
   * Begin a change set: a draft that its author alone sees.
   *
   * `POST /v1/partitions/{partitionId}/change-sets`
   */
  createChangeSet: Call<CreateChangeSetInput, ChangeSet>;
  /**
   * Send the events of the audit log to another program, from its own creation on. The answer has the secret of its signatures, which is shown once.
   *
   * `POST /authentication/v1/event-webhooks`
   */
  createEventWebhook: Call<CreateEventWebhookInput, CreateEventWebhookAnswer>;
  /**
   * Create an OpenID Connect provider; of a unit when organizationalUnitId is given.
   *
   * `POST /v1/identity-providers`
   */
  createIdentityProvider: Call<CreateIdentityProviderInput, IdentityProvider>;
  /**
   * Start a timeline, or add a version to one: 409 with the current head when predecessorId is not the latest. The answer of a read can be sent back with other data.
   *
   * `POST /v1/partitions/{partitionId}/objects`
   */
  createObject: Call<CreateObjectInput, ObjectVersion>;
  /**
   * Create a unit, below another one when parentId is given.
   *
   * `POST /v1/organizational-units`
   */
  createOrganizationalUnit: Call<CreateOrganizationalUnitInput, OrganizationalUnit>;
  /**
   * Create a partition; the caller becomes its owner.
   *
   * `POST /v1/partitions`
   */
  createPartition: Call<CreatePartitionInput, Partition>;
  /**
   * Define a role; one may give it only what one may do.
   *
   * `POST /authentication/v1/roles`
   */
  createRole: Call<CreateRoleInput, Role>;
  /**
   * Save a search for oneself; an editor can share it with all who may read the partition.
   *
   * `POST /v1/partitions/{partitionId}/saved-searches`
   */
  createSavedSearch: Call<CreateSavedSearchInput, SavedSearch>;
  /**
   * Follow an object or a search from now on, with all its fields or some of them.
   *
   * `POST /v1/partitions/{partitionId}/subscriptions`
   */
  createSubscription: Call<CreateSubscriptionInput, CreateSubscriptionAnswer>;
  /**
   * Make an API token for oneself; never more than one may do oneself.
   *
   * `POST /v1/tokens`
   */
  createToken: Call<CreateTokenInput, NewApiToken>;
  /**
   * Invite a user: the welcome mail with a link to set the password goes out.
   *
   * `POST /v1/users`
   */
  createUser: Call<CreateUserInput, User>;
  /**
   * Send what happens in a partition to another program, from now on. The answer has the secret of its signatures, which is shown once.
   *
   * `POST /v1/partitions/{partitionId}/webhooks`
   */
  createWebhook: Call<CreateWebhookInput, CreateWebhookAnswer>;
  /**
   * The signed-in user as the data service knows them.
   *
   * `GET /v1/partitions/all/users/current`
   */
  currentDataUser: OptionalCall<NoInput, DataUser>;
  /**
   * The signed-in user.
   *
   * `GET /v1/users/current`
   */
  currentUser: OptionalCall<NoInput, User>;
  /**
   * Delete an application; all its tokens stop working.
   *
   * `DELETE /v1/applications/{applicationId}`
   */
  deleteApplication: Call<DeleteApplicationInput, void>;
  /**
   * Delete a draft or withdrawn change set of one’s own, with all that is in it.
   *
   * `DELETE /v1/partitions/{partitionId}/change-sets/{changeSetId}`
   */
  deleteChangeSet: Call<DeleteChangeSetInput, void>;
  /**
   * Delete a webhook of the audit log with its attempts.
   *
   * `DELETE /authentication/v1/event-webhooks/{eventWebhookId}`
   */
  deleteEventWebhook: Call<DeleteEventWebhookInput, void>;
  /**
   * Delete a provider and unlink its accounts; the last way in stays.
   *
   * `DELETE /v1/identity-providers/{identityProviderId}`
   */
  deleteIdentityProvider: Call<DeleteIdentityProviderInput, void>;
  /**
   * Take an operation out of a change set. Invalidates approvals.
   *
   * `DELETE /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}`
   */
  deleteOperation: Call<DeleteOperationInput, void>;
  /**
   * Delete a unit that has no members, units below, providers or applications.
   *
   * `DELETE /v1/organizational-units/{organizationalUnitId}`
   */
  deleteOrganizationalUnit: Call<DeleteOrganizationalUnitInput, void>;
  /**
   * Delete a role that nobody holds and that does not ship.
   *
   * `DELETE /authentication/v1/roles/{role}`
   */
  deleteRole: Call<DeleteRoleInput, void>;
  /**
   * End a subscription of the caller.
   *
   * `DELETE /v1/subscriptions/{subscriptionId}`
   */
  deleteSubscription: Call<DeleteSubscriptionInput, void>;
  /**
   * Delete a webhook with its attempts.
   *
   * `DELETE /v1/partitions/{partitionId}/webhooks/{webhookId}`
   */
  deleteWebhook: Call<DeleteWebhookInput, void>;
  /**
   * Look an issuer up before it is saved: its endpoints and whether they will do.
   *
   * `POST /v1/identity-providers/discovery`
   */
  discoverIdentityProvider: Call<DiscoverIdentityProviderInput, ProviderChecks>;
  /**
   * End this session.
   *
   * `DELETE /v1/auth`
   */
  endSession: OptionalCall<NoInput, void>;
  /**
   * End a timeline: a last version with endedDate; its references no longer count.
   *
   * `POST /v1/partitions/{partitionId}/timelines/{timelineId}/end`
   */
  endTimeline: Call<EndTimelineInput, ObjectVersion>;
  /**
   * End one session of a user.
   *
   * `DELETE /v1/users/{userId}/sessions/{sessionId}`
   */
  endUserSession: Call<EndUserSessionInput, void>;
  /**
   * End all sessions of a user; of oneself, all but this one.
   *
   * `DELETE /v1/users/{userId}/sessions`
   */
  endUserSessions: Call<EndUserSessionsInput, EndUserSessionsAnswer>;
  /**
   * Set up TOTP in the middle of a sign-in that asks for a second factor the account lacks.
   *
   * `POST /v1/auth/second-factor`
   */
  enrolSecondFactor: Call<EnrolSecondFactorInput, EnrolSecondFactorAnswer>;
  /**
   * Erase the reason of a version for good, in every version of the partition that gives the same reason, and in its change sets; the receipts stand in the log, one for each timeline. With dryRun only what would be erased.
   *
   * `POST /v1/partitions/{partitionId}/objects/{objectId}/erase-reason`
   */
  eraseReason: Call<EraseReasonInput, EraseReasonAnswer>;
  /**
   * Erase values and their salts in every version of the timeline that carries them, for good; the receipts stand in the log. With dryRun only what would be erased.
   *
   * `POST /v1/partitions/{partitionId}/objects/{objectId}/erase`
   */
  eraseValues: Call<EraseValuesInput, EraseValuesAnswer>;
  /**
   * How many events there were on each of the last days, up to `to` or now: of those that the list of events shows. Counts the newest 100,000.
   *
   * `GET /authentication/v1/events/per-day`
   */
  eventsPerDay: OptionalCall<EventsPerDayInput, EventsPerDayAnswer>;
  /**
   * Why a user may or may not see and write a partition, now or as of a moment.
   *
   * `GET /v1/users/{userId}/access`
   */
  explainAccess: Call<ExplainAccessInput, ExplainAccessAnswer>;
  /**
   * The versions as rows that import back into an equal partition, oldest first; with history=false a snapshot of the newest of each timeline that has not ended, whose references may lead to later rows. With Accept: application/x-ndjson all of them as a stream.
   *
   * `GET /v1/partitions/{partitionId}/export`
   */
  exportObjects: ListCall<ExportObjectsInput, ExportObjectsItem>;
  /**
   * The version or the timeline that has this id, looked for in all partitions the caller may open; 404 alike for one that is absent or may not be seen.
   *
   * `GET /v1/partitions/all/ids/{id}`
   */
  findId: Call<FindIdInput, FindIdAnswer>;
  /**
   * The saved searches of the caller in all partitions, and those shared in partitions the caller is a member of, by a part of their name.
   *
   * `GET /v1/partitions/all/saved-searches`
   */
  findSavedSearches: OptionalListCall<FindSavedSearchesInput, SavedSearch>;
  /**
   * The user with exactly this user name.
   *
   * `GET /v1/users/forName/{username}`
   */
  findUserByName: Call<FindUserByNameInput, User>;
  /**
   * Users whose name, user name or email contains the text.
   *
   * `GET /v1/users/forNameContaining/{searchtext}`
   */
  findUsersContaining: ListCall<FindUsersContainingInput, User>;
  /**
   * Say that all batches of an import are sent.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/finish`
   */
  finishTransfer: Call<FinishTransferInput, Transfer>;
  /**
   * One application.
   *
   * `GET /v1/applications/{applicationId}`
   */
  getApplication: Call<GetApplicationInput, Application>;
  /**
   * Version of the authentication service, and how fast its database answers.
   *
   * `GET /authentication/v1/health`
   */
  getAuthenticationHealth: OptionalCall<NoInput, Health>;
  /**
   * The state of the authentication service: versions, schema, database, emails, signing keys, and the configuration without its secrets.
   *
   * `GET /authentication/v1/system`
   */
  getAuthenticationSystem: OptionalCall<NoInput, GetAuthenticationSystemAnswer>;
  /**
   * The rules by which objects of the partition are changed, with who set them and when.
   *
   * `GET /v1/partitions/{partitionId}/change-policy`
   */
  getChangePolicy: Call<GetChangePolicyInput, ChangePolicy>;
  /**
   * One change set with its reviews, what the policy still asks for, and what the caller may do with it.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}`
   */
  getChangeSet: Call<GetChangeSetInput, ChangeSet>;
  /**
   * What an approver signs: the root over all that the change set will write. 409 while it could not be committed as it is. For who may approve, in a session.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/signing`
   */
  getChangeSetSigning: Call<GetChangeSetSigningInput, GetChangeSetSigningAnswer>;
  /**
   * How far the log of the partition has come, signed; with where an earlier checkpoint of it stands in the log of the service.
   *
   * `GET /v1/partitions/{partitionId}/log/checkpoint`
   */
  getCheckpoint: Call<GetCheckpointInput, GetCheckpointAnswer>;
  /**
   * Proof that the log at one size goes on from itself at an earlier one.
   *
   * `GET /v1/partitions/{partitionId}/log/consistency`
   */
  getConsistency: Call<GetConsistencyInput, Consistency>;
  /**
   * Version of the data service, and how fast its database answers.
   *
   * `GET /v1/health`
   */
  getDataHealth: OptionalCall<NoInput, Health>;
  /**
   * The state of the data service: versions, schema, database, jobs, log keys, and the last backup.
   *
   * `GET /v1/system`
   */
  getDataSystem: OptionalCall<NoInput, GetDataSystemAnswer>;
  /**
   * A user of the data service: oneself, one who shares a partition with the caller, or any for masters.
   *
   * `GET /v1/partitions/all/users/{userId}`
   */
  getDataUser: Call<GetDataUserInput, DataUser>;
  /**
   * One receipt, as it was signed.
   *
   * `GET /v1/partitions/{partitionId}/erasures/{receipt}`
   */
  getErasure: Call<GetErasureInput, GetErasureAnswer>;
  /**
   * A webhook of the audit log, with how far it has come.
   *
   * `GET /authentication/v1/event-webhooks/{eventWebhookId}`
   */
  getEventWebhook: Call<GetEventWebhookInput, GetEventWebhookAnswer>;
  /**
   * An attempt with its request and the answer.
   *
   * `GET /authentication/v1/event-webhooks/{eventWebhookId}/attempts/{attemptId}`
   */
  getEventWebhookAttempt: Call<GetEventWebhookAttemptInput, GetEventWebhookAttemptAnswer>;
  /**
   * What an object, a search or the partition said at a moment, to hand out. With Accept: application/zip one file: a report to print, the data, the proofs, checkpoints and the verifier. Without it what that file would contain. One object by the id of any of its versions, or a search by its query; the partition where both are left out.
   *
   * `GET /v1/partitions/{partitionId}/evidence`
   */
  getEvidence: Call<GetEvidenceInput, GetEvidenceAnswer>;
  /**
   * One identity provider.
   *
   * `GET /v1/identity-providers/{identityProviderId}`
   */
  getIdentityProvider: Call<GetIdentityProviderInput, IdentityProvider>;
  /**
   * How far the job is. With Accept: application/zip its file, for whoever started it and the owners of the partition. An erasure of values in the partition removes the file.
   *
   * `GET /v1/partitions/{partitionId}/evidence/{jobId}`
   */
  getKeptEvidence: Call<GetKeptEvidenceInput, Transfer>;
  /**
   * One version; with asOf only if it was written by then.
   *
   * `GET /v1/partitions/{partitionId}/objects/{objectId}`
   */
  getObject: Call<GetObjectInput, ObjectVersion>;
  /**
   * All that is needed to check without the service that the version stands in the log; with since, also that the log goes on from that size.
   *
   * `GET /v1/partitions/{partitionId}/objects/{objectId}/proof`
   */
  getObjectProof: Call<GetObjectProofInput, GetObjectProofAnswer>;
  /**
   * One type with its JSON Schema, now or as of a moment.
   *
   * `GET /v1/partitions/{partitionId}/types/{type}`
   */
  getObjectType: Call<GetObjectTypeInput, ObjectType>;
  /**
   * One operation of a change set.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}`
   */
  getOperation: Call<GetOperationInput, ChangeSetOperation>;
  /**
   * One unit, now or as of a moment.
   *
   * `GET /v1/organizational-units/{organizationalUnitId}`
   */
  getOrganizationalUnit: Call<GetOrganizationalUnitInput, OrganizationalUnit>;
  /**
   * One partition with its counts by type, now or as of a moment.
   *
   * `GET /v1/partitions/{partitionId}`
   */
  getPartition: Call<GetPartitionInput, PartitionDetail>;
  /**
   * How far the log over the checkpoints of all partitions has come, signed: to be kept by others.
   *
   * `GET /v1/log/checkpoint`
   */
  getServiceCheckpoint: OptionalCall<NoInput, Checkpoint>;
  /**
   * Proof that the log of the service at one size goes on from itself at an earlier one.
   *
   * `GET /v1/log/consistency`
   */
  getServiceConsistency: Call<GetServiceConsistencyInput, Consistency>;
  /**
   * Whether people may ask for an account themselves, and of which email domains.
   *
   * `GET /v1/auth/signup`
   */
  getSignUpRules: OptionalCall<NoInput, GetSignUpRulesAnswer>;
  /**
   * One subscription of the caller.
   *
   * `GET /v1/subscriptions/{subscriptionId}`
   */
  getSubscription: Call<GetSubscriptionInput, GetSubscriptionAnswer>;
  /**
   * One job with the rows that were refused.
   *
   * `GET /v1/jobs/{jobId}`
   */
  getTransfer: Call<GetTransferInput, TransferDetail>;
  /**
   * One user, now or as of a moment: oneself, or one the caller may see.
   *
   * `GET /v1/users/{userId}`
   */
  getUser: Call<GetUserInput, User>;
  /**
   * Which second factors a user has.
   *
   * `GET /v1/users/{userId}/factors`
   */
  getUserFactors: Call<GetUserFactorsInput, GetUserFactorsAnswer>;
  /**
   * A webhook, with how far it has come.
   *
   * `GET /v1/partitions/{partitionId}/webhooks/{webhookId}`
   */
  getWebhook: Call<GetWebhookInput, GetWebhookAnswer>;
  /**
   * An attempt with its request and the answer.
   *
   * `GET /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts/{attemptId}`
   */
  getWebhookAttempt: Call<GetWebhookAttemptInput, GetWebhookAttemptAnswer>;
  /**
   * Let a running copy or index continue with the rights of another user.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/hand-over`
   */
  handOverTransfer: Call<HandOverTransferInput, Transfer>;
  /**
   * Give the change sets of a user that are not committed, and the searches they share, to another editor or owner.
   *
   * `POST /v1/partitions/{partitionId}/users/{userId}/hand-over`
   */
  handOverWork: Call<HandOverWorkInput, HandOverWorkAnswer>;
  /**
   * Write a batch of versions with their original dates, all of them or none; with dryRun or skipRefused each row counts for itself.
   *
   * `POST /v1/partitions/{partitionId}/import`
   */
  importObjects: Call<ImportObjectsInput, ImportObjectsAnswer>;
  /**
   * The newest version of a timeline.
   *
   * `GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest`
   */
  latestObject: Call<LatestObjectInput, ObjectVersion>;
  /**
   * Who can open a partition, now or as of a moment, and through what: its members, and holders of roles and tokens whom the caller may see.
   *
   * `GET /v1/users/access`
   */
  listAccess: ListCall<ListAccessInput, AccessHolder>;
  /**
   * The alias of that name; without one, the aliases as a list.
   *
   * `GET /v1/alias-url`
   */
  listAliasUrls: OptionalListCall<ListAliasUrlsInput, AliasUrl, ListAliasUrlsAnswer>;
  /**
   * The tokens of an application that were not revoked, the newest first.
   *
   * `GET /v1/applications/{applicationId}/tokens`
   */
  listApplicationTokens: ListCall<ListApplicationTokensInput, ApiToken>;
  /**
   * Applications within reach, by name.
   *
   * `GET /v1/applications`
   */
  listApplications: OptionalListCall<ListApplicationsInput, Application>;
  /**
   * The schema migrations of the authentication service.
   *
   * `GET /authentication/v1/migrations`
   */
  listAuthenticationMigrations: OptionalCall<NoInput, Page<SchemaMigration>>;
  /**
   * The comments on a change set, oldest first.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments`
   */
  listChangeSetComments: ListCall<ListChangeSetCommentsInput, ChangeSetComment>;
  /**
   * The change sets the caller may see, changed last first: committed ones, their own, and those in review where they may approve or own the partition.
   *
   * `GET /v1/partitions/{partitionId}/change-sets`
   */
  listChangeSets: ListCall<ListChangeSetsInput, ChangeSetSummary>;
  /**
   * The change feed: versions in the order they were written, from the first one on or after a cursor ("now": only what comes); waits for one when there is none. include names the fields wanted.
   *
   * `GET /v1/partitions/{partitionId}/changes`
   */
  listChanges: Call<ListChangesInput, ChangesPage>;
  /**
   * The schema migrations of the data service.
   *
   * `GET /v1/migrations`
   */
  listDataMigrations: OptionalCall<NoInput, Page<SchemaMigration>>;
  /**
   * The users of the data service by name: all for who may see all, otherwise oneself and those who share a partition.
   *
   * `GET /v1/partitions/all/users`
   */
  listDataUsers: OptionalListCall<ListDataUsersInput, ListedDataUser>;
  /**
   * The receipts of what was erased, the newest first.
   *
   * `GET /v1/partitions/{partitionId}/erasures`
   */
  listErasures: ListCall<ListErasuresInput, Erasure>;
  /**
   * The attempts of the last 30 days, newest first.
   *
   * `GET /authentication/v1/event-webhooks/{eventWebhookId}/attempts`
   */
  listEventWebhookAttempts: ListCall<ListEventWebhookAttemptsInput, ListEventWebhookAttemptsItem>;
  /**
   * The webhooks of the audit log, in the order they were created. All of these calls are for those who read the whole audit log and may change roles everywhere.
   *
   * `GET /authentication/v1/event-webhooks`
   */
  listEventWebhooks: OptionalListCall<ListEventWebhooksInput, ListEventWebhooksItem>;
  /**
   * What was done, the newest first: all to auditors and masters, of what they may see to everyone else.
   *
   * `GET /authentication/v1/events`
   */
  listEvents: OptionalListCall<ListEventsInput, AuditEvent>;
  /**
   * The own second factors.
   *
   * `GET /v1/users/current/factors`
   */
  listFactors: OptionalCall<NoInput, ListFactorsAnswer>;
  /**
   * Identity providers within reach, by name.
   *
   * `GET /v1/identity-providers`
   */
  listIdentityProviders: OptionalListCall<ListIdentityProvidersInput, IdentityProvider>;
  /**
   * Invitations, the newest first.
   *
   * `GET /v1/users/invitations`
   */
  listInvitations: OptionalListCall<ListInvitationsInput, Invitation>;
  /**
   * The entries of the log with all that their hashes are made from, oldest first.
   *
   * `GET /v1/partitions/{partitionId}/log/entries`
   */
  listLogEntries: Call<ListLogEntriesInput, ListLogEntriesAnswer>;
  /**
   * The members of a partition, now or as of a moment.
   *
   * `GET /v1/partitions/{partitionId}/users`
   */
  listMembers: ListCall<ListMembersInput, Member>;
  /**
   * The types of a partition with counts and JSON Schemas, now or as of a moment; with changeSet the types and counts as they would be if it were committed. Where there are thousands, the list goes on with the cursor.
   *
   * `GET /v1/partitions/{partitionId}/types`
   */
  listObjectTypes: ListCall<ListObjectTypesInput, ObjectType>;
  /**
   * The versions a user wrote last, over all partitions the caller may open.
   *
   * `GET /v1/partitions/all/users/{userId}/objects`
   */
  listObjectsOfUser: ListCall<ListObjectsOfUserInput, ListObjectsOfUserItem>;
  /**
   * How many change sets that are not committed and shared searches a user has, in each of the partitions that the caller owns.
   *
   * `GET /v1/partitions/all/users/{userId}/open-work`
   */
  listOpenWork: ListCall<ListOpenWorkInput, OpenWork>;
  /**
   * The operations of a change set in the order they were added, each with its base, what is newest now, and what is wrong with it.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations`
   */
  listOperations: ListCall<ListOperationsInput, ChangeSetOperation>;
  /**
   * The units within reach, by name, now or as of a moment.
   *
   * `GET /v1/organizational-units`
   */
  listOrganizationalUnits: OptionalListCall<ListOrganizationalUnitsInput, OrganizationalUnit>;
  /**
   * The partitions the caller may open.
   *
   * `GET /v1/partitions`
   */
  listPartitions: OptionalListCall<ListPartitionsInput, Partition>;
  /**
   * The partitions a user is a member of or has written to, out of those the caller may open, now or as of a moment.
   *
   * `GET /v1/partitions/all/users/{userId}/partitions`
   */
  listPartitionsOfUser: ListCall<ListPartitionsOfUserInput, ListPartitionsOfUserItem>;
  /**
   * When the TLS certificates of the enabled identity providers expire; each is read from the provider, at most every ten minutes. The first 50 by name.
   *
   * `GET /authentication/v1/system/provider-certificates`
   */
  listProviderCertificates: OptionalCall<NoInput, ListProviderCertificatesAnswer>;
  /**
   * All roles and what each allows, now or as of a moment.
   *
   * `GET /authentication/v1/roles`
   */
  listRoles: OptionalCall<ListRolesInput, Page<Role>>;
  /**
   * The searches that the caller has saved in a partition, and those that are shared in it.
   *
   * `GET /v1/partitions/{partitionId}/saved-searches`
   */
  listSavedSearches: ListCall<ListSavedSearchesInput, SavedSearch>;
  /**
   * The identity providers that can be signed in with, or those of the domain of an email.
   *
   * `GET /v1/auth/identity-providers`
   */
  listSignInProviders: OptionalCall<ListSignInProvidersInput, Page<ListSignInProvidersItem>>;
  /**
   * What the caller follows, in all partitions, in the order it was begun.
   *
   * `GET /v1/subscriptions`
   */
  listSubscriptions: OptionalListCall<ListSubscriptionsInput, ListSubscriptionsItem>;
  /**
   * API tokens that were not revoked: all to masters, the own to everyone else.
   *
   * `GET /v1/tokens`
   */
  listTokens: OptionalListCall<ListTokensInput, ApiToken>;
  /**
   * The jobs in the partitions the caller may open, the newest first.
   *
   * `GET /v1/jobs`
   */
  listTransfers: OptionalListCall<ListTransfersInput, Transfer>;
  /**
   * The members of a unit, with `below` those of the units below too.
   *
   * `GET /v1/organizational-units/{organizationalUnitId}/users`
   */
  listUnitUsers: ListCall<ListUnitUsersInput, User>;
  /**
   * The 20 subscriptions of the caller with the newest changes that were not marked as seen, each with the newest of them.
   *
   * `GET /v1/subscriptions/unseen`
   */
  listUnseen: OptionalCall<NoInput, ListUnseenAnswer>;
  /**
   * The accounts at identity providers a user can sign in with.
   *
   * `GET /v1/users/{userId}/identities`
   */
  listUserIdentities: Call<ListUserIdentitiesInput, Page<Identity>>;
  /**
   * The sessions of a user that go on.
   *
   * `GET /v1/users/{userId}/sessions`
   */
  listUserSessions: Call<ListUserSessionsInput, Page<Session>>;
  /**
   * Users, page by page, now or as of a moment.
   *
   * `GET /v1/users`
   */
  listUsers: OptionalListCall<ListUsersInput, User>;
  /**
   * The attempts of the last 30 days, newest first.
   *
   * `GET /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts`
   */
  listWebhookAttempts: ListCall<ListWebhookAttemptsInput, ListWebhookAttemptsItem>;
  /**
   * The webhooks of a partition, in the order they were created.
   *
   * `GET /v1/partitions/{partitionId}/webhooks`
   */
  listWebhooks: ListCall<ListWebhooksInput, ListWebhooksItem>;
  /**
   * A new link to hand over oneself, in place of those before.
   *
   * `POST /v1/users/invitations/{invitationId}/link`
   */
  makeInvitationLink: Call<MakeInvitationLinkInput, MakeInvitationLinkAnswer>;
  /**
   * Mark changes as seen: those of each subscription up to a version.
   *
   * `POST /v1/subscriptions/seen`
   */
  markSeen: Call<MarkSeenInput, void>;
  /**
   * Disable a user and revoke all they hold, and hand their open invitations to a successor; with dryRun only say what that touches.
   *
   * `POST /v1/users/{userId}/offboarding`
   */
  offboardUser: Call<OffboardUserInput, OffboardUserAnswer>;
  /**
   * How many versions are dated when: from the first version on up to now or the moment, or between two moments of that. Of days, weeks, months or years, so that there are at most 121 periods.
   *
   * `GET /v1/partitions/{partitionId}/activity`
   */
  partitionActivity: Call<PartitionActivityInput, PartitionActivityAnswer>;
  /**
   * How much of what is recorded as of a moment this service held then, and which imports brought the rest later.
   *
   * `GET /v1/partitions/{partitionId}/as-of`
   */
  partitionAsOf: Call<PartitionAsOfInput, PartitionAsOfAnswer>;
  /**
   * What each operation of a change set would write if it were committed now, and which ones are left out since the commit would refuse them. Reads of objects with changeSet show the partition so. 409 once it is committed.
   *
   * `GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/preview`
   */
  previewChangeSet: Call<PreviewChangeSetInput, PreviewChangeSetAnswer>;
  /**
   * Set the rules by which objects of the partition are changed: per type how many approve, who, and whether a reason or signatures are required. Each write that a rule does not allow is refused with change_set_required or reason_required.
   *
   * `PUT /v1/partitions/{partitionId}/change-policy`
   */
  putChangePolicy: Call<PutChangePolicyInput, ChangePolicy>;
  /**
   * Add a member or change their role; the last owner stays owner.
   *
   * `PUT /v1/partitions/{partitionId}/users/{userId}`
   */
  putMember: Call<PutMemberInput, Member>;
  /**
   * Set the JSON Schema (draft 2020-12) that the objectData of new versions must keep, or null for none; with dryRun only tell which newest versions break it.
   *
   * `PUT /v1/partitions/{partitionId}/types/{type}`
   */
  putObjectType: Call<PutObjectTypeInput, PutObjectTypeAnswer>;
  /**
   * Save an operation under an id of the client’s choice; the last one to save wins. Problems are told, not refused. Invalidates approvals.
   *
   * `PUT /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}`
   */
  putOperation: Call<PutOperationInput, ChangeSetOperation>;
  /**
   * Let a deactivated alias lead to its target again; an expiry that has passed goes.
   *
   * `POST /v1/alias-url/reactivate`
   */
  reactivateAliasUrl: Call<ReactivateAliasUrlInput, AliasUrl | undefined>;
  /**
   * Prove again who one is, before tokens are made or factors, identities or names are changed; good for ten minutes.
   *
   * `POST /v1/users/current/reauthentication`
   */
  reauthenticate: Call<ReauthenticateInput, void>;
  /**
   * The newest versions of the partition, newest first; with fromSequence from that one on, however deep. With type and modifiedBy together, or a query, a page may be short, even empty, with hasMore.
   *
   * `GET /v1/partitions/{partitionId}/objects/recent`
   */
  recentObjects: ListCall<RecentObjectsInput, ObjectVersion>;
  /**
   * Record in the audit log, as one event, what configuration files changed: `annals apply` calls it after the changes, which have events of their own. For users who may change roles everywhere.
   *
   * `POST /authentication/v1/events/configuration`
   */
  recordConfiguration: Call<RecordConfigurationInput, void>;
  /**
   * The timelines that point at the timeline of this object, each with the version that does, grouped by name; any version names the timeline, also for an earlier moment.
   *
   * `GET /v1/partitions/{partitionId}/objects/referencedBy/{objectId}`
   */
  referencedBy: ListCall<ReferencedByInput, ReferencedByItem>;
  /**
   * Stop making it, or remove the file that is kept.
   *
   * `DELETE /v1/partitions/{partitionId}/evidence/{jobId}`
   */
  removeEvidence: Call<RemoveEvidenceInput, Transfer>;
  /**
   * Remove a second factor; with the last one the recovery codes go too.
   *
   * `DELETE /v1/users/current/factors/{factorId}`
   */
  removeFactor: Call<RemoveFactorInput, void>;
  /**
   * Remove a member; the last owner cannot go.
   *
   * `DELETE /v1/partitions/{partitionId}/users/{userId}`
   */
  removeMember: Call<RemoveMemberInput, void>;
  /**
   * Remove a search: one’s own, and as an owner of the partition any shared one.
   *
   * `DELETE /v1/partitions/{partitionId}/saved-searches/{searchId}`
   */
  removeSavedSearch: Call<RemoveSavedSearchInput, void>;
  /**
   * Take roles from a unit.
   *
   * `DELETE /v1/organizational-units/{organizationalUnitId}/roles`
   */
  removeUnitRoles: Call<RemoveUnitRolesInput, OrganizationalUnit>;
  /**
   * Remove all second factors of a user who lost them.
   *
   * `DELETE /v1/users/{userId}/factors`
   */
  removeUserFactors: Call<RemoveUserFactorsInput, RemoveUserFactorsAnswer>;
  /**
   * Remove roles from a user; the last global master stays.
   *
   * `DELETE /v1/users/{userId}/roles`
   */
  removeUserRoles: Call<RemoveUserRolesInput, User>;
  /**
   * A current access token for this session: the same while it is fresh, else a new one.
   *
   * `GET /v1/auth`
   */
  renewAccess: OptionalCall<NoInput, RenewAccessAnswer>;
  /**
   * New recovery codes in place of all before; shown once.
   *
   * `POST /v1/users/current/factors/recovery-codes`
   */
  renewRecoveryCodes: OptionalCall<NoInput, RenewRecoveryCodesAnswer>;
  /**
   * Make a withdrawn change set a draft again.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/reopen`
   */
  reopenChangeSet: Call<ReopenChangeSetInput, ChangeSet>;
  /**
   * Send everything again from an event on, or from a moment on, in order and with the same message ids.
   *
   * `POST /authentication/v1/event-webhooks/{eventWebhookId}/replay`
   */
  replayEventWebhook: Call<ReplayEventWebhookInput, ReplayEventWebhookAnswer>;
  /**
   * Send everything again from a version on, or from a moment on, in order and with the same message ids.
   *
   * `POST /v1/partitions/{partitionId}/webhooks/{webhookId}/replay`
   */
  replayWebhook: Call<ReplayWebhookInput, ReplayWebhookAnswer>;
  /**
   * Send a change set back to its author, with what has to change.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/request-changes`
   */
  requestChanges: Call<RequestChangesInput, ChangeSet>;
  /**
   * Ask for a mail with a link to set a new password; the same answer for any email.
   *
   * `POST /v1/auth/password-reset`
   */
  requestPasswordReset: Call<RequestPasswordResetInput, Record<string, unknown>>;
  /**
   * Send the message of an attempt once more, now. Answers with what came of it.
   *
   * `POST /authentication/v1/event-webhooks/{eventWebhookId}/attempts/{attemptId}/resend`
   */
  resendEventWebhookMessage: Call<ResendEventWebhookMessageInput, ResendEventWebhookMessageAnswer>;
  /**
   * Send the welcome mail again with a new link; a withdrawn invitation is open again.
   *
   * `POST /v1/users/invitations/{invitationId}/resend`
   */
  resendInvitation: Call<ResendInvitationInput, Invitation>;
  /**
   * Send the message of an attempt once more, now. Answers with what came of it.
   *
   * `POST /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts/{attemptId}/resend`
   */
  resendWebhookMessage: Call<ResendWebhookMessageInput, ResendWebhookMessageAnswer>;
  /**
   * Resolve a comment, or open it again.
   *
   * `PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments/{commentId}`
   */
  resolveChangeSetComment: Call<ResolveChangeSetCommentInput, ChangeSetComment>;
  /**
   * Write a new version with data and references of an old one of the same timeline; an ended timeline goes on with it. 409 with the current head when predecessorId is given and not the latest.
   *
   * `POST /v1/partitions/{partitionId}/timelines/{timelineId}/restore`
   */
  restoreObject: Call<RestoreObjectInput, ObjectVersion>;
  /**
   * Let a job that was cancelled or failed go on from where it was.
   *
   * `POST /v1/partitions/{partitionId}/jobs/{jobId}/resume`
   */
  resumeTransfer: Call<ResumeTransferInput, Transfer>;
  /**
   * Try the emails that could not be sent again now, in place of at their next attempt; for users who administer all users.
   *
   * `POST /authentication/v1/system/mails/retries`
   */
  retryMails: OptionalCall<NoInput, RetryMailsAnswer>;
  /**
   * Begin a new change set that takes a committed one back. What others have written on top since is a conflict in it.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/revert`
   */
  revertChangeSet: Call<RevertChangeSetInput, ChangeSet>;
  /**
   * Revoke a token of an application.
   *
   * `DELETE /v1/applications/{applicationId}/tokens/{tokenId}`
   */
  revokeApplicationToken: Call<RevokeApplicationTokenInput, void>;
  /**
   * Revoke an API token: the next call with it is refused.
   *
   * `DELETE /v1/tokens/{tokenId}`
   */
  revokeToken: Call<RevokeTokenInput, void>;
  /**
   * Give a webhook of the audit log a new secret, which is shown once. For 24 hours messages are signed with the one before, too.
   *
   * `POST /authentication/v1/event-webhooks/{eventWebhookId}/secret`
   */
  rotateEventWebhookSecret: Call<RotateEventWebhookSecretInput, RotateEventWebhookSecretAnswer>;
  /**
   * Give a webhook a new secret, which is shown once. For 24 hours messages are signed with the one before, too.
   *
   * `POST /v1/partitions/{partitionId}/webhooks/{webhookId}/secret`
   */
  rotateWebhookSecret: Call<RotateWebhookSecretInput, RotateWebhookSecretAnswer>;
  /**
   * The best matches of a query in the partitions the caller may open: in one first, then in the 50 changed last. At most half of them from one partition; objects with the words in their titles come before others, and those with an alias that begins so before all.
   *
   * `GET /v1/partitions/all/objects`
   */
  searchAllPartitions: Call<SearchAllPartitionsInput, SearchAllPartitionsAnswer>;
  /**
   * The latest version of each timeline that matches, newest first; with asOf the latest by then. A page may be short, even empty, with hasMore: then it looked at as many as one request may. A text or a condition goes on with the cursor only, and a text has at most 32 different words. Other orders than created and lastChange, and those of what is narrowed further or of a moment, sort up to 5,000 matches.
   *
   * `POST /v1/partitions/{partitionId}/objects/search`
   */
  searchObjects: ListCall<SearchObjectsInput, ObjectVersion>;
  /**
   * Full text over the newest versions, the best match first, with the places of the hits and the number of matches by type. Ranks the newest 2,000 matches together, or as many as one request may look at, by the first four words; the ones before come after them. A page may be short, even empty, with hasMore. At most 32 different words; with asOf the versions of then.
   *
   * `GET /v1/partitions/{partitionId}/indices/search-text`
   */
  searchText: ListCall<SearchTextInput, SearchTextAnswer['data'][number], SearchTextAnswer>;
  /**
   * Send the code that confirms an account to its email, for a sign-in that asks for it.
   *
   * `POST /v1/auth/email-code`
   */
  sendEmailCode: Call<SendEmailCodeInput, Record<string, unknown>>;
  /**
   * Send a user the mail with a link to set a new password.
   *
   * `POST /v1/users/{userId}/password-reset`
   */
  sendPasswordReset: Call<SendPasswordResetInput, Record<string, unknown>>;
  /**
   * Set the password with a one-time link, and sign in; revokes the API tokens unless they are kept.
   *
   * `POST /v1/auth/password`
   */
  setPassword: Call<SetPasswordInput, Tokens | SecondFactorChallenge>;
  /**
   * Ask for an account; the answer is the same whether there is one already.
   *
   * `POST /v1/auth/signup`
   */
  signUp: Call<SignUpInput, Record<string, unknown>>;
  /**
   * Let a job make the same file, and keep it for seven days. It goes on after a restart, and says how far it is. What is written after this call does not go in.
   *
   * `POST /v1/partitions/{partitionId}/evidence`
   */
  startEvidence: Call<StartEvidenceInput, Transfer>;
  /**
   * Start linking an account at a provider: where to send the browser.
   *
   * `POST /v1/users/current/identities`
   */
  startLinkingIdentity: Call<StartLinkingIdentityInput, StartLinkingIdentityAnswer>;
  /**
   * What navigator.credentials.create takes, as JSON, with a challenge good for five minutes.
   *
   * `POST /v1/users/current/factors/passkeys/options`
   */
  startPasskey: OptionalCall<NoInput, StartPasskeyAnswer>;
  /**
   * Start a sign-in with a provider: where to send the browser, and the state that comes back.
   *
   * `POST /v1/auth/identity-providers/{identityProviderId}/authorization`
   */
  startProviderSignIn: Call<StartProviderSignInInput, StartProviderSignInAnswer>;
  /**
   * Second step of the test: a trial sign-in, which makes no session.
   *
   * `POST /v1/identity-providers/{identityProviderId}/trial`
   */
  startProviderTrial: Call<StartProviderTrialInput, StartProviderTrialAnswer>;
  /**
   * Begin to sign a change set: the statement that is signed, good for five minutes, and what navigator.credentials.get takes. 409 for an account with neither a passkey nor password and authenticator app.
   *
   * `POST /v1/users/current/signatures`
   */
  startSignature: Call<StartSignatureInput, StartSignatureAnswer>;
  /**
   * Start setting up an authenticator app (RFC 6238).
   *
   * `POST /v1/users/current/factors/totp`
   */
  startTotp: Call<StartTotpInput, StartTotpAnswer>;
  /**
   * Begin an import whose batches the caller sends, a copy from another partition, or the making of the search index anew. Copy and index need the role OWNER.
   *
   * `POST /v1/partitions/{partitionId}/jobs`
   */
  startTransfer: Call<StartTransferInput, Transfer>;
  /**
   * Put a change set up for review. One that needs no approvals is approved at once.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/submit`
   */
  submitChangeSet: Call<SubmitChangeSetInput, ChangeSet>;
  /**
   * Send a test message now. Answers with what came of it.
   *
   * `POST /authentication/v1/event-webhooks/{eventWebhookId}/test`
   */
  testEventWebhook: Call<TestEventWebhookInput, TestEventWebhookAnswer>;
  /**
   * First step of the test: discovery and keys as saved.
   *
   * `POST /v1/identity-providers/{identityProviderId}/test`
   */
  testIdentityProvider: Call<TestIdentityProviderInput, ProviderChecks>;
  /**
   * Send a test message now. Answers with what came of it.
   *
   * `POST /v1/partitions/{partitionId}/webhooks/{webhookId}/test`
   */
  testWebhook: Call<TestWebhookInput, TestWebhookAnswer>;
  /**
   * For each field of the newest version the version that last changed it. Looks back through 5,000 versions or 64 MiB.
   *
   * `GET /v1/partitions/{partitionId}/timelines/{timelineId}/blame`
   */
  timelineBlame: Call<TimelineBlameInput, TimelineBlameAnswer>;
  /**
   * The history of a timeline, newest version first.
   *
   * `GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects`
   */
  timelineObjects: ListCall<TimelineObjectsInput, ObjectVersion>;
  /**
   * The values of a field over time, the newest first: each with the version that brought it and when it went. Goes on by the cursor only; a page may be short, even empty, with hasMore.
   *
   * `GET /v1/partitions/{partitionId}/timelines/{timelineId}/values`
   */
  timelineValues: ListCall<TimelineValuesInput, TimelineValuesItem>;
  /**
   * Take a user out of an organizational unit.
   *
   * `PUT /v1/users/{userId}/organizational-unit/unassign`
   */
  unassignUserFromUnit: Call<UnassignUserFromUnitInput, User>;
  /**
   * Unlink an account at a provider; the last way in stays.
   *
   * `DELETE /v1/users/{userId}/identities/{identityId}`
   */
  unlinkUserIdentity: Call<UnlinkUserIdentityInput, void>;
  /**
   * Look for the TXT record of a domain now; the domain is verified when it is there.
   *
   * `POST /v1/identity-providers/{identityProviderId}/domains/{domain}/verification`
   */
  verifyProviderDomain: Call<VerifyProviderDomainInput, EmailDomain>;
  /**
   * Look for the TXT record of a domain now; the domain is verified when it is there.
   *
   * `POST /v1/organizational-units/{organizationalUnitId}/domains/{domain}/verification`
   */
  verifyUnitDomain: Call<VerifyUnitDomainInput, EmailDomain>;
  /**
   * How many versions were written on each of the last days.
   *
   * `GET /v1/partitions/{partitionId}/versions-per-day`
   */
  versionsPerDay: Call<VersionsPerDayInput, VersionsPerDayAnswer>;
  /**
   * How many versions were written on each of the last days, in all partitions the caller may open.
   *
   * `GET /v1/partitions/all/versions-per-day`
   */
  versionsPerDayOfAll: OptionalCall<VersionsPerDayOfAllInput, VersionsPerDayOfAllAnswer>;
  /**
   * Where an alias leads, counted as a visit unless told otherwise; 404 alike for one that is unknown, deactivated or expired.
   *
   * `POST /v1/alias-url/visit`
   */
  visitAliasUrl: Call<VisitAliasUrlInput, VisitAliasUrlAnswer>;
  /**
   * The webhooks that fail or were given up, in the partitions of which the caller is owner; the 100 that changed last.
   *
   * `GET /v1/partitions/all/webhooks`
   */
  webhooksToAttend: OptionalCall<NoInput, WebhooksToAttendAnswer>;
  /**
   * Take a change set back; it can be reopened.
   *
   * `POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/withdraw`
   */
  withdrawChangeSet: Call<WithdrawChangeSetInput, ChangeSet>;
  /**
   * Withdraw an invitation: its links stop working and the user is disabled.
   *
   * `DELETE /v1/users/invitations/{invitationId}`
   */
  withdrawInvitation: Call<WithdrawInvitationInput, void>;
}
