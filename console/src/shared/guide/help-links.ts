import type { RouteName } from '@annals/contracts/routes';

/** The chapter and section that explain a page. Separate from the guide itself, which is loaded on demand. */
export const helpOfRoute: Readonly<Record<RouteName, string>> = {
  index: 'find-who#what-happened-since-i-was-last-here',
  login: 'sign-in#every-other-day',
  reset: 'sign-in#every-other-day',
  signup: 'sign-in#every-other-day',
  'set-password': 'sign-in#the-first-account',
  'user-management': 'sign-in#a-second-factor',
  subscriptions: 'follow-changes',
  migrations: 'moving-data',
  'audit-log': 'find-who#what-happened-anywhere-and-what-failed',
  'audit-log-webhooks': 'webhooks#send-the-audit-log',
  'audit-log-webhooks-webhookId': 'webhooks#send-the-audit-log',
  help: '',
  'help-chapter': '',
  licenses: '',
  'api-reference': 'programs#use-the-api',
  system: 'find-who#what-is-wrong-with-the-system-right-now',
  'v1-tokens-new': 'programs#your-own-tokens',
  'v1-tokens': 'programs#your-own-tokens',
  'v1-users': 'invite',
  'v1-users-userId': 'give-access',
  'v1-users-userId-edit': 'give-access',
  'v1-users-userId-roles': 'give-access#roles',
  'v1-users-forName-username': 'lists-and-keys#lists',
  'v1-users-forNameContaining-searchtext': 'lists-and-keys#lists',
  'v1-applications': 'programs#applications',
  'v1-applications-applicationId': 'programs#applications',
  'v1-identity-providers': 'identity-providers',
  'v1-identity-providers-new': 'identity-providers#set-up-a-provider',
  'v1-identity-providers-idpId': 'identity-providers',
  'v1-identity-providers-idpId-edit': 'identity-providers#set-up-a-provider',
  'v1-organizational-units': 'give-access#units',
  'v1-organizational-units-new': 'give-access#units',
  'v1-organizational-units-orgUnitId': 'give-access#units',
  'v1-organizational-units-orgUnitId-edit': 'give-access#units',
  'v1-organizational-units-orgUnitId-users': 'give-access#units',
  'v1-alias-urls': 'alias-urls',
  'v1-partitions': 'partitions-and-objects#create-a-partition',
  'v1-partitions-all-users': 'find-who#what-did-a-user-do',
  'v1-partitions-all-users-userId': 'find-who#what-did-a-user-do',
  'v1-partitions-partitionId': 'partitions-and-objects',
  'v1-partitions-partitionId-users': 'give-access#membership-in-a-partition',
  'v1-partitions-partitionId-objects': 'partitions-and-objects#find-objects',
  'v1-partitions-partitionId-objects-recent': 'find-who#who-changed-it',
  'v1-partitions-partitionId-objects-edit': 'edit-many-objects',
  'v1-partitions-partitionId-objects-objectId': 'prove-it',
  'v1-partitions-partitionId-objects-referencedBy-objectId': 'partitions-and-objects#references',
  'v1-partitions-partitionId-indices-search-text': 'partitions-and-objects#find-objects',
  'v1-partitions-partitionId-timelines-timelineId-objects': 'find-who#who-changed-it',
  'v1-partitions-partitionId-timelines-timelineId-objects-latest':
    'partitions-and-objects#create-and-change-an-object',
  'v1-partitions-partitionId-change-sets': 'propose-a-change',
  'v1-partitions-partitionId-change-sets-changeSetId': 'approve-and-sign',
  'v1-partitions-partitionId-webhooks-webhookId': 'webhooks',
};

/** The path of a page's help; the list of chapters if there is none. */
export function helpPathOf(route: RouteName | undefined): string {
  const target = route === undefined ? '' : helpOfRoute[route];
  return target === '' ? '/help' : `/help/${target}`;
}
