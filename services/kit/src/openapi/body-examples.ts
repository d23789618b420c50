const timelineId = '018f3c2a-7b1e-7c3d-8e4f-00000000000b';
const objectId = '018f3c2a-7b1e-7c3d-8e4f-00000000000a';

/** Example bodies, by call, for calls whose minimal body would not say enough. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  announceSample: { count: 25, commitment: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
  drawSample: { number: '73019482750193847562' },
  signSample: { signature: 'eyJhbGciOiJFZERTQSJ9.eyJmb3JtYXQiOiIxIn0.c2lnbmF0dXJl' },
  authenticate: { username: 'ada@example.org', password: 'rings of a very old tree' },
  createObject: {
    type: 'TREE',
    objectData: { name: 'Oak', height: 21 },
    references: [{ name: 'gardenRef', timelineId }],
    reason: 'Planted in spring',
  },
  commitTransaction: {
    reason: 'Measured again',
    operations: [
      {
        operation: 'create',
        localName: 'garden',
        type: 'GARDEN',
        objectData: { name: 'North' },
      },
      {
        operation: 'create',
        type: 'TREE',
        objectData: { name: 'Oak', height: 21 },
        references: [{ name: 'gardenRef', localName: 'garden' }],
      },
      { operation: 'newVersion', timelineId, predecessorId: objectId, objectData: { height: 22 } },
    ],
  },
  searchObjects: {
    type: 'TREE',
    text: 'oak',
    where: [{ path: '/height', op: 'gt', value: 20 }],
  },
  createRole: {
    name: 'GARDENER',
    description: 'Invites users of their own unit',
    permissions: ['users:read', 'users:write'],
    scope: 'unit',
  },
  createToken: {
    description: 'Reads the price list every night',
    scopes: ['read'],
    expiresDate: '2030-01-01T00:00:00Z',
  },
  replayEventWebhook: { seq: 1 },
  replayWebhook: { sequence: 1 },
  createSubscription: { query: 'type:TREE height>20', paths: ['/height'], delivery: 'DAILY' },
  startEvidence: { query: 'type:TREE height>20', asOf: '2026-03-03T00:00:00Z', language: 'en' },
  createUser: { email: 'ada@example.org', name: 'Ada Lovelace', roles: ['USER'], lang: 'en' },
  putObjectType: {
    jsonSchema: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, height: { type: 'number' } },
    },
  },
};
