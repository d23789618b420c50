import { product } from './product.ts';

/** A link that the person wants once they have signed in to their account as before. */
interface PendingLink {
  identityProviderId: string;
  providerName: string;
  /** Of the account: the link is discarded when another user signs in in this tab. */
  email: string;
  until: number;
}

const goodForMs = 10 * 60_000;
const key = `${product}.pendingLink`;

export function storePendingLink(link: Omit<PendingLink, 'until'>): void {
  sessionStorage.setItem(key, JSON.stringify({ ...link, until: Date.now() + goodForMs }));
}

export function hasPendingLink(): boolean {
  return sessionStorage.getItem(key) !== null;
}

/** Takes the link for the account with this email; undefined when it is for another one or too old. */
export function takePendingLink(email: string | null | undefined): PendingLink | undefined {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (text === null) return undefined;
  const link = JSON.parse(text) as PendingLink;
  const isOfAccount = link.email.toLowerCase() === email?.toLowerCase();
  return isOfAccount && link.until > Date.now() ? link : undefined;
}
