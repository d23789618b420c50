import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '@annals/kit/database/database';
import { quiet } from '@annals/kit/testing/databases';
import { readAllRows } from '@annals/kit/testing/read-all-rows';
import { templateFile } from './locations.ts';
import { anyLocation, type DatabaseLocation } from './testing/database-locations.ts';
import { linkTokenFor } from './testing/mail-files.ts';
import { freePort, startProgram, type Program } from './testing/running-program.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'annals-secrets-'));
let place: DatabaseLocation;
let program: Program;
let origin: string;
/** The secrets, by description. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  place = await anyLocation();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  program = startProgram(
    ['serve', '--no-files'],
    { ...place.variables, PORT: String(port), LOG_LEVEL: 'trace', SIGNUP: 'open' },
    directory,
  );
  await program.waitForOutput('Ready.');
});
afterAll(async () => {
  program.process.kill('SIGKILL');
  await program.exited;
  await place.remove();
  rmSync(directory, { recursive: true, force: true });
});

interface Body {
  [name: string]: string;
}

async function send(url: string, method: string, data?: unknown, headers = {}): Promise<Body> {
  const answer = await fetch(`${origin}/api/annals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, method, data, headers }),
  });
  const text = await answer.text();
  return text === '' ? {} : JSON.parse(text);
}

/** Records a secret that a client sends. */
function given(what: string, secret: string): string {
  secrets.set(what, secret);
  return secret;
}

/** Records a secret in a response. */
function reported(what: string, body: Body, name: string): string {
  const secret = body[name];
  if (typeof secret !== 'string' || secret.length < 10)
    throw new Error(`No ${what}: ${JSON.stringify(body)}`);
  return given(what, secret);
}

const bearer = (body: Body) => ({
  Authorization: `Bearer ${reported('access token', body, 'accessToken')}`,
});

/** The current code of an authenticator app (RFC 6238). */
function codeNow(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = secret
    .split('')
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const hash = createHmac('sha1', key).update(step).digest();
  const code = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(code % 1_000_000).padStart(6, '0');
}

