import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { currentState } from './platform/api/state.ts';
import type { Answer } from './platform/api/testing/fake-server.ts';
import { meetForeignServices } from './platform/api/testing/foreign-services.ts';
import {
  alertText,
  freshBrowserForEach,
  hello,
  openConsole,
  services,
  token,
} from './testing/open-console.tsx';

freshBrowserForEach(token);
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue(undefined));

const user = '/v1/users/current';
const dataUser = '/v1/partitions/all/users/current';
const headers = { 'x-request-id': 'req-9' };

/** What a service can answer in place of a user; an answer that never comes for one that is late. */
const answers: [
  name: string,
  answer: () => Answer | Promise<Answer>,
  message: RegExp,
  id: boolean,
][] = [
  ['403', () => ({ status: 403, body: { error: 'no' }, headers }), /do not have access/, true],
  ['404', () => ({ status: 404, body: { error: 'no' }, headers }), /does not exist/, true],
  ['500', () => ({ status: 500, body: { error: 'broken' }, headers }), /broken \(500\)/, true],
  ['502', () => ({ status: 502, body: { error: 'x', message: 'Gone.' }, headers }), /Gone\./, true],
  ['a page', () => ({ text: '<html>Gateway</html>', headers }), /does not understand/, true],
  [
    'nothing',
    () => Promise.reject(new TypeError('Failed to fetch')),
    /could not be reached/,
    false,
  ],
];
const late = () => new Promise<Answer>(() => undefined);

function withAnswer(url: string, answer: () => Answer | Promise<Answer>) {
  const isAway = { value: true };
  const net = services((request) => (isAway.value && request.url === url ? answer() : undefined));
  return { net, comeBack: () => (isAway.value = false) };
}

const logOut = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('heading', { name: 'Sign in to Annals' });
  expect(localStorage.getItem('auth')).toBeNull();
};

describe('when the user is not returned', () => {
  test.each(answers)(
    '%s: the page says so, and Logout works',
    async (_, answer, message, hasId) => {
      withAnswer(user, answer);
      openConsole('/');
      await screen.findByRole('heading', { name: 'Internal Server Error' });
      const main = document.body.textContent;
      expect(main).toContain('The authentication service did not return your user.');
      expect(main).toMatch(message);
      expect(main?.includes('req-9')).toBe(hasId);
      await logOut();
    },
  );

  test('because a rule does not allow the network, the page calls it what it is', async () => {
    const message = 'Your account may be used only from certain networks.';
    const { comeBack } = withAnswer(user, () => ({
      status: 403,
      body: { error: 'Forbidden', code: 'network_not_allowed', message },
      headers,
    }));
    openConsole('/');
    await screen.findByRole('heading', { name: 'Not from this network' });
    expect(screen.getByText(message)).toBeTruthy();
    expect(document.body.textContent).not.toContain('did not return your user');
    comeBack();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: /^Hello/ });
  });

  test('while it is late, the page says what it waits for, and Logout works', async () => {
    withAnswer(user, late);
    openConsole('/');
    await screen.findByRole('heading', { name: 'Still starting' }, { timeout: 300_000 });
    expect(screen.getByRole('status').textContent).toContain('has not returned your user yet');
    await logOut();
    expect(currentState().user).toBeUndefined();
  });

  test.each(
    [
      '/login',
      '/reset',
      '/set-password',
      '/revoke-tokens',
      '/signup',
      '/help',
      '/licenses',
    ].flatMap((path) =>
      [...answers.slice(0, 1).map(([, answer]) => answer), late].map(
        (answer) => [path, answer === late ? 'late' : '403', answer] as const,
      ),
    ),
  )('%s opens all the same: %s', async (path, _, answer) => {
    withAnswer(user, answer);
    openConsole(path);
    const heading = await screen.findByRole('heading', { level: 1 }, { timeout: 300_000 });
    expect(heading.textContent).not.toMatch(/Internal Server Error|Still starting/);
    // The page itself, not a notice that looks like one.
    expect(screen.queryAllByLabelText('Password')).toHaveLength(path === '/login' ? 1 : 0);
  });

  test.each(['/v1/auth', user, dataUser])(
    '/reset opens all the same while %s of another vendor’s service is late',
    async (call) => {
      meetForeignServices();
      let resolve: (answer: Answer) => void = () => undefined;
      const promise = new Promise<Answer>((ended) => (resolve = ended));
      withAnswer(call, () => promise);
      openConsole('/reset');
      const heading = await screen.findByRole('heading', { level: 1 }, { timeout: 60_000 });
      expect(heading.textContent).toBe('Set a new password');
      // The calls of the next test would wait for it.
      resolve({ status: 500 });
    },
  );

  test('after a sign-in, the page says so instead of the form', async () => {
    localStorage.clear();
    const { comeBack } = withAnswer(user, () => ({ status: 403, body: { error: 'no' } }));
    openConsole('/login');
    await userEvent.type(await screen.findByLabelText('User name or email'), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('heading', { name: 'Internal Server Error' });
    comeBack();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await hello()).toBeTruthy();
  });
});

describe('when the data service’s user is not returned', () => {
  test.each(answers.filter(([name]) => name !== '404'))(
    '%s: pages open and say so',
    async (_, answer, message, hasId) => {
      const { comeBack } = withAnswer(dataUser, answer);
      openConsole('/');
      await hello();
      expect(await alertText()).toMatch(message);
      expect(screen.getByText(/^Annals did not return your user/)).toBeTruthy();
      expect(document.body.textContent?.includes('req-9')).toBe(hasId);
      expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
      comeBack();
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    },
  );

  test.each([{ status: 404, body: { error: 'no' } }, { status: 204 }, { body: null }])(
    'a service that has none is no failure: %j',
    async (answer) => {
      withAnswer(dataUser, () => answer);
      openConsole('/');
      await hello();
      expect(screen.queryByText(/did not return your user/)).toBeNull();
    },
  );

  test('while it is late, the page says what it waits for, and Logout works', async () => {
    withAnswer(dataUser, late);
    openConsole('/');
    await screen.findByRole('heading', { name: 'Still starting' }, { timeout: 300_000 });
    expect(screen.getByText(/^Annals has not returned your user yet/)).toBeTruthy();
    await logOut();
  });
});
