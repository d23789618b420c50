import type { CallName } from './endpoint.ts';
import type { FreshProofAction } from './fresh-proof-actions.ts';

/** The calls of each action. A call can belong to several: a rule for one of them is enough. */
const callsByAction: Readonly<Record<FreshProofAction, readonly CallName[]>> = {
  USERS: [
    'POST /v1/users',
    'PATCH /v1/users/{userId}',
    'PUT /v1/users/{userId}/status',
    'POST /v1/users/{userId}/offboarding',
    'POST /v1/users/{userId}/password-reset',
    'DELETE /v1/users/{userId}/identities/{identityId}',
    'DELETE /v1/users/{userId}/factors',
    'POST /v1/users/invitations/{invitationId}/resend',
    'POST /v1/users/invitations/{invitationId}/link',
    'DELETE /v1/users/invitations/{invitationId}',
    'POST /v1/users/bulk',
    'POST /authentication/v1/system/mails/retries',
  ],
  ROLES: [
    // Membership in a unit gives its roles.
    'POST /v1/users',
    'PUT /v1/users/{userId}/roles',
    'DELETE /v1/users/{userId}/roles',
    'PUT /v1/users/{userId}/organizational-unit',
    'PUT /v1/users/{userId}/organizational-unit/unassign',
    'POST /v1/users/bulk',
    'PUT /v1/organizational-units/{organizationalUnitId}/roles',
    'DELETE /v1/organizational-units/{organizationalUnitId}/roles',
    'POST /authentication/v1/roles',
    'PATCH /authentication/v1/roles/{role}',
    'DELETE /authentication/v1/roles/{role}',
  ],
  UNITS: [
    'PUT /v1/users/{userId}/organizational-unit',
    'PUT /v1/users/{userId}/organizational-unit/unassign',
    'POST /v1/organizational-units',
    'PUT /v1/organizational-units/{organizationalUnitId}',
    'DELETE /v1/organizational-units/{organizationalUnitId}',
    'POST /v1/organizational-units/{organizationalUnitId}/domains/{domain}/verification',
    'POST /v1/organizational-units/{organizationalUnitId}/domains/{domain}/approval',
  ],
  SIGN_IN_RULES: [
    'POST /authentication/v1/sign-in-rules',
    'PUT /authentication/v1/sign-in-rules/{ruleId}',
    'DELETE /authentication/v1/sign-in-rules/{ruleId}',
  ],
  IDENTITY_PROVIDERS: [
    'POST /v1/identity-providers',
    'PATCH /v1/identity-providers/{identityProviderId}',
    'DELETE /v1/identity-providers/{identityProviderId}',
    'POST /v1/identity-providers/{identityProviderId}/domains/{domain}/verification',
    'POST /v1/identity-providers/{identityProviderId}/domains/{domain}/approval',
  ],
  TOKENS: [
    'POST /v1/tokens',
    'DELETE /v1/tokens/{tokenId}',
    'POST /v1/applications/{applicationId}/tokens',
    'DELETE /v1/applications/{applicationId}/tokens/{tokenId}',
  ],
  APPLICATIONS: [
    'POST /v1/applications',
    'PATCH /v1/applications/{applicationId}',
    'DELETE /v1/applications/{applicationId}',
  ],
  PARTITIONS: [
    'POST /v1/partitions',
    'PATCH /v1/partitions/{partitionId}',
    'POST /v1/partitions/{partitionId}/archive',
    'PUT /v1/partitions/{partitionId}/read-recording',
    'PUT /v1/partitions/{partitionId}/types/{type}',
    'PUT /v1/partitions/{partitionId}/change-policy',
  ],
  MEMBERS: [
    'PUT /v1/partitions/{partitionId}/users/{userId}',
    'DELETE /v1/partitions/{partitionId}/users/{userId}',
    'POST /v1/partitions/{partitionId}/users/{userId}/hand-over',
    'POST /v1/partitions/all/users/{userId}/hand-over',
    'POST /v1/partitions/{partitionId}/jobs/{jobId}/hand-over',
  ],
  APPROVALS: [
    'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/approve',
    'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/request-changes',
    'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/commit',
    'POST /v1/partitions/{partitionId}/samples/{sampleId}/signature',
  ],
  ERASURE: [
    'POST /v1/partitions/{partitionId}/objects/{objectId}/erase',
    'POST /v1/partitions/{partitionId}/objects/{objectId}/erase-reason',
  ],
  EXPORT: [
    'GET /v1/partitions/{partitionId}/export',
    'GET /v1/partitions/{partitionId}/evidence',
    'POST /v1/partitions/{partitionId}/evidence',
    'GET /v1/partitions/{partitionId}/evidence/{jobId}',
    'DELETE /v1/partitions/{partitionId}/evidence/{jobId}',
    'GET /authentication/v1/events/proof',
  ],
  WEBHOOKS: [
    'POST /v1/partitions/{partitionId}/webhooks',
    'PATCH /v1/partitions/{partitionId}/webhooks/{webhookId}',
    'DELETE /v1/partitions/{partitionId}/webhooks/{webhookId}',
    'POST /v1/partitions/{partitionId}/webhooks/{webhookId}/secret',
    'POST /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts/{attemptId}/resend',
    'POST /v1/partitions/{partitionId}/webhooks/{webhookId}/replay',
    'POST /authentication/v1/event-webhooks',
    'PATCH /authentication/v1/event-webhooks/{eventWebhookId}',
    'DELETE /authentication/v1/event-webhooks/{eventWebhookId}',
    'POST /authentication/v1/event-webhooks/{eventWebhookId}/secret',
    'POST /authentication/v1/event-webhooks/{eventWebhookId}/attempts/{attemptId}/resend',
    'POST /authentication/v1/event-webhooks/{eventWebhookId}/replay',
  ],
  ALIAS_URLS: ['POST /v1/alias-url', 'PATCH /v1/alias-url', 'POST /v1/alias-url/reactivate'],
};

