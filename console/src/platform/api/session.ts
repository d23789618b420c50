import { readJson } from '@annals/rules/json/raw-json';
import { globalMasterRoles } from '@annals/contracts/routes';
import { isAnnounced } from './announced.ts';
import { deleteDrafts } from './draft-database.ts';
import { NotAuthenticated } from './errors.ts';
import { idText } from './id-text.ts';
import { markOf } from './mark-of.ts';
import { product } from './product.ts';
import { roleNameOf } from './role-name.ts';
import { localStore } from './storage.ts';
import { createStore } from './store.ts';
import type { StoredTokens } from './tokens-in.ts';

/** Specification 3, "Kept in the browser": plain strings under exactly these names. */
const authKey = 'auth';
const refreshTokenKey = 'refreshToken';
const idpKey = 'idp';
/** Ours: a new random text for each sign-in, because not every access token says whose it is. */
const signInKey = `${product}.sign-in`;
/** Ours: which access token and which refresh token came together, and the subject of the former. */
const pairKey = `${product}.token-pair`;

export function storedAuth(): string | null {
  return localStore.get(authKey);
}

/**
 * The stored refresh token, if it may be of the session of this access token. Tabs run in processes that hear of each
 * other's changes late: where one signs somebody in while another refreshes somebody else's session, the browser may keep
 * the access token of the one beside the refresh token of the other. What another program stored is taken as it is.
 */
export function refreshTokenOf(accessToken: string): string | null {
  const refreshToken = localStore.get(refreshTokenKey);
  const pair = localStore.get(pairKey);
  if (refreshToken === null || pair === null) return refreshToken;
  const [accessMark, refreshMark, pairSubject = ''] = pair.split(' ');
  const isAccess = accessMark === markOf(accessToken);
  const isRefresh = refreshMark === markOf(refreshToken);
  if (isAccess === isRefresh) return refreshToken;
  // The refresh token came with another access token, perhaps of somebody else.
  const owner = ownerOf(accessToken);
  return isRefresh && (!isNamed(owner) || pairSubject === markOf(owner.subject ?? ''))
    ? refreshToken
    : null;
}

/** Before the tokens: a tab that sees one of them later than the other still takes them for one person's. */
function storePair(accessToken: string, refreshToken: string | null): void {
  const texts = [accessToken, refreshToken ?? '', subjectOf(accessToken) ?? ''];
  localStore.set(pairKey, texts.map((text) => markOf(text)).join(' '));
}

export function storedIdp(): string | null {
  return localStore.get(idpKey);
}

/** The identity provider that signed the person in is offered first the next time. */
export function storeIdp(identityProviderId: string): void {
  localStore.set(idpKey, identityProviderId);
}

/** Stores the tokens of a sign-in, which may be another person's. */
export function storeSignIn({ accessToken, refreshToken }: StoredTokens): void {
  // Before and after: what another tab reads in between belongs to no sign-in that lasts.
  markSignIn();
  storePair(accessToken, refreshToken ?? null);
  // Before the refresh token, which a tab of somebody else would take for its own beside their access token.
  localStore.set(authKey, accessToken, { isSecret: true });
  if (refreshToken === undefined) removeRefreshToken();
  else localStore.set(refreshTokenKey, refreshToken, { isSecret: true });
  markSignIn();
}

function markSignIn(): void {
  localStore.set(signInKey, crypto.getRandomValues(new Uint32Array(4)).join('-'));
}

/** Stores newer tokens of the session; the refresh token stays unless there is another one. */
export function storeTokens({ accessToken, refreshToken }: StoredTokens): void {
  const stored = storedAuth();
  storePair(accessToken, refreshToken ?? (stored === null ? null : refreshTokenOf(stored)));
  if (refreshToken !== undefined) localStore.set(refreshTokenKey, refreshToken, { isSecret: true });
  localStore.set(authKey, accessToken, { isSecret: true });
}

export function removeRefreshToken(): void {
  localStore.remove(refreshTokenKey);
}

export function removeAuth(): void {
  localStore.remove(authKey);
}

/** What logout removes. */
export function removeSession(): void {
  for (const key of [authKey, refreshTokenKey, idpKey, signInKey, pairKey]) localStore.remove(key);
  deleteDrafts();
}

/** The `roles` claim of an access token; none when the token cannot be decoded. */
export function rolesOf(accessToken: string | null): readonly string[] {
  const roles = claimsOf(accessToken)?.['roles'];
  return Array.isArray(roles) ? roles.flatMap((role) => roleNameOf(role)?.name ?? []) : [];
}

