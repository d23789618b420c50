import { type Permission, permissions } from '@annals/contracts/permissions';
import type { Role } from '@annals/contracts/roles';
import type { RoleTexts } from './roles.texts.ts';

export interface RoleValues {
  name: string;
  description: string;
  permissions: Permission[];
  reach: 'all' | 'unit';
  secondFactorRequired: boolean;
}

export function valuesOf(role: Role | undefined): RoleValues {
  const held = role?.permissions ?? [];
  return {
    name: role?.name ?? '',
    description: role?.description ?? '',
    permissions: permissions.filter((each) => held.includes(each)),
    reach: role?.reach ?? 'all',
    secondFactorRequired: role?.secondFactorRequired ?? false,
  };
}

export function checksOf(t: RoleTexts) {
  return {
    name: (name: string) => (/^[A-Z][A-Z0-9_]{1,62}$/.test(name.trim()) ? null : t.nameWrong),
  };
}

/** What a change sends: of a role that ships with the service only what can be changed. */
export function changeOf(values: RoleValues, builtIn: boolean) {
  const { description, permissions: allowed, reach, secondFactorRequired } = values;
  return builtIn
    ? { secondFactorRequired }
    : { description: description.trim(), permissions: allowed, reach, secondFactorRequired };
}
