/**
 * Each call of section 7 goes to another path.
 * @type {[row: string, file: string, name: string][]}
 */
const calls = [
  ['7.30', 'contracts/src/user.ts', 'currentUser'],
  ['7.31', 'contracts/src/organizational-units.ts', 'listOrganizationalUnits'],
  ['7.32', 'contracts/src/organizational-units.ts', 'getOrganizationalUnit'],
  ['7.33', 'contracts/src/users.ts', 'assignUserToUnit'],
  ['7.34', 'contracts/src/users.ts', 'unassignUserFromUnit'],
  ['7.35', 'contracts/src/organizational-units.ts', 'createOrganizationalUnit'],
  ['7.36', 'contracts/src/organizational-units.ts', 'changeOrganizationalUnit'],
  ['7.37', 'contracts/src/users.ts', 'getUser'],
  ['7.38', 'contracts/src/users.ts', 'listUsers'],
  ['7.39', 'contracts/src/users.ts', 'createUser'],
  ['7.40', 'contracts/src/users.ts', 'findUserByName'],
  ['7.41', 'contracts/src/users.ts', 'findUsersContaining'],
  ['7.42', 'contracts/src/roles.ts', 'listRoles'],
  ['7.43', 'contracts/src/users.ts', 'addUserRoles'],
  ['7.44', 'contracts/src/users.ts', 'removeUserRoles'],
  ['7.45', 'contracts/src/identity-providers.ts', 'listIdentityProviders'],
  ['7.46', 'contracts/src/identity-providers.ts', 'createIdentityProvider'],
  ['7.47', 'contracts/src/identity-providers.ts', 'changeIdentityProvider'],
  ['7.48', 'contracts/src/api-tokens.ts', 'listTokens'],
  ['7.49', 'contracts/src/api-tokens.ts', 'createToken'],
  ['7.50', 'contracts/src/api-tokens.ts', 'revokeToken'],
  ['7.51', 'contracts/src/applications.ts', 'getApplication'],
  ['7.52', 'contracts/src/applications.ts', 'listApplicationTokens'],
  ['7.53', 'contracts/src/applications.ts', 'createApplicationToken'],
  ['7.54', 'contracts/src/applications.ts', 'revokeApplicationToken'],
  ['7.55', 'contracts/src/session.ts', 'authenticate'],
  ['7.56', 'contracts/src/data-user.ts', 'currentDataUser'],
  ['7.57', 'contracts/src/partitions.ts', 'listPartitions'],
  ['7.58', 'contracts/src/partitions.ts', 'getPartition'],
  ['7.59', 'contracts/src/data-users.ts', 'getDataUser'],
  ['7.60', 'contracts/src/alias-urls.ts', 'listAliasUrls'],
  ['7.61', 'contracts/src/alias-urls.ts', 'reactivateAliasUrl'],
  ['7.62', 'contracts/src/object-search.ts', 'searchObjects'],
  ['7.63', 'contracts/src/objects.ts', 'latestObject'],
];

/** @satisfies {import('../table.mjs').Break[]} */
export default calls.map(([row, file, name]) => ({ row, file, append: `${name}.path += '/x';` }));
