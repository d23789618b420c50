import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import { isLoopback } from '@annals/kit/ip-address';
import { toTimestamp, type Clock } from '../context/clock.ts';
import { networkOf } from '../context/network.ts';
import {
  countAttempt,
  delayKey,
  uncountAttempt,
  type DelayRule,
} from '../sessions/sign-in-delay.sql.ts';

/** Limits of unfinished sign-ins. */
const perAddress: DelayRule = { free: 100, maxSeconds: 60, forgottenAfterSeconds: 900 };

interface Counting {
  database: Queryable;
  clock: Clock;
}

/**
 * Each started provider sign-in is stored for a while, and anyone can start one: without a limit an attacker could fill
 * the database.
 * @throws Problem 429
 */
export async function admitStart(
  { database, clock }: Counting,
  address: string | null,
): Promise<void> {
  const key = keyOf(address);
  const wait = key && (await countAttempt(database, { key }, toTimestamp(clock()), perAddress));
  if (wait === undefined) return;
  throw new Problem(429, 'too_many_attempts', say('tooManySignIns', { seconds: wait }), {
    retryAfter: wait,
  });
}

/** Call it when a sign-in is finished: it no longer counts. */
export async function uncountStart(
  { database, clock }: Counting,
  address: string | null,
): Promise<void> {
  const key = keyOf(address);
  if (key) await uncountAttempt(database, key, toTimestamp(clock()));
}

function keyOf(address: string | null): Buffer | undefined {
  // Behind an untrusted reverse proxy on this machine, all users appear to have the address of this machine.
  if (address === null || isLoopback(address)) return undefined;
  return delayKey('address', `provider sign-in ${networkOf(address)}`);
}
