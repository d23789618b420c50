import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isRead, type Access, type Endpoint } from '@annals/contracts/endpoint';
import { problem } from '@annals/contracts/problem';
import { keyPattern } from './idempotency/idempotency-key.ts';
import { needsSession, routePattern } from './mount.ts';

/** The OpenAPI 3.1 document of a service, from the same rows that mount its routes. */
export function openApiOf(title: string, version: string, endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = routePattern(endpoint.path).replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiToken: { type: 'apiKey', in: 'header', name: 'X-Akarion-Api-Token' },
      },
    },
  };
}

/** Serves the document at /openapi.json. Made when it is first asked for: that takes a tenth of a second. */
export function mountOpenApi(
  app: FastifyInstance,
  title: string,
  version: string,
  endpoints: readonly Endpoint[],
): void {
  let document: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiOf(title, version, endpoints));
    return reply.header('content-type', 'application/json; charset=utf-8').send(document);
  });
}

function operationOf(endpoint: Endpoint) {
  const { access, status, response, body, streamsAs } = endpoint;
  return {
    summary: endpoint.summary,
    description: accessText(access),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
    ],
    ...(body
      ? { requestBody: { required: true, content: jsonContent(jsonSchema(body, 'input')) } }
      : {}),
    responses: {
      [status]:
        status === 204
          ? { description: 'Done' }
          : {
              description: 'Success',
              content: {
                ...jsonContent(jsonSchema(response, 'input')),
                ...(streamsAs === undefined ? {} : { [streamsAs]: {} }),
              },
            },
      default: {
        description: 'Error',
        content: jsonContent({ $ref: '#/components/schemas/Problem' }),
      },
    },
    security: securityOf(access),
  };
}

const takesIdempotencyKey = (endpoint: Endpoint) =>
  endpoint.access.kind !== 'public' && !endpoint.repeatable && !isRead(endpoint);

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Random, kept for 24 hours. The same request with the same key is done once and gets the same answer; another request with it gets 422, and 409 while the first is at work. An answer that holds a secret is not kept: the repetition gets 409.',
  schema: { type: 'string', pattern: keyPattern },
};

function securityOf(access: Access) {
  if (access.kind === 'public') return [];
  return needsSession(access) ? [{ bearer: [] }] : [{ bearer: [] }, { apiToken: [] }];
}

function accessText(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Anyone may call.';
    case 'signedIn':
      return 'Any signed-in user may call.';
    case 'session':
      return 'Any signed-in user may call, in a session and not with an API token.';
    case 'permission':
      return `Needs the permission ${access.permission}${access.inSession ? ', in a session and not with an API token' : ''}.`;
    case 'partition':
      return `Needs the member role ${access.role} in the partition.`;
  }
}

function parametersOf(location: 'path' | 'query', schema: z.core.$ZodType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: property,
  }));
}

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } });

const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });
