import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Access, Endpoint } from '@annals/contracts/endpoint';
import { shapeOf } from '@annals/contracts/inner-schemas';
import { areaOfRow, areas, nameOfRow } from '@annals/contracts/operations';
import { positionPattern } from '@annals/contracts/position';
import { problem } from '@annals/contracts/problem';
import { sentMessages, type SentMessage } from '@annals/contracts/webhook-messages';
import { errorsOf, takesIdempotencyKey } from '../error-statuses.ts';
import { keyPattern } from '../idempotency/idempotency-key.ts';
import { routePattern } from '../mount.ts';
import { needsSession, tokenScopeFor } from '../stages/identify.ts';
import { bodyExamples } from './body-examples.ts';
import { exampleOf } from './examples.ts';
import {
  parameterDescriptions,
  responseComponents,
  type ResponseName,
} from './shared-components.ts';
import { componentsPrefix, pascalCase, Schemas, type JsonSchema } from './schemas.ts';

export interface DocumentOptions {
  title: string;
  version: string;
  endpoints: readonly Endpoint[];
  /** The address before each path. */
  server: { url: string; description: string };
  /**
   * The form of the paths: `service` as a service receives them, `client` as they are sent through the console's
   * server, with the prefix that selects the service.
   */
  paths: 'service' | 'client';
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}
type Reference = { $ref: string };

interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
}
type Content = Record<string, MediaType>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<
    string,
    Reference | { description: string; headers?: Record<string, Reference>; content?: Content }
  >;
  security: Record<string, string[]>[];
}

/** The OpenAPI 3.1 document of calls, from the same rows that mount their routes. */
export function openApiOf({ title, version, endpoints, server, paths: side }: DocumentOptions) {
  const schemas = new Schemas();
  const operations = endpoints.map((endpoint) => operationOf(endpoint, schemas, side));
  const parameters = shareParameters(operations);
  schemas.response(problem);
  describeOwnProblem(schemas);
  const webhooks = sentMessages
    .filter(({ createdBy }) => endpoints.includes(createdBy))
    .map((sent) => [sent.name, { post: receptionOf(sent, schemas) }] as const);
  for (const operation of [...operations, ...webhooks.map(([, { post }]) => post)])
    addExamples(operation, schemas.components);
  const paths: Record<string, Record<string, Operation>> = {};
  endpoints.forEach((endpoint, index) => {
    const { path, method } = endpoint;
    const shown = side === 'client' ? path : routePattern(path).replace(/:(\w+)/g, '{$1}');
    (paths[shown] ??= {})[method.toLowerCase()] = operations[index] as Operation;
  });
  const used = new Set(operations.flatMap(({ tags }) => tags));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: introduction,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this installation' },
    },
    servers: [server],
    tags: areas
      .filter(({ name }) => used.has(name))
      .map(({ name, description }) => ({ name, description })),
    paths: ambiguousLast(paths),
    webhooks: Object.fromEntries(webhooks),
    components: {
      schemas: Object.fromEntries(
        [...schemas.components].toSorted(([left], [right]) => (left < right ? -1 : 1)),
      ),
      parameters: { ...parameters, ...(webhooks.length > 0 && messageHeaders) },
      headers: {
        ETag: {
          description: 'The version of what was read, for If-Match.',
          schema: { type: 'string' },
        },
        RequestId: {
          description:
            'The ID of the request, by which the operator finds it. The X-Request-Id of the request, if it has 8 to 64 letters, digits, - _ or .; otherwise a new one.',
          schema: { type: 'string' },
        },
        RetryAfter: {
          description: 'Seconds to wait before retrying.',
          schema: { type: 'integer' },
        },
        WwwAuthenticate: {
          description: 'How to authenticate: Bearer.',
          schema: { type: 'string' },
        },
      },
      responses: responsesUsedBy(operations),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a session, as returned by POST /v1/auth.',
        },
        apiToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Akarion-Api-Token',
          description: 'An API token of a user or an application.',
        },
      },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof openApiOf>;

