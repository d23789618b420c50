import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { allowedAddress } from '@annals/rules/alias-hosts';
import { aliasName, visitAliasUrl } from '@annals/contracts/alias-urls';
import { requestClassOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import { matchRoute } from '@annals/contracts/routes';
import { Problem } from '@annals/kit/problem';
import { clientOf, type RequestClients } from '@annals/kit/request-clients';
import type { AnnouncedServices } from './announced-services.ts';
import type { ConsoleFile } from './console-files.ts';
import { UpstreamFailure, type Upstream } from './proxy/upstream.ts';
import { sendErrorPage } from './static.ts';

export interface AliasUrlOptions {
  /** Hosts that may be redirected to, whatever the service says. */
  aliasHosts: readonly string[];
  services: AnnouncedServices;
  /** The authentication endpoint; undefined while the services are still starting. */
  upstream: () => Upstream | undefined;
  /** The console, which has a page for the address; undefined in development, where Vite serves it. */
  index: ConsoleFile | undefined;
  /** Where the services of this process find the client of a request. */
  requestClients?: RequestClients | undefined;
}

/**
 * GET /a/{alias}: redirects to the target of the alias, or shows the console's page that explains why it cannot. HEAD
 * does not count as a visit.
 */
export function mountAliasUrls(app: FastifyInstance, options: AliasUrlOptions): void {
  app.route<{ Params: { alias: string } }>({
    method: ['GET', 'HEAD'],
    url: '/a/:alias',
    handler: async (request, reply) => {
      const alias = request.params.alias.toLowerCase();
      const destination = z.safeParse(aliasName, alias).success
        ? await visit(request, alias, options)
        : { status: 404 as const };
      reply.header('cache-control', 'no-store');
      if ('location' in destination) return reply.redirect(destination.location, 302);
      return show(request, reply, destination.status, options);
    },
  });
}

type Destination = { location: string } | { status: 404 | 502 | 503 | 504 };

async function visit(
  request: FastifyRequest,
  alias: string,
  { aliasHosts, services, upstream, requestClients }: AliasUrlOptions,
): Promise<Destination> {
  const service = upstream();
  if (!service) return { status: 503 };
  // The specification has no call for a visit.
  if (!services.has('data')) return { status: 404 };
  const key = requestClients?.register(clientOf(request), request.id);
  const count = request.method === 'HEAD' ? '&count=false' : '';
  try {
    const { status, body } = await service.send({
      method: visitAliasUrl.method,
      target: `${visitAliasUrl.path}?alias=${encodeURIComponent(alias)}${count}`,
      requestClass: requestClassOf(visitAliasUrl, {}),
      headers: { accept: 'application/json', 'x-request-id': key ?? request.id },
      body: undefined,
      caller: `address ${clientOf(request).address}`,
      // Callers are not identified here and the call is short, so it is never cancelled.
      signal: new AbortController().signal,
      waitSeconds: 0,
    });
    if (status >= 200 && status < 300) {
      const location = Buffer.isBuffer(body) ? locationIn(body, aliasHosts) : undefined;
      if (location !== undefined) return { location };
      request.log.warn('The service answered with a forbidden alias target.');
      return { status: 404 };
    }
    if (status === 501 || (status >= 400 && status < 500 && status !== 429)) return { status: 404 };
    return { status: status === 503 || status === 429 ? 503 : 502 };
  } catch (error) {
    if (error instanceof Problem) return { status: 503 };
    if (!(error instanceof UpstreamFailure)) throw error;
    request.log.warn({ err: error, upstream: 'authentication' }, 'upstream failed');
    return { status: error.kind === 'deadline' ? 504 : 502 };
  } finally {
    if (key !== undefined) requestClients?.remove(key);
  }
}

/**
 * The address to redirect to: a page of an object or timeline here, or an address of an allowed host.
 */
function locationIn(body: Buffer, aliasHosts: readonly string[]): string | undefined {
  const answer = z.safeParse(visitAliasUrl.response, parseBody(body));
  if (!answer.success) return undefined;
  const { location } = answer.data;
  return isTargetPage(location) ? location : allowedAddress(location, aliasHosts);
}

const targetPages: ReadonlySet<string | undefined> = new Set([
  'v1-partitions-partitionId-objects-objectId',
  'v1-partitions-partitionId-timelines-timelineId-objects-latest',
]);

const isTargetPage = (location: string) =>
  /^\/[\w/-]+$/.test(location) && targetPages.has(matchRoute(location)?.name);

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  status: 404 | 502 | 503 | 504,
  { index }: AliasUrlOptions,
): FastifyReply {
  if (status === 503) reply.header('retry-after', '2');
  if (index) return sendErrorPage(request, reply, index, status);
  throw status === 404
    ? new Problem(404, 'alias_not_active', say('aliasNotActive'))
    : new Problem(status, 'upstream_unreachable', say('lookUpFailed'));
}
