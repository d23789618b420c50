import { attacks, type Targets } from './attacks.ts';
import { TokenClient } from './token-client.ts';

/**
 * The instructions for a flooder, which it follows once it has reported that it is ready. After `stop`, it reports the
 * number of responses per status.
 */
export interface FloodOrder extends Omit<Targets, 'attacker'> {
  origin: string;
  attacker: { id: string; token: string };
  /** A key of `attacks`. */
  attack: string;
}

const stop = new AbortController();
process.on('message', (message: FloodOrder | 'stop') => {
  if (message === 'stop') stop.abort();
  else void flood(message);
});
process.send?.('ready');

async function flood({ origin, attacker, attack, ...targets }: FloodOrder): Promise<void> {
  const client = new TokenClient(origin, attacker.id, attacker.token);
  const statuses = await attacks[attack]?.({ ...targets, attacker: client }, stop.signal);
  process.send?.(statuses);
}
