import sql from 'sql-template-tag';
import type { EventAction } from '@annals/contracts/events';
import { say } from '@annals/contracts/messages';
import type { Database, Queryable, Transaction } from '@annals/kit/database/database';
import { conflict, type Problem } from '@annals/kit/problem';
import { getRecordedEvents, type AuditEvent } from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp, type Clock } from '../context/clock.ts';
import type { SignInRules } from '../context/service-context.ts';
import { findLockedOut } from './find-locked-out.ts';
import { selectRules, selectUsersToExamine, type ExaminedUser } from './sign-in-rules.sql.ts';

const master = { role: 'GLOBAL_MASTER', unitId: null };
const maxMasters = 10_000;

/**
 * The events of changes after which the rules may lock out a global master who could sign in before: of the rules, of
 * those whom they concern, and of what they demand.
 */
export const mayLockOut: ReadonlySet<EventAction> = new Set<EventAction>([
  'signInRule.created',
  'signInRule.changed',
  'user.changed',
  'user.statusChanged',
  'user.offboarded',
  'user.roleAdded',
  'user.roleRemoved',
  'user.unitAssigned',
  'user.unitUnassigned',
  'unit.changed',
  'unit.deleted',
  'unit.roleAdded',
  'unit.roleRemoved',
  'role.changed',
  'role.deleted',
  'factor.removed',
  'credentials.removed',
]);

/** Who makes the changes, and from where. */
interface Changer {
  id: string | null;
  address: string | null;
}
export const nobody: Changer = { id: null, address: null };

/**
 * The database, with transactions that are rolled back if they leave no global master who could sign in under the rules.
 * Every change records an event in its transaction, which tells what it may have changed; that also makes such changes
 * run one after the other, because each holds the end of the audit log from its event on.
 */
export function keepingAbleMaster(database: Database, clock: Clock): Database {
  const transaction = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await database.transaction(async (within) => {
        const result = await work(within);
        const event = getRecordedEvents(within).find(({ action }) => mayLockOut.has(action));
        if (!event) return result;
        if (!(await someMasterIsAble(within, changerOf(event.actor), clock())))
          throw new NoMasterLeft();
        return result;
      });
    } catch (error) {
      if (!(error instanceof NoMasterLeft)) throw error;
      if (await someMasterIsAble(database, nobody, clock())) throw noMasterCouldSignIn();
      // It was so before the change, which may well be the one that mends it.
      return database.transaction(work);
    }
  };
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

export const changerOf = ({ id, source }: Actor): Changer => ({ id, address: source.address });

class NoMasterLeft extends Error {}

/**
 * Makes a change within a transaction, and undoes it if it is one that `keepingAbleMaster` would refuse: for dry runs, and
 * for transactions of which the rest must stay.
 * @returns what it did, or undefined if it is undone
 */
export async function tryKeepingAbleMaster<
  Done extends { events: readonly Pick<AuditEvent, 'action'>[] },
>(
  transaction: Queryable,
  changer: Changer,
  at: number,
  change: () => Promise<Done>,
): Promise<Done | undefined> {
  if (!(await selectRules(transaction)).some(isDemanding)) return change();
  await transaction.query(sql`savepoint able_master`);
  const done = await change();
  if (!done.events.some(({ action }) => mayLockOut.has(action))) return done;
  if (await someMasterIsAble(transaction, changer, at)) return done;
  await transaction.query(sql`rollback to savepoint able_master`);
  return (await someMasterIsAble(transaction, nobody, at)) ? undefined : change();
}

export function noMasterCouldSignIn(): Problem {
  return conflict('no_master_could_sign_in', say('rulesLockOutMasters'));
}

const isDemanding = ({ passkeyRequired, peopleNetworks }: SignInRules[number]) =>
  passkeyRequired || peopleNetworks !== null;

/**
 * Whether some global master can still sign in: with the passkey that the rules want, and from a network from which that
 * person has signed in lately or makes this change.
 * @param asRules the rules; undefined: those of the database
 */
export async function someMasterIsAble(
  database: Queryable,
  changer: Changer,
  at: number,
  asRules?: SignInRules,
): Promise<boolean> {
  const rules = asRules ?? (await selectRules(database));
  if (!rules.some(isDemanding)) return true;
  const masters = await selectUsersToExamine(database, master, toTimestamp(at), maxMasters);
  return masters.some((user) => user.accessEnds === null && isAble(rules, user, changer));
}

function isAble(rules: SignInRules, user: ExaminedUser, { id, address }: Changer): boolean {
  const reasons = findLockedOut(rules, user);
  if (reasons.includes('PASSKEY')) return false;
  if (!reasons.includes('NETWORK')) return true;
  return (
    user.id === id &&
    address !== null &&
    findLockedOut(rules, { ...user, sessions: [], networks: [address] }).length === 0
  );
}
