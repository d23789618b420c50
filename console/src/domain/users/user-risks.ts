import type { User } from '../../platform/api/things.ts';

export type UserRisk = 'noSecondFactor' | 'neverSignedIn' | 'externalEmail';

/** What makes an account worth a look; nothing that the service does not say. */
export function risksOf(user: User): UserRisk[] {
  const { status, secondFactor, lastSignInDate, externalEmail } = user;
  const isActive = status === 'ACTIVE' || status === 'LOCKED';
  return [
    ...(isActive && secondFactor === false ? (['noSecondFactor'] as const) : []),
    ...(isActive && lastSignInDate === null ? (['neverSignedIn'] as const) : []),
    ...(status !== 'DISABLED' && externalEmail === true ? (['externalEmail'] as const) : []),
  ];
}
