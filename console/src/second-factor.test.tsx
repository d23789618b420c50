import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { currentState } from './platform/api/state.ts';
import type { Answer } from './platform/api/testing/fake-server.ts';
import {
  alertText,
  bodiesOf,
  fillInPassword,
  freshBrowserForEach,
  hello,
  openConsole,
  services,
  token,
} from './testing/open-console.tsx';

freshBrowserForEach();

const challenge = { challenge: 'c-1', methods: ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] };

/** Services that require a second factor after the password, with the given response to it. */
function askingFor(due: object, prove: (body: { code?: string }) => Answer) {
  return services((request) => {
    if (request.url === '/v1/auth?type=PASSWORD') return { body: due };
    if (request.url === '/v1/auth?type=SECOND_FACTOR') return prove(request.data as object);
    if (request.url === '/v1/auth/second-factor')
      return {
        body: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
      };
    return undefined;
  });
}
const right = (): Answer => ({ body: { accessToken: token, refreshToken: 'r' } });
const wrong = (code = 'invalid_second_factor'): Answer => ({
  status: 401,
  body: { error: 'Unauthorized', code },
});

describe('the second factor', () => {
  test('accepts a pasted code in any format and opens the requested page', async () => {
    const net = askingFor(challenge, right);
    const router = openConsole('/login?redirect=/?x=1');
    await fillInPassword();
    const field = await screen.findByLabelText('Code');
    expect(screen.getByRole('heading', { name: 'Confirm your identity' })).toBeTruthy();
    expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(localStorage.getItem('auth')).toBeNull();
    await userEvent.paste('Code: 123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await hello();
    expect(bodiesOf(net.requests, 'SECOND_FACTOR')).toEqual([{ challenge: 'c-1', code: '123456' }]);
    expect(localStorage.getItem('refreshToken')).toBe('r');
    expect(router.state.location.href).toBe('/?x=1');
  });

  test('does not send a code that is too short; a wrong code can be corrected', async () => {
    let answer = wrong();
    const net = askingFor(challenge, () => answer);
    openConsole('/login');
    await fillInPassword();
    const field = await screen.findByLabelText('Code');
    await userEvent.type(field, '12345{Enter}');
    expect(screen.getByText('Enter all six digits.')).toBeTruthy();
    expect(bodiesOf(net.requests, 'SECOND_FACTOR')).toEqual([]);
    await userEvent.type(field, '6{Enter}');
    expect(await alertText()).toContain('This code is wrong.');
    answer = right();
    await userEvent.type(field, '654321{Enter}');
    await hello();
  });

  test('accepts a recovery code', async () => {
    const net = askingFor(challenge, right);
    openConsole('/login');
    await fillInPassword();
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(screen.getByLabelText('Recovery code'), ' abcd-efgh {Enter}');
    await hello();
    expect(bodiesOf(net.requests, 'SECOND_FACTOR')).toEqual([
      { challenge: 'c-1', code: 'abcd-efgh' },
    ]);
  });

  test.each([
    ['of the sign-in', challenge],
    ['while an authenticator app is set up', { challenge: 'c-2', methods: [], enrolment: true }],
  ])(
    'offers to trust the device only if the rules allow it, and does so when it is chosen: %s',
    async (_, due) => {
      const net = askingFor({ ...due, trustDays: 14 }, right);
      openConsole('/login');
      await fillInPassword();
      const trust = await screen.findByLabelText('Trust this device for 14 days');
      expect(trust).toHaveProperty('checked', false);
      await userEvent.click(trust);
      await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
      await hello();
      expect(bodiesOf(net.requests, 'SECOND_FACTOR')).toEqual([
        { challenge: due.challenge, code: '123456', trustDevice: true },
      ]);
    },
  );

  test('does not offer it to a service that does not, as one of another vendor', async () => {
    const net = askingFor(challenge, right);
    openConsole('/login');
    await fillInPassword();
    const field = await screen.findByLabelText('Code');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.type(field, '123456{Enter}');
    await hello();
    expect(bodiesOf(net.requests, 'SECOND_FACTOR')).toEqual([{ challenge: 'c-1', code: '123456' }]);
  });

  test('accepts digits of another script', async () => {
    const net = askingFor(challenge, right);
    openConsole('/login');
    await fillInPassword();
    await screen.findByLabelText('Code');
    await userEvent.paste('\u06f1\u06f2\u06f3 \u06f4\u06f5\u06f6');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await hello();
    expect(bodiesOf(net.requests, 'SECOND_FACTOR')).toEqual([{ challenge: 'c-1', code: '123456' }]);
  });

  test('too many attempts show when to try again', async () => {
    askingFor(challenge, () => ({
      status: 429,
      body: { error: 'x' },
      headers: { 'retry-after': '30' },
    }));
    openConsole('/login');
    await fillInPassword();
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await alertText()).toContain('Try again in 30 seconds.');
  });

  test('an expired challenge returns to the password form and keeps the user name', async () => {
    askingFor(challenge, () => wrong('challenge_over'));
    openConsole('/login');
    await fillInPassword();
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    const password = await screen.findByLabelText('Password');
    expect(screen.getByRole('alert').textContent).toContain('Sign in again.');
    expect(password).toHaveProperty('value', '');
    expect(screen.getByLabelText('User name or email')).toHaveProperty('value', 'ada@example.org');
    expect(document.activeElement).toBe(password);
  });

  test('users can go back and sign in as someone else', async () => {
    askingFor(challenge, right);
    openConsole('/login');
    await fillInPassword();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in as someone else' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows an error when the browser supports none of the methods', async () => {
    askingFor({ challenge: 'c', methods: ['PASSKEY', 'CARRIER_PIGEON'] }, right);
    openConsole('/login');
    await fillInPassword();
    expect(await alertText()).toContain('that this browser does not support');
  });

  describe('with a passkey', () => {
    const passkey = { challenge: 'AQID', allowCredentials: [], rpId: 'localhost' };
    const credential = {
      id: 'BAUG',
      rawId: new Uint8Array([4, 5, 6]).buffer,
      type: 'public-key',
      response: {
        authenticatorData: new Uint8Array([1]).buffer,
        clientDataJSON: new Uint8Array([2]).buffer,
        signature: new Uint8Array([3]).buffer,
      },
      getClientExtensionResults: () => ({}),
    };
    const withAuthenticator = (get: () => Promise<unknown>) => {
      vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
      Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    };

    test('sends the assertion from the browser', async () => {
      withAuthenticator(async () => credential);
      const net = askingFor({ ...challenge, passkey }, right);
      openConsole('/login');
      await fillInPassword();
      await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
      await hello();
      expect(bodiesOf(net.requests, 'SECOND_FACTOR')).toMatchObject([
        { challenge: 'c-1', assertion: { id: 'BAUG', response: { signature: 'Aw' } } },
      ]);
    });

    test('explains a closed dialog, and a code can be used instead', async () => {
      withAuthenticator(() => Promise.reject(new DOMException('closed', 'NotAllowedError')));
      const net = askingFor({ ...challenge, passkey }, right);
      openConsole('/login');
      await fillInPassword();
      await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
      expect(await alertText()).toContain('No passkey was used.');
      await userEvent.click(screen.getByRole('button', { name: 'Use a code from the app' }));
      await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
      await hello();
      expect(bodiesOf(net.requests, 'SECOND_FACTOR')).toHaveLength(1);
    });
  });

  test('a required factor is set up at sign-in, and recovery codes are shown before continuing', async () => {
    const recoveryCodes = ['aaaa-bbbb', 'cccc-dddd'];
    const net = askingFor({ challenge: 'c-2', methods: [], enrolment: true }, () => ({
      body: { accessToken: token, recoveryCodes },
    }));
    const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    openConsole('/login');
    await fillInPassword();
    const code = await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h\d+v1/);
    expect(code.getAttribute('style')).toBeNull();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    expect(net.lines().filter((line) => line.endsWith('/second-factor'))).toHaveLength(1);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    const list = await screen.findByRole('list', { name: 'Store your recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(recoveryCodes);
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith('aaaa-bbbb\ncccc-dddd\n');
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'I have stored them' }));
    await hello();
    expect(currentState().user).toBeDefined();
  });
});