/** The payload of an access token (RFC 7519, section 3); undefined if it cannot be decoded. */
function claimsOf(accessToken: string | null): Readonly<Record<string, unknown>> | undefined {
  try {
    const base64 = (accessToken?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const claims = readJson(new TextDecoder().decode(bytes));
    return (claims as Record<string, unknown> | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whose a session is, as far as its token tells. */
export interface Owner {
  /** The subject of the token (RFC 7519, section 4.1.2), if it has one. */
  subject: string | undefined;
  /** The sign-in that stored it. */
  signIn: string;
}

export function ownerOf(accessToken: string): Owner {
  return { subject: subjectOf(accessToken), signIn: localStore.get(signInKey) ?? '' };
}

function subjectOf(accessToken: string): string | undefined {
  return idText(claimsOf(accessToken)?.['sub']) || undefined;
}

/** Whose the stored access token is; undefined if there is none. */
export function storedOwner(): Owner | undefined {
  const auth = storedAuth();
  return auth === null ? undefined : ownerOf(auth);
}

/**
 * Whether the subject alone tells who somebody is: what a service of another vendor writes there may be the same for all,
 * or differ between two tokens of one person.
 */
export function isNamed({ subject }: Owner): boolean {
  return subject !== undefined && isAnnounced('authentication');
}

/** Whether two sessions are known to be one person's. */
export function isSameOwner(one: Owner, other: Owner): boolean {
  return one.subject === other.subject && (one.signIn === other.signIn || isNamed(one));
}

/**
 * Stores newer tokens of a session. The page of its person goes on with them, also if they name another subject: where
 * that is not known to tell who somebody is, the session alone does.
 * @returns false if they are somebody else's
 */
export function storeNewer(tokens: StoredTokens, owner: Owner): boolean {
  const next = ownerOf(tokens.accessToken);
  if (!isSameOwner(next, owner)) {
    if (isNamed(owner)) return false;
    if (shownPage !== undefined && isSameOwner(shownPage.owner, owner)) shownPage.owner = next;
  }
  storeTokens(tokens);
  return true;
}

/** Somebody's page. A call keeps the one on which it was made, and is sent for no other. */
interface OwnPage {
  owner: Owner;
}

/** What this tab shows; undefined while it shows nobody's page. */
let shownPage: OwnPage | undefined;

/**
 * From now on this tab sends nothing with the token of anybody else. A page that is shown already goes on, with another
 * token of the same person.
 */
export function showPageOf(owner: Owner | undefined): void {
  if (owner === undefined) shownPage = undefined;
  else if (shownPage === undefined) shownPage = { owner };
  else shownPage.owner = owner;
}

/** Whose page this tab shows; undefined while it shows nobody's. */
export function currentPage(): OwnPage | undefined {
  return shownPage;
}

/** Whether another tab has stored the session of another person than the one whose page this tab shows. */
export function isTakenOver(): boolean {
  const auth = storedAuth();
  return shownPage !== undefined && auth !== null && !isSameOwner(ownerOf(auth), shownPage.owner);
}

/**
 * The stored access token, for a call that is sent with it.
 * @param page on which the call was made
 * @throws NotAuthenticated if its person has no token any more, or the token is somebody else's, which the page then
 * says; also if the page is gone
 */
export function authOn(page: OwnPage | undefined): string | null {
  const auth = storedAuth();
  if (page === undefined) return auth;
  if (page === shownPage && auth !== null && isSameOwner(ownerOf(auth), page.owner)) return auth;
  if (page === shownPage) stopUnlessOwn();
  throw new NotAuthenticated(undefined);
}

/**
 * The stored access token, whoever's it is, for a call about it.
 * @throws NotAuthenticated if there is none any more
 */
export function authOfAnyone(): string {
  const auth = storedAuth();
  if (auth !== null) return auth;
  loseSession();
  throw new NotAuthenticated(undefined);
}

/**
 * Stops the page of this tab if the stored session is not that of its person. A tab hears of nothing while it is in the
 * back-forward cache, nor when the site data are cleared.
 */
export function stopUnlessOwn(): void {
  if (isTakenOver()) stopForOther();
  else if (shownPage !== undefined && storedAuth() === null) loseSession();
}

/** Says on the page that somebody else has signed in. */
export function stopForOther(): void {
  if (sessionPhase.get() !== 'takenOver' && !isInterrupted()) sessionPhase.set('takenOver');
}

/** Only decides what is shown; the services authorize. */
export function isGlobalMaster(accessToken: string | null): boolean {
  return rolesOf(accessToken).some((role) => globalMasterRoles.includes(role));
}

/**
 * `begun`: after a sign-in, and before the first. `lost`: the service no longer accepts it; shell/session-end.ts decides
 * at once between the two that follow. `takenOver`: another tab has stored the session of somebody else; nothing is sent
 * until the person has decided. `interrupted`: the person signs in again over a page with something unsaved, whose
 * calls wait. `resumed`: they have. `ended`: the login page follows.
 */
type SessionPhase = 'begun' | 'lost' | 'takenOver' | 'interrupted' | 'resumed' | 'ended';

/** Whether the sign-in over the page is a confirmation, so that an identity provider has to ask the person again. */
export const signsInToConfirm = createStore(false);

/** Where the session of this tab stands. */
export const sessionPhase = createStore<SessionPhase>('begun');

export function isInterrupted(): boolean {
  const phase = sessionPhase.get();
  return phase === 'interrupted' || phase === 'takenOver';
}

/** The session cannot be continued without a sign-in, or was ended in another tab. */
export function loseSession(): void {
  // The session of somebody else goes on.
  if (isTakenOver()) return stopForOther();
  removeAuth();
  if (!isInterrupted()) sessionPhase.set('lost');
}

/** Waits while the session is interrupted. Throws NotAuthenticated when the page is left for the login page. */
export async function waitWhileInterrupted(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (!isInterrupted()) return;
  await new Promise<void>((resolve, reject) => {
    const finish = (outcome: () => void) => {
      stop();
      signal?.removeEventListener('abort', onAbort);
      outcome();
    };
    const onAbort = () => finish(() => reject(signal?.reason as Error));
    const stop = sessionPhase.subscribe(() => {
      if (isInterrupted()) return;
      const isOver = sessionPhase.get() === 'ended';
      finish(() => (isOver ? reject(new NotAuthenticated(undefined)) : resolve()));
    });
    signal?.addEventListener('abort', onAbort);
  });
}
