import type { APIRequestContext } from '@playwright/test';
import { demoProgram } from './demo-program.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** A call through the console's proxy, written as "GET /v1/users". */
export type Calls = (call: string, data?: object) => Promise<Answer>;

export interface Session {
  accessToken: string;
  refreshToken: string;
}

/** Signs in a demo user without the page. */
export async function createSession(
  request: APIRequestContext,
  username = 'master@example.org',
): Promise<Session> {
  const anonymous = callsWith(request, {});
  const { status, body } = await anonymous('POST /v1/auth?type=PASSWORD', {
    username,
    password: demoProgram.password,
  });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`);
  return body as Session;
}

/** Signs in a demo user without the page, and returns a function that makes calls as this user. */
export async function callsAs(request: APIRequestContext, username?: string): Promise<Calls> {
  const { accessToken } = await createSession(request, username);
  return callsWith(request, { Authorization: `Bearer ${accessToken}` });
}

/** Makes calls with these headers; without headers, as an anonymous visitor. */
export function callsWith(request: APIRequestContext, headers: Record<string, string>): Calls {
  return async (call, data) => {
    const [method = '', url = ''] = call.split(' ', 2);
    const answer = await request.post('/api/annals', {
      data: { url, method, headers, ...(data && { data }) },
    });
    const text = await answer.text();
    return { status: answer.status(), body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** The same without Playwright's request context, whose tracing is slow for hundreds of calls. */
export function callsTo(origin: string, { accessToken }: Session): Calls {
  return async (call, data) => {
    const [method = '', url = ''] = call.split(' ', 2);
    const headers = { Authorization: `Bearer ${accessToken}` };
    const answer = await fetch(`${origin}/api/annals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, method, headers, ...(data && { data }) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** The body of a response, which has to be successful. */
export async function bodyOf<Body>(answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as Body;
}
