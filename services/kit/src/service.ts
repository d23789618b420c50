import { randomFillSync } from 'node:crypto';
import { ServerResponse, type IncomingMessage } from 'node:http';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { V7Generator } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import {
  DatabaseUnavailable,
  DeadlineExceeded,
  DiskFull,
  isUnsupportedStatement,
  unavailableReason,
} from './database/errors.ts';
import { parseJson } from './json.ts';
import { isInNetworks } from './ip-address.ts';
import { answerMalformed } from './malformed-request.ts';
import { logRefusals, overloaded, tooManyRequests } from './limits/request-limits.ts';
import { notFound, Problem } from './problem.ts';
import { setClient, type RequestClients } from './request-clients.ts';

export interface ServiceOptions {
  log: FastifyBaseLogger;
  /** Bytes. */
  bodyLimit?: number;
  /** Addresses and networks of reverse proxies whose X-Forwarded-For is trusted; none by default. */
  trustProxy?: readonly string[];
  /** The clients of requests that the console server of this process forwards. */
  requestClients?: RequestClients | undefined;
  /** Every response has them, including those that Node or Fastify send before any hook. */
  headers?: Readonly<Record<string, string>>;
  /** Answers a request whose path cannot be decoded, and returns true; the others get the usual error. */
  answerUndecodable?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

const mebibyte = 1024 * 1024;
/** Time limit for sending a request, so that half-sent ones do not hold their connections forever. */
const requestTimeoutMs = 60_000;
/** The contract's rows limit the length of parameters; no URL comes near this. */
const maxParameterLength = 16_384;

// Random numbers are created in batches: one by one they would take longer than the rest of an id.
const randomNumbers = new Uint32Array(1024);
let used = randomNumbers.length;
const requestIds = new V7Generator({
  nextUint32: () => {
    if (used === randomNumbers.length) {
      randomFillSync(randomNumbers);
      used = 0;
    }
    used += 1;
    return randomNumbers[used - 1] ?? 0;
  },
});

/**
 * Creates a Fastify instance with what both services and the console server share: strict JSON input, one error format.
 */
export function createService({
  log,
  bodyLimit = mebibyte,
  trustProxy = [],
  requestClients,
  headers = {},
  answerUndecodable = () => false,
}: ServiceOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    bodyLimit,
    trustProxy: trustProxy.length > 0 ? (address) => isInNetworks(trustProxy, address) : false,
    requestTimeout: requestTimeoutMs,
    // Monitoring asks with HEAD. The calls of the contract are GET only (mount.ts): each HEAD would do the whole work.
    exposeHeadRoutes: true,
    rewriteUrl: ({ url = '/' }) => inOriginForm(url),
    routerOptions: { maxParamLength: maxParameterLength },
    clientErrorHandler: (error, socket) => answerMalformed(headers, error, socket),
    http: { ServerResponse: responseWith(headers) },
    // One line at the end of each request is enough; onResponse below writes it without the raw path.
    logController: new LogController({ disableRequestLogging: true }),
    // A path that cannot be decoded reaches no route, and therefore no error handler.
    frameworkErrors: (error, request, reply) => {
      if (error.code === 'FST_ERR_BAD_URL' && answerUndecodable(request, reply)) return;
      reply.statusCode = problemOf(error).status;
      void reply
        .headers({
          'x-request-id': request.id,
          'content-type': 'application/json; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        .send(JSON.stringify(asAnswer(error, request.id)) as never);
    },
    genReqId: (request) => {
      const noted = requestClients?.find(request);
      if (noted) setClient(request, noted.client);
      const requestId = noted?.requestId ?? request.headers['x-request-id'];
      return typeof requestId === 'string' && /^[\w.-]{8,64}$/.test(requestId)
        ? requestId
        : requestIds.generate().toString();
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  refuseOtherTypes(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    // The bytes are taken as they are: something in between that decodes them would read another body.
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? '';
    done(encoding === '' || encoding === 'identity' ? undefined : encodedBody());
  });
  // The route's pattern, never the path: a path may carry a one-time token.
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
  app.setNotFoundHandler(() => {
    throw notFound('address');
  });
  const noteRefusal = logRefusals(app.log);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error);
    if (problem === overloaded || problem === tooManyRequests) noteRefusal();
    // A problem thrown on purpose is self-explanatory; anything else needs its stack.
    if (problem.status === 500) request.log.error({ err: error }, problem.code);
    else if (problem.status > 500 && problem !== overloaded)
      request.log.warn({ reason: reasonOf(error) }, problem.code);
    if (problem.extras.retryAfter !== undefined)
      reply.header('retry-after', String(problem.extras.retryAfter));
    // A 401 names how to sign in (RFC 9110, section 15.5.2); what failed may have named more.
    if (problem.status === 401 && !reply.hasHeader('www-authenticate'))
      reply.header('www-authenticate', 'Bearer');
    // A stream that fails before its first piece has announced a file.
    reply.removeHeader('content-disposition').raw.removeHeader('content-disposition');
    return reply
      .code(problem.status)
      .type('application/json; charset=utf-8')
      .send(asAnswer(problem, request.id));
  });
  return app;
}

/**
 * Refuses bodies that are not JSON. Nothing is of any type: clients name one, and proxies send empty chunks, also where a
 * call has no body.
 */
export function refuseOtherTypes(app: FastifyInstance): void {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    body.length === 0
      ? done(null, undefined)
      : done(new Problem(415, 'unsupported_media_type', say('sendJson'))),
  );
}

/** Proxies may name the whole address in the request line (RFC 9112, section 3.2.2). */
const inOriginForm = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** The class of every response in Node. */
function responseWith(headers: Readonly<Record<string, string>>): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...given: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...given);
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    }
  };
}

function asAnswer(error: Error, requestId: string) {
  const { code, explanation, extras } = problemOf(error);
  return {
    error: explanation.message,
    code,
    ...explanation,
    requestId,
    ...(extras.fields ? { fields: extras.fields } : {}),
    ...(extras.current === undefined ? {} : { current: extras.current }),
    ...(extras.conflicts ? { conflicts: extras.conflicts } : {}),
  };
}

/** For the log, which may name the cause that callers are not told. */
const reasonOf = (error: Error): string =>
  error instanceof DatabaseUnavailable ? unavailableReason(error) : error.message;

const encodedBody = () => new Problem(415, 'unsupported_media_type', say('encodedBody'));

/** The response for any error. */
export function problemOf(error: Error & { statusCode?: number; code?: string }): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable)
    return new Problem(503, 'database_unavailable', say('databaseUnavailable'), {
      retryAfter: 2,
    });
  if (error instanceof DiskFull) return new Problem(507, 'disk_full', say('diskFull'));
  if (error instanceof DeadlineExceeded)
    return new Problem(503, 'deadline_exceeded', say('deadlineExceeded'), { retryAfter: 5 });
  if (isUnsupportedStatement(error))
    return new Problem(501, 'not_on_several_servers', say('undistributed'));
  switch (error.statusCode) {
    case 413:
      return new Problem(413, 'too_large', say('bodyTooLarge'));
    case 415:
      return new Problem(415, 'unsupported_media_type', say('sendJson'));
    case 400:
    case 414:
    case 431:
      return new Problem(error.statusCode, 'bad_request', say('malformedRequest'));
    default:
      return new Problem(500, 'internal_error', say('internalError'));
  }
}
