import { hasPendingLink } from '../../api/pending-link.ts';

/** Leads on after a sign-in: to the provider that the person wanted to link, or to where they wanted to go. */
export async function afterSignIn(target: string, goTo: (path: string) => void): Promise<void> {
  if (hasPendingLink()) {
    const { linkAfterSignIn } = await import('./confirm-identity.calls.ts');
    if (await linkAfterSignIn(target)) return;
  }
  goTo(target);
}
