import { authenticate, endSession as endSessionCall, renewAccess } from '@annals/contracts/sign-in';
import { DiskFull, type Queryable } from '@annals/kit/database/database';
import { badRequest, notAuthenticated } from '@annals/kit/problem';
import type { Mount } from '@annals/kit/mount';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../events/events.sql.ts';
import { originOf } from '../events/origin.ts';
import { confirmByEmailCode } from '../identity-providers/confirm-identity.ts';
import { finishAuthorization } from '../identity-providers/finish-authorization.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { finishSecondFactor } from '../second-factors/finish-second-factor.ts';
import type { AccessClaims } from '../tokens/access-tokens.ts';
import { bearerOf } from '../tokens/bearer.ts';
import { refreshSession, renewableMs } from './refresh.ts';
import { selectGrantIssued } from './refresh-tokens.sql.ts';
import type { SessionState } from './session-states.ts';
import { endSession, updateLastSeen } from './sessions.sql.ts';
import { signInWithPassword } from './sign-in.ts';

const noteLastSeenAfterMs = 60_000;

export function mountSessions(mount: Mount, context: ServiceContext): void {
  const { database, clock, accessTokens, sessionStates, metrics } = context;

  mount(authenticate, async ({ query: { type }, body, request }) => {
    const origin = originOf(request);
    if (type === 'PASSWORD' && 'password' in body)
      return metrics.signIn(type, signInWithPassword(context, body, origin));
    if (type === 'REFRESH_TOKEN' && 'refreshToken' in body)
      return metrics.signIn(type, refreshSession(context, body.refreshToken, origin));
    if (type === 'SECOND_FACTOR' && 'challenge' in body)
      return metrics.signIn(type, finishSecondFactor(context, body, origin));
    if (type === 'IDENTITY_PROVIDER' && 'state' in body)
      return metrics.signIn(type, finishAuthorization(context, body, origin));
    if (type === 'EMAIL_CODE' && 'challenge' in body && 'code' in body)
      return metrics.signIn(type, confirmByEmailCode(context, body, origin));
    throw wrongBody(type);
  });

  mount(renewAccess, async ({ caller, request }) => {
    // an API token lasts as it is
    if (caller.token) return {};
    const { sessionId } = caller;
    const accessToken = bearerOf(request.headers);
    const claims = accessToken === undefined ? undefined : await accessTokens.verify(accessToken);
    const state = await sessionStates.of(sessionId);
    if (accessToken === undefined || claims === undefined || state === undefined)
      throw notAuthenticated();
    const now = clock();
    const isCurrent = saysWhatIsTrue(claims, state);
    const isFresh = isCurrent && isInFirstHalf(claims, now);
    const end = isFresh ? state.expires : await endOfRenewals(database, claims, state);
    if (end <= now) throw notAuthenticated();
    if (now - state.lastSeen > noteLastSeenAfterMs) {
      state.lastSeen = now;
      await updateLastSeen(database, sessionId, toTimestamp(now)).catch((error: unknown) => {
        // Whoever is signed in goes on reading.
        if (!(error instanceof DiskFull)) throw error;
      });
    }
    // a new one would end no later
    const isLast = isCurrent && (claims.expiresAt + 1) * 1000 > end;
    if (isFresh || isLast) return { accessToken };
    const { userId, username, name, roles } = state;
    const { grantId } = claims;
    return accessTokens.issue(
      { userId, sessionId, grantId, username, name, roles: [...roles] },
      end,
    );
  });

  mount(endSessionCall, async ({ caller, request }) => {
    const { sessionId, userId } = caller;
    await database.transaction(async (transaction) => {
      const at = clock();
      if (!(await endSession(transaction, sessionId, toTimestamp(at)))) return;
      const subject = `session/${sessionId}`;
      await appendEvent(
        transaction,
        { action: 'session.ended', at, actorId: userId, subject },
        originOf(request),
      );
    });
    sessionStates.forget(sessionId);
  });
}

function isInFirstHalf({ issuedAt, expiresAt }: AccessClaims, now: number): boolean {
  return 2 * now < (issuedAt + expiresAt) * 1000;
}

function saysWhatIsTrue(claims: AccessClaims, state: SessionState): boolean {
  return (
    claims.roles.length === state.roles.length &&
    state.roles.every((role) => claims.roles.includes(role)) &&
    claims.name === state.name &&
    claims.username === state.username
  );
}

/**
 * Until when, in milliseconds since 1970, access tokens like this one are given. That is over once the session has gone
 * on with another refresh token than the one it was issued with.
 */
async function endOfRenewals(
  database: Queryable,
  { sessionId, grantId }: AccessClaims,
  { expires }: SessionState,
): Promise<number> {
  const issued = grantId && (await selectGrantIssued(database, sessionId, grantId));
  return issued ? Math.min(expires, Date.parse(issued) + renewableMs) : 0;
}

const wanted = {
  PASSWORD: 'username and password',
  REFRESH_TOKEN: 'refreshToken',
  SECOND_FACTOR: 'challenge and code, or challenge and assertion',
  IDENTITY_PROVIDER: 'code and state',
  EMAIL_CODE: 'challenge and code',
};

function wrongBody(type: keyof typeof wanted) {
  return badRequest(`The body does not fit type=${type}. Send ${wanted[type]}.`, [
    { path: 'body', message: `type=${type} takes ${wanted[type]}.` },
  ]);
}
