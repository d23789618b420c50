/** Who sees a route. This only decides what the console offers; the services authorize. */
export type RouteAccess = 'everyone' | 'signedIn' | 'master';

/** Roles that make a global master in the console (specification 6 and 9). */
export const globalMasterRoles: readonly string[] = ['GLOBAL_MASTER', 'ORG_ADMIN'];

/**
 * The routes of the console by the specification's names; `{name}` in a path is a required parameter. Their pages are
 * in pages.ts, which the login page does not load.
 */
export const routes = {
  index: { path: '/', access: 'signedIn' },
  login: { path: '/login', access: 'everyone' },
  reset: { path: '/reset', access: 'everyone' },
  signup: { path: '/signup', access: 'everyone' },
  'set-password': { path: '/set-password', access: 'everyone' },
  'revoke-tokens': { path: '/revoke-tokens', access: 'everyone' },
  'user-management': { path: '/user-management', access: 'signedIn' },
  subscriptions: { path: '/subscriptions', access: 'signedIn' },
  migrations: { path: '/migrations', access: 'master' },
  'audit-log': { path: '/audit-log', access: 'signedIn' },
  'audit-log-incident': { path: '/audit-log/incident', access: 'signedIn' },
  'audit-log-webhooks': { path: '/audit-log/webhooks', access: 'master' },
  'audit-log-webhooks-webhookId': { path: '/audit-log/webhooks/{webhookId}', access: 'master' },
  roles: { path: '/roles', access: 'signedIn' },
  'roles-role': { path: '/roles/{role}', access: 'signedIn' },
  help: { path: '/help', access: 'everyone' },
  'help-chapter': { path: '/help/{chapter}', access: 'everyone' },
  licenses: { path: '/licenses', access: 'everyone' },
  'api-reference': { path: '/api-reference', access: 'signedIn' },
  system: { path: '/system', access: 'master' },
  'v1-tokens-new': { path: '/v1/tokens/new', access: 'signedIn' },
  'v1-tokens': { path: '/v1/tokens', access: 'signedIn' },
  'v1-users': { path: '/v1/users', access: 'master' },
  'v1-users-userId': { path: '/v1/users/{userId}', access: 'signedIn' },
  'v1-users-userId-edit': { path: '/v1/users/{userId}/edit', access: 'master' },
  'v1-users-userId-roles': { path: '/v1/users/{userId}/roles', access: 'master' },
  'v1-users-forName-username': { path: '/v1/users/forName/{username}', access: 'master' },
  'v1-users-forNameContaining-searchtext': {
    path: '/v1/users/forNameContaining/{searchtext}',
    access: 'master',
  },
  'v1-applications': { path: '/v1/applications', access: 'master' },
  'v1-applications-applicationId': { path: '/v1/applications/{applicationId}', access: 'master' },
  'v1-identity-providers': { path: '/v1/identity-providers', access: 'master' },
  'v1-identity-providers-new': { path: '/v1/identity-providers/new', access: 'master' },
  'v1-identity-providers-idpId': { path: '/v1/identity-providers/{idpId}', access: 'master' },
  'v1-identity-providers-idpId-edit': {
    path: '/v1/identity-providers/{idpId}/edit',
    access: 'master',
  },
  'v1-sign-in-rules': { path: '/v1/sign-in-rules', access: 'master' },
  'v1-organizational-units': { path: '/v1/organizational-units', access: 'master' },
  'v1-organizational-units-new': { path: '/v1/organizational-units/new', access: 'master' },
  'v1-organizational-units-orgUnitId': {
    path: '/v1/organizational-units/{orgUnitId}',
    access: 'master',
  },
  'v1-organizational-units-orgUnitId-edit': {
    path: '/v1/organizational-units/{orgUnitId}/edit',
    access: 'master',
  },
  'v1-organizational-units-orgUnitId-users': {
    path: '/v1/organizational-units/{orgUnitId}/users',
    access: 'master',
  },
  'v1-alias-urls': { path: '/v1/alias-urls', access: 'master' },
  'v1-partitions': { path: '/v1/partitions', access: 'signedIn' },
  'v1-partitions-all-users': { path: '/v1/partitions/all/users', access: 'master' },
  'v1-partitions-all-users-userId': {
    path: '/v1/partitions/all/users/{userId}',
    access: 'signedIn',
  },
  'v1-partitions-partitionId': { path: '/v1/partitions/{partitionId}', access: 'signedIn' },
  'v1-partitions-partitionId-users': {
    path: '/v1/partitions/{partitionId}/users',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-objects': {
    path: '/v1/partitions/{partitionId}/objects',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-objects-recent': {
    path: '/v1/partitions/{partitionId}/objects/recent',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-objects-edit': {
    path: '/v1/partitions/{partitionId}/objects/edit',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-objects-objectId': {
    path: '/v1/partitions/{partitionId}/objects/{objectId}',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-objects-referencedBy-objectId': {
    path: '/v1/partitions/{partitionId}/objects/referencedBy/{objectId}',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-indices-search-text': {
    path: '/v1/partitions/{partitionId}/indices/search-text',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-timelines-timelineId-objects': {
    path: '/v1/partitions/{partitionId}/timelines/{timelineId}/objects',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-timelines-timelineId-objects-latest': {
    path: '/v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-change-sets': {
    path: '/v1/partitions/{partitionId}/change-sets',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-change-sets-changeSetId': {
    path: '/v1/partitions/{partitionId}/change-sets/{changeSetId}',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-samples': {
    path: '/v1/partitions/{partitionId}/samples',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-samples-sampleId': {
    path: '/v1/partitions/{partitionId}/samples/{sampleId}',
    access: 'signedIn',
  },
  'v1-partitions-partitionId-webhooks-webhookId': {
    path: '/v1/partitions/{partitionId}/webhooks/{webhookId}',
    access: 'signedIn',
  },
} as const satisfies Record<string, RouteRow>;

interface RouteRow {
  path: string;
  access: RouteAccess;
}

export type RouteName = keyof typeof routes;

/**
 * The route of a path, or undefined. A literal segment wins over a parameter; a parameter is one segment that is
 * not empty; one trailing slash is tolerated.
 * @param path an absolute path without query
 */
export function matchRoute(
  path: string,
): { name: RouteName; params: Record<string, string> } | undefined {
  const segments = segmentsOf(path);
  let best: { name: RouteName; params: Record<string, string> } | undefined;
  let leastParams = Number.POSITIVE_INFINITY;
  for (const [name, route] of Object.entries(routes) as [RouteName, { path: string }][]) {
    const params = matchSegments(segmentsOf(route.path), segments);
    if (params && Object.keys(params).length < leastParams) {
      leastParams = Object.keys(params).length;
      best = { name, params };
    }
  }
  return best;
}

function segmentsOf(path: string): string[] {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return trimmed.split('/').slice(1);
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{')) {
      if (segment === '') return undefined;
      try {
        params[part.slice(1, -1)] = decodeURIComponent(segment);
      } catch {
        return undefined;
      }
    } else if (part !== segment) return undefined;
  }
  return params;
}
