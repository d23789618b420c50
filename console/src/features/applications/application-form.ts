import type { Application } from '@annals/contracts/applications';
import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import type { ApplicationTexts } from './applications.texts.ts';

export interface ApplicationValues {
  name: string;
  description: string;
  organizationalUnitId: OrganizationalUnit | null;
  roles: string[];
}

export const emptyApplication: ApplicationValues = {
  name: '',
  description: '',
  organizationalUnitId: null,
  roles: ['USER'],
};

export function valuesOf(application: Application): ApplicationValues {
  return {
    name: application.name ?? '',
    description: application.description ?? '',
    organizationalUnitId: application.organizationalUnit ?? null,
    roles: application.roles ?? [],
  };
}

export function bodyOf({ name, description, organizationalUnitId, roles }: ApplicationValues) {
  return {
    name: name.trim(),
    description: description.trim() || null,
    organizationalUnitId: organizationalUnitId?.id ?? null,
    roles,
  };
}

export function checksOf(t: ApplicationTexts) {
  return { name: (text: string) => (text.trim() === '' ? t.nameMissing : null) };
}
