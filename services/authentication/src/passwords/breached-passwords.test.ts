import { say } from '@annals/contracts/messages';
import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { BreachedPasswords } from './breached-passwords.ts';

const hashOf = (password: string) =>
  createHash('sha1').update(password).digest('hex').toUpperCase();
const listed = 'correct horse battery staple';
const padding = 'tr0ub4dor & three more words';
const unlisted = 'rings of a very old tree';

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

/** Speaks the range protocol as it is published: suffixes with their counts, and padding with the count 0 on request. */
const range: Answer = ({ url = '', headers }, reply) => {
  const prefix = /^\/range\/([0-9A-F]{5})$/.exec(url)?.[1];
  if (prefix === undefined || headers['user-agent'] === undefined) {
    reply.writeHead(400).end();
    return;
  }
  const lines = ['0018A45C4D1DEF81644B54AB7F969B88D65:1'];
  if (hashOf(listed).startsWith(prefix)) lines.push(`${hashOf(listed).slice(5)}:42`);
  if (headers['add-padding'] === 'true') {
    lines.push('FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF:0');
    if (hashOf(padding).startsWith(prefix)) lines.push(`${hashOf(padding).slice(5)}:0`);
  }
  reply.writeHead(200, { 'content-type': 'text/plain' }).end(lines.join('\r\n'));
};

let answer: Answer = range;
const requests: IncomingMessage[] = [];
const server = createServer((request, reply) => {
  requests.push(request);
  answer(request, reply);
});
let address: string;
let directory: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  directory = await mkdtemp(path.join(tmpdir(), 'breached-'));
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  answer = range;
  requests.length = 0;
});

function reading(source: string | undefined) {
  const outcomes: string[] = [];
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (details: object, message: string) =>
      void warnings.push(`${message} ${JSON.stringify(details)}`),
    error: () => undefined,
  };
  const list = new BreachedPasswords(source, log, (outcome) => void outcomes.push(outcome));
  return { list, outcomes, warnings };
}

describe('a service', () => {
  it('learns five characters of the hash and is asked for padding, which does not count', async () => {
    const { list, outcomes } = reading(`${address}/`);
    expect(await list.includes(listed)).toBe(true);
    expect(await list.includes(unlisted)).toBe(false);
    expect(await list.includes(padding)).toBe(false);
    expect(outcomes).toEqual(['listed', 'not_listed', 'not_listed']);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
      [listed, unlisted, padding].map((each) => `GET /range/${hashOf(each).slice(0, 5)}`),
    );
    const sent = JSON.stringify(requests.map(({ url, headers }) => [url, headers]));
    expect(sent).not.toContain(hashOf(listed).slice(5));
    expect(requests.every(({ headers }) => headers['add-padding'] === 'true')).toBe(true);
  });

  it.each<[string, Answer]>([
    ['fails', (_request, reply) => void reply.writeHead(503).end()],
    ['answers with a page', (_request, reply) => void reply.end('<html>Sign in</html>')],
    ['redirects', (_request, reply) => void reply.writeHead(302, { location: '/' }).end()],
    ['resets the connection', (request) => void request.socket.destroy()],
    ['answers with nothing', (_request, reply) => void reply.end()],
    ['answers without end', (_request, reply) => void reply.end('0'.repeat(2 * 1024 * 1024))],
  ])('that %s lists nothing, and a warning says so without the password', async (_name, broken) => {
    answer = broken;
    const { list, outcomes, warnings } = reading(address);
    expect(await list.includes(listed)).toBe(false);
    expect(outcomes).toEqual(['unavailable']);
    expect(warnings).toHaveLength(1);
    expect(warnings.join('')).not.toMatch(/horse|staple/);
  });
});

it.each([
  ['in other letters of the same meaning', 'ｃｏｒｒｅｃｔ horse battery ﬆaple'],
  ['as it is listed', listed],
])('a password is found %s, because it is stored in one form', async (_, password) => {
  const { list, outcomes } = reading(address);
  expect(await list.includes(password)).toBe(true);
  expect(outcomes).toEqual(['listed']);
});

