import type { ReactNode } from 'react';
import { currentPage } from '../../platform/api/session.ts';
import { createStore } from '../../platform/api/store.ts';

type RenderSecret = (close: () => void) => ReactNode;

interface IssuedSecret {
  /** Whose secret it is. */
  page: ReturnType<typeof currentPage>;
  render: RenderSecret;
}

export const issuedSecrets = createStore<readonly IssuedSecret[]>([]);

/**
 * Call it before a service is asked for a secret that it tells once. What the result is given is shown over whatever the
 * person has opened until the answer comes: also if they have left the page from which it was sent.
 */
export function expectSecret(): (render: RenderSecret) => void {
  const page = currentPage();
  return (render) => {
    const ofPage = issuedSecrets.get().filter((secret) => secret.page === page);
    issuedSecrets.set([...ofPage, { page, render }]);
  };
}
