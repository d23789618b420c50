import { globalMasterRoles } from '@annals/contracts/routes';
import { deleteDrafts } from './draft-database.ts';
import { NotAuthenticated } from './errors.ts';
import { createStore } from './store.ts';

/** Specification 3, "Kept in the browser": plain strings under exactly these names. */
const authKey = 'auth';
const refreshTokenKey = 'refreshToken';
const idpKey = 'idp';

export function storedAuth(): string | null {
  return localStorage.getItem(authKey);
}

export function storedRefreshToken(): string | null {
  return localStorage.getItem(refreshTokenKey);
}

export function storedIdp(): string | null {
  return localStorage.getItem(idpKey);
}

/** The identity provider that signed the person in is offered first the next time. */
export function storeIdp(identityProviderId: string): void {
  localStorage.setItem(idpKey, identityProviderId);
}

export function storeAuth(accessToken: string): void {
  localStorage.setItem(authKey, accessToken);
}

export function storeRefreshToken(refreshToken: string): void {
  localStorage.setItem(refreshTokenKey, refreshToken);
}

export function removeRefreshToken(): void {
  localStorage.removeItem(refreshTokenKey);
}

export function removeAuth(): void {
  localStorage.removeItem(authKey);
}

/** What logout removes. */
export function removeSession(): void {
  for (const key of [authKey, refreshTokenKey, idpKey]) localStorage.removeItem(key);
  deleteDrafts();
}

/** The `roles` claim of an access token; none when the token cannot be decoded. */
export function rolesOf(accessToken: string | null): readonly string[] {
  try {
    const base64 = (accessToken?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { roles } = JSON.parse(new TextDecoder().decode(bytes)) as { roles?: unknown };
    return Array.isArray(roles) && roles.every(isText) ? roles : [];
  } catch {
    return [];
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Only decides what is shown; the services authorize. */
export function isGlobalMaster(accessToken: string | null): boolean {
  return rolesOf(accessToken).some((role) => globalMasterRoles.includes(role));
}

/**
 * `begun`: after a sign-in, and before the first. `lost`: the service no longer accepts it; shell/session-end.ts decides
 * at once between the two that follow. `interrupted`: the person signs in again over a page with something unsaved, whose
 * calls wait. `resumed`: they have. `ended`: the login page follows.
 */
type SessionPhase = 'begun' | 'lost' | 'interrupted' | 'resumed' | 'ended';

/** Where the session of this tab stands. */
export const sessionPhase = createStore<SessionPhase>('begun');

export function isInterrupted(): boolean {
  return sessionPhase.get() === 'interrupted';
}

/** The session cannot be continued without a sign-in, or was ended in another tab. */
export function loseSession(): void {
  removeAuth();
  if (!isInterrupted()) sessionPhase.set('lost');
}

/** Waits while the session is interrupted. Throws NotAuthenticated when the page is left for the login page. */
export async function waitWhileInterrupted(signal?: AbortSignal): Promise<void> {
  if (!isInterrupted()) return;
  await new Promise<void>((resolve, reject) => {
    const stop = sessionPhase.subscribe(() => {
      if (isInterrupted()) return;
      stop();
      if (sessionPhase.get() === 'ended') reject(new NotAuthenticated(undefined));
      else resolve();
    });
    signal?.addEventListener('abort', () => {
      stop();
      reject(signal.reason as Error);
    });
  });
}
