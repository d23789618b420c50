import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, pageOf, paging } from './fields.ts';
import { owner } from './object-version.ts';

/** What a user has started in a partition that nobody else can finish. */
export const openWork = z.object({
  partitionId: z.string(),
  partitionName: z.string(),
  /** Change sets that are not committed, with the user as author or contributor. */
  changeSets: z.number(),
  /** Saved searches that the user shares. */
  sharedSearches: z.number(),
});
export type OpenWorkInPartition = z.infer<typeof openWork>;

export const listOpenWork = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/{userId}/open-work',
  summary:
    'Counts the uncommitted change sets and shared searches of a user in each of the partitions that you own',
  access: { kind: 'signedIn' },
  params: z.strictObject({ userId: id }),
  query: z.strictObject(paging),
  response: pageOf(openWork),
});

export const handOverWork = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/users/{userId}/hand-over',
  records: ['member.workHandedOver'],
  summary:
    'Transfers the uncommitted change sets of a user, and the searches they share, to another editor or owner',
  access: owner,
  params: z.strictObject({ partitionId: id, userId: id }),
  body: z.strictObject({ userId: id }),
  response: z.object({ changeSets: z.number(), sharedSearches: z.number() }),
  repeatable: true,
});

export const handOverEverything = endpoint({
  method: 'POST',
  path: '/v1/partitions/all/users/{userId}/hand-over',
  records: ['member.workHandedOver', 'member.added', 'member.changed', 'transfer.handedOver'],
  summary:
    'Transfers what a user leaves behind in the partitions that you own, all of it or nothing: their ownership, running copies and index rebuilds, uncommitted change sets, and the searches they share. The successor becomes owner or editor where that needs it',
  access: { kind: 'signedIn' },
  params: z.strictObject({ userId: id }),
  body: z.strictObject({ userId: id }),
  response: z.object({
    /** Partitions that the user owned. */
    partitions: z.number(),
    jobs: z.number(),
    changeSets: z.number(),
    sharedSearches: z.number(),
  }),
  repeatable: true,
});

export const openWorkEndpoints = [listOpenWork, handOverWork, handOverEverything] as const;
