import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, moment } from './fields.ts';

/** After this much time without a call of `continueVisit`, in minutes, the next one begins a new visit. */
export const visitPauseMinutes = 30;

export const visit = z.object({
  /** When this visit began. */
  startedDate: dateTime,
  /** When the visit before ended; null for the first one. */
  previousDate: z.nullable(dateTime),
  /** Up to when you have marked changes as read; null if you never have. */
  readDate: z.nullable(dateTime),
  /** Up to when you had marked them before that, so that they can be shown again. */
  readBeforeDate: z.nullable(dateTime),
});
export type Visit = z.infer<typeof visit>;

export const continueVisit = endpoint({
  method: 'PUT',
  path: '/v1/partitions/all/users/current/visit',
  records: 'own',
  summary: `Records that you are here, optionally up to when you have read what others changed, and returns your visit. A visit ends after ${visitPauseMinutes} minutes without this call`,
  access: { kind: 'signedIn' },
  body: z.strictObject({ readDate: z.optional(moment) }),
  response: visit,
  repeatable: true,
});

export const visitEndpoints = [continueVisit] as const;
