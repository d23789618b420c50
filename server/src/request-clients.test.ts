import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RequestClients } from '@annals/kit/request-clients';
import { startConsole, type ConsoleUnderTest } from './testing/console-under-test.ts';
import { startHttpUpstream } from './testing/http-upstream.ts';
import { anyLocation, type DatabaseLocation } from './testing/database-locations.ts';
import { password, ServicesUnderTest } from './testing/services-under-test.ts';

const requestClients = new RequestClients();
/** A sign-in takes long on a busy machine. */
const deadlines = { headersMs: 60_000, wholeMs: 60_000 };
let place: DatabaseLocation;
let running: ServicesUnderTest;
let plain: ConsoleUnderTest;
let behindProxy: ConsoleUnderTest;

beforeAll(async () => {
  place = await anyLocation();
  running = await ServicesUnderTest.start(place.variables, { requestClients });
  const { authentication, data } = running.services.endpoints;
  plain = await startConsole({ upstream: authentication, data, deadlines, requestClients });
  behindProxy = await startConsole({
    config: { trustProxy: ['127.0.0.1'] },
    upstream: authentication,
    data,
    deadlines,
    requestClients,
  });
  for (const email of ['ada@example.org', 'eve@example.org', 'master@example.org'])
    await running.services.authentication.createUser({
      email,
      roles: email.startsWith('master') ? ['GLOBAL_MASTER'] : [],
      password,
    });
});

afterAll(async () => {
  await plain.close();
  await behindProxy.close();
  await running.close();
  await place.remove();
});

interface Person {
  front: ConsoleUnderTest;
  /** As written by the reverse proxy, or somebody who pretends to be one. */
  forwarded?: string;
  agent?: string;
  requestId?: string;
}

async function call(person: Person, method: string, url: string, data?: object, token?: string) {
  const headers: Record<string, string> = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(person.requestId === undefined ? {} : { 'x-request-id': person.requestId }),
  };
  const answer = await person.front.call(
    { url, method, headers, ...(data ? { data } : {}) },
    {
      'user-agent': person.agent ?? 'Firefox',
      ...(person.forwarded === undefined ? {} : { 'x-forwarded-for': person.forwarded }),
    },
  );
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text && JSON.parse(text) };
}

async function signIn(person: Person, username: string): Promise<string> {
  const { status, body } = await call(person, 'POST', '/v1/auth?type=PASSWORD', {
    username,
    password,
  });
  expect(status).toBe(200);
  return body.accessToken;
}

async function sessionOf(person: Person, username: string) {
  const token = await signIn(person, username);
  const { body } = await call(person, 'GET', '/v1/users/current/sessions', undefined, token);
  return body.data.find(({ current }: { current: boolean }) => current);
}

