import type { AliasUrl } from '@annals/contracts/alias-urls';

/** BLOCKED: a URL whose host was allowed once. Undefined where the service tells nothing of it. */
export type AliasState = 'ACTIVE' | 'INACTIVE' | 'EXPIRED' | 'BLOCKED' | undefined;

export function stateOf({ active, deactivatedDate, expiryDate }: AliasUrl): AliasState {
  if (active === true) return 'ACTIVE';
  if (deactivatedDate) return 'INACTIVE';
  if (expiryDate && Date.parse(expiryDate) <= Date.now()) return 'EXPIRED';
  return active === false ? 'BLOCKED' : undefined;
}

export const aliasPath = (alias: string) => `/a/${encodeURIComponent(alias)}`;

/** As it is given to others. */
export const aliasAddress = (alias: string) => `${window.location.origin}${aliasPath(alias)}`;
