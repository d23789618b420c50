// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../api/errors.ts';
import { Panel } from '../states/Panel.tsx';
import { renderAt } from '../testing/render-at.tsx';
import { setLanguage } from '../texts.ts';
import { ErrorPanel } from './ErrorPanel.tsx';

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

const answered = (status: number, message?: string) =>
  new CallError({ status, problem: { error: 'No', message }, requestId: 'req-1' });
const onRetry = vi.fn<() => void>();

const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);
const links = () => screen.queryAllByRole('link').map((link) => link.textContent);

test.each([
  ['the network is unavailable', new TypeError('Failed to fetch')],
  ['the service fails', answered(500)],
  ['the service is overloaded', answered(503)],
  ['the service does not answer in time', answered(504)],
  ['too many calls were made', answered(429)],
])('offers a retry when %s', async (_, error) => {
  await renderAt('/v1/users', () => <ErrorPanel error={error} onRetry={onRetry} />);
  const retry = screen.getByRole('button', { name: 'Try again' });
  retry.click();
  expect(onRetry).toHaveBeenCalledOnce();
  onRetry.mockClear();
  expect(links()).toEqual([]);
});

test('a 403 for a page offers a way out instead of a retry', async () => {
  const error = answered(403, 'Ask an administrator for access.');
  const { router } = await renderAt('/v1/users', () => (
    <ErrorPanel error={error} onRetry={onRetry} />
  ));
  expect(screen.getByRole('alert').textContent).toBe(
    'Access deniedAsk an administrator for access.HomeRequest id req-1Copy',
  );
  expect(links()).toEqual(['Home']);
  // “Go back” is offered only if the previous page belongs to the console.
  expect(buttons()).toEqual(['Copy']);
  await act(() => router.navigate({ to: '/system' }));
  screen.getByRole('button', { name: 'Go back' }).click();
  await waitFor(() => expect(router.state.location.pathname).toBe('/v1/users'));
  act(() => setLanguage('de'));
  expect(screen.getByRole('alert').textContent).toContain('Kein Zugriff');
  expect(links()).toEqual(['Start']);
});

test('a 403 without a message says to ask an administrator', async () => {
  const error = answered(403);
  await renderAt('/', () => <ErrorPanel error={error} onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain(
    'You do not have access to this. Ask an administrator for access.',
  );
});

test('a 403 for a part of a page offers neither links nor a retry', async () => {
  await renderAt('/', () => (
    <Panel title="Sessions">
      <ErrorPanel title="Not loaded" error={answered(403)} onRetry={onRetry} />
    </Panel>
  ));
  expect(screen.getByRole('alert').textContent).toContain('Not loaded');
  expect(buttons()).toEqual(['Copy']);
  expect(links()).toEqual([]);
});
