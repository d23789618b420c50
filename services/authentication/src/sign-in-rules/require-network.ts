import { Problem } from '@annals/kit/problem';
import type { CombinedRule, NetworksFor } from './combine-rules.ts';

/** @throws Problem 403 from a network that the rules do not allow */
export function requireNetwork(
  rule: CombinedRule,
  networks: NetworksFor,
  address: string | null,
): void {
  if (!rule.isAllowedFrom(networks, address)) throw networkNotAllowed(networks, address);
}

function networkNotAllowed(networks: NetworksFor, address: string | null): Problem {
  const from = address || 'an unknown address';
  return new Problem(
    403,
    'network_not_allowed',
    networks === 'peopleNetworks'
      ? `Your account may be used only from certain networks, and you are connected from ${from}. Connect to one of them, for example by VPN, or ask an administrator.`
      : `This API token may be used only from certain networks, and the call comes from ${from}. Ask an administrator.`,
  );
}
