import { say } from '@annals/contracts/messages';
import { listMembers, putMember, removeMember } from '@annals/contracts/partitions';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { conflict, notFound } from '@annals/kit/problem';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import { introduceUser, type FindUserNames } from '../data-users/data-users.sql.ts';
import { memberEvent } from './member-event.ts';
import * as members from './members.sql.ts';

/** Whether a user or an application with this id exists, regardless of scope. */
export type UserExists = (userId: string) => Promise<boolean>;

/** Ends what runs in a partition in the name of a removed member. */
export type EndMemberWork = (
  transaction: Queryable,
  partitionId: string,
  userId: string,
) => Promise<void>;

export function mountMembers(
  mount: Mount,
  database: Database,
  {
    userExists,
    findUserNames,
    trail,
  }: { userExists: UserExists; findUserNames: FindUserNames; trail: AuditTrail },
  endedWith: EndMemberWork,
): void {
  mount(listMembers, async ({ params: { partitionId }, query, queryable }) => {
    const range = members.membersAsJoined.rangeOf(query);
    const asOf = databaseMoment(query.asOf);
    const rows = await members.listMembers(queryable, partitionId, asOf, range);
    const page = members.membersAsJoined.pageOf(rows, query, memberOf);
    const knownSince = await members.findAccessKnownSince(queryable, partitionId, asOf);
    return knownSince === undefined ? page : { ...page, knownSince };
  });

  mount(putMember, async ({ params, body: { role }, caller, request }) => {
    const { partitionId } = params;
    const userId = params.userId.toLowerCase();
    // Before the transaction, since it calls another service. An existing member can be given another role anyway.
    if (!(await userExists(userId)) && (await roleOf(database, partitionId, userId)) === undefined)
      throw notFound('user');
    const names = await findUserNames(userId);
    return database.transaction(async (transaction) => {
      await lock(transaction, partitionId);
      if (role !== 'OWNER') await refuseForLastOwner(transaction, partitionId, userId);
      if (names) await introduceUser(transaction, userId, names);
      const former = await roleOf(transaction, partitionId, userId);
      const member = await members.putMember(transaction, partitionId, userId, role, caller.userId);
      if (!member) throw notFound('partition');
      if (former !== role)
        await trail.record(
          transaction,
          { caller, request },
          partitionId,
          memberEvent(former, member),
        );
      return memberOf(member);
    });
  });

  mount(removeMember, async ({ params, caller, request }) => {
    const { partitionId } = params;
    const userId = params.userId.toLowerCase();
    return database.transaction(async (transaction) => {
      await lock(transaction, partitionId);
      await refuseForLastOwner(transaction, partitionId, userId);
      const role = await roleOf(transaction, partitionId, userId);
      const effectiveDate = await members.removeMember(
        transaction,
        partitionId,
        userId,
        caller.userId,
      );
      if (effectiveDate === undefined) throw notFound('member');
      await endedWith(transaction, partitionId, userId);
      await trail.record(transaction, { caller, request }, partitionId, {
        action: 'member.removed',
        aboutUserId: userId,
        before: { role },
        after: { userId, effectiveDate },
      });
    });
  });
}

/**
 * Also for an archived partition, whose content is read-only but whose members can change: access has to be revocable,
 * and its owner replaceable.
 */
async function lock(transaction: Queryable, partitionId: string): Promise<void> {
  if (!(await lockPartition(transaction, partitionId))) throw notFound('partition');
}

async function roleOf(queryable: Queryable, partitionId: string, userId: string) {
  const [found] = await members.findMembers(queryable, [{ partitionId, userId }]);
  return found?.role ?? undefined;
}

async function refuseForLastOwner(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<void> {
  if (await members.isLastOwner(transaction, partitionId, userId))
    throw conflict('last_owner', say('lastOwner'));
}

function memberOf({ userId, role, username, name, sinceDate }: members.Member) {
  return { userId, role, ...(username === null ? {} : { username, name }), sinceDate };
}
