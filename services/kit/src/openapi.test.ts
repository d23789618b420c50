import { describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { partitionPathEndpoints } from '@annals/contracts/data';
import { openApiOf } from './openapi.ts';

describe('OpenAPI from the contract', () => {
  const rows = [...authenticationEndpoints, ...partitionPathEndpoints];
  const document = openApiOf('Annals', '1', rows);

  it('has each row once', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(rows.length);
  });

  it('tells parameters, body and who may call', () => {
    const search = document.paths['/v1/partitions/{partitionId}/objects/search']?.['post'];
    expect(search).toMatchObject({
      description: expect.stringContaining('READER'),
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'partitionId', in: 'path', required: true }),
        expect.objectContaining({ name: 'asOf', in: 'query', required: false }),
      ]),
      requestBody: { required: true },
      security: [{ bearer: [] }, { apiToken: [] }],
    });
  });

  it('tells which calls take an API token, and how', () => {
    const { securitySchemes } = document.components;
    expect(securitySchemes.apiToken).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'X-Akarion-Api-Token',
    });
    const securityOf = (method: string, path: string) => document.paths[path]?.[method];
    expect(securityOf('post', '/v1/auth')).toMatchObject({ security: [] });
    expect(securityOf('get', '/v1/users')).toMatchObject({
      description: 'Needs the permission users:read.',
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
      (operation as { security: object[] }).security.flatMap(Object.keys),
    );
    expect(schemes).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  it('is JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