/**
 * Writes that no rule can make dependent on a confirmation: those of the everyday work with data, those that only concern
 * the caller, and those that give nothing away. Calls that change one's own credentials always want one.
 */
export const neverConfirmed: readonly CallName[] = [
  // The sign-in itself, and its end. To end sessions and trust must be easy.
  'POST /v1/auth/sign-out',
  'DELETE /v1/auth',
  'DELETE /v1/users/{userId}/sessions',
  'DELETE /v1/users/{userId}/sessions/{sessionId}',
  'DELETE /v1/users/{userId}/trusted-devices/{deviceId}',
  // Want a confirmation without any rule, or are one.
  'POST /v1/users/current/password',
  'POST /v1/users/current/reauthentication/options',
  'POST /v1/users/current/reauthentication',
  'POST /v1/users/current/factors/totp',
  'POST /v1/users/current/factors/totp/{factorId}/confirmation',
  'POST /v1/users/current/factors/passkeys/options',
  'POST /v1/users/current/factors/passkeys',
  'DELETE /v1/users/current/factors/{factorId}',
  'POST /v1/users/current/factors/recovery-codes',
  'POST /v1/users/current/identities',
  'POST /v1/users/current/signatures',
  'POST /v1/users/current/signatures/{signatureId}/confirmation',
  // Try something out, or record what the calls before have done.
  'POST /authentication/v1/sign-in-rules/preview',
  'POST /v1/identity-providers/discovery',
  'POST /v1/identity-providers/{identityProviderId}/test',
  'POST /v1/identity-providers/{identityProviderId}/trial',
  'POST /authentication/v1/event-webhooks/{eventWebhookId}/test',
  'POST /v1/partitions/{partitionId}/webhooks/{webhookId}/test',
  'POST /authentication/v1/events/configuration',
  // What only the caller has.
  'PUT /v1/partitions/all/users/current/visit',
  'POST /v1/partitions/{partitionId}/subscriptions',
  'POST /v1/subscriptions/seen',
  'PATCH /v1/subscriptions/{subscriptionId}',
  'DELETE /v1/subscriptions/{subscriptionId}',
  // The everyday work with data: every version remains, and everything can be taken back.
  'POST /v1/partitions/{partitionId}/objects',
  'POST /v1/partitions/{partitionId}/timelines/{timelineId}/end',
  'POST /v1/partitions/{partitionId}/timelines/{timelineId}/restore',
  'POST /v1/partitions/{partitionId}/transactions',
  'POST /v1/partitions/{partitionId}/saved-searches',
  'PATCH /v1/partitions/{partitionId}/saved-searches/{searchId}',
  'DELETE /v1/partitions/{partitionId}/saved-searches/{searchId}',
  'POST /v1/partitions/{partitionId}/import',
  'POST /v1/partitions/{partitionId}/jobs',
  'POST /v1/partitions/{partitionId}/jobs/{jobId}/cancel',
  'POST /v1/partitions/{partitionId}/jobs/{jobId}/finish',
  'POST /v1/partitions/{partitionId}/jobs/{jobId}/resume',
  'POST /v1/partitions/{partitionId}/jobs/{jobId}/revert',
  'POST /v1/partitions/{partitionId}/users/{userId}/revert',
  'POST /v1/partitions/{partitionId}/change-sets',
  'PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}',
  'DELETE /v1/partitions/{partitionId}/change-sets/{changeSetId}',
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations',
  'PUT /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}',
  'DELETE /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}',
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments',
  'PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments/{commentId}',
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/submit',
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/withdraw',
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/reopen',
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/revert',
  'POST /v1/partitions/{partitionId}/samples',
  'POST /v1/partitions/{partitionId}/samples/{sampleId}/draw',
  'PUT /v1/partitions/{partitionId}/samples/{sampleId}/items/{index}',
];

const actionsByCall = new Map<string, FreshProofAction[]>();
for (const [action, calls] of Object.entries(callsByAction) as [FreshProofAction, CallName[]][])
  for (const call of calls) actionsByCall.set(call, [...(actionsByCall.get(call) ?? []), action]);

/** The actions that a call belongs to; none for most reads. */
export function freshProofActionsOf(call: CallName): readonly FreshProofAction[] {
  return actionsByCall.get(call) ?? [];
}

/** Every call that is declared here, for tests. */
export const confirmableCalls: readonly string[] = [...actionsByCall.keys()];
