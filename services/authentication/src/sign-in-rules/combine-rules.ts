import type { FreshProofAction } from '@annals/contracts/fresh-proof-actions';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
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
      all.every(({ [kind]: networks }) => networks === null || isIn(networks, address)),
  };
}

export function concerns(
  { role, unitId }: Pick<RuleRow, 'role' | 'unitId'>,
  { roles, unitIds }: Concerned,
): boolean {
  if (role !== null) return roles.includes(role);
  return unitId === null || unitIds.includes(unitId);
}

interface NetworkLists {
  ipv4: BlockList;
  ipv6: BlockList;
}
const lists = new WeakMap<readonly string[], NetworkLists>();

/** The addresses of IPv4 as IPv6 writes them (RFC 4291, section 2.5.5.2). */
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * Each family has a list of its own: in one list, Node finds every IPv4 address in ::/0, because it compares it as
 * ::ffff:203.0.113.7. Whoever allows an office of IPv4 and all of IPv6 would allow everybody.
 */
function isIn(networks: readonly string[], address: string | null): boolean {
  const [bare = ''] = (address ?? '').split('%', 1);
  const { ipv4, ipv6 } = lists.get(networks) ?? listsOf(networks);
  if (isIPv4(bare)) return ipv4.check(bare, 'ipv4');
  if (!isIPv6(bare)) return false;
  return (mapped.check(bare, 'ipv6') ? ipv4 : ipv6).check(bare, 'ipv6');
}

function listsOf(networks: readonly string[]): NetworkLists {
  const both = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/', 2);
    const family = isIPv4(base) ? 'ipv4' : 'ipv6';
    both[family].addSubnet(base, Number(bits), family);
  }
  lists.set(networks, both);
  return both;
}