/**
 * Sorts paths that match the same address, `/users/{userId}/roles` and `/users/forName/{username}`, so that the more
 * specific one comes last. Linters complain about the later one: this way about one path instead of about each beside
 * it.
 */
function ambiguousLast<Operations>(paths: Record<string, Operations>): Record<string, Operations> {
  const all = Object.entries(paths).map(
    ([path, operations]) => [path.split('/'), path, operations] as const,
  );
  const isLast = (path: readonly string[]) => all.some(([other]) => isNarrower(path, other));
  const ordered = [
    ...all.filter(([segments]) => !isLast(segments)),
    ...all.filter(([segments]) => isLast(segments)),
  ];
  return Object.fromEntries(ordered.map(([, path, operations]) => [path, operations]));
}

/** Whether both could match the same address, and the first one has the literal in the first segment that differs. */
function isNarrower(path: readonly string[], other: readonly string[]): boolean {
  const isParameter = (segment = '') => segment.startsWith('{');
  const count = (segments: readonly string[]) => segments.filter(isParameter).length;
  if (path.length !== other.length || count(path) !== count(other)) return false;
  const pairs = path.map((segment, at) => [segment, other[at]] as const);
  if (pairs.some(([one, two]) => one !== two && !isParameter(one) && !isParameter(two)))
    return false;
  const first = pairs.find(([one, two]) => isParameter(one) !== isParameter(two));
  return first !== undefined && !isParameter(first[0]);
}

const introduction = `Each call says who may make it. Programs send an API token in X-Akarion-Api-Token; sessions send their access token in Authorization.\n\nIds are UUIDs, moments are RFC 3339 in UTC. Lists are paged: send nextCursor as cursor until hasMore is false. A read that takes asOf answers as of that moment. A write that takes an Idempotency-Key can be repeated: it is executed once. An error is a Problem; show its message, and report its requestId to the operator.`;

/** Serves the document at /openapi.json. It is created on the first request, which takes a tenth of a second. */
export function mountOpenApi(app: FastifyInstance, options: DocumentOptions): void {
  let made: { plain: string; compressed: Buffer } | undefined;
  app.get('/openapi.json', ({ headers }, reply) => {
    if (!made) {
      const plain = JSON.stringify(openApiOf(options));
      made = { plain, compressed: gzipSync(plain) };
    }
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('vary', 'accept-encoding');
    // Compressed to a tenth of its size.
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:,|$))/.test(headers['accept-encoding'] ?? ''))
      return reply.send(made.plain);
    return reply.header('content-encoding', 'gzip').send(made.compressed);
  });
}

/** The row of an error reads those of any service; each of ours has all of these fields (service.ts). */
function describeOwnProblem({ components }: Schemas): void {
  const received = components.get('Problem');
  if (!received) return;
  const { properties } = received;
  const current = {
    description: 'The current state that the request conflicts with, as the caller may read it.',
  };
  components.set('Problem', {
    ...received,
    properties: { ...(typeof properties === 'object' && properties), current },
    required: ['error', 'code', 'message', 'requestId'],
  });
}

function operationOf(
  endpoint: Endpoint,
  schemas: Schemas,
  side: DocumentOptions['paths'],
): Operation {
  const { access, summary, body } = endpoint;
  return {
    operationId: operationIdOf(endpoint),
    tags: [areaOfRow(endpoint) ?? 'System'],
    summary,
    description: descriptionOf(endpoint),
    parameters: [
      ...parametersOf('path', endpoint.params, schemas),
      ...parametersOf('query', endpoint.query, schemas),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
      ...(endpoint.takesIfMatch ? [ifMatch] : []),
      ...(endpoint.mayLag ? [annalsPosition] : []),
    ],
    ...(body && {
      requestBody: {
        required: body._zod.optin === undefined,
        content: { 'application/json': { schema: schemas.body(body) } },
      },
    }),
    responses: { ...successOf(endpoint, schemas), ...errorResponsesOf(endpoint, side) },
    security: securityOf(access),
  };
}

