/** What an answer that carries an access token stores. */
export interface StoredTokens {
  accessToken: string;
  refreshToken: string | undefined;
}

/** The tokens that an answer carries; undefined if it has no access token. */
export function tokensIn(body: unknown): StoredTokens | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { accessToken, refreshToken } = body as Partial<Record<keyof StoredTokens, unknown>>;
  if (typeof accessToken !== 'string' || accessToken === '') return undefined;
  return {
    accessToken,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
  };
}
