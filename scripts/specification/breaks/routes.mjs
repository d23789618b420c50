/**
 * Each route of section 2 gets another path.
 * @type {[row: string, path: string][]}
 */
const paths = [
  ['2.1', '/'],
  ['2.2', '/login'],
  ['2.3', '/reset'],
  ['2.4', '/signup'],
  ['2.5', '/set-password'],
  ['2.6', '/user-management'],
  ['2.7', '/migrations'],
  ['2.8', '/v1/tokens/new'],
  ['2.9', '/v1/tokens'],
  ['2.10', '/v1/users'],
  ['2.11', '/v1/users/{userId}'],
  ['2.12', '/v1/users/{userId}/edit'],
  ['2.13', '/v1/users/{userId}/roles'],
  ['2.14', '/v1/users/forName/{username}'],
  ['2.15', '/v1/users/forNameContaining/{searchtext}'],
  ['2.16', '/v1/alias-urls'],
  ['2.17', '/v1/applications'],
  ['2.18', '/v1/applications/{applicationId}'],
  ['2.19', '/v1/identity-providers'],
  ['2.20', '/v1/identity-providers/new'],
  ['2.21', '/v1/identity-providers/{idpId}'],
  ['2.22', '/v1/identity-providers/{idpId}/edit'],
  ['2.23', '/v1/organizational-units'],
  ['2.24', '/v1/organizational-units/new'],
  ['2.25', '/v1/organizational-units/{orgUnitId}'],
  ['2.26', '/v1/organizational-units/{orgUnitId}/edit'],
  ['2.27', '/v1/organizational-units/{orgUnitId}/users'],
  ['2.28', '/v1/partitions'],
  ['2.29', '/v1/partitions/all/users'],
  ['2.30', '/v1/partitions/all/users/{userId}'],
  ['2.31', '/v1/partitions/{partitionId}'],
  ['2.32', '/v1/partitions/{partitionId}/users'],
  ['2.33', '/v1/partitions/{partitionId}/objects'],
  ['2.34', '/v1/partitions/{partitionId}/objects/recent'],
  ['2.35', '/v1/partitions/{partitionId}/objects/{objectId}'],
  ['2.36', '/v1/partitions/{partitionId}/objects/referencedBy/{objectId}'],
  ['2.37', '/v1/partitions/{partitionId}/indices/search-text'],
  ['2.38', '/v1/partitions/{partitionId}/timelines/{timelineId}/objects'],
  ['2.39', '/v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest'],
];

const file = 'contracts/src/routes.ts';

/** @satisfies {import('../table.mjs').Break[]} */
export default paths.map(([row, path]) => ({
  row,
  file,
  append: `routes[Object.keys(routes).find((name) => routes[name].path === '${path}')].path += 'x';`,
}));
