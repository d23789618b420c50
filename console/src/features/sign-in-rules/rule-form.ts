import type { BodyOf } from '@annals/contracts/endpoint';
import {
  type createSignInRule,
  demandLimits,
  type SignInRule,
} from '@annals/contracts/sign-in-rules';
import { wholeNumber, wholeNumberWithin } from '../../platform/numbers/typed-number.ts';
import type { SignInRulesTexts } from './sign-in-rules.texts.ts';

/** As the form shows it: numbers and networks as text. */
export interface RuleValues {
  concerns: 'EVERYONE' | 'ROLE' | 'UNIT';
  role: string | null;
  unit: { id: string; name: string } | null;
  idleMinutes: string;
  absoluteMinutes: string;
  maxSessions: string;
  passkeyRequired: boolean;
  trustedDeviceDays: string;
  peopleNetworks: string;
  tokenNetworks: string;
  applicationNetworks: string;
  freshProofFor: SignInRule['freshProofFor'];
}

type Body = BodyOf<typeof createSignInRule>;

const text = (value: number | null) => (value === null ? '' : String(value));
const lines = (list: readonly string[] | null) => (list ?? []).join('\n');

export function valuesOf(rule: SignInRule | undefined): RuleValues {
  return {
    concerns: rule?.role != null ? 'ROLE' : rule?.organizationalUnit ? 'UNIT' : 'EVERYONE',
    role: rule?.role ?? null,
    unit: rule?.organizationalUnit ?? null,
    idleMinutes: text(rule?.idleMinutes ?? null),
    absoluteMinutes: text(rule?.absoluteMinutes ?? null),
    maxSessions: text(rule?.maxSessions ?? null),
    trustedDeviceDays: text(rule?.trustedDeviceDays ?? null),
    passkeyRequired: rule?.passkeyRequired ?? false,
    peopleNetworks: lines(rule?.peopleNetworks ?? null),
    tokenNetworks: lines(rule?.tokenNetworks ?? null),
    applicationNetworks: lines(rule?.applicationNetworks ?? null),
    freshProofFor: rule?.freshProofFor ?? [],
  };
}

/** The rule that the form describes; the service judges the values. */
export function ruleIn(values: RuleValues): Body {
  const { concerns, role, unit } = values;
  return {
    role: concerns === 'ROLE' ? role : null,
    organizationalUnitId: concerns === 'UNIT' ? (unit?.id ?? null) : null,
    ...demandsIn(values),
  };
}

export function demandsIn(values: RuleValues) {
  return {
    idleMinutes: number(values.idleMinutes),
    absoluteMinutes: number(values.absoluteMinutes),
    maxSessions: number(values.maxSessions),
    passkeyRequired: values.passkeyRequired,
    trustedDeviceDays: number(values.trustedDeviceDays),
    peopleNetworks: networks(values.peopleNetworks),
    tokenNetworks: networks(values.tokenNetworks),
    applicationNetworks: networks(values.applicationNetworks),
    freshProofFor: values.freshProofFor,
  };
}

/** Without them, a number that cannot be read would be sent as null, which is no limit. */
export function numberRules(t: SignInRulesTexts) {
  const within = (least: number, most: number) => (written: string) =>
    written.trim() === '' || wholeNumberWithin(written, least, most) !== undefined
      ? null
      : t.numberWrong(least, most);
  return {
    idleMinutes: within(...demandLimits.idleMinutes),
    absoluteMinutes: within(...demandLimits.absoluteMinutes),
    maxSessions: within(...demandLimits.maxSessions),
    trustedDeviceDays: within(...demandLimits.trustedDeviceDays),
  };
}

const number = (written: string) => wholeNumber(written) ?? null;

function networks(written: string): string[] | null {
  const all = written.split(/[\s,;]+/).filter((each) => each !== '');
  return all.length === 0 ? null : all;
}
