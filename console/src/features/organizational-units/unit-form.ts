import { isPublicDomain } from '@annals/contracts/email-address';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { defaultGraceHours } from '../../domain/second-factors/GracePeriod.tsx';
import type { UnitTexts } from './units.texts.ts';

export interface UnitValues {
  name: string;
  parentId: OrganizationalUnit | null;
  /** One per line, as typed. */
  emailDomains: string;
  secondFactorRequired: boolean;
  secondFactorGraceHours: number;
}

export const emptyUnit: UnitValues = {
  name: '',
  parentId: null,
  emailDomains: '',
  secondFactorRequired: false,
  secondFactorGraceHours: defaultGraceHours,
};

export function valuesOf(unit: OrganizationalUnit): UnitValues {
  const parent = unit.path?.at(-1);
  return {
    name: unit.name ?? '',
    parentId: parent ?? (unit.parentId == null ? null : { id: unit.parentId }),
    emailDomains: (unit.emailDomains ?? []).join('\n'),
    secondFactorRequired: unit.secondFactorRequired ?? false,
    secondFactorGraceHours: unit.secondFactorGraceHours ?? defaultGraceHours,
  };
}

const domainsOf = (written: string) => written.split(/[\s,;]+/).filter((domain) => domain !== '');

export function bodyOf({
  name,
  parentId,
  emailDomains,
  secondFactorRequired,
  secondFactorGraceHours,
}: UnitValues) {
  return {
    name: name.trim(),
    parentId: parentId?.id ?? null,
    emailDomains: domainsOf(emailDomains),
    secondFactorRequired,
    // Sent only if it applies: other services may not know the field.
    ...(secondFactorRequired && { secondFactorGraceHours }),
  };
}

export function validationRules(t: UnitTexts) {
  return {
    name: (text: string) => (text.trim() === '' ? t.nameMissing : null),
    emailDomains: (written: string) => {
      const wrong = domainsOf(written).find((each) => !isPublicDomain(each));
      return wrong === undefined ? null : t.wrongDomain(wrong);
    },
  };
}
