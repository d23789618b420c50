import type { CallName } from '@annals/contracts/endpoint';
import type { RouteName } from '@annals/contracts/routes';

/**
 * The page of each route: its file below the console's features, named like its component. `needs` is the call beyond
 * the specification without which it has nothing to show. If the services lack it, only the side menu links to the
 * page, and the page explains that.
 */
export const pages = {
  index: { file: 'home/HomePage' },
  login: { file: 'session/LoginPage' },
  reset: { file: 'session/ResetPage' },
  signup: { file: 'session/SignUpPage' },
  'set-password': { file: 'session/SetPasswordPage' },
  'revoke-tokens': { file: 'session/RevokeTokensPage' },
  'user-management': { file: 'account/AccountPage' },
  subscriptions: { file: 'subscriptions/SubscriptionsPage', needs: 'GET /v1/subscriptions' },
  migrations: {
    file: 'transfers/TransfersPage',
    needs: 'POST /v1/partitions/{partitionId}/import',
  },
  'audit-log': { file: 'audit-log/AuditLogPage', needs: 'GET /authentication/v1/events' },
  'audit-log-incident': {
    file: 'audit-log/incident/IncidentPage',
    needs: 'GET /v1/partitions/all/reads',
  },
  'audit-log-webhooks': {
    file: 'audit-log/webhooks/AuditWebhooksPage',
    needs: 'GET /authentication/v1/event-webhooks',
  },
  'audit-log-webhooks-webhookId': {
    file: 'audit-log/webhooks/AuditWebhookPage',
    needs: 'GET /authentication/v1/event-webhooks/{eventWebhookId}',
  },
  roles: { file: 'roles/RolesPage' },
  'roles-role': { file: 'roles/RolePage' },
  help: { file: 'help/HelpPage' },
  'help-chapter': { file: 'help/HelpChapterPage' },
  licenses: { file: 'licenses/LicensesPage' },
  'api-reference': { file: 'api-reference/ApiReferencePage' },
  system: { file: 'system/SystemPage', needs: 'GET /v1/system' },
  'v1-tokens-new': { file: 'tokens/NewTokenPage' },
  'v1-tokens': { file: 'tokens/TokensPage' },
  'v1-users': { file: 'users/UsersPage' },
  'v1-users-userId': { file: 'users/UserPage' },
  'v1-users-userId-edit': { file: 'users/EditUserPage', needs: 'PATCH /v1/users/{userId}' },
  'v1-users-userId-roles': { file: 'users/UserRolesPage' },
  'v1-users-forName-username': { file: 'users/FindUserPage' },
  'v1-users-forNameContaining-searchtext': { file: 'users/FoundUsersPage' },
  'v1-applications': { file: 'applications/ApplicationsPage', needs: 'GET /v1/applications' },
  'v1-applications-applicationId': { file: 'applications/ApplicationPage' },
  'v1-identity-providers': { file: 'identity-providers/ProvidersPage' },
  'v1-identity-providers-new': { file: 'identity-providers/NewProviderPage' },
  'v1-identity-providers-idpId': { file: 'identity-providers/ProviderPage' },
  'v1-identity-providers-idpId-edit': { file: 'identity-providers/EditProviderPage' },
  'v1-sign-in-rules': {
    file: 'sign-in-rules/SignInRulesPage',
    needs: 'GET /authentication/v1/sign-in-rules',
  },
  'v1-organizational-units': { file: 'organizational-units/UnitsPage' },
  'v1-organizational-units-new': { file: 'organizational-units/NewUnitPage' },
  'v1-organizational-units-orgUnitId': { file: 'organizational-units/UnitPage' },
  'v1-organizational-units-orgUnitId-edit': { file: 'organizational-units/EditUnitPage' },
  'v1-organizational-units-orgUnitId-users': { file: 'organizational-units/UnitUsersPage' },
  'v1-alias-urls': { file: 'alias-urls/AliasUrlsPage' },
  'v1-partitions': { file: 'partitions/PartitionsPage' },
  'v1-partitions-all-users': {
    file: 'data-users/DataUsersPage',
    needs: 'GET /v1/partitions/all/users',
  },
  'v1-partitions-all-users-userId': { file: 'data-users/DataUserPage' },
  'v1-partitions-partitionId': { file: 'partitions/PartitionPage' },
  'v1-partitions-partitionId-users': {
    file: 'partitions/members/MembersPage',
    needs: 'GET /v1/partitions/{partitionId}/users',
  },
  'v1-partitions-partitionId-objects': { file: 'objects/search/ObjectsPage' },
  'v1-partitions-partitionId-objects-recent': {
    file: 'objects/history/RecentPage',
    needs: 'GET /v1/partitions/{partitionId}/objects/recent',
  },
  'v1-partitions-partitionId-objects-edit': {
    file: 'objects/grid/EditGridPage',
    needs: 'POST /v1/partitions/{partitionId}/transactions',
  },
  'v1-partitions-partitionId-objects-objectId': {
    file: 'objects/version/ObjectPage',
    needs: 'GET /v1/partitions/{partitionId}/objects/{objectId}',
  },
  'v1-partitions-partitionId-objects-referencedBy-objectId': {
    file: 'objects/references/ReferencedByPage',
    needs: 'GET /v1/partitions/{partitionId}/objects/referencedBy/{objectId}',
  },
  'v1-partitions-partitionId-indices-search-text': {
    file: 'objects/search/SearchTextPage',
    needs: 'GET /v1/partitions/{partitionId}/indices/search-text',
  },
  'v1-partitions-partitionId-timelines-timelineId-objects': {
    file: 'objects/history/HistoryPage',
    needs: 'GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects',
  },
  'v1-partitions-partitionId-timelines-timelineId-objects-latest': {
    file: 'objects/version/LatestPage',
  },
  'v1-partitions-partitionId-change-sets': {
    file: 'objects/change-sets/ChangeSetsPage',
    needs: 'GET /v1/partitions/{partitionId}/change-sets',
  },
  'v1-partitions-partitionId-change-sets-changeSetId': {
    file: 'objects/change-sets/ChangeSetPage',
    needs: 'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}',
  },
  'v1-partitions-partitionId-samples': {
    file: 'partitions/samples/SamplesPage',
    needs: 'GET /v1/partitions/{partitionId}/samples',
  },
  'v1-partitions-partitionId-samples-sampleId': {
    file: 'partitions/samples/SamplePage',
    needs: 'GET /v1/partitions/{partitionId}/samples/{sampleId}',
  },
  'v1-partitions-partitionId-webhooks-webhookId': {
    file: 'partitions/webhooks/WebhookPage',
    needs: 'GET /v1/partitions/{partitionId}/webhooks/{webhookId}',
  },
} as const satisfies Record<RouteName, PageRow>;

/** Routes whose page exists only if the services have the call. */
export type PageWithNeeds = {
  [Name in RouteName]: (typeof pages)[Name] extends { needs: CallName } ? Name : never;
}[RouteName];

interface PageRow {
  file: string;
  needs?: CallName;
}

export function hasNeeds(route: RouteName): route is PageWithNeeds {
  return 'needs' in pages[route];
}

/** The call that the page of a route needs; undefined if any service has what it shows. */
export function callNeededBy(route: RouteName): CallName | undefined {
  return hasNeeds(route) ? pages[route].needs : undefined;
}
