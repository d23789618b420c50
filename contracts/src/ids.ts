import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const findId = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/ids/{id}',
  summary:
    'The version or the timeline that has this id, looked for in all partitions the caller may open; 404 alike for one that is absent or may not be seen',
  access: { kind: 'signedIn' },
  params: z.strictObject({ id }),
  response: z.looseObject({
    /** One as a rule; a version and a timeline, or two partitions, may by chance share an id. */
    data: z.array(
      z.looseObject({
        kind: z.enum(['OBJECT', 'TIMELINE']),
        partitionId: z.string(),
        partitionName: z.optional(z.string()),
        timelineId: z.string(),
        /** Of a timeline, its newest version. */
        objectId: z.string(),
      }),
    ),
  }),
});

export const idEndpoints = [findId] as const;
