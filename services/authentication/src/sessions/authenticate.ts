import type { IncomingHttpHeaders } from 'node:http';
import type { Permission } from '@annals/contracts/permissions';
import type { Authenticate, Caller } from '@annals/kit/caller';
import type { Database } from '@annals/kit/database/database';
import { scopeOfRoles } from '../authority/role-cache.ts';
import type { ServiceContext, SessionState } from '../context/service-context.ts';
import { isApiToken } from '../tokens/api-token-form.ts';
import { secretHash } from '../tokens/secrets.ts';
import type { Clock } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import { requireNetwork } from '../sign-in-rules/require-network.ts';
import { requireRecentSignIn } from './fresh-proof.ts';
import { selectSession } from './sessions.sql.ts';

/** The permissions available to a token limited to partitions, if its owner has them. */
const permissionsInPartitions: ReadonlySet<Permission> = new Set([
  'partitions:read-all',
  'partitions:write-all',
  'partitions:write',
]);

/** Identifies callers by the access token of an active session, or by an API token. */
export function authenticator(context: ServiceContext): Authenticate {
  const { accessTokens, sessionCache, roleCache, signInRules } = context;
  return async ({ headers, ip, arrivedMs }) => {
    const apiToken = readApiToken(headers);
    if (apiToken !== undefined) return callerByApiToken(context, apiToken, ip);
    const token = bearerOf(headers);
    const claims = token === undefined ? undefined : await accessTokens.verify(token, arrivedMs);
    if (claims === undefined) return undefined;
    const { userId, sessionId, username, name } = claims;
    const state = await sessionCache.get(sessionId);
    if (state === undefined || state.userId !== userId) return undefined;
    const rule = combineRules(await signInRules.current(), state);
    // Unknown for a running call that is checked again.
    if (ip !== undefined)
      requireNetwork(context, rule, 'peopleNetworks', {
        userId,
        address: ip,
        credential: { kind: 'SESSION', id: sessionId },
      });
    const rolesByName = await roleCache.current();
    // A role counts if the token contains it and the user still holds it.
    const roles = claims.roles.filter((role) => state.roles.includes(role));
    return {
      userId,
      sessionId,
      username,
      name,
      roles,
      scope: (permission) => scopeOfRoles(rolesByName, roles, permission),
      requireProofFor: async (actions) => {
        if (actions.some((action) => rule.freshProofFor.has(action)))
          await requireRecentSignIn(context, sessionId);
      },
    };
  };
}

/** A token has the owner's permissions at the time of the call, limited by the token's scopes. */
async function callerByApiToken(
  context: ServiceContext,
  token: string,
  address: string | undefined,
): Promise<Caller | undefined> {
  const { apiTokenCache, apiTokenUses, productName, roleCache, signInRules } = context;
  if (!isApiToken(productName, token)) return undefined;
  const state = await apiTokenCache.get(secretHash(token));
  if (state === undefined) return undefined;
  const { tokenId, ownerId, username, name, roles, scopes, isOfApplication } = state;
  const rule = combineRules(await signInRules.current(), state);
  if (address !== undefined)
    requireNetwork(context, rule, isOfApplication ? 'applicationNetworks' : 'tokenNetworks', {
      userId: ownerId,
      address,
      credential: { kind: 'TOKEN', id: tokenId },
    });
  apiTokenUses.note(tokenId, address);
  const rolesByName = await roleCache.current();
  const partitionIds = state.partitionIds === null ? undefined : new Set(state.partitionIds);
  return {
    userId: ownerId,
    sessionId: tokenId,
    username,
    name,
    roles,
    scope: (permission) =>
      partitionIds === undefined || permissionsInPartitions.has(permission)
        ? scopeOfRoles(rolesByName, roles, permission)
        : undefined,
    token: { scopes, partitionIds },
  };
}

const maxTokenLength = 4096;
const apiTokenHeader = 'x-akarion-api-token';
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * The JWT of the Authorization header (RFC 6750, section 2.1); undefined if it is malformed or not the only credential.
 */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined || authorization.length > maxTokenLength) return undefined;
  // Two readers could interpret two credentials in one request differently.
  if (headers[apiTokenHeader] !== undefined) return undefined;
  return bearer.exec(authorization)?.[1];
}

/** The value of the API token header; undefined if it is not the only credential. */
export function readApiToken(headers: IncomingHttpHeaders): string | undefined {
  const token = headers[apiTokenHeader];
  if (headers.authorization !== undefined || typeof token !== 'string') return undefined;
  return token;
}

/** Caches sessions, each read from the database at most once a second. */
export class SessionCache {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #sessions;

  constructor(
    database: Database,
    clock: Clock,
    private readonly rules: Pick<ServiceContext['signInRules'], 'current'>,
  ) {
    this.#database = database;
    this.#clock = clock;
    // Another server may accept an ended session or a disabled user for one more second.
    this.#sessions = new ReadThroughCache<string, SessionState | undefined>({
      max: 10_000,
      maxAgeMs: 1_000,
      clock,
    });
  }

  async get(sessionId: string): Promise<SessionState | undefined> {
    const now = this.#clock();
    const state = await this.#sessions.get(sessionId, () => this.#read(sessionId));
    return state !== undefined && state.expires > now ? state : undefined;
  }

  invalidate(sessionId: string): void {
    this.#sessions.invalidate(sessionId);
  }

  invalidateAll(): void {
    this.#sessions.invalidateAll();
  }

  async #read(sessionId: string): Promise<SessionState | undefined> {
    const row = await selectSession(this.#database, sessionId);
    if (row === undefined || row.ended !== null || row.status !== 'ACTIVE') return undefined;
    const { userId, username, name, roles, unitIds, created, lastSeen, expires } = row;
    const { idleMs, absoluteMs } = combineRules(await this.rules.current(), row);
    return {
      userId,
      username,
      name,
      roles,
      unitIds,
      lastSeen: Date.parse(lastSeen),
      expires: Math.min(
        Date.parse(expires),
        Date.parse(created) + absoluteMs,
        Date.parse(lastSeen) + idleMs,
        Date.parse(row.secondFactorDue ?? expires),
        Date.parse(row.accessEnds ?? expires),
      ),
    };
  }
}
