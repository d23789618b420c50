// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentToasts } from '../../ui/feedback/toasts.ts';
import { NewPartition } from './NewPartition.tsx';

const id = '018f3c2a-7b1e-7c3d-8e4f-000000000001';
type Answer = [status: number, body: unknown];

async function open(answer: () => Answer | Promise<Answer>) {
  const fetched = vi.fn<(path: string, init: { body: string }) => Promise<Response>>(async () => {
    const [status, body] = await answer();
    return new Response(JSON.stringify(body), { status });
  });
  vi.stubGlobal('fetch', fetched);
  const root = createRootRoute();
  const routes = [
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: () => <NewPartition onClose={() => undefined} />,
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/v1/partitions/$id',
      component: () => <h1>The new one</h1>,
    }),
  ];
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const name = await screen.findByRole('textbox', { name: /Name/ });
  return { fetched, name, router, user: userEvent.setup() };
}

const create = () => screen.getByRole('button', { name: 'Create' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('NewPartition', () => {
  it('requires a name before sending anything, and focuses its field', async () => {
    const { fetched, name, user } = await open(() => [201, { id }]);
    await user.click(create());
    expect(await screen.findByText('Enter a name.')).toBeTruthy();
    expect(document.activeElement).toBe(name);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('creates the partition once, confirms it, and opens it', async () => {
    const waiting: ((answer: Answer) => void)[] = [];
    const { fetched, name, router, user } = await open(
      () => new Promise<Answer>((resolve) => waiting.push(resolve)),
    );
    await user.type(name, '  Lab results {Enter}{Enter}');
    await user.click(create());
    for (const answer of waiting) answer([201, { id, partitionName: 'Lab results' }]);
    expect(await screen.findByText('The new one')).toBeTruthy();
    expect(router.state.location.pathname).toBe(`/v1/partitions/${id}`);
    const sent = fetched.mock.calls.map(([, init]) => JSON.parse(init.body));
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([
      expect.objectContaining({ url: '/v1/partitions', data: { partitionName: 'Lab results' } }),
    ]);
    expect(currentToasts().at(-1)?.message).toBe('“Lab results” created');
  });

  it('shows error messages of the service at their fields', async () => {
    const { name, user } = await open(() => [
      400,
      { error: 'Bad Request', fields: [{ path: 'body.partitionName', message: 'Taken already.' }] },
    ]);
    await user.type(name, 'Permits');
    await user.click(create());
    expect(await screen.findByText('Taken already.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows an error that belongs to no field in the form', async () => {
    const { name, user } = await open(() => [
      403,
      { error: 'Forbidden', message: 'You may not do this.' },
    ]);
    await user.type(name, 'Permits{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('You may not do this.');
  });
});
