import { currentPage } from '../../platform/api/session.ts';
import { useStore } from '../../platform/api/store.ts';
import { issuedSecrets } from './issued-secrets.ts';

/** Where secrets that a service tells once are shown, one after the other; never to anybody else who signs in later. */
export function IssuedSecrets() {
  const secrets = useStore(issuedSecrets);
  const next = secrets.find(({ page }) => page === currentPage());
  return next?.render(() =>
    issuedSecrets.set(issuedSecrets.get().filter((secret) => secret !== next)),
  );
}
