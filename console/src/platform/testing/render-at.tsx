import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { queryClient } from '../api/query.ts';
import { withoutRetries } from '../api/testing/without-retries.ts';
import { issuedSecrets } from '../../ui/secrets/issued-secrets.ts';
import { IssuedSecrets } from '../../ui/secrets/IssuedSecrets.tsx';
import { parseSearch, stringifySearch } from '../search.ts';

/** Renders a component with everything it may need: theme, queries, and a router at a URL. */
export async function renderAt(address: string, Piece: () => ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({
      validateSearch: (search: Record<string, unknown>) => search,
      component: () => (
        <>
          <Piece />
          <IssuedSecrets />
        </>
      ),
      notFoundComponent: () => null,
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  issuedSecrets.set([]);
  // The query client of the app, which `invalidate` uses, is reset.
  queryClient.clear();
  withoutRetries();
  await router.load();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
    { onCaughtError: () => undefined },
  );
  return { user: userEvent.setup(), router, queryClient };
}
