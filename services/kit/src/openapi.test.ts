import { describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { objectEndpoints } from '@annals/contracts/objects';
import { partitionEndpoints } from '@annals/contracts/partitions';
import { openApiOf } from './openapi.ts';

describe('OpenAPI from the contract', () => {
  const rows = [...authenticationEndpoints, ...partitionEndpoints, ...objectEndpoints];
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
      security: [{ bearer: [] }],
    });
  });

  it('is JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
