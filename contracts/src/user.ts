import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { essential } from './essential.ts';
import { dateTime, givenId, named, version } from './text-fields.ts';

export const user = z.object({
  id: givenId,
  username: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  status: z.string(),
  lang: z.string(),
  /** All effective roles, direct or through a unit. */
  roles: z.array(z.string()),
  /** The source of each role; `organizationalUnit` if it comes from one. In lists only if requested. */
  roleGrants: z.optional(
    z.array(
      z.object({
        role: essential(z.string()),
        /** Outside of the caller's scope it has an empty id and no name. */
        organizationalUnit: z.nullable(
          z.object({ id: essential(z.string()), name: z.optional(z.string()) }),
        ),
        grantedDate: dateTime,
        grantedBy: z.nullable(named),
      }),
    ),
  ),
  organizationalUnits: z.array(z.extend(named, { assignedDate: dateTime })),
  createdDate: dateTime,
  /** From when they have no access any more; null: it does not end. Omitted for an application's token. */
  accessEndsDate: z.optional(z.nullable(dateTime)),
  // As of a moment it is not known when or how somebody signed in, and nothing can be changed.
  lastSignInDate: z.optional(z.nullable(dateTime)),
  /** Until then sign-in is throttled after many failures. */
  lockedUntil: z.optional(z.nullable(dateTime)),
  /** Whether sign-in requires a second factor. */
  secondFactor: z.optional(z.boolean()),
  hasPassword: z.optional(z.boolean()),
  /**
   * Whether the email is outside of the domains that units and identity providers have shown to be theirs; null without
   * an email, and while there are no such domains.
   */
  externalEmail: z.optional(z.nullable(z.boolean())),
  /** Whether the caller may change this user. */
  mayChange: z.optional(z.boolean()),
  /** Only for oneself, otherwise null: whether to get emails about change sets. */
  changeSetMails: z.optional(z.nullable(z.boolean())),
  /** Another user whose user name looks the same (UTS 39), if the caller may see one. */
  looksLike: z.optional(z.nullable(z.object({ id: givenId, username: z.string() }))),
  version: z.optional(version),
  /** Until when a second factor has to be set up that a role or unit requires; null if none is missing. */
  secondFactorDueDate: z.optional(z.nullable(dateTime)),
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
