import { hasPendingLink } from '../../platform/api/pending-link.ts';

/** Continues after a sign-in: to the provider to be linked, or to the requested page. */
export async function afterSignIn(target: string, goTo: (path: string) => void): Promise<void> {
  if (hasPendingLink()) {
    const { linkAfterSignIn } = await import('./confirm-identity.calls.ts');
    if (await linkAfterSignIn(target)) return;
  }
  goTo(target);
}
