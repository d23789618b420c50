import sql from 'sql-template-tag';
import type { ReadMemberEvents } from '@annals/kit/event-log';
import { sourceHash } from '@annals/proofs/event-entry';
import { eventColumns, type StoredEvent } from './audit-log.sql.ts';

const memberActions = ['partition.created', 'member.added', 'member.changed', 'member.removed'];

/** The events from which the members of a partition follow, without their sources. */
export const readMemberEvents: ReadMemberEvents = async (database, partitionId, limit) => {
  const events = await database.query<StoredEvent>(
    sql`select ${eventColumns} from authentication.event
      where subject = ${`partition/${partitionId}`} and action = any(${memberActions}::text[])
      order by seq limit ${limit}`,
    'authentication.memberEvents',
  );
  return events.map(({ seq, address, requestId, credential, ...stored }) => {
    const { id, at, action, actorId, subject, userId, before, after } = stored;
    const source = sourceHash({ address, requestId, credential });
    return {
      index: seq - 1,
      event: { id, at, action, actorId, subject, userId, before, after, source },
    };
  });
};