/** How a receiver gets a message. */
function receptionOf({ name, summary, message, createdBy }: SentMessage, schemas: Schemas) {
  return {
    operationId: name,
    tags: [areaOfRow(createdBy) ?? 'System'],
    summary,
    description: `Sent to the address of a webhook that ${nameOfRow(createdBy)} has created, signed as in Standard Webhooks. A message can arrive again; its webhook-id stays the same.`,
    parameters: Object.keys(messageHeaders).map((each) => ({
      $ref: `#/components/parameters/${each}`,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.response(message) } },
    },
    responses: {
      '2XX': { description: 'Received. Answer within 15 seconds.' },
      410: { description: 'Disables the webhook.' },
      default: {
        description: 'Retried with growing pauses for three days, also if nothing answers.',
      },
    },
    security: [],
  } satisfies Operation;
}

/** The export name of its row; for a row that is not exported, derived from its path. */
function operationIdOf(endpoint: Endpoint): string {
  return nameOfRow(endpoint) ?? endpoint.method.toLowerCase() + pascalCase(endpoint.path.slice(1));
}

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

function successOf(endpoint: Endpoint, schemas: Schemas): Operation['responses'] {
  const { status, response, streamsAs } = endpoint;
  if (status === 204) return { 204: { description: 'Done', headers: requestIdHeader } };
  const schema = schemas.response(response);
  const success = {
    description: status === 202 ? 'Accepted' : status === 201 ? 'Created' : 'Success',
    headers: {
      ...requestIdHeader,
      ...(hasVersion(schema, schemas) && { ETag: { $ref: '#/components/headers/ETag' } }),
    },
    content: {
      'application/json': { schema },
      ...(streamsAs !== undefined && { [streamsAs]: { schema: { type: 'string' } } }),
    },
  };
  return {
    [status]: success,
    ...(status === 201 &&
      hasDryRun(endpoint) && { 200: { ...success, description: 'What would be written' } }),
  };
}

/** A call that creates something answers 200 if it does not. */
const hasDryRun = ({ query }: Endpoint): boolean => 'dryRun' in (shapeOf(query) ?? {});

/** Such a response carries its version as ETag. */
function hasVersion(schema: JsonSchema, { components }: Schemas): boolean {
  const { properties } =
    schema.$ref === undefined ? schema : (components.get(nameOfRef(schema.$ref)) ?? {});
  return properties?.['version']?.type === 'number';
}

const nameOfRef = (ref: string): string => ref.slice(componentsPrefix.length);

/** The error responses of a call, by its row and by the way to it. */
function errorResponsesOf(endpoint: Endpoint, side: DocumentOptions['paths']) {
  const names: ResponseName[] = [
    ...errorsOf(endpoint),
    ...(side === 'client' ? (['BadGateway', 'GatewayTimeout'] as const) : []),
    'Other',
  ];
  return Object.fromEntries(
    names.map((name) => [
      responseComponents[name].status,
      { $ref: `#/components/responses/${name}` },
    ]),
  );
}

function responsesUsedBy(operations: readonly Operation[]) {
  const used = new Set(
    operations.flatMap(({ responses }) =>
      Object.values(responses).map((response) => ('$ref' in response ? response.$ref : undefined)),
    ),
  );
  return Object.fromEntries(
    Object.entries(responseComponents)
      .filter(([name]) => used.has(`#/components/responses/${name}`))
      .map(([name, { description, retryAfter, challenge }]) => [
        name,
        {
          description,
          headers: {
            ...requestIdHeader,
            ...(retryAfter && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
            ...(challenge && {
              'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' },
            }),
          },
          content: { 'application/json': { schema: { $ref: `${componentsPrefix}Problem` } } },
        },
      ]),
  );
}

