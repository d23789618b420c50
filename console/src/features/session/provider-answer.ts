import { oneOf, type PlainSearch } from '../../platform/search.ts';

/** The authorization response of a provider (OpenID Connect Core 1.0, sections 3.1.2.5 and 3.1.2.6). */
export interface ProviderAnswer {
  state: string | undefined;
  code: string | undefined;
  /** RFC 9207. */
  iss: string | undefined;
  error: string | undefined;
}

let waiting: ProviderAnswer | undefined;

/**
 * Removes the authorization response from the query of the login page first: an authorization code must not
 * stay in the address bar, in the history or in a bookmark.
 * @returns the query without it; undefined if there is none
 */
export function storeProviderAnswer(search: PlainSearch): PlainSearch | undefined {
  const [state, code, error] = [oneOf(search.state), oneOf(search.code), oneOf(search.error)];
  if (code === undefined && error === undefined) return undefined;
  waiting = { state, code, error, iss: oneOf(search.iss) };
  return { redirect: search.redirect, idp: search.idp };
}

/** Returns the stored response once. */
export function takeProviderAnswer(): ProviderAnswer | undefined {
  const answer = waiting;
  waiting = undefined;
  return answer;
}
