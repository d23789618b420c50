import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { requestClassOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import { receiveBackChannelLogout } from '@annals/contracts/sign-in';
import { Problem } from '@annals/kit/problem';
import { clientOf, type RequestClients } from '@annals/kit/request-clients';
import type { AnnouncedServices } from './announced-services.ts';
import { UpstreamFailure, type Upstream } from './proxy/upstream.ts';

export interface ProviderPostsOptions {
  services: AnnouncedServices;
  /** The authentication endpoint; undefined while the services are still starting. */
  upstream: () => Upstream | undefined;
  /** Where the services of this process find the client of a request. */
  requestClients?: RequestClients | undefined;
}

const maxBytes = 32 * 1024;
/** Those of an authorization response that the login page reads. */
const answerParameters = ['code', 'state', 'iss', 'error'] as const;

/**
 * What identity providers post as forms: the authorization response of a sign-in with response_mode=form_post (OAuth 2.0
 * Form Post Response Mode), and logout tokens (OpenID Connect Back-Channel Logout 1.0).
 */
export function mountProviderPosts(app: FastifyInstance, options: ProviderPostsOptions): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post<{ Body: unknown }>('/login', (request, reply) => {
      const given = formOf(request.body);
      const query = new URLSearchParams();
      for (const name of answerParameters) {
        const [value, ...others] = given.getAll(name);
        if (value !== undefined && others.length === 0) query.set(name, value);
      }
      // The login page takes it out of the address at once, as it does with an answer in the query.
      return reply.header('cache-control', 'no-store').redirect(`/login?${query.toString()}`, 303);
    });
    scope.post<{ Params: { providerId: string }; Body: unknown }>(
      '/back-channel-logout/:providerId',
      (request, reply) => passOn(request, reply, options),
    );
  });
}

/** The answer is that of section 2.8. */
async function passOn(
  request: FastifyRequest<{ Params: { providerId: string }; Body: unknown }>,
  reply: FastifyReply,
  { services, upstream, requestClients }: ProviderPostsOptions,
): Promise<FastifyReply> {
  const { providerId } = request.params;
  const logoutToken = formOf(request.body).get('logout_token');
  const service = upstream();
  if (!service || !services.has('authentication')) throw unavailable();
  if (!z.safeParse(z.uuid(), providerId).success || !logoutToken)
    return refuse(reply, say('sendLogoutToken').message);
  const key = requestClients?.register(clientOf(request), request.id);
  try {
    const { status, body } = await service.send({
      method: receiveBackChannelLogout.method,
      target: receiveBackChannelLogout.path.replace('{identityProviderId}', providerId),
      requestClass: requestClassOf(receiveBackChannelLogout, {}),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-request-id': key ?? request.id,
      },
      body: Buffer.from(JSON.stringify({ logoutToken })),
      caller: `address ${clientOf(request).address}`,
      // The call is short, so it is never cancelled.
      signal: new AbortController().signal,
      waitSeconds: 0,
    });
    reply.header('cache-control', 'no-store');
    if (status === 204) return await reply.code(200).send();
    if (status === 400 || status === 404) return refuse(reply, messageIn(body));
    throw unavailable();
  } catch (error) {
    if (error instanceof UpstreamFailure) throw unavailable();
    throw error;
  } finally {
    if (key !== undefined) requestClients?.remove(key);
  }
}

const formOf = (body: unknown): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

const refuse = (reply: FastifyReply, description: string): FastifyReply =>
  reply
    .code(400)
    .header('cache-control', 'no-store')
    .send({ error: 'invalid_request', error_description: description });

function messageIn(body: unknown): string {
  const fallback = say('logoutTokenRefused').message;
  if (!Buffer.isBuffer(body)) return fallback;
  try {
    const { message } = JSON.parse(body.toString()) as { message?: unknown };
    return typeof message === 'string' ? message : fallback;
  } catch {
    return fallback;
  }
}

const unavailable = () => new Problem(503, 'unavailable', say('logoutLater'), { retryAfter: 2 });