describe('behind the console server', () => {
  it('sessions show the address and the device of the user', async () => {
    const person = { front: behindProxy, forwarded: '203.0.113.5', agent: 'Telephone/1.0' };
    expect(await sessionOf(person, 'ada@example.org')).toMatchObject({
      address: '203.0.113.5',
      userAgent: 'Telephone/1.0',
    });
    const near = { front: plain, agent: 'Firefox' };
    expect(await sessionOf(near, 'ada@example.org')).toMatchObject({
      address: '127.0.0.1',
      userAgent: 'Firefox',
    });
  });

  it('X-Forwarded-For is not trusted without TRUST_PROXY', async () => {
    const liar = { front: plain, forwarded: '198.51.100.1', agent: 'Liar' };
    expect(await sessionOf(liar, 'eve@example.org')).toMatchObject({
      address: '127.0.0.1',
      userAgent: 'Liar',
    });
  });

  it('entries before the proxy’s own are not trusted', async () => {
    const liar = { front: behindProxy, forwarded: '198.51.100.1, 203.0.113.66' };
    expect(await sessionOf(liar, 'eve@example.org')).toMatchObject({ address: '203.0.113.66' });
  });

  it('events show the address, and the request id sent by the user', async () => {
    const person = { front: behindProxy, forwarded: '203.0.113.6', requestId: 'request-of-ada' };
    const failed = await call(person, 'POST', '/v1/auth?type=PASSWORD', {
      username: 'ada@example.org',
      password: 'wrong',
    });
    expect(failed.status).toBe(401);
    expect(failed.headers.get('x-request-id')).toBe('request-of-ada');
    expect(failed.body.requestId).toBe('request-of-ada');
    const master = await signIn({ front: plain }, 'master@example.org');
    const { body } = await call(
      { front: plain },
      'GET',
      '/authentication/v1/events?action=signIn.failed',
      undefined,
      master,
    );
    expect(body.data[0]).toMatchObject({ address: '203.0.113.6', requestId: 'request-of-ada' });
  });

  it('concurrent requests with the same id are kept apart', async () => {
    const people = Array.from({ length: 8 }, (_, index) => ({
      front: behindProxy,
      forwarded: `203.0.113.${100 + index}`,
      agent: `Device/${index}`,
      requestId: 'the-same-id',
    }));
    const shown = await Promise.all(people.map((person) => sessionOf(person, 'eve@example.org')));
    expect(shown).toEqual(
      people.map(({ forwarded, agent }) =>
        expect.objectContaining({ address: forwarded, userAgent: agent }),
      ),
    );
  });

  it('a direct call to the service with the id of a running request keeps its own source', async () => {
    const direct = (id: string) =>
      new Promise<string>((resolve, reject) => {
        const body = JSON.stringify({ username: 'eve@example.org', password });
        const sent = httpRequest(
          `${running.services.endpoints.authentication}/v1/auth?type=PASSWORD`,
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'content-length': body.length,
              'x-request-id': id,
              'user-agent': 'Direct',
            },
          },
          (reply) => {
            let text = '';
            reply.setEncoding('utf8').on('data', (part: string) => (text += part));
            reply.on('end', () => resolve(JSON.parse(text).accessToken));
          },
        );
        sent.on('error', reject).end(body);
      });
    const ada = { front: behindProxy, forwarded: '203.0.113.5', requestId: 'under-way-id' };
    const [, token] = await Promise.all([
      signIn(ada, 'ada@example.org'),
      direct('under-way-id'),
      signIn(ada, 'ada@example.org'),
    ]);
    const { body } = await call(
      { front: plain },
      'GET',
      '/v1/users/current/sessions',
      undefined,
      token,
    );
    expect(body.data.find(({ current }: { current: boolean }) => current)).toMatchObject({
      address: '127.0.0.1',
      userAgent: 'Direct',
    });
  });
});

it('requests to services elsewhere keep their request id, without additional headers', async () => {
  const upstream = await startHttpUpstream();
  const front = await startConsole({ upstream: upstream.origin });
  await call({ front, requestId: 'as-it-is-given' }, 'GET', '/v1/users');
  expect(upstream.seen[0]?.headers).toEqual({
    host: new URL(upstream.origin).host,
    connection: 'keep-alive',
    'x-request-id': 'as-it-is-given',
  });
  await front.close();
  await upstream.close();
});

it('requests to services in this process have no additional headers, and the key is deleted afterwards', async () => {
  const noted: string[] = [];
  const forgotten: string[] = [];
  const watched = new (class extends RequestClients {
    override register(...given: Parameters<RequestClients['register']>): string {
      const key = super.register(...given);
      noted.push(key);
      return key;
    }
    override remove(key: string): void {
      forgotten.push(key);
      super.remove(key);
    }
  })();
  const upstream = await startHttpUpstream();
  const front = await startConsole({ upstream: upstream.origin, requestClients: watched });
  await call({ front, requestId: 'as-it-is-given' }, 'GET', '/v1/users');
  await upstream.close();
  const failed = await call({ front }, 'GET', '/v1/users');
  expect(failed.status).toBe(502);
  expect(upstream.seen[0]?.headers).toEqual({
    host: new URL(upstream.origin).host,
    connection: 'keep-alive',
    'x-request-id': noted[0],
  });
  expect(noted).toHaveLength(2);
  expect(forgotten).toEqual(noted);
  await front.close();
});
