import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { givenId } from './text-fields.ts';

/** A user as the data service knows them. */
export const dataUser = z.object({
  id: givenId,
  username: z.string(),
  name: z.nullable(z.string()),
});
export type DataUser = z.infer<typeof dataUser>;

export const currentDataUser = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/current',
  specified: {},
  summary: 'Returns the signed-in user as the data service knows them',
  access: { kind: 'signedIn' },
  response: dataUser,
});
