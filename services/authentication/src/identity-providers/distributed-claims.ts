import type { GuardedFetch } from '@annals/kit/outgoing/guarded-fetch';
import { Unreachable } from '@annals/kit/outgoing/guarded-fetch';
import type { ProviderClient } from '../context/service-context.ts';
import { isObject, leftOutName, parseValue, type Claims } from './claim-values.ts';

/** Where Microsoft Entra ID lists the groups of a person; the address in its tokens is that of a retired service. */
const graphGroups = 'https://graph.microsoft.com/v1.0/me/getMemberObjects';
/** A page holds a thousand. */
const maxPages = 50;

/**
 * Fetches the claims that the provider left out of its token (OpenID Connect Core 1.0, section 5.6.2). What cannot be
 * fetched stays left out, and is reported as such.
 */
export async function followLeftOut(
  fetch: GuardedFetch,
  client: ProviderClient,
  claims: Claims,
  { paths, accessToken }: { paths: readonly string[]; accessToken: string | undefined },
): Promise<Claims> {
  const written = parseValue(claims['_claim_names']);
  const names = isObject(written) ? { ...written } : {};
  const followed: Record<string, unknown> = {};
  for (const path of paths) {
    const name = leftOutName(claims, path);
    if (name === undefined || Object.hasOwn(followed, name)) continue;
    const values = await valuesAt(fetch, client, claims, name, accessToken).catch(
      (error: unknown) => {
        if (error instanceof NotFollowed || error instanceof Unreachable) return undefined;
        throw error;
      },
    );
    if (values === undefined) continue;
    delete names[name];
    followed[name] = values;
  }
  if (Object.keys(followed).length === 0) return claims;
  return { ...claims, _claim_names: names, ...followed };
}

class NotFollowed extends Error {}

const bearerOf = (token: string) => ['Bearer', token].join(' ');

async function valuesAt(
  fetch: GuardedFetch,
  client: ProviderClient,
  claims: Claims,
  name: string,
  accessToken: string | undefined,
): Promise<unknown> {
  const source = sourceOf(claims, name);
  // The aggregated form: the claims are in a token that the provider signed.
  const { JWT: token, endpoint, access_token: ownToken } = source;
  if (typeof token === 'string') return claimIn(client, token, name);
  if (typeof endpoint !== 'string') throw new NotFollowed();
  const url = new URL(endpoint);
  const isGraph = /\/getMember(?:Objects|Groups)$/.test(url.pathname);
  const bearer = typeof ownToken === 'string' ? ownToken : accessToken;
  if (isGraph) {
    if (bearer === undefined) throw new NotFollowed();
    return groupsInGraph(
      fetch,
      /\bgraph\.windows\.net$/.test(url.hostname) ? graphGroups : url.href,
      bearer,
    );
  }
  const response = await fetch(url.href, {
    method: 'GET',
    headers: {
      accept: 'application/jwt',
      // Only a token that the provider issued for this address goes there.
      ...(typeof ownToken === 'string' && { authorization: bearerOf(ownToken) }),
    },
  });
  if (response.status !== 200) throw new NotFollowed();
  return claimIn(client, await response.text(), name);
}

function sourceOf(claims: Claims, claim: string): Record<string, unknown> {
  const names = parseValue(claims['_claim_names']);
  const sources = parseValue(claims['_claim_sources']);
  // Microsoft's short form, in which nothing but the fact is said.
  if (!isObject(names)) return { endpoint: graphGroups };
  const name = names[claim];
  const source = isObject(sources) && typeof name === 'string' ? sources[name] : undefined;
  return isObject(source) ? source : {};
}

async function claimIn(client: ProviderClient, token: string, name: string): Promise<unknown> {
  const claims = await client
    .verify(token.trim(), 'provider', { requiredClaims: ['iss'], audience: undefined })
    .catch((error: unknown) => {
      if (error instanceof Unreachable) throw error;
      throw new NotFollowed();
    });
  if (claims[name] === undefined) throw new NotFollowed();
  return claims[name];
}

async function groupsInGraph(
  fetch: GuardedFetch,
  address: string,
  accessToken: string,
): Promise<string[]> {
  const groups: string[] = [];
  let next: string | undefined = address;
  for (let page = 0; next !== undefined; page += 1) {
    if (page === maxPages) throw new NotFollowed();
    const isFirst: boolean = page === 0;
    const response: Response = await fetch(next, {
      method: isFirst ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        authorization: bearerOf(accessToken),
        ...(isFirst && { 'content-type': 'application/json' }),
      },
      ...(isFirst && { body: JSON.stringify({ securityEnabledOnly: false }) }),
    });
    const body: unknown =
      response.status === 200 ? await response.json().catch(() => undefined) : undefined;
    const values = isObject(body) ? body['value'] : undefined;
    if (!isObject(body) || !Array.isArray(values)) throw new NotFollowed();
    if (!values.every((value) => typeof value === 'string')) throw new NotFollowed();
    groups.push(...values);
    const link: unknown = body['@odata.nextLink'];
    // The access token goes to no other host than the first page.
    if (
      link !== undefined &&
      (typeof link !== 'string' || new URL(link).origin !== new URL(address).origin)
    )
      throw new NotFollowed();
    next = link;
  }
  return groups;
}
