import type { Caller, FindMemberRole } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { findMembers, type FoundMember, type MemberPlace } from './members.sql.ts';

/**
 * Who may write all partitions counts as an owner of each, who may read all as a reader at least. Asked at every call,
 * so that a removed member is out at once; calls that come together ask together.
 */
export function memberRoles(database: Queryable): FindMemberRole {
  const ask = askingTogether(async (places) => findMembers(database, places));
  return async (caller, partitionId) => {
    const member = await ask({ partitionId, userId: caller.userId });
    return member && roleOf(caller, member);
  };
}

function roleOf(caller: Caller, { role }: FoundMember) {
  if (caller.reach('partitions:write-all') === 'all') return 'OWNER';
  if (role) return role;
  return caller.reach('partitions:read-all') === 'all' ? 'READER' : undefined;
}

interface Waiting {
  place: MemberPlace;
  resolve: (found: FoundMember | undefined) => void;
  reject: (error: unknown) => void;
}

/** What is asked while the same events are handled goes into one question, which is asked after all of it has come. */
function askingTogether(find: (places: MemberPlace[]) => Promise<(FoundMember | undefined)[]>) {
  let waiting: Waiting[] = [];
  const askAll = async () => {
    const asked = waiting;
    waiting = [];
    try {
      const found = await find(asked.map(({ place }) => place));
      for (const [index, { resolve }] of asked.entries()) resolve(found[index]);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  return async (place: MemberPlace): Promise<FoundMember | undefined> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void askAll());
      waiting.push({ place, resolve, reject });
    });
}
