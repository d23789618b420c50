import type { FreshProofAction } from '@annals/contracts/fresh-proof-actions';
import { isInNetworks } from '@annals/kit/ip-address';
import type { SignInRules, RuleRow } from '../context/service-context.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Without a rule. */
const defaultIdleMinutes = 30;
const defaultAbsoluteMinutes = 8 * 60;

/** Whose networks: those of people in sessions, of their API tokens, of applications. */
export type NetworksFor = 'peopleNetworks' | 'tokenNetworks' | 'applicationNetworks';

/** All that the rules demand of somebody together. */
export interface CombinedRule {
  idleMs: number;
  absoluteMs: number;
  maxSessions: number | undefined;
  passkeyRequired: boolean;
  /** For how long a device needs no second factor after one; 0: never. */
  trustedDeviceMs: number;
  freshProofFor: ReadonlySet<FreshProofAction>;
  isAllowedFrom(networks: NetworksFor, address: string | null): boolean;
}

/** Somebody with these roles and in these units, including the units above. */
export interface Concerned {
  roles: readonly string[];
  unitIds: readonly string[];
}

/** The strictest of each demand. */
export function combineRules(rules: SignInRules, concerned: Concerned): CombinedRule {
  const all = rules.filter((rule) => concerns(rule, concerned));
  const least = (of: (rule: RuleRow) => number | null): number | undefined => {
    const values = all.map(of).filter((value) => value !== null);
    return values.length === 0 ? undefined : Math.min(...values);
  };
  return {
    idleMs: (least(({ idleMinutes }) => idleMinutes) ?? defaultIdleMinutes) * minute,
    absoluteMs:
      (least(({ absoluteMinutes }) => absoluteMinutes) ?? defaultAbsoluteMinutes) * minute,
    maxSessions: least(({ maxSessions }) => maxSessions),
    trustedDeviceMs: (least(({ trustedDeviceDays }) => trustedDeviceDays) ?? 0) * day,
    passkeyRequired: all.some(({ passkeyRequired }) => passkeyRequired),
    freshProofFor: new Set(all.flatMap(({ freshProofFor }) => freshProofFor)),
    isAllowedFrom: (kind, address) =>
      all.every(({ [kind]: networks }) => networks === null || isInNetworks(networks, address)),
  };
}

export function concerns(
  { role, unitId }: Pick<RuleRow, 'role' | 'unitId'>,
  { roles, unitIds }: Concerned,
): boolean {
  if (role !== null) return roles.includes(role);
  return unitId === null || unitIds.includes(unitId);
}
