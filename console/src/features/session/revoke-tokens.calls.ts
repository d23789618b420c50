import { checkRevocationLink, revokeTokensWithLink } from '@annals/contracts/api-tokens';
import { call } from '../../platform/api/call.ts';

/** Whether the link is still valid and what it revokes; the check does not consume it. */
export function checkLink(token: string) {
  return call(checkRevocationLink, { params: { token } });
}

/** Revokes the tokens of a link, and returns how many were valid. */
export async function revokeTokens(token: string): Promise<number> {
  const { count } = await call(revokeTokensWithLink, { body: { token } });
  return count;
}