/** Of Standard Webhooks. */
const messageHeaders: Readonly<Record<string, Parameter>> = {
  MessageId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The same for each attempt at a message.',
    schema: { type: 'string' },
  },
  MessageTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When the attempt was made, in seconds since 1970.',
    schema: { type: 'integer' },
  },
  MessageSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures separated by spaces, one for each valid secret: v1, and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64.',
    schema: { type: 'string' },
  },
};

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Random, stored for 24 hours. The same request with the same key is executed once and gets the same response; another request with it gets 422, and 409 while the first is in progress. A response that contains a secret is not stored: repeating the request gets 409.',
  schema: { type: 'string', pattern: keyPattern },
};

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag returned by the read. If it has changed since, nothing is written and the response is 412 with the current state. Omitted: any version.',
  schema: { type: 'string' },
};

const annalsPosition: Parameter = {
  name: 'Annals-Position',
  in: 'header',
  required: false,
  description:
    'The latest Annals-Position of a response: if the operator has read replicas, the response is not older. Omitted: callers who may write in the partition read the newest state, others a state that may be a few seconds old.',
  schema: { type: 'string', pattern: positionPattern.source },
};

function securityOf(access: Access): Operation['security'] {
  if (access.kind === 'public') return [];
  return needsSession(access) ? [{ bearer: [] }] : [{ bearer: [] }, { apiToken: [] }];
}

function descriptionOf(endpoint: Endpoint): string {
  const { access } = endpoint;
  const scope =
    access.kind === 'public' || needsSession(access)
      ? undefined
      : access.kind === 'signedIn' && access.anyScope
        ? 'An API token with any scope suffices.'
        : `An API token needs the scope ${tokenScopeFor(endpoint)}.`;
  return [accessText(access), scope].filter(Boolean).join(' ');
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
      return access.orPermission === undefined
        ? `Needs the member role ${access.role} in the partition.`
        : `Needs the member role ${access.role} in the partition, or the permission ${access.orPermission} everywhere.`;
  }
}

function parametersOf(
  location: 'path' | 'query',
  schema: z.core.$ZodType | undefined,
  schemas: Schemas,
): Parameter[] {
  return schemas.parameters(schema).map(({ name, required, schema: field }) => {
    const description = parameterDescriptions[name];
    const parameter: Parameter = { name, in: location, required, schema: field };
    if (description !== undefined) parameter.description = description;
    return parameter;
  });
}

const minUses = 3;

/** Moves parameters that several operations share to components. */
function shareParameters(operations: readonly Operation[]): Record<string, Parameter> {
  const uses = new Map<string, number>();
  const own = operations.flatMap(({ parameters }) => parameters as Parameter[]);
  for (const parameter of own) {
    const key = JSON.stringify(parameter);
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const shared: Record<string, Parameter> = {};
  const names = new Map<string, string>();
  const byUses = [...uses].filter(([, count]) => count >= minUses).toSorted((a, b) => b[1] - a[1]);
  for (const [key] of byUses) {
    const parameter = JSON.parse(key) as Parameter;
    const name = [parameter.name, `${parameter.name}-in-${parameter.in}`]
      .map(pascalCase)
      .find((each) => !(each in shared));
    if (name === undefined) continue;
    shared[name] = parameter;
    names.set(key, name);
  }
  for (const operation of operations)
    operation.parameters = operation.parameters.map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  return shared;
}

/** Adds an example of each body and response, at its component if it is one. */
function addExamples(operation: Operation, components: Map<string, JsonSchema>): void {
  const { operationId, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  if (body?.schema)
    body.example = bodyExamples[operationId] ?? exampleOf(body.schema, components, true);
  for (const response of Object.values(responses)) {
    const answer = 'content' in response && response.content?.['application/json'];
    if (!answer || !answer.schema) continue;
    const { $ref } = answer.schema;
    const component = $ref === undefined ? undefined : components.get(nameOfRef($ref));
    if (!component) answer.example = exampleOf(answer.schema, components, false);
    else component.examples ??= [exampleOf(component, components, false)];
  }
}
