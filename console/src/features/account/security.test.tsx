// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { sessionPhase, storeSignIn } from '../../platform/api/session.ts';
import { changeState } from '../../platform/api/state.ts';
import { accessTokenOf, type Answer } from '../../platform/api/testing/fake-server.ts';
import { allUnsaved } from '../../platform/unsaved.ts';
import { button, factor, openAccount, signIn, signOut, user } from './open-account.testing.ts';

beforeEach(signIn);
afterEach(signOut);

const stale: Answer = {
  status: 403,
  body: {
    error: 'Forbidden',
    code: 'reauthentication_needed',
    message: 'Give your password once more.',
  },
};

const factorsAnswer = (over: object = {}): Answer => ({
  body: {
    data: [factor],
    recoveryCodesLeft: 8,
    required: false,
    passkeysAvailable: false,
    ...over,
  },
});

describe('changing the password', () => {
  const token = (id: string, expired: boolean) => ({
    id,
    description: 'CI',
    owner: { id: user.id, name: user.name, kind: 'USER' },
    expired,
  });
  const passwordCall = 'POST /v1/users/current/password';

  test('offers to revoke the API tokens that have not expired', async () => {
    const { user: person, sent } = await openAccount('security', (line) => {
      if (line === 'GET /v1/users/current/factors') return factorsAnswer();
      if (line === 'GET /v1/tokens')
        return { body: { data: [token('a', false), token('b', false), token('c', true)] } };
      if (line === passwordCall)
        return { body: { accessToken: accessTokenOf({ roles: ['USER'] }) } };
      return undefined;
    });
    await person.click(await button('Change password'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    await person.type(dialog.getByLabelText('Current password'), 'grey heron on the pier');
    await person.type(dialog.getByLabelText('New password'), 'a white stork on the roof');
    await person.click(await dialog.findByLabelText('Also revoke my 2 API tokens'));
    await person.click(dialog.getByRole('button', { name: 'Change password' }));
    await expect.poll(() => sent(passwordCall)).toHaveLength(1);
    expect(sent(passwordCall)[0]?.data).toMatchObject({ revokeTokens: true });
  });
});

describe('confirming the identity', () => {
  /** A service that allows the removal only after the password was confirmed. */
  const guarded = () => {
    let proved = false;
    return (line: string, { data }: ProxyRequest): Answer | undefined => {
      if (line === 'GET /v1/users/current/factors') return factorsAnswer();
      if (line.startsWith('DELETE /v1/users/current/factors/'))
        return proved ? { status: 204 } : stale;
      if (line !== 'POST /v1/users/current/reauthentication') return undefined;
      proved = (data as { password: string }).password === 'right';
      const fields = [{ path: 'body.password', message: 'This is not your password.' }];
      return proved
        ? { status: 204 }
        : { status: 400, body: { error: 'Bad Request', code: 'wrong_password', fields } };
    };
  };
  const removal = `DELETE /v1/users/current/factors/${factor.id}`;

  test('requires the password, shows a wrong one at its field, and then retries the action', async () => {
    const { user: person, sent } = await openAccount('security', guarded());
    await person.click(await button('Remove: Phone'));
    await person.click(await button('Remove'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }));
    const field = dialog.getByLabelText('Password');
    await person.type(field, 'wrong{Enter}');
    expect(await screen.findByText('This is not your password.')).toBeTruthy();
    expect(sent(removal)).toHaveLength(1);
    await person.clear(field);
    await person.type(field, 'right{Enter}');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(sent(removal)).toHaveLength(2);
  });

  test('changes nothing if the user cancels, and shows a message', async () => {
    const { user: person, sent } = await openAccount('security', guarded());
    await person.click(await button('Remove: Phone'));
    await person.click(await button('Remove'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' });
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The second factor was not removed.',
    );
    expect(sent(removal)).toHaveLength(1);
  });

  test('requires a new sign-in from a user without a password', async () => {
    changeState({ user: { ...user, hasPassword: false } });
    const answer = guarded();
    const { user: person } = await openAccount('security', (line, request) =>
      line === 'GET /v1/users/current'
        ? { body: { ...user, hasPassword: false } }
        : answer(line, request),
    );
    expect(await screen.findByText(/you sign in with an identity provider/)).toBeTruthy();
    await person.click(await button('Remove: Phone'));
    await person.click(await button('Remove'));
    expect(await button('Sign in again')).toBeTruthy();
    const dialog = within(screen.getByRole('dialog', { name: 'Confirm your identity' }));
    expect(dialog.queryByLabelText('Password')).toBeNull();
  });

  test('the page stays while a user without a password signs in again, and the action goes on', async () => {
    changeState({ user: { ...user, hasPassword: false } });
    const answer = guarded();
    let proved = false;
    const { user: person, sent } = await openAccount('security', (line, request) => {
      if (line === 'GET /v1/users/current') return { body: { ...user, hasPassword: false } };
      if (line === removal && proved) return { status: 204 };
      return line === 'DELETE /v1/auth' ? { status: 204 } : answer(line, request);
    });
    await person.click(await button('Remove: Phone'));
    await person.click(await button('Remove'));
    // What the shell decides by (shell/session-end.ts).
    const unsaved: number[] = [];
    const stop = sessionPhase.subscribe(() => {
      if (sessionPhase.get() !== 'lost') return;
      unsaved.push(allUnsaved().length);
      sessionPhase.set('interrupted');
    });
    await person.click(await button('Sign in again'));
    await expect.poll(() => unsaved).toEqual([1]);
    proved = true;
    storeSignIn({ accessToken: accessTokenOf({ roles: ['USER'] }), refreshToken: undefined });
    sessionPhase.set('resumed');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect([sent(removal).length, allUnsaved()]).toEqual([2, []]);
    stop();
  });

  test.each([false, true])(
    'says that the provider did not ask again, and what to do instead, with a password: %s',
    async (hasPassword) => {
      const messageCode = 'providerDidNotAskAgain';
      const message = 'Harbour signed you in without asking you again.';
      let isProved = false;
      const { user: person, sent } = await openAccount('security', (line) => {
        if (line === 'GET /v1/users/current') return { body: { ...user, hasPassword } };
        if (line === 'GET /v1/users/current/factors') return factorsAnswer();
        if (line !== removal) return undefined;
        if (isProved) return { status: 204 };
        return { ...stale, body: { ...(stale.body as object), messageCode, message } };
      });
      changeState({ user: { ...user, hasPassword } });
      await person.click(await button('Remove: Phone'));
      await person.click(await button('Remove'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }));
      expect((await dialog.findByRole('alert')).textContent).toBe(message);
      expect(dialog.queryByLabelText('Password') !== null).toBe(hasPassword);
      if (hasPassword) return;
      const link = dialog.getByRole('link', { name: 'Set a password (new tab)' });
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
        '/reset',
        '_blank',
      ]);
      expect(dialog.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
      isProved = true;
      await person.click(dialog.getByRole('button', { name: 'Continue' }));
      await expect.poll(() => sent(removal).length).toBe(2);
    },
  );
});

