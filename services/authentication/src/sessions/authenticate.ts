import type { Permission } from '@annals/contracts/permissions';
import type { Authenticate, Caller } from '@annals/kit/caller';
import { reachOf } from '../authority/role-cache.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { isApiToken } from '../tokens/api-token-form.ts';
import { bearerOf, givenApiToken } from '../tokens/bearer.ts';
import { secretHash } from '../tokens/secrets.ts';

/** The permissions available to a token limited to partitions, if its owner has them. */
const permissionsInPartitions: ReadonlySet<Permission> = new Set([
  'partitions:read-all',
  'partitions:write-all',
  'partitions:write',
]);

/** Identifies callers by the access token of a session that is going on, or by an API token. */
export function authenticator(context: ServiceContext): Authenticate {
  const { accessTokens, sessionCache, roleCache } = context;
  return async ({ headers, ip, arrivedMs }) => {
    const apiToken = givenApiToken(headers);
    if (apiToken !== undefined) return callerByApiToken(context, apiToken, ip);
    const token = bearerOf(headers);
    const claims = token === undefined ? undefined : await accessTokens.verify(token, arrivedMs);
    if (claims === undefined) return undefined;
    const { userId, sessionId, username, name } = claims;
    const state = await sessionCache.get(sessionId);
    if (state === undefined || state.userId !== userId) return undefined;
    const rolesByName = await roleCache.current();
    // a role counts when the token carries it and the user still holds it
    const roles = claims.roles.filter((role) => state.roles.includes(role));
    return {
      userId,
      sessionId,
      username,
      name,
      roles,
      reach: (permission) => reachOf(rolesByName, roles, permission),
    };
  };
}

/** A token has the owner's permissions at the time of the call, limited by the token's scopes. */
async function callerByApiToken(
  { apiTokenCache, apiTokenUses, productName, roleCache }: ServiceContext,
  token: string,
  address: string | undefined,
): Promise<Caller | undefined> {
  if (!isApiToken(productName, token)) return undefined;
  const state = await apiTokenCache.get(secretHash(token));
  if (state === undefined) return undefined;
  const { tokenId, ownerId, username, name, roles, scopes } = state;
  apiTokenUses.note(tokenId, address);
  const rolesByName = await roleCache.current();
  const partitionIds = state.partitionIds === null ? undefined : new Set(state.partitionIds);
  return {
    userId: ownerId,
    sessionId: tokenId,
    username,
    name,
    roles,
    reach: (permission) =>
      partitionIds === undefined || permissionsInPartitions.has(permission)
        ? reachOf(rolesByName, roles, permission)
        : undefined,
    token: { scopes, partitionIds },
  };
}
