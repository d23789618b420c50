import { attacks, type Targets } from './attacks.ts';
import { Program } from './program.ts';

/** The instructions for a flooder. It reports the number of responses per status after `stop`. */
export interface Order extends Omit<Targets, 'attacker'> {
  origin: string;
  attacker: { id: string; token: string };
  /** A key of `attacks`. */
  attack: string;
}

const stop = new AbortController();
process.on('message', (message: Order | 'stop') => {
  if (message === 'stop') stop.abort();
  else void flood(message);
});

async function flood({ origin, attacker, attack, ...targets }: Order): Promise<void> {
  const program = new Program(origin, attacker.id, attacker.token);
  const statuses = await attacks[attack]?.({ ...targets, attacker: program }, stop.signal);
  process.send?.(statuses);
}
