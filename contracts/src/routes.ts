import type { CallName } from './endpoint.ts';

/** Who is shown a route. Services decide what happens; this only decides what is offered. */
export type RouteAccess = 'everyone' | 'signedIn' | 'master';

/**
 * The routes of the console by the specification's names. `{name}` in a path is a required parameter; `page` is the file
 * of the page below the console's features, and the name of its component. `needs` is the call beyond the specification
 * without which the page has nothing to show: where the services lack it, nothing leads there but the side menu.
 */
export const routes = {
  index: { path: '/', access: 'signedIn', page: 'home/HomePage' },
  login: { path: '/login', access: 'everyone', page: 'session/LoginPage' },
  reset: { path: '/reset', access: 'everyone', page: 'session/ResetPage' },
  signup: { path: '/signup', access: 'everyone', page: 'session/SignUpPage' },
  'set-password': { path: '/set-password', access: 'everyone', page: 'session/SetPasswordPage' },
  'user-management': { path: '/user-management', access: 'signedIn', page: 'account/AccountPage' },
  migrations: {
    path: '/migrations',
    access: 'master',
    page: 'transfers/TransfersPage',
    needs: 'POST /v1/partitions/{partitionId}/import',
  },
  'audit-log': {
    path: '/audit-log',
    access: 'signedIn',
    page: 'audit-log/AuditLogPage',
    needs: 'GET /authentication/v1/events',
  },
  help: { path: '/help', access: 'everyone', page: 'help/HelpPage' },
  'help-chapter': {
    path: '/help/{chapter}',
    access: 'everyone',
    page: 'help/HelpChapterPage',
  },
  system: {
    path: '/system',
    access: 'master',
    page: 'system/SystemPage',
    needs: 'GET /v1/system',
  },
  'v1-tokens-new': { path: '/v1/tokens/new', access: 'signedIn', page: 'tokens/NewTokenPage' },
  'v1-tokens': { path: '/v1/tokens', access: 'signedIn', page: 'tokens/TokensPage' },
  'v1-users': { path: '/v1/users', access: 'master', page: 'users/UsersPage' },
  'v1-users-userId': { path: '/v1/users/{userId}', access: 'signedIn', page: 'users/UserPage' },
  'v1-users-userId-edit': {
    path: '/v1/users/{userId}/edit',
    access: 'master',
    page: 'users/EditUserPage',
    needs: 'PATCH /v1/users/{userId}',
  },
  'v1-users-userId-roles': {
    path: '/v1/users/{userId}/roles',
    access: 'master',
    page: 'users/UserRolesPage',
  },
  'v1-users-forName-username': {
    path: '/v1/users/forName/{username}',
    access: 'master',
    page: 'users/FindUserPage',
  },
  'v1-users-forNameContaining-searchtext': {
    path: '/v1/users/forNameContaining/{searchtext}',
    access: 'master',
    page: 'users/FoundUsersPage',
  },
  'v1-applications': {
    path: '/v1/applications',
    access: 'master',
    page: 'applications/ApplicationsPage',
    needs: 'GET /v1/applications',
  },
  'v1-applications-applicationId': {
    path: '/v1/applications/{applicationId}',
    access: 'master',
    page: 'applications/ApplicationPage',
  },
  'v1-identity-providers': {
    path: '/v1/identity-providers',
    access: 'master',
    page: 'identity-providers/ProvidersPage',
  },
  'v1-identity-providers-new': {
    path: '/v1/identity-providers/new',
    access: 'master',
    page: 'identity-providers/NewProviderPage',
  },
  'v1-identity-providers-idpId': {
    path: '/v1/identity-providers/{idpId}',
    access: 'master',
    page: 'identity-providers/ProviderPage',
  },
  'v1-identity-providers-idpId-edit': {
    path: '/v1/identity-providers/{idpId}/edit',
    access: 'master',
    page: 'identity-providers/EditProviderPage',
  },
  'v1-organizational-units': {
    path: '/v1/organizational-units',
    access: 'master',
    page: 'organizational-units/UnitsPage',
  },
  'v1-organizational-units-new': {
    path: '/v1/organizational-units/new',
    access: 'master',
    page: 'organizational-units/NewUnitPage',
  },
  'v1-organizational-units-orgUnitId': {
    path: '/v1/organizational-units/{orgUnitId}',
    access: 'master',
    page: 'organizational-units/UnitPage',
  },
  'v1-organizational-units-orgUnitId-edit': {
    path: '/v1/organizational-units/{orgUnitId}/edit',
    access: 'master',
    page: 'organizational-units/EditUnitPage',
  },
  'v1-organizational-units-orgUnitId-users': {
    path: '/v1/organizational-units/{orgUnitId}/users',
    access: 'master',
    page: 'organizational-units/UnitUsersPage',
  },
  'v1-alias-urls': { path: '/v1/alias-urls', access: 'master', page: 'alias-urls/AliasUrlsPage' },
  'v1-partitions': {
    path: '/v1/partitions',
    access: 'signedIn',
    page: 'partitions/PartitionsPage',
  },
  'v1-partitions-all-users': {
    path: '/v1/partitions/all/users',
    access: 'master',
    page: 'data-users/DataUsersPage',
    needs: 'GET /v1/partitions/all/users',
  },
  'v1-partitions-all-users-userId': {
    path: '/v1/partitions/all/users/{userId}',
    access: 'signedIn',
    page: 'data-users/DataUserPage',
  },
  'v1-partitions-partitionId': {
    path: '/v1/partitions/{partitionId}',
    access: 'signedIn',
    page: 'partitions/PartitionPage',
  },
  'v1-partitions-partitionId-users': {
    path: '/v1/partitions/{partitionId}/users',
    access: 'signedIn',
    page: 'partitions/members/MembersPage',
    needs: 'GET /v1/partitions/{partitionId}/users',
  },
  'v1-partitions-partitionId-objects': {
    path: '/v1/partitions/{partitionId}/objects',
    access: 'signedIn',
    page: 'objects/search/ObjectsPage',
  },
  'v1-partitions-partitionId-objects-recent': {
    path: '/v1/partitions/{partitionId}/objects/recent',
    access: 'signedIn',
    page: 'objects/history/RecentPage',
    needs: 'GET /v1/partitions/{partitionId}/objects/recent',
  },
  'v1-partitions-partitionId-objects-objectId': {
    path: '/v1/partitions/{partitionId}/objects/{objectId}',
    access: 'signedIn',
    page: 'objects/version/ObjectPage',
    needs: 'GET /v1/partitions/{partitionId}/objects/{objectId}',
  },
  'v1-partitions-partitionId-objects-referencedBy-objectId': {
    path: '/v1/partitions/{partitionId}/objects/referencedBy/{objectId}',
    access: 'signedIn',
    page: 'objects/references/ReferencedByPage',
    needs: 'GET /v1/partitions/{partitionId}/objects/referencedBy/{objectId}',
  },
  'v1-partitions-partitionId-indices-search-text': {
    path: '/v1/partitions/{partitionId}/indices/search-text',
    access: 'signedIn',
    page: 'objects/search/SearchTextPage',
    needs: 'GET /v1/partitions/{partitionId}/indices/search-text',
  },
  'v1-partitions-partitionId-timelines-timelineId-objects': {
    path: '/v1/partitions/{partitionId}/timelines/{timelineId}/objects',
    access: 'signedIn',
    page: 'objects/history/HistoryPage',
    needs: 'GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects',
  },
  'v1-partitions-partitionId-timelines-timelineId-objects-latest': {
    path: '/v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest',
    access: 'signedIn',
    page: 'objects/version/LatestPage',
  },
} as const satisfies Record<string, RouteRow>;

interface RouteRow {
  path: string;
  access: RouteAccess;
  page: string;
  needs?: CallName;
}

export type RouteName = keyof typeof routes;

/** The call without which the page of a route has nothing to show; undefined where any service has what it shows. */
export function callNeededBy(route: RouteName): CallName | undefined {
  const row: RouteRow = routes[route];
  return row.needs;
}

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
