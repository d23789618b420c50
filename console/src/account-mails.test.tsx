import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from './platform/api/announced.ts';
import type { Answer } from './platform/api/testing/fake-server.ts';
import { setLanguage } from './platform/texts.ts';
import {
  alertText,
  freshBrowserForEach,
  hello,
  openConsole,
  services,
  token,
} from './testing/open-console.tsx';

freshBrowserForEach();
afterEach(() => {
  setAnnounced(serviceNames);
  window.location.hash = '';
});

describe('/reset', () => {
  const answering = (answer: Answer) =>
    services(({ url }) => (url === '/v1/auth/password-reset' ? answer : undefined));
  const accepted = { status: 202, body: {} };

  test('requests a reset in the page language and does not reveal whether the account exists', async () => {
    const net = answering(accepted);
    openConsole('/reset');
    await userEvent.type(await screen.findByLabelText('Email'), ' ada@example.org {Enter}');
    await screen.findByRole('heading', { name: 'Check your email' });
    expect(screen.getByText(/If there is an account with ada@example.org/)).toBeTruthy();
    expect(net.requests.at(-1)?.data).toEqual({ email: 'ada@example.org', lang: 'en' });
    await userEvent.click(screen.getByRole('button', { name: 'Request again' }));
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.org');
    setLanguage('de');
    await userEvent.click(await screen.findByRole('button', { name: 'Link schicken' }));
    await screen.findByRole('heading', { name: 'Sieh in deinem Postfach nach' });
    expect(net.requests.at(-1)?.data).toEqual({ email: 'ada@example.org', lang: 'de' });
  });

  test('rejects an invalid email without a request', async () => {
    const net = answering(accepted);
    openConsole('/reset');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada{Enter}');
    expect(screen.getByText(/is not an email address/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(net.requests).toEqual([]);
  });

  test('prefills the email typed at sign-in and keeps it out of the URL', async () => {
    answering(accepted);
    const router = openConsole('/login');
    await userEvent.type(await screen.findByLabelText('User name or email'), 'ada@example.org');
    await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'ada@example.org');
    expect(router.state.location.href).toBe('/reset');
    await userEvent.click(screen.getByRole('link', { name: 'Go to sign-in' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  test.each([
    [{ status: 404, body: { error: 'Not Found' } }, 'Ask an administrator'],
    [{ status: 429, body: { error: 'x' }, headers: { 'retry-after': '120' } }, 'in 2 minutes'],
    [{ status: 503, body: { error: 'x', message: 'The database is away.' } }, 'database is away'],
  ])('explains a failed request: %j', async (answer, words) => {
    answering(answer);
    openConsole('/reset');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org{Enter}');
    expect(await alertText()).toContain(words);
  });

  test('signed-in users can open it and return to the console', async () => {
    localStorage.setItem('auth', token);
    answering(accepted);
    openConsole('/reset');
    await screen.findByLabelText('Email');
    await userEvent.click(screen.getByRole('link', { name: 'Back to the console' }));
    expect(await hello()).toBeTruthy();
  });
});

describe('/signup', () => {
  const withRules = (rules: Answer, answer: Answer = { status: 202, body: {} }) =>
    services(({ url, method }) => {
      if (url !== '/v1/auth/signup') return undefined;
      return method === 'GET' ? rules : answer;
    });
  async function fillIn(email: string, name: string) {
    await userEvent.type(await screen.findByLabelText('Email'), email);
    if (name !== '') await userEvent.type(screen.getByLabelText('Name'), name);
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  }
  const posted = (net: ReturnType<typeof services>) =>
    net.requests.filter(({ method }) => method === 'POST').map(({ data }) => data);

  test('requests an account, then points to the email', async () => {
    const net = withRules({ body: { open: true } });
    openConsole('/signup');
    await fillIn('ada@example.org', 'Ada');
    await screen.findByRole('heading', { name: 'Check your email' });
    expect(screen.getByText(/An email is on its way to ada@example.org/)).toBeTruthy();
    expect(posted(net)).toEqual([{ email: 'ada@example.org', name: 'Ada', lang: 'en' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Request again' }));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ada');
  });

  test('shows the allowed email domains and rejects others', async () => {
    const net = withRules({ body: { open: true, domains: ['example.org', 'example.com'] } });
    openConsole('/signup');
    expect(
      await screen.findByText('Use an email address of example.org or example.com.'),
    ).toBeTruthy();
    await fillIn('ada@elsewhere.example', '');
    expect(screen.getByText('Enter an email address of example.org or example.com.')).toBeTruthy();
    expect(screen.getByText(/Enter your name/)).toBeTruthy();
    expect(posted(net)).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Email'));
    await fillIn('ada@Example.com', 'Ada');
    await screen.findByRole('heading', { name: 'Check your email' });
  });

  test('shows a field error of the service at the field', async () => {
    withRules(
      { body: { open: true } },
      {
        status: 400,
        body: { error: 'Bad', fields: [{ path: 'body.email', message: 'Use another email.' }] },
      },
    );
    openConsole('/signup');
    await fillIn('ada@example.org', 'Ada');
    expect(await screen.findByText('Use another email.')).toBeTruthy();
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['closed by its rules', 'Sign-up is closed', { body: { open: false } }],
    ['not offered', 'Create an account', { status: 404, body: { error: 'Not Found' } }],
  ])('shows why nobody can sign up, and whom to ask: %s', async (_, title, rules) => {
    withRules(rules);
    openConsole('/signup');
    await screen.findByText(/Ask an administrator/);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByText(/Ask an administrator/)).toBeTruthy();
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  test('offers a retry while the service is unavailable', async () => {
    let rules: Answer = { status: 503, body: { error: 'away' } };
    services(({ url }) => (url === '/v1/auth/signup' ? rules : undefined));
    openConsole('/signup');
    await alertText();
    rules = { body: { open: true } };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Email')).toBeTruthy();
  });
});

describe('/set-password', () => {
  const password = 'eight grey herons';
  const withLink = (link: object, set: Answer = { body: { accessToken: token } }) => {
    window.location.hash = '#token=secret-token';
    return services(({ url, data }) => {
      if (url === '/v1/auth/password-token/secret-token') return { body: link };
      if (url === '/v1/auth/password') return set;
      return url === '/v1/auth?type=SECOND_FACTOR' && (data as { code: string }).code === '123456'
        ? { body: { accessToken: token } }
        : undefined;
    });
  };
  const setPassword = async () => {
    await userEvent.type(await screen.findByLabelText('New password'), `${password}{Enter}`);
  };
  const email = 'ada@example.org';

  test.each([
    ['INVITATION', 'Welcome! Set your password'],
    ['RESET', 'Set a new password'],
    ['SIGNUP', 'Your email is confirmed'],
  ])('%s: sets the password and signs in', async (purpose, title) => {
    const net = withLink({ state: 'valid', purpose, email });
    openConsole('/set-password');
    await screen.findByRole('heading', { name: title });
    expect(window.location.hash).toBe('');
    expect(screen.getByText(new RegExp(email))).toBeTruthy();
    await setPassword();
    await hello();
    expect(net.requests.find(({ url }) => url === '/v1/auth/password')?.data).toEqual({
      token: 'secret-token',
      password,
    });
  });

  test.each([true, false])(
    'RESET: lists the API tokens and revokes or keeps them; keep: %j',
    async (stored) => {
      const tokens = ['Nightly', 'CI'].map((description) => ({
        description,
        prefix: `annals_pat_${description}`,
        lastUsedDate: null,
      }));
      const net = withLink({ state: 'valid', purpose: 'RESET', email, tokens });
      openConsole('/set-password');
      expect(
        await screen.findByText('This also revokes the 2 API tokens of the account:'),
      ).toBeTruthy();
      expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
        'Nightly',
        'CI',
      ]);
      if (stored) await userEvent.click(screen.getByLabelText('Keep the API tokens'));
      await setPassword();
      await hello();
      expect(net.requests.find(({ url }) => url === '/v1/auth/password')?.data).toEqual({
        token: 'secret-token',
        password,
        ...(stored && { keepTokens: true }),
      });
    },
  );

  test('SETUP: creates the first user', async () => {
    const net = withLink({ state: 'valid', purpose: 'SETUP' });
    openConsole('/set-password');
    await screen.findByRole('heading', { name: 'Create the first account' });
    await userEvent.type(screen.getByLabelText('Email'), email);
    await setPassword();
    await hello();
    expect(net.requests.find(({ url }) => url === '/v1/auth/password')?.data).toEqual({
      token: 'secret-token',
      password,
      email,
    });
  });

  test('asks for the second factor when the account has one', async () => {
    withLink(
      { state: 'valid', purpose: 'RESET', email },
      { body: { challenge: 'c', methods: ['TOTP'] } },
    );
    openConsole('/set-password');
    await setPassword();
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await hello()).toBeTruthy();
  });

  test.each([
    ['expired', 'RESET', 'Request a new link', '/reset'],
    ['expired', 'INVITATION', 'Resend invitation', '/reset'],
    ['expired', 'SIGNUP', 'Sign up again', '/signup'],
    ['expired', undefined, 'Request a new link', '/reset'],
    ['used', 'INVITATION', 'Request a new link', '/reset'],
  ])('%s link (%s) offers: %s', async (state, purpose, button, path) => {
    withLink({ state, purpose });
    const router = openConsole('/set-password');
    await screen.findByRole('heading', {
      name: state === 'used' ? 'This link was already used' : 'This link has expired',
    });
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect(router.state.location.pathname).toBe(path);
  });

  test('expired SETUP link: says that the server prints a new one', async () => {
    withLink({ state: 'expired', purpose: 'SETUP' });
    openConsole('/set-password');
    expect(await screen.findByText(/the server prints a new link/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request a new link' })).toBeNull();
  });

  test.each([
    [{ state: 'unknown' }, 'This link is not valid'],
    [undefined, 'This page needs a link'],
  ])('shows why the link does not work: %j', async (link, title) => {
    if (link) withLink(link);
    else services();
    openConsole('/set-password');
    await screen.findByRole('heading', { name: title });
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeTruthy();
  });

  test('shows that the link was used elsewhere in the meantime', async () => {
    let state = 'valid';
    window.location.hash = '#token=secret-token';
    services(({ url }) => {
      if (url.startsWith('/v1/auth/password-token/'))
        return { body: { state, purpose: 'RESET', email } };
      if (url !== '/v1/auth/password') return undefined;
      state = 'used';
      return {
        status: 400,
        body: { error: 'x', fields: [{ path: 'body.token', message: 'used' }] },
      };
    });
    openConsole('/set-password');
    await setPassword();
    expect(await screen.findByRole('heading', { name: 'This link was already used' })).toBeTruthy();
  });
});

describe('/revoke-tokens', () => {
  const email = 'ada@example.org';
  const nightly = {
    id: '1',
    description: 'Nightly',
    prefix: 'annals_pat_abcd',
    applicationName: null,
    scopes: ['read', 'write'],
    createdDate: '2026-01-02T03:04:05Z',
    expiresDate: null,
    lastUsedDate: null,
  };
  const till = { ...nightly, id: '2', description: 'Till', applicationName: 'Shop' };
  const valid = { state: 'valid', email, tokens: [nightly, till], total: 2 };
  const withLink = (link: object, revoke: Answer = { body: { count: 2 } }) => {
    window.location.hash = '#token=secret-token';
    return services(({ method, url }) => {
      if (url === '/v1/auth/token-revocation/secret-token') return { body: link };
      return method === 'POST' && url === '/v1/auth/token-revocation' ? revoke : undefined;
    });
  };

  test('shows what it revokes, revokes it when it is confirmed, and goes on to the password', async () => {
    const net = withLink(valid);
    const router = openConsole('/revoke-tokens');
    await screen.findByRole('heading', { name: 'Revoke these 2 API tokens?' });
    expect(window.location.hash).toBe('');
    expect(screen.getByText(new RegExp(email))).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      expect.stringMatching(/^Nightlyannals_pat_abcd… · read, writeCreated .* · Never used$/),
      expect.stringMatching(/^TillApplication Shop · annals_pat_abcd…/),
    ]);
    expect(net.requests.map(({ method }) => method)).toEqual(['GET']);
    await userEvent.click(screen.getByRole('button', { name: 'Revoke 2 tokens' }));
    const heading = await screen.findByRole('heading', { name: '2 API tokens are revoked' });
    expect(document.activeElement).toBe(heading);
    expect(net.requests.at(-1)).toMatchObject({
      url: '/v1/auth/token-revocation',
      data: { token: 'secret-token' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Set a new password' }));
    expect(router.state.location.pathname).toBe('/reset');
  });

  test('says how many more there are than it lists', async () => {
    withLink({ ...valid, total: 102 });
    openConsole('/revoke-tokens');
    expect(await screen.findByText('… and 100 more')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Revoke 102 tokens' })).toBeTruthy();
  });

  test.each([
    [{ ...valid, tokens: [], total: 0 }, 'No valid API tokens'],
    [{ state: 'expired' }, 'This link has expired'],
    [{ state: 'used' }, 'This link was already used'],
    [{ state: 'unknown' }, 'This link is not valid'],
    [undefined, 'This page needs a link'],
  ])('offers the list of tokens if there is nothing to revoke: %j', async (link, title) => {
    if (link) withLink(link);
    else services();
    const router = openConsole('/revoke-tokens');
    await screen.findByRole('heading', { name: title });
    expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open my API tokens' }));
    expect(router.state.location).toMatchObject({
      pathname: '/login',
      search: { redirect: '/v1/tokens' },
    });
  });

  test('says that it was used elsewhere in the meantime', async () => {
    let state = 'valid';
    window.location.hash = '#token=secret-token';
    services(({ method, url }) => {
      if (url.startsWith('/v1/auth/token-revocation/')) return { body: { ...valid, state } };
      if (method !== 'POST' || url !== '/v1/auth/token-revocation') return undefined;
      state = 'used';
      return {
        status: 400,
        body: { error: 'x', fields: [{ path: 'body.token', message: 'used' }] },
      };
    });
    openConsole('/revoke-tokens');
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke 2 tokens' }));
    expect(await screen.findByRole('heading', { name: 'This link was already used' })).toBeTruthy();
  });

  test('keeps the list when revoking fails, and tries again', async () => {
    let answer: Answer = { status: 503, body: { error: 'The database is away.' } };
    window.location.hash = '#token=secret-token';
    services(({ url }) => {
      if (url === '/v1/auth/token-revocation/secret-token') return { body: valid };
      return url === '/v1/auth/token-revocation' ? answer : undefined;
    });
    openConsole('/revoke-tokens');
    const button = await screen.findByRole('button', { name: 'Revoke 2 tokens' });
    await userEvent.click(button);
    expect(await alertText()).toContain('The tokens were not revoked.');
    answer = { body: { count: 2 } };
    await userEvent.click(button);
    expect(await screen.findByRole('heading', { name: '2 API tokens are revoked' })).toBeTruthy();
  });
});

test.each([
  ['/set-password', '#token=secret-token', /a password cannot be set here/],
  // The link of the welcome mail, which another vendor's service need not complete.
  ['/set-password', '', /a password cannot be set here/],
  ['/revoke-tokens', '#token=secret-token', /a link cannot revoke API tokens/],
  ['/revoke-tokens', '', /a link cannot revoke API tokens/],
])(
  '%s%s sends no such call to a service that has not announced itself, and says who helps instead',
  async (path, hash, text) => {
    setAnnounced([]);
    window.location.hash = hash;
    const net = services();
    openConsole(path);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(net.requests).toEqual([]);
    expect(screen.queryByRole('button', { name: /again|password|tokens/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeTruthy();
  },
);

test.each(['/set-password', '/revoke-tokens'])(
  '%s shows another link that is opened in the same tab',
  async (path) => {
    services(({ url }) =>
      url.startsWith('/v1/auth/')
        ? { body: { state: url.endsWith('/first') ? 'used' : 'expired' } }
        : undefined,
    );
    window.location.hash = '#token=first';
    openConsole(path);
    await screen.findByRole('heading', { name: 'This link was already used' });
    window.location.hash = '#token=second';
    await screen.findByRole('heading', { name: 'This link has expired' });
    expect(window.location.hash).toBe('');
  },
);
