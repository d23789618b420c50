import type { Authenticate } from '@annals/kit/caller';
import type { Parts } from '../parts.ts';
import { reachOf } from '../roles/role-book.ts';
import { bearerOf } from '../tokens/bearer.ts';

/** Identifies callers by the access token of a session that is going on. */
export function authenticator({ accessTokens, sessionStates, roleBook }: Parts): Authenticate {
  return async ({ headers }) => {
    const token = bearerOf(headers);
    const claims = token === undefined ? undefined : await accessTokens.verify(token);
    if (claims === undefined) return undefined;
    const { userId, sessionId, username, name } = claims;
    const state = await sessionStates.of(sessionId);
    if (state === undefined || state.userId !== userId) return undefined;
    const book = await roleBook.current();
    // a role counts when the token carries it and the user still holds it
    const roles = claims.roles.filter((role) => state.roles.includes(role));
    return {
      userId,
      sessionId,
      username,
      name,
      roles,
      reach: (permission) => reachOf(book, roles, permission),
    };
  };
}