/** Every valid and invalid use of a secret. */
async function everythingSecret(): Promise<void> {
  const setUp = /\/set-password#token=([\w-]+)/.exec(program.output())?.[1] ?? '';
  const username = 'master@example.org';
  const password = given('first password', 'canary one on the roof');
  const first = await send('/v1/auth/password', 'POST', {
    token: given('set-up link', setUp),
    email: username,
    password,
  });
  const master = bearer(first);
  reported('refresh token', first, 'refreshToken');

  // Invalid: as another field, in a malformed call, in the address, beside an unknown field.
  const wrong = given('wrong password', 'canary wrong on the roof');
  await send('/v1/auth?type=PASSWORD', 'POST', { username, password: wrong });
  await send('/v1/auth?type=PASSWORD', 'POST', { username: wrong, password: [wrong], more: wrong });
  await send(`/v1/auth?type=${encodeURIComponent(wrong)}`, 'POST', {});
  await send(
    `/v1/users/current?access_token=${given('in the query', 'canary-in-the-query')}`,
    'GET',
  );
  await send(`/elsewhere/${given('in the path', 'canary-in-the-path')}`, 'GET').catch(
    () => undefined,
  );
  await send('/v1/users/current', 'GET', undefined, {
    Authorization: `Bearer ${given('no access token', 'canary.access.token')}`,
    'X-Akarion-Api-Token': given('no API token', 'annals_pat_canary'),
    'Idempotency-Key': given('key of a repetition', 'canary-idempotency-key'),
  });
  for (const body of ['{"password":"canary one on the roof', 'canary one on the roof'])
    await fetch(`${origin}/api/annals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });

  const second = given('second password', 'canary two on the roof');
  const renewed = await send('/v1/auth?type=REFRESH_TOKEN', 'POST', {
    refreshToken: first['refreshToken'],
  });
  reported('rotated refresh token', renewed, 'refreshToken');
  const changed = await send(
    '/v1/users/current/password',
    'POST',
    { currentPassword: password, newPassword: second },
    master,
  );
  const session = bearer(changed);
  const app = await send('/v1/users/current/factors/totp', 'POST', { name: 'App' }, session);
  const seed = reported('secret of an authenticator app', app, 'secret');
  const factor = `/v1/users/current/factors/totp/${app['id']}/confirmation`;
  const confirmed = await send(factor, 'POST', { code: codeNow(seed) }, session);
  const [recoveryCode = ''] = confirmed['recoveryCodes'] ?? [];
  const half = await send('/v1/auth?type=PASSWORD', 'POST', { username, password: second });
  const whole = await send('/v1/auth?type=SECOND_FACTOR', 'POST', {
    challenge: reported('challenge of a sign-in', half, 'challenge'),
    code: given('recovery code', recoveryCode),
  });
  bearer(whole);

  // Links that are sent by mail.
  for (const [what, email, url, body] of [
    ['invitation', 'invited@example.org', '/v1/users', {}],
    ['sign-up', 'new@example.org', '/v1/auth/signup', { name: 'New' }],
    ['reset', username, '/v1/auth/password-reset', {}],
  ] as const) {
    await send(url, 'POST', { ...body, email }, session);
    const token = given(
      `link of ${what}`,
      await linkTokenFor(place.variables['DATA_DIR'] ?? '', email),
    );
    await send(`/v1/auth/password-token/${token}`, 'GET');
  }
  const token = secrets.get('link of invitation');
  const third = given('password of the invited', 'canary three on the roof');
  bearer(await send('/v1/auth/password', 'POST', { token, password: third }));

  const rights = { scopes: ['read'], expiresDate: new Date(Date.now() + 1e9).toISOString() };
  const key = { ...session, 'Idempotency-Key': given('idempotency key', 'canary-of-the-token') };
  const issued = await send('/v1/tokens', 'POST', { ...rights, description: 'Canary' }, key);
  const pat = reported('API token', issued, 'token');
  await send('/v1/users', 'GET', undefined, { 'X-Akarion-Api-Token': pat });
  const application = await send('/v1/applications', 'POST', { name: 'Canary' }, session);
  const tokens = `/v1/applications/${application['id']}/tokens`;
  reported(
    'token of an application',
    await send(tokens, 'POST', { description: 'A' }, session),
    'token',
  );
  const revocation = given(
    'link that revokes tokens',
    await linkTokenFor(place.variables['DATA_DIR'] ?? '', username, 'revoke-tokens'),
  );
  await send(`/v1/auth/token-revocation/${revocation}`, 'GET');
  await send('/v1/auth/token-revocation', 'POST', { token: revocation });
  await send(
    '/v1/identity-providers',
    'POST',
    {
      name: 'Canary',
      issuer: 'https://login.canary.example',
      clientId: 'canary',
      clientSecret: given('secret of a client', 'canary-client-secret'),
    },
    session,
  );
  await send('/v1/users/current/reauthentication', 'POST', { password: second }, session);
}

/** As plain text, in base64, and as hexadecimal bytes. */
const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  ...(/^[\w-]{43}$/.test(secret) ? [Buffer.from(secret, 'base64url').toString('hex')] : []),
];

const holds = (text: string, secret: string) => formsOf(secret).some((form) => text.includes(form));

it('no secret is in a log at any level, nor in the database, except those that sign-in needs in clear', async () => {
  await everythingSecret();
  program.process.kill('SIGTERM');
  await program.exited;

  const log = program.errors();
  expect(log).toContain('"level":"info"');
  expect(log).toContain('/v1/auth/password-token/:token');
  const inLog = [...secrets].filter(([, secret]) => holds(log, secret)).map(([what]) => what);
  expect(inLog).toEqual([]);

  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = place.variables;
  const database = await openDatabase(
    databaseUrl === undefined ? { dataDir, templateFile, log: quiet } : { databaseUrl, log: quiet },
  );
  const rows = await readAllRows(database);
  await database.close();
  expect(rows.get('authentication.user_account')).toContain('master@example.org');
  const inClear = [...secrets].flatMap(([what, secret]) =>
    [...rows].filter(([, text]) => holds(text, secret)).map(([table]) => `${what}: ${table}`),
  );
  // docs/security.md says why these two are necessary.
  expect(inClear).toEqual([
    'secret of an authenticator app: authentication.second_factor',
    'secret of a client: authentication.identity_provider',
  ]);
  expect(secrets.size).toBeGreaterThan(20);
});
