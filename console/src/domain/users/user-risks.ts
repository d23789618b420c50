import { globalMasterRoles } from '@annals/contracts/routes';
import type { User } from '../../platform/api/things.ts';
import { rolesOfUser } from './role-grants.ts';

export type UserRisk = 'noSecondFactor' | 'neverSignedIn' | 'externalEmail';

/** What makes an account worth a look; nothing that the service does not say. */
export function risksOf(user: User): UserRisk[] {
  const { status, lastSignInDate, externalEmail } = user;
  const isActive = status === 'ACTIVE' || status === 'LOCKED';
  return [
    ...(isActive && lacksSecondFactor(user) ? (['noSecondFactor'] as const) : []),
    ...(isActive && lastSignInDate === null ? (['neverSignedIn'] as const) : []),
    ...(status !== 'DISABLED' && externalEmail === true ? (['externalEmail'] as const) : []),
  ];
}

/** Where no second factor is required and hardly anybody has one, only that of administrators is worth a look. */
function lacksSecondFactor(user: User): boolean {
  const { secondFactor, secondFactorDueDate } = user;
  if (secondFactor !== false) return false;
  const isRequired = secondFactorDueDate !== null && secondFactorDueDate !== undefined;
  return isRequired || rolesOfUser(user)?.some((role) => globalMasterRoles.includes(role)) === true;
}
