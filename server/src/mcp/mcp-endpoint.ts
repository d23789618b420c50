import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { problemIn } from '@annals/client/errors';
import { agentRequestId } from '@annals/contracts/agents';
import { currentDataUser } from '@annals/contracts/data-user';
import { say } from '@annals/contracts/messages';
import type { Problem as ProblemAnswer } from '@annals/contracts/problem';
import { ClientGone } from '@annals/kit/limits/request-limits';
import { badRequest, Problem } from '@annals/kit/problem';
import { CallFailed, rawCallOf } from '../client/api-client.ts';
import type { AnnouncedServices } from '../announced-services.ts';
import type { Forward } from '../proxy/forward.ts';
import { upstreamHeaders, requireOwnOrigin } from '../proxy/headers.ts';
import { annalsMcpServer, loadSdk } from './mcp-server.ts';
import type { ServiceCalls } from './tool-context.ts';

export const mcpPath = '/mcp';
/** Some assistants add a slash to each address. */
const mcpPaths = [mcpPath, `${mcpPath}/`];

export interface McpOptions {
  version: string;
  /** The public address of the console, if configured. */
  publicUrl: string | undefined;
  /** Part of API tokens, and of the realm. */
  productName: string;
  services: AnnouncedServices;
  forward: Forward;
}

const maxMessages = 16;

/**
 * POST /mcp: the Model Context Protocol over Streamable HTTP, for assistants with an API token. Without sessions, so
 * that any process of any replica can answer any request.
 */
export function mountMcp(app: FastifyInstance, options: McpOptions): void {
  for (const url of mcpPaths) {
    app.post(url, {
      onRequest: async (request, reply) => {
        requireOwnOrigin(request.headers, options.publicUrl);
        if (tokenOf(request) === undefined) throw refuseUnauthorized(reply, options.productName);
      },
      handler: (request, reply) => answer(request, reply, options),
    });
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      url,
      // Only responses are sent, and there is no session to end.
      onRequest: async (_request, reply) => {
        reply.header('allow', 'POST');
        throw new Problem(405, 'method_not_allowed', say('onlyPost'));
      },
      handler: () => undefined,
    });
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, publicUrl, productName, services: announced, forward }: McpOptions,
): Promise<FastifyReply> {
  if (Array.isArray(request.body) && request.body.length > maxMessages)
    throw badRequest(say('tooManyMessages', { most: maxMessages }));
  const services = servicesFor(request, reply, forward);
  try {
    // The caller is authenticated before anything is revealed, even the list of tools.
    await services.call(currentDataUser, {});
    if (!announced.has('authentication') || !announced.has('data'))
      throw new Problem(404, 'not_offered', say('assistantsNeedAnnals'));
    const consoleUrl = publicUrl ?? `${request.protocol}://${request.host}`;
    const mcp = await annalsMcpServer({ services, consoleUrl }, version, request.log);
    const { WebStandardStreamableHTTPServerTransport: Transport } = await loadSdk();
    const transport = new Transport({ enableJsonResponse: true });
    await mcp.connect(transport);
    try {
      const response = await transport.handleRequest(asWebRequest(request, consoleUrl), {
        parsedBody: request.body,
      });
      const type = response.headers.get('content-type');
      if (type !== null) reply.header('content-type', type);
      const text = await response.text();
      return await reply.code(response.status).send(text === '' ? undefined : text);
    } finally {
      await mcp.close();
    }
  } catch (error) {
    if (error instanceof ClientGone) return reply.hijack();
    if (!(error instanceof CallFailed)) throw error;
    if (error.status === 401) throw refuseUnauthorized(reply, productName, 'invalid_token');
    throw new Problem(
      error.status,
      error.answer.code ?? 'refused',
      say('foreign', { text: error.message }),
    );
  }
}

/** Calls the services as the proxy does, with only the token of the request. */
function servicesFor(request: FastifyRequest, reply: FastifyReply, forward: Forward): ServiceCalls {
  return {
    call: async (endpoint, input) => {
      const { method, url, data } = rawCallOf(endpoint, input);
      const callerHeaders = { 'x-akarion-api-token': tokenOf(request), accept: 'application/json' };
      const requestId = agentRequestId('MCP', request.id);
      const up = upstreamHeaders(callerHeaders, requestId, data !== undefined);
      if ('fault' in up) throw badRequest(up.fault);
      const body = data === undefined ? undefined : Buffer.from(data);
      const { headers } = up;
      const reached = await forward({ request, reply }, { url, method, headers, body }).catch(
        (error: unknown) => {
          if (!(error instanceof Problem) || error instanceof ClientGone) throw error;
          const { status, code, message } = error;
          throw new CallFailed(status, { error: message, code, requestId: request.id });
        },
      );
      // Read completely: only callers that ask for it get a file as it arrives.
      const text = Buffer.isBuffer(reached.body) ? reached.body.toString() : '';
      if (reached.status >= 300)
        throw new CallFailed(reached.status, problemIn(text) as ProblemAnswer);
      return z.parse(endpoint.response, text === '' ? undefined : JSON.parse(text)) as never;
    },
  };
}

/** The API token, in the header of programs or as assistants send it (RFC 6750). A session does not count. */
function tokenOf({ headers }: FastifyRequest): string | undefined {
  const apiToken = headers['x-akarion-api-token'];
  const { authorization } = headers;
  if (typeof apiToken === 'string') return authorization === undefined ? apiToken : undefined;
  return /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(authorization ?? '')?.[1];
}

function refuseUnauthorized(reply: FastifyReply, productName: string, error?: string): Problem {
  const challenge = `Bearer realm="${productName}"${error === undefined ? '' : `, error="${error}"`}`;
  reply.header('www-authenticate', challenge);
  return new Problem(
    401,
    'not_authenticated',
    error === undefined ? say('sendToken') : say('tokenNotValid'),
  );
}

function asWebRequest({ headers, method }: FastifyRequest, origin: string): Request {
  const passed = ['accept', 'content-type', 'mcp-protocol-version'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Request(origin + mcpPath, { method, headers: passed });
}
