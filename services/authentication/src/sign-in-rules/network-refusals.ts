import { LRUCache } from 'lru-cache';
import type { RefusedCall } from '@annals/kit/recorded-refusal';
import type { Database } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import { sourceOf } from '../context/actor.ts';
import type { Clock } from '../context/clock.ts';
import { networkOf } from '../context/network.ts';
import type { NetworksFor } from './combine-rules.ts';
import type { RefusedClient } from './require-network.ts';

const hourMs = 3_600_000;
/** From more networks than this within an hour, an account is attacked, and further events would only fill the log. */
const maxPerHour = 10;
const maxAccounts = 10_000;

export type NetworkRefusal = RefusedClient & RefusedCall & { networks: NetworksFor };

interface RecordedNetworks {
  since: number;
  networks: Set<string>;
}

/**
 * Records that somebody with valid credentials was refused because of the network: once an hour for each account, kind
 * and network, and no more than ten times for each account and kind. The last of these events says so.
 */
export class NetworkRefusals {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #recorded = new LRUCache<string, RecordedNetworks>({ max: maxAccounts });

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async record({
    userId,
    address,
    credential,
    networks,
    call,
    request,
  }: NetworkRefusal): Promise<void> {
    const at = this.#clock();
    const network = networkOf(address);
    const action = credential ? 'access.refused' : 'signIn.refused';
    const owner = networks === 'applicationNetworks' ? 'application' : 'user';
    const recorded = this.#recordedOf(`${userId} ${networks} ${action}`, at);
    if (recorded.networks.has(network) || recorded.networks.size >= maxPerHour) return;
    recorded.networks.add(network);
    const isLast = recorded.networks.size === maxPerHour;
    const source = { ...sourceOf(request), address, credential, claim: undefined };
    try {
      await this.#database.transaction((transaction) =>
        // Who acts is unknown: the credentials may be stolen.
        audit.record(transaction, { id: null, at, source }, action, `${owner}/${userId}`, {
          after: {
            reason: 'network_not_allowed',
            call,
            ...(isLast ? { furtherUnrecorded: true } : {}),
          },
        }),
      );
    } catch (error) {
      recorded.networks.delete(network);
      throw error;
    }
  }

  #recordedOf(key: string, at: number): RecordedNetworks {
    const before = this.#recorded.get(key);
    if (before && at - before.since < hourMs) return before;
    const recorded = { since: at, networks: new Set<string>() };
    this.#recorded.set(key, recorded);
    return recorded;
  }
}
