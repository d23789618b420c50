import { say } from '@annals/contracts/messages';
import { Problem } from '@annals/kit/problem';
import { isLoopback } from '@annals/kit/ip-address';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { isKnownNetwork } from './known-devices.sql.ts';
import { networkOf } from '../context/network.ts';
import {
  countAttempt,
  delayKey,
  delayKeyAt,
  clearFailuresAt,
  uncountAttempt,
  type Counted,
  type DelayRule,
} from './sign-in-delay.sql.ts';

const hour = 3_600;
const perAddress: DelayRule = { free: 50, maxSeconds: 60, forgottenAfterSeconds: hour };
const perNameAtAddress: DelayRule = { free: 10, maxSeconds: 300, forgottenAfterSeconds: hour };
/**
 * Against guessing from many addresses. A user who recently signed in from an address is not delayed there by attackers
 * elsewhere.
 */
const perName: DelayRule = { free: 100, maxSeconds: 300, forgottenAfterSeconds: 24 * hour };

/** An admitted attempt; it counts as failed until one of these is called. */
export interface Attempt {
  succeeded(): Promise<void>;
  /** It succeeded but another factor is needed, or the secret was not checked. */
  takeBack(): Promise<void>;
}

/**
 * Admits an attempt to prove a secret, unless too many failed. Call it before the secret is checked. An unknown name is
 * treated like any other.
 * @param name normalized
 * @throws Problem 429
 */
export async function admitAttempt(
  context: ServiceContext,
  name: string,
  source: AuditSource,
): Promise<Attempt> {
  const { database, clock } = context;
  const network = networkOf(source.address);
  const nameKey = delayKey('name', name);
  const nameAtKey = delayKeyAt(nameKey, network);
  const addressKey = delayKey('address', network);
  const counted = await database.transaction(async (transaction) => {
    const at = toTimestamp(clock());
    const attempts: (Counted & { rule: DelayRule })[] = [
      { key: nameAtKey, nameKey, rule: perNameAtAddress },
    ];
    // Behind an untrusted reverse proxy on this machine, all users appear to have the address of this machine.
    if (source.address !== null && !isLoopback(source.address))
      attempts.push({ key: addressKey, rule: perAddress });
    if (!(await isKnownNetwork(transaction, name, network, at)))
      attempts.push({ key: nameKey, lockedName: name, rule: perName });
    for (const { rule, ...attempt } of attempts) {
      const wait = await countAttempt(transaction, attempt, at, rule);
      // The transaction resets the previous count.
      if (wait !== undefined) throw tooManyAttempts(wait);
    }
    return attempts.map(({ key }) => key);
  });
  // One by one, because together they might lock the rows in a different order than attempts.
  const takeBack = async (keys: Buffer[]) => {
    for (const key of keys) await uncountAttempt(database, key, toTimestamp(clock()));
  };
  return {
    succeeded: async () => {
      await clearFailuresAt(database, nameAtKey);
      await takeBack(counted.filter((key) => key !== nameAtKey));
    },
    takeBack: () => takeBack(counted),
  };
}

/**
 * Checks the password, with protection against guessing. A user without a password gets the same response after the
 * same work.
 * @param user the normalized user name, and the stored password hash
 * @throws Problem 429 after many failures
 */
export async function checkPasswordGuardedly(
  context: ServiceContext,
  { name, hash }: { name: string; hash: string | undefined },
  password: string,
  source: AuditSource,
): Promise<boolean> {
  const attempt = await admitAttempt(context, name, source);
  const fits = await verifyCounted(context, attempt, hash, password);
  if (fits) await attempt.succeeded();
  return fits;
}

/** Checks the password; if it is refused because of overload, it does not count as an attempt. */
export async function verifyCounted(
  { passwordHashes }: ServiceContext,
  attempt: Attempt,
  hash: string | undefined,
  password: string,
): Promise<boolean> {
  return passwordHashes.verify(hash, password).catch(async (error: unknown) => {
    await attempt.takeBack();
    throw error;
  });
}

function tooManyAttempts(wait: number): Problem {
  return new Problem(429, 'too_many_attempts', say('tooManyAttempts', { seconds: wait }), {
    retryAfter: wait,
  });
}
