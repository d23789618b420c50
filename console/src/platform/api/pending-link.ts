import * as z from 'zod/mini';
import { product } from './product.ts';
import { tabStore } from './storage.ts';
import { readStored } from './stored-text.ts';

/** A link that the person wants once they have signed in to their account as before. */
const pendingLink = z.object({
  identityProviderId: z.string(),
  providerName: z.string(),
  /** Of the account: the link is discarded when another user signs in in this tab. */
  email: z.string(),
  until: z.number(),
});
type PendingLink = z.infer<typeof pendingLink>;

const goodForMs = 10 * 60_000;
const key = `${product}.pendingLink`;

export function storePendingLink(link: Omit<PendingLink, 'until'>): void {
  tabStore.set(key, JSON.stringify({ ...link, until: Date.now() + goodForMs }));
}

export function hasPendingLink(): boolean {
  return tabStore.get(key) !== null;
}

/** Takes the link for the account with this email; undefined when it is for another one or too old. */
export function takePendingLink(email: string | null | undefined): PendingLink | undefined {
  const link = readStored(pendingLink, tabStore.get(key));
  tabStore.remove(key);
  if (link === undefined) return undefined;
  const isOfAccount = link.email.toLowerCase() === email?.toLowerCase();
  return isOfAccount && link.until > Date.now() ? link : undefined;
}
