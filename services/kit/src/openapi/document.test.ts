import { describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { partitionPathEndpoints } from '@annals/contracts/data';
import { openApiOf } from './document.ts';

describe('OpenAPI from the contract', () => {
  const rows = [...authenticationEndpoints, ...partitionPathEndpoints];
  const document = openApiOf({
    title: 'Annals',
    version: '1',
    endpoints: rows,
    server: { url: '/', description: 'The service' },
    paths: 'service',
  });

  it('contains each row once', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(rows.length);
  });

  it('describes parameters, body and who may call', () => {
    const search = document.paths['/v1/partitions/{partitionId}/objects/search']?.['post'];
    expect(search).toMatchObject({
      description: expect.stringContaining('READER'),
      operationId: 'searchObjects',
      tags: ['Search'],
      parameters: expect.arrayContaining([
        { $ref: '#/components/parameters/PartitionId' },
        { $ref: '#/components/parameters/AsOf' },
      ]),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ObjectSearch' } } },
      },
      responses: {
        200: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ObjectVersionPage' } },
          },
        },
        404: { $ref: '#/components/responses/NotFound' },
      },
      security: [{ bearer: [] }, { apiToken: [] }],
    });
  });

  it('says which calls accept an API token, and how', () => {
    const { securitySchemes } = document.components;
    expect(securitySchemes.apiToken).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-Akarion-Api-Token',
    });
    const securityOf = (method: string, path: string) => document.paths[path]?.[method];
    expect(securityOf('post', '/v1/auth')).toMatchObject({ security: [] });
    expect(securityOf('get', '/v1/users')).toMatchObject({
      description: 'Needs the permission users:read. An API token needs the scope read.',
      security: [{ bearer: [] }, { apiToken: [] }],
    });
    expect(securityOf('post', '/v1/tokens')).toMatchObject({
      description: expect.stringContaining('not with an API token'),
      security: [{ bearer: [] }],
    });
    expect(securityOf('post', '/v1/identity-providers/{identityProviderId}/trial')).toMatchObject({
      description: expect.stringMatching(/identity-providers:write.*not with an API token/),
      security: [{ bearer: [] }],
    });
    const schemes = Object.keys(securitySchemes);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const named = operations.flatMap((operation) =>
      operation.security.flatMap((scheme) => Object.keys(scheme)),
    );
    expect(schemes).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  it('describes the pages of our services and the parameters as sent', () => {
    const { schemas, parameters } = document.components;
    expect(parameters['AsOf']).toMatchObject({ in: 'query', required: false });
    expect(parameters['PageSize']?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 500,
      default: 50,
    });
    expect(schemas['ObjectVersionPage']).toMatchObject({
      type: 'object',
      required: ['data', 'nextCursor', 'hasMore'],
      properties: { data: { items: { $ref: '#/components/schemas/ObjectVersion' } } },
    });
    expect(schemas['ObjectVersion']?.required).toEqual(
      expect.arrayContaining(['id', 'objectData', 'modificationUserName', 'changeSetId']),
    );
    expect(schemas['ObjectVersion']?.required).not.toContain('erased');
    expect(schemas['User']?.required).toEqual(expect.arrayContaining(['id', 'username', 'roles']));
    const commit = document.paths['/v1/partitions/{partitionId}/transactions']?.['post'];
    expect(commit?.parameters).toContainEqual({ $ref: '#/components/parameters/DryRun' });
    expect(parameters['DryRun']?.schema).toEqual({ type: 'boolean' });
  });

  it('says which edits take If-Match', () => {
    const statusesOf = (method: string, path: string) =>
      Object.keys(document.paths[path]?.[method]?.responses ?? {});
    expect(statusesOf('patch', '/v1/partitions/{partitionId}')).toContain('412');
    expect(statusesOf('post', '/v1/partitions')).not.toContain('412');
  });

  it('lists the statuses of each call by its row', () => {
    const statusesOf = (name: string) =>
      Object.values(document.paths)
        .flatMap((path) => Object.values(path))
        .filter(({ operationId }) => operationId === name)
        .map(({ responses }) => Object.keys(responses).join(' '));
    expect(statusesOf('listRoles')).toEqual(['200 400 401 403 429 500 503 default']);
    expect(statusesOf('listUsers')).toEqual(['200 400 401 403 404 429 500 503 default']);
    expect(statusesOf('getObjectProof')).toEqual(['200 400 401 403 404 409 429 500 503 default']);
    expect(statusesOf('commitTransaction')).toEqual([
      '200 201 400 401 403 404 409 413 415 422 429 500 503 507 default',
    ]);
    expect(statusesOf('changePartition')).toEqual([
      '200 400 401 403 404 409 412 413 415 422 429 500 503 507 default',
    ]);
  });

  it('has X-Request-Id in each response', () => {
    const responses = [
      ...Object.values(document.paths).flatMap((path) =>
        Object.values(path).flatMap((operation) => Object.values(operation.responses)),
      ),
      ...Object.values(document.components.responses),
    ];
    const without = responses.filter(
      (response) => !('$ref' in response) && response.headers?.['X-Request-Id'] === undefined,
    );
    expect(without).toEqual([]);
  });

  it('describes errors with all that each of ours has', () => {
    expect(document.components.schemas['Problem']).toMatchObject({
      required: ['error', 'code', 'message', 'requestId'],
      properties: { fields: { type: 'array' }, current: {} },
    });
  });

  it('describes the messages of the webhooks that its calls create', () => {
    const { schemas } = document.components;
    expect(document.webhooks['objectChanged']?.post).toMatchObject({
      parameters: ['MessageId', 'MessageTimestamp', 'MessageSignature'].map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ObjectMessage' } } },
      },
    });
    expect(schemas['ObjectMessage']).toMatchObject({
      additionalProperties: false,
      required: ['type', 'timestamp', 'data'],
      properties: { data: { additionalProperties: false } },
    });
    const withoutWebhooks = openApiOf({
      title: 'Annals',
      version: '1',
      endpoints: [],
      server: { url: '/', description: 'The service' },
      paths: 'service',
    });
    expect(withoutWebhooks.webhooks).toEqual({});
  });

  it('is JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
