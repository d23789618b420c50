import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { setAnnounced } from '../platform/api/announced.ts';
import { queryClient } from '../platform/api/query.ts';
import { accessTokenOf, type Answer, fakeServer } from '../platform/api/testing/fake-server.ts';
import { openConsole, resetBrowser } from './open-console.tsx';

/** Answers by `METHOD /path`, without the query. */
export type ForeignAnswers = Readonly<Record<string, Answer>>;

const usual: ForeignAnswers = {
  'GET /v1/auth': { body: {} },
  'GET /v1/users/current': { body: { id: 'ada', username: 'ada' } },
  'GET /v1/partitions/all/users/current': { body: { id: 'ada' } },
  'GET /authentication/v1/roles': { body: ['PILOT', 'SAILOR'] },
};

/** A fresh browser, and services of other vendors. */
export function resetForeign(): void {
  cleanup();
  queryClient.clear();
  resetBrowser();
  setAnnounced([]);
}

/**
 * Opens a page with services of other vendors that give these answers, 404 to all other calls.
 * @param roles that the access token names
 */
export async function openForeign(
  path: string,
  answers: ForeignAnswers,
  roles: readonly string[] = ['GLOBAL_MASTER'],
) {
  localStorage.setItem('auth', accessTokenOf({ roles }));
  const net = fakeServer(({ method, url }) => {
    const call = `${method} ${url.split('?')[0]}`;
    return answers[call] ?? usual[call] ?? { status: 404, body: { error: 'Not Found' } };
  });
  const router = openConsole(path);
  await settled(router);
  return { net, router, text: () => document.querySelector('main')?.textContent ?? '' };
}

/** Waits until no request is pending. */
export async function settled(router: ReturnType<typeof openConsole>): Promise<void> {
  await waitFor(() => {
    expect(router.state.status).toBe('idle');
    expect(queryClient.isFetching()).toBe(0);
    expect(screen.getByRole('heading', { level: 1 }).textContent.trim()).not.toBe('');
    expect(document.querySelector('main [aria-busy="true"]')).toBeNull();
  });
  await act(async () => undefined);
}
