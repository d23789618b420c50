// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '@annals/contracts/problem';
import { CallError, NotAnswered, wordlessTitle } from '../../platform/api/errors.ts';
import { Panel } from '../states/Panel.tsx';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { setLanguage } from '../../platform/texts.ts';
import { errorMessage } from './error-message.ts';
import { ErrorPanel } from './ErrorPanel.tsx';

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const answered = (status: number, message?: string) =>
  new CallError({ status, problem: { error: 'No', message }, requestId: 'req-1' });
const onRetry = vi.fn<() => void>();

const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);
const links = () => screen.queryAllByRole('link').map((link) => link.textContent);

test.each([
  ['the network is unavailable', new TypeError('Failed to fetch')],
  ['the console server does not answer in time', new NotAnswered()],
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

const wordless = (status: number, retryAfter?: number) =>
  new CallError({
    status,
    problem: { error: wordlessTitle(status) },
    requestId: undefined,
    retryAfter,
  });
const inOwnWords = (problem: Problem, retryAfter: number) =>
  new CallError({ status: 429, problem, requestId: undefined, retryAfter });

test.each<[string, () => CallError, en: string, de: string]>([
  [
    'too many requests',
    () => wordless(429),
    'The service received too many requests.',
    'Der Dienst hat zu viele Anfragen erhalten.',
  ],
  [
    'too many requests, with seconds to wait',
    () => wordless(429, 60),
    'The service received too many requests. Try again in 60 seconds.',
    'Der Dienst hat zu viele Anfragen erhalten. Versuche es in 60 Sekunden erneut.',
  ],
  [
    'too many requests, with days to wait',
    () => wordless(429, 172_800),
    'The service received too many requests. Try again in 2 days.',
    'Der Dienst hat zu viele Anfragen erhalten. Versuche es in 2 Tagen erneut.',
  ],
  [
    'a failure without words, with minutes to wait',
    () => wordless(503, 121),
    'The service reported an error, HTTP 503. Try again in 3 minutes.',
    'Der Dienst meldet einen Fehler, HTTP 503. Versuche es in 3 Minuten erneut.',
  ],
  [
    'too many requests in the words of the service',
    () => inOwnWords({ error: 'Too Many Requests', message: 'Slow down' }, 7200),
    'Slow down. Try again in 2 hours.',
    'Slow down. Versuche es in 2 Stunden erneut.',
  ],
  [
    'too many requests in the words of our services, which contain the time',
    () =>
      inOwnWords({ error: 'Too Many Requests', message: 'Wait a minute.', code: 'limited' }, 60),
    'Wait a minute.',
    'Wait a minute.',
  ],
])('says what failed and when to try again: %s', async (_, create, en, de) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const error = create();
  await renderAt('/', () => <ErrorPanel error={error} />);
  const failed = 'This could not be loaded';
  expect(screen.getByRole('alert').textContent).toBe(`${failed}${en}`);
  act(() => setLanguage('de'));
  expect(screen.getByRole('alert').textContent).toContain(de);
});

test('once the wait is over, no time is named', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const error = wordless(429, 60);
  vi.setSystemTime(Date.now() + 59_000);
  expect(errorMessage(error)).toContain('in 1 second.');
  vi.setSystemTime(Date.now() + 2000);
  expect(errorMessage(error)).toBe('The service received too many requests.');
});

test('a 403 for a page offers a way out instead of a retry', async () => {
  const error = answered(403, 'Ask an administrator for access.');
  const { router } = await renderAt('/v1/users', () => (
    <ErrorPanel error={error} onRetry={onRetry} />
  ));
  expect(screen.getByRole('alert').textContent).toBe(
    'Access deniedAsk an administrator for access.HomeRequest ID req-1Copy',
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

test.each([
  [403, 'Your licence does not include units', 'Your licence does not include units (403)'],
  [404, 'The harbour has moved', 'The harbour has moved (404)'],
  [403, 'Access Denied', 'You do not have access to this.'],
  [404, 'Not Found', 'This does not exist, or you do not have access to it.'],
])('a %d in the words “%s” of another service', (status, error, text) => {
  const refusal = new CallError({ status, problem: { error }, requestId: undefined });
  expect(errorMessage(refusal)).toBe(text);
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
