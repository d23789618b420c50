import {
  emailDomainPattern,
  type OrganizationalUnit,
} from '@annals/contracts/organizational-units';
import type { UnitTexts } from './units.texts.ts';

export interface UnitValues {
  name: string;
  parentId: OrganizationalUnit | null;
  /** One per line, as they are typed. */
  emailDomains: string;
  secondFactorRequired: boolean;
}

export const emptyUnit: UnitValues = {
  name: '',
  parentId: null,
  emailDomains: '',
  secondFactorRequired: false,
};

export function valuesOf(unit: OrganizationalUnit): UnitValues {
  const parent = unit.path?.at(-1);
  return {
    name: unit.name ?? '',
    parentId: parent ?? (unit.parentId == null ? null : { id: unit.parentId }),
    emailDomains: (unit.emailDomains ?? []).join('\n'),
    secondFactorRequired: unit.secondFactorRequired ?? false,
  };
}

const domainsOf = (written: string) => written.split(/[\s,;]+/).filter((domain) => domain !== '');

export function bodyOf({ name, parentId, emailDomains, secondFactorRequired }: UnitValues) {
  return {
    name: name.trim(),
    parentId: parentId?.id ?? null,
    emailDomains: domainsOf(emailDomains),
    secondFactorRequired,
  };
}

export function checksOf(t: UnitTexts) {
  return {
    name: (text: string) => (text.trim() === '' ? t.nameMissing : null),
    emailDomains: (written: string) => {
      const wrong = domainsOf(written).find((each) => !emailDomainPattern.test(each));
      return wrong === undefined ? null : t.wrongDomain(wrong);
    },
  };
}
