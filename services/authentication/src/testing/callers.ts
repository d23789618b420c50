import { tokenScopes, type TokenScope } from '@annals/contracts/permissions';

export const roles = ['GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR', 'USER'] as const;

/** A caller: a user with a role, or a token with fewer permissions than its owner. */
export interface FixtureCaller {
  name: string;
  role: (typeof roles)[number];
  kind: 'session' | 'token' | 'application';
  /** The scopes of the token. */
  scopes: readonly TokenScope[];
}

export const people: readonly FixtureCaller[] = roles.map((role) => ({
  name: role,
  role,
  kind: 'session',
  scopes: [],
}));

/** The administrator's application belongs to the administrator's unit. */
export const callers: readonly FixtureCaller[] = [
  ...people,
  {
    name: 'an application that is ORG_ADMIN',
    role: 'ORG_ADMIN',
    kind: 'application',
    scopes: tokenScopes,
  },
  ...tokenScopes.map((scope): FixtureCaller => ({
    name: `a token to ${scope} of GLOBAL_MASTER`,
    role: 'GLOBAL_MASTER',
    kind: 'token',
    scopes: [scope],
  })),
];