describe('a file', () => {
  const many = Array.from({ length: 2000 }, (_, index) => hashOf(`password ${index}`));
  const file = async (lines: readonly string[]) => {
    const name = path.join(directory, 'passwords.txt');
    await writeFile(name, lines.join('\r\n'));
    return name;
  };

  it.each(['NFC', 'NFD'])('with a password in %s finds its other spellings', async (form) => {
    const { list } = reading(await file([hashOf('Grüße aus München'.normalize(form))]));
    for (const typed of ['NFC', 'NFD', 'NFKC'])
      expect(await list.includes('Grüße aus München'.normalize(typed))).toBe(true);
  });

  it('with a hash on each line, in order, is searched without reading it whole', async () => {
    const name = await file(many.toSorted().map((hash, index) => `${hash}:${index + 1}`));
    const { list } = reading(name);
    for (const index of [0, 1, 777, 1998, 1999])
      expect(await list.includes(`password ${index}`)).toBe(true);
    expect(await list.includes('password 2000')).toBe(false);
    const ends = many.toSorted();
    for (const hash of [ends[0], ends.at(-1)])
      expect(await list.includes(`password ${many.indexOf(hash ?? '')}`)).toBe(true);
  });

  it('may be cut to the beginnings of the hashes', async () => {
    const name = await file(many.map((hash) => hash.slice(0, 16)).toSorted());
    const { list } = reading(name);
    expect(await list.includes('password 5')).toBe(true);
    expect(await list.includes('password 2000')).toBe(false);
  });

  it('may be a directory with a file for each range', async () => {
    const ranges = path.join(directory, 'ranges');
    await mkdir(ranges);
    await writeFile(
      path.join(ranges, `${hashOf(listed).slice(0, 5)}.txt`),
      `${hashOf(listed).slice(5)}:3\r\n`,
    );
    const { list, outcomes } = reading(ranges);
    expect(await list.includes(listed)).toBe(true);
    expect(await list.includes(unlisted)).toBe(false);
    expect(outcomes).toEqual(['listed', 'unavailable']);
  });

  it('may begin with a byte order mark', async () => {
    const sorted = many.toSorted();
    const name = await file([`\uFEFF${sorted[0]}:7`, ...sorted.slice(1)]);
    const { list, outcomes } = reading(name);
    expect(await list.includes(`password ${many.indexOf(sorted[0] ?? '')}`)).toBe(true);
    expect(await list.includes(`password ${many.indexOf(sorted[1] ?? '')}`)).toBe(true);
    expect(outcomes).toEqual(['listed', 'listed']);
  });

  it.each<[string, readonly string[]]>([
    ['nothing', []],
    ['words', ['password', 'letmein']],
    ['JSON', ['{"a":1}']],
    // The published list was offered in the order of its counts, too.
    ['hashes in another order', many],
  ])('that holds %s lists nothing, and says so', async (_, lines) => {
    const { list, outcomes, warnings } = reading(await file(lines));
    expect(await list.includes(unlisted)).toBe(false);
    expect(outcomes).toEqual(['unavailable']);
    expect(warnings).toHaveLength(1);
  });

  it('that is not there lists nothing', async () => {
    const { list, outcomes } = reading(path.join(directory, 'nothing.txt'));
    expect(await list.includes(listed)).toBe(false);
    expect(outcomes).toEqual(['unavailable']);
  });
});

it('is off without a source', async () => {
  const { list, outcomes } = reading(undefined);
  expect(await list.includes(listed)).toBe(false);
  expect(outcomes).toEqual([]);
});

describe.each(testDatabases().slice(0, 1))('a new password, $kind', ({ open }) => {
  const running = RunningService.forAll(open, async () => ({ breachedPasswords: address }));
  afterEach(() => {
    answer = range;
  });

  it('that is listed is refused where it is set, changed and created; the shipped list is asked first', async () => {
    const { link = '' } = await running.service.createUser({ email: 'g@example.org', roles: [] });
    const token = new URL(link).hash.replace('#token=', '');
    const set = (password: string) =>
      running.call('POST', '/v1/auth/password', { body: { token, password } });
    const refused = await set(listed);
    expect([refused.status, refused.body.fields?.[0]]).toEqual([
      400,
      { path: 'body.password', ...say('passwordBreached') },
    ]);
    requests.length = 0;
    expect((await set('passwordpassword')).status).toBe(400);
    expect(requests).toEqual([]);
    const { body } = await set(unlisted);
    const change = await running.call('POST', '/v1/users/current/password', {
      token: body.accessToken ?? '',
      body: { currentPassword: unlisted, newPassword: listed },
    });
    expect([change.status, change.body.fields?.[0]?.path]).toEqual([400, 'body.newPassword']);
    const created = { email: 'h@example.org', roles: [], password: listed };
    await expect(running.service.createUser(created)).rejects.toThrow('published lists');
  });

  it('can be set while the service is away', async () => {
    answer = (_request, reply) => void reply.writeHead(503).end();
    const created = { email: 'i@example.org', roles: [], password: listed };
    expect(await running.service.createUser(created)).toMatchObject({
      userId: expect.any(String),
    });
  });
});
