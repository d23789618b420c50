import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isBot } from '@annals/rules/bots';
import { matchRoute, routes } from '@annals/contracts/routes';
import { notFound } from '@annals/kit/problem';
import { chooseEncoding } from './accept-encoding.ts';
import type { ConsoleFile, ConsoleFiles } from './console-files.ts';

const oneYear = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

/**
 * Every path that nothing else answers: a file of the console, a route of the console (its document), or 404. An
 * unknown route still gets index.html, which shows the error page to people; bots and misspelt files get none.
 */
export function mountStatic(app: FastifyInstance, { index, login, files }: ConsoleFiles): void {
  // The transport (console/vite.config.ts) is not part of the initial code, so that the sign-in form appears sooner.
  // Pages after sign-in start with a call, so they load it at once.
  const calls = [...files.keys()].find((path) => /^\/assets\/calls-[^/]+\.js$/.test(path));
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      const file = files.get(path);
      if (file) return send(request, reply, file, 200);
      const route = matchRoute(path);
      if (route && calls !== undefined && routes[route.name].access !== 'everyone')
        reply.header('link', `<${calls}>; rel=modulepreload`);
      if (route) return send(request, reply, route.name === 'login' ? login : index, 200);
      if (isForPrograms(path, request.headers.accept)) throw notFound('address');
      return sendErrorPage(request, reply, index, 404);
    },
  });
}

/** Answers a person whose address cannot even be decoded, and returns whether it is a person who asks for a page. */
export function showsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { index }: ConsoleFiles,
): boolean {
  const { url, headers, method } = request;
  const accepted = headers.accept ?? '';
  const isPage = method === 'GET' && accepted.includes('text/html');
  if (!isPage || isForPrograms(url.split('?', 1)[0] ?? '/', accepted)) return false;
  void sendErrorPage(request, reply, index, 404);
  return true;
}

/** The console, which shows what is wrong with the address; bots get one line. */
export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  index: ConsoleFile,
  status: number,
): FastifyReply {
  if (isBot(request.headers['user-agent']))
    return reply
      .code(status)
      .type('text/plain; charset=utf-8')
      .send(status === 404 ? 'Not found.\n' : 'Try again later.\n');
  return send(request, reply, index, status);
}

/**
 * Files and calls, which nobody opens as a page. A name with a dot may be that of a file or of a thing, such as an email
 * address: then what asks for a page is a person.
 */
function isForPrograms(path: string, accepted = ''): boolean {
  if (/^\/(?:api|assets|builds)(?:\/|$)/.test(path)) return true;
  // A regular expression for the dot would take quadratic time for a path full of dots.
  const name = path.slice(path.lastIndexOf('/'));
  return name.includes('.') && !accepted.includes('text/html');
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ConsoleFile,
  status: number,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.variants);
  const variant = file.variants.get(encoding);
  if (!variant) throw new Error('A file of the console has no plain variant.');
  reply.header('vary', 'accept-encoding').header('cache-control', cacheControlOf(file, status));
  if (status === 200) {
    reply.header('etag', variant.etag);
    if (names(request.headers['if-none-match'], variant.etag)) return reply.code(304).send();
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply
    .code(status)
    .header('content-type', file.contentType)
    .header('content-length', variant.body.length);
  return request.method === 'HEAD' ? reply.send() : reply.send(variant.body);
}

function cacheControlOf({ immutable }: ConsoleFile, status: number): string {
  if (status !== 200) return 'no-store';
  return immutable ? oneYear : revalidate;
}

/** Whether If-None-Match names this tag (weak comparison, RFC 9110, 13.1.2). */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((item) => {
    const tag = item.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}