describe('confirming the identity with a passkey', () => {
  const proofCall = 'POST /v1/users/current/reauthentication';
  const removal = `DELETE /v1/users/current/factors/${factor.id}`;
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
  /** A service that allows the removal only after a passkey confirmed it. */
  const guarded = (hasPassword: boolean, options: () => object | null) => {
    let proved = false;
    return (line: string): Answer | undefined => {
      if (line === 'GET /v1/users/current') return { body: { ...user, hasPassword } };
      if (line === 'GET /v1/users/current/factors') return factorsAnswer();
      if (line === removal) return proved ? { status: 204 } : stale;
      if (line === `${proofCall}/options`) return { body: { passkey: options() } };
      if (line !== proofCall) return undefined;
      proved = true;
      return { status: 204 };
    };
  };
  const offered = { challenge: 'AQID', allowCredentials: [], rpId: 'localhost' };
  const open = async (
    hasPassword: boolean,
    get: () => Promise<unknown>,
    options: () => object | null = () => offered,
  ) => {
    vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    changeState({ user: { ...user, hasPassword } });
    const account = await openAccount('security', guarded(hasPassword, options));
    await account.user.click(await button('Remove: Phone'));
    await account.user.click(await button('Remove'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }));
    return { ...account, dialog };
  };
  const closed = () => Promise.reject(new DOMException('closed', 'NotAllowedError'));

  test.each([
    ['without a password', false],
    ['with a password', true],
  ])('%s, in place, and the action goes on', async (_, hasPassword) => {
    const { user: person, sent, dialog } = await open(hasPassword, async () => credential);
    await person.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(sent(proofCall).map(({ data }) => data)).toMatchObject([
      { assertion: { id: 'BAUG', response: { signature: 'Aw' } } },
    ]);
    expect(sent(removal)).toHaveLength(2);
    expect(sent('DELETE /v1/auth')).toHaveLength(0);
  });

  test('says that none was used, and lets the person sign in again instead', async () => {
    const { user: person, sent, dialog } = await open(false, closed);
    await person.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('No passkey was used.');
    expect(dialog.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
    expect(sent(proofCall)).toHaveLength(0);
  });

  test('is not offered without one, and the password is', async () => {
    const { sent, dialog } = await open(true, closed, () => null);
    await expect.poll(() => sent(`${proofCall}/options`)).toHaveLength(1);
    expect(dialog.getByLabelText('Password')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });
});

describe('second factors', () => {
  test('does not offer to remove a required last factor, and shows why passkeys are unavailable', async () => {
    await openAccount('security', (line) =>
      line === 'GET /v1/users/current/factors' ? factorsAnswer({ required: true }) : undefined,
    );
    expect(await screen.findByText(/so you cannot remove the last one/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove: Phone' })).toBeNull();
    expect(await button('Add passkey')).toHaveProperty('disabled', true);
    expect(screen.getByText(/require https and a host name/)).toBeTruthy();
  });

  test('sets up an authenticator app with QR code and first code, then shows the recovery codes', async () => {
    const { user: person, sent } = await openAccount('security', (line) => {
      if (line === 'GET /v1/users/current/factors')
        return factorsAnswer({ data: [], recoveryCodesLeft: 0 });
      if (line === 'POST /v1/users/current/factors/totp')
        return {
          status: 201,
          body: { id: factor.id, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=J' },
        };
      if (line === `POST /v1/users/current/factors/totp/${factor.id}/confirmation`)
        return { body: { factor, recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } };
      return undefined;
    });
    await person.click(await button('Add authenticator app'));
    await person.click(await button('Next'));
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await person.type(screen.getByLabelText('Code'), '12345{Enter}');
    expect(await screen.findByText('Enter all six digits.')).toBeTruthy();
    await person.type(screen.getByLabelText('Code'), ' 6{Enter}');
    expect(await screen.findByText(/aaaa-bbbb\s+cccc-dddd/)).toBeTruthy();
    const [confirmation] = sent(`POST /v1/users/current/factors/totp/${factor.id}/confirmation`);
    expect(confirmation?.data).toEqual({ code: '123456' });
    await person.keyboard('{Escape}');
    expect(screen.getByText(/aaaa-bbbb/)).toBeTruthy();
    await person.click(await button('I have stored it'));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
});

test('stores the new session after a password change, and shows a wrong password at its field', async () => {
  let right = false;
  const { user: person, sent } = await openAccount('security', (line) => {
    if (line !== 'POST /v1/users/current/password') return undefined;
    const fields = [{ path: 'body.currentPassword', message: 'This is not your password.' }];
    return right
      ? { body: { accessToken: accessTokenOf({ roles: ['USER'] }, 'new'), refreshToken: 'r2' } }
      : { status: 400, body: { error: 'Bad Request', code: 'wrong_password', fields } };
  });
  await person.click(await button('Change password'));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Current password'), 'old');
  await person.type(dialog.getByLabelText('New password'), 'short{Enter}');
  expect(await dialog.findByText('7 more characters')).toBeTruthy();
  await person.type(dialog.getByLabelText('New password'), ' but now long enough{Enter}');
  expect(await dialog.findByText('This is not your password.')).toBeTruthy();
  right = true;
  await person.click(dialog.getByRole('button', { name: 'Change password' }));
  await expect.poll(() => localStorage.getItem('refreshToken')).toBe('r2');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent('POST /v1/users/current/password')[1]?.data).toEqual({
    currentPassword: 'old',
    newPassword: 'short but now long enough',
  });
});

test('says one thing about a password: how strong it is, or why it is refused', async () => {
  const stolen = 'This password is in published lists of stolen passwords.';
  const { user: person } = await openAccount('security', (line) =>
    line === 'POST /v1/users/current/password'
      ? {
          status: 400,
          body: {
            error: 'Bad Request',
            fields: [{ path: 'body.newPassword', message: stolen }],
          },
        }
      : undefined,
  );
  await person.click(await button('Change password'));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Current password'), 'old');
  const field = dialog.getByLabelText('New password');
  await person.type(field, 'a white stork on the roof');
  expect(dialog.getByText('Strength: Strong')).toBeTruthy();
  await person.keyboard('{Enter}');
  expect(await dialog.findByText(stolen)).toBeTruthy();
  expect(dialog.queryByText(/Strength/)).toBeNull();
  await person.type(field, ' again');
  expect(dialog.queryByText(stolen)).toBeNull();
  expect(dialog.getByText('Strength: Strong')).toBeTruthy();
});
