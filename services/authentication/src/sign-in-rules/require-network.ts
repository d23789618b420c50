import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { Credential } from '@annals/kit/caller';
import { RecordedRefusal } from '@annals/kit/recorded-refusal';
import type { ServiceContext } from '../context/service-context.ts';
import type { CombinedRule, NetworksFor } from './combine-rules.ts';

/** Who is refused, and with what credential; none at a sign-in. */
export interface RefusedClient {
  userId: string;
  address: string | null;
  credential?: Credential | undefined;
}

/** @throws Problem 403 from a network that the rules do not allow, which the audit log gets an event about */
export function requireNetwork(
  { networkRefusals }: Pick<ServiceContext, 'networkRefusals'>,
  rule: CombinedRule,
  networks: NetworksFor,
  client: RefusedClient,
): void {
  if (rule.isAllowedFrom(networks, client.address)) return;
  throw new RecordedRefusal(
    403,
    'network_not_allowed',
    messageFor(networks, client.address || 'an unknown address'),
    ({ call, request }) => networkRefusals.record({ ...client, networks, call, request }),
  );
}

function messageFor(networks: NetworksFor, from: string): ServiceMessage {
  return networks === 'peopleNetworks'
    ? say('networkNotAllowed', { from })
    : say('tokenNetworkNotAllowed', { from });
}
