import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const findId = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/ids/{id}',
  summary:
    'Finds the version or the timeline with this ID in all partitions you can open; 404 whether it does not exist or you may not see it',
  access: { kind: 'signedIn' },
  params: z.strictObject({ id }),
  response: z.object({
    /** Usually one. A version and a timeline, or two partitions, may happen to share an id. */
    data: z.array(
      z.object({
        kind: z.enum(['OBJECT', 'TIMELINE']),
        partitionId: z.string(),
        partitionName: z.string(),
        timelineId: z.string(),
        /** For a timeline, its newest version. */
        objectId: z.string(),
      }),
    ),
  }),
});

export const idEndpoints = [findId] as const;
