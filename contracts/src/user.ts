import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, givenId, version } from './text-fields.ts';

/** The specification does not show its shape, so a foreign service may omit every field. */
export const user = z.looseObject({
  id: givenId,
  username: z.optional(z.string()),
  name: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  status: z.optional(z.string()),
  lang: z.optional(z.string()),
  /** All effective roles, direct or through a unit. */
  roles: z.optional(z.array(z.string())),
  /** The source of each role; `organizationalUnit` if it comes from one. */
  roleGrants: z.optional(
    z.array(
      z.looseObject({
        role: z.string(),
        organizationalUnit: z.optional(
          z.nullable(z.looseObject({ id: z.string(), name: z.optional(z.string()) })),
        ),
        grantedDate: z.optional(dateTime),
        grantedBy: z.optional(
          z.nullable(z.looseObject({ id: z.string(), name: z.optional(z.string()) })),
        ),
      }),
    ),
  ),
  organizationalUnits: z.optional(
    z.array(
      z.looseObject({
        id: z.string(),
        name: z.optional(z.string()),
        assignedDate: z.optional(dateTime),
      }),
    ),
  ),
  createdDate: z.optional(dateTime),
  lastSignInDate: z.optional(z.nullable(dateTime)),
  /** Until then sign-in is throttled after many failures. */
  lockedUntil: z.optional(z.nullable(dateTime)),
  /** Whether sign-in requires a second factor. */
  secondFactor: z.optional(z.boolean()),
  /** Only for oneself: the deadline for setting up a second factor. */
  secondFactorDueDate: z.optional(z.nullable(dateTime)),
  hasPassword: z.optional(z.boolean()),
  /** Whether the caller may change this user; undefined if the service does not say. */
  mayChange: z.optional(z.boolean()),
  /** Only for oneself: whether to get emails about change sets. */
  changeSetMails: z.optional(z.nullable(z.boolean())),
  version,
});
export type User = z.infer<typeof user>;

export const currentUser = endpoint({
  method: 'GET',
  path: '/v1/users/current',
  specified: {},
  summary: 'Returns the signed-in user',
  access: { kind: 'signedIn' },
  response: user,
});
