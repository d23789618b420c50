import { createHash } from 'node:crypto';
import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { extendReadsLog } from '@annals/data/read-records/reads-log';
import { verifySnapshot } from '@annals/data/verification/verify-partitions';
import type { Queryable } from '@annals/kit/database/database';
import { storedEvents } from './embedded-verification.ts';
import { testLocations } from './testing/database-locations.ts';
import { ServicesUnderTest, password } from './testing/services-under-test.ts';

const serviceLog = `'00000000-0000-0000-0000-000000000000'`;
const eventsLog = `'00000000-0000-0000-0000-000000000001'`;
const readsLog = `'00000000-0000-0000-0000-000000000002'`;
const stranger = `'01890a5d-ac96-774b-bcce-b302099a8057'`;

/** The name of what was altered, the statements, and the finding that names the place. */
type Alteration = readonly [what: string, statements: string | readonly string[], finding: RegExp];

const newestEvent = 'seq = (select max(seq) from authentication.event)';
const ofAction = (action: string) =>
  `seq = (select min(seq) from authentication.event where action = '${action}')`;
const batch = 'batch_id = (select batch_id from data.read_batch order by batch_id limit 1)';

const alterations: readonly Alteration[] = [
  // Events: times, orders, what they say, and where they are.
  [
    'an event an hour earlier',
    `update authentication.event set at = at - interval '1 hour' where seq = 5`,
    /^EVENT_LOG CHAIN Event 5: /,
  ],
  [
    'all events an hour earlier, as by a clock that went back',
    `update authentication.event set at = at - interval '1 hour'`,
    /^EVENT_LOG CHAIN Event 1: /,
  ],
  [
    'an event a microsecond later',
    `update authentication.event set at = at + interval '1 microsecond' where seq = 6`,
    /^EVENT_LOG CHAIN Event 6: /,
  ],
  [
    'an event by another user',
    `update authentication.event set actor_id = ${stranger} where ${ofAction('partition.created')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event by nobody',
    `update authentication.event set actor_id = null where ${ofAction('partition.created')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event without its credential',
    `update authentication.event set credential = null where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event without its address',
    `update authentication.event set address = null where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event without the user whom it concerns',
    `update authentication.event set user_id = null where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event of another kind',
    `update authentication.event set action = 'member.removed' where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'before and after of an event, swapped',
    `update authentication.event set before = after, after = before where ${ofAction('member.changed')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'a space in the values of an event',
    `update authentication.event set after = (after::text || ' ')::json where ${ofAction('member.added')}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'the ids of two events, swapped',
    [
      `update authentication.event set id = ${stranger} where seq = 3`,
      `update authentication.event set id = (select id from authentication.event where seq = 3) where false`,
    ],
    /^EVENT_LOG CHAIN Event 3: /,
  ],
  [
    'the newest event, deleted',
    `delete from authentication.event where ${newestEvent}`,
    /^EVENT_LOG CHAIN Event \d+: The entry is missing/,
  ],
  [
    'the newest event, deleted with the end of the chain',
    [
      `delete from authentication.event where ${newestEvent}`,
      `update authentication.event_head set seq = seq - 1, hash = (select hash from authentication.event order by seq desc limit 1)`,
    ],
    /^EVENT_LOG /,
  ],
  [
    'all events, deleted',
    `delete from authentication.event`,
    /^EVENT_LOG CHAIN Event 1: The entry is missing/,
  ],
  [
    'all events and the end of the chain, deleted',
    [
      `delete from authentication.event`,
      `update authentication.event_head set seq = 0, hash = sha256('annals events')`,
    ],
    /^EVENT_LOG (ROOT|HISTORY) /,
  ],
  [
    'an event after the end of the chain',
    `insert into authentication.event (seq, id, at, action, subject, hash) select seq + 1, gen_random_uuid(), at, 'user.created', subject, hash from authentication.event where ${newestEvent}`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'an event before the first one',
    `insert into authentication.event (seq, id, at, action, subject, hash) select 0, gen_random_uuid(), at, 'user.created', subject, hash from authentication.event where ${newestEvent}`,
    /^EVENT_LOG CHAIN Event 0: /,
  ],
  [
    'an event with a negative number',
    `insert into authentication.event (seq, id, at, action, subject, hash) select -7, gen_random_uuid(), at, 'user.created', subject, hash from authentication.event where ${newestEvent}`,
    /^EVENT_LOG CHAIN Event -7: /,
  ],
  [
    'a gap in the numbers of events',
    `update authentication.event set seq = seq + 1000 where seq > 6`,
    /^EVENT_LOG CHAIN Event 7: The entry is missing/,
  ],
  [
    'the number at the end of the chain',
    `update authentication.event_head set seq = seq + 1`,
    /^EVENT_LOG CHAIN Event \d+: /,
  ],
  [
    'the hash at the end of the chain',
    `update authentication.event_head set hash = sha256('x')`,
    /^EVENT_LOG CHAIN Event \d+: The chain does not end/,
  ],
  [
    'the words by which an event is found',
    `update authentication.event set search_text = '' where ${ofAction('member.added')}`,
    /^EVENT_LOG DERIVED Event \d+/,
  ],
  [
    'another word by which an event is found',
    `update authentication.event set search_text = search_text || ' innocent' where seq = 4`,
    /^EVENT_LOG DERIVED Event 4/,
  ],

  // The log of events, and its places in that of the service.
  [
    'the log of events, shorter',
    `update data.log_head set size = size - 1 where partition_id = ${eventsLog}`,
    /^EVENT_LOG (ROOT|DERIVED) /,
  ],
  [
    'the log of events, empty',
    `update data.log_head set size = 0, frontier = '', anchored_size = 0 where partition_id = ${eventsLog}`,
    /^EVENT_LOG ROOT /,
  ],
  [
    'the log of events, without head',
    `delete from data.log_head where partition_id = ${eventsLog}`,
    /^EVENT_LOG ROOT /,
  ],
  [
    'the logs of events and of reads, swapped',
    [
      `update data.log_head set partition_id = ${stranger} where partition_id = ${eventsLog}`,
      `update data.log_head set partition_id = ${eventsLog} where partition_id = ${readsLog}`,
      `update data.log_head set partition_id = ${readsLog} where partition_id = ${stranger}`,
    ],
    /^EVENT_LOG ROOT /,
  ],
  [
    'the checkpoints of events and of reads, swapped',
    [
      `update data.anchor set partition_id = ${stranger} where partition_id = ${eventsLog}`,
      `update data.anchor set partition_id = ${eventsLog} where partition_id = ${readsLog}`,
      `update data.anchor set partition_id = ${readsLog} where partition_id = ${stranger}`,
    ],
    /^(EVENT_LOG|READ_LOG|SERVICE_LOG) /,
  ],
  [
    'a checkpoint of events, deleted',
    `delete from data.anchor where partition_id = ${eventsLog} and size = (select min(size) from data.anchor where partition_id = ${eventsLog})`,
    /^SERVICE_LOG INCLUSION /,
  ],
  [
    'a checkpoint of events, altered',
    `update data.anchor set root = sha256('x') where partition_id = ${eventsLog} and size = (select max(size) from data.anchor where partition_id = ${eventsLog})`,
    /^EVENT_LOG ROOT /,
  ],
  [
    'a checkpoint of events, of another size',
    `update data.anchor set size = size + 1 where partition_id = ${eventsLog} and size = (select max(size) from data.anchor where partition_id = ${eventsLog})`,
    /^EVENT_LOG ROOT /,
  ],
  [
    'a checkpoint of another service',
    `insert into data.anchor (partition_id, size, root, log_index, anchored_date) select ${stranger}, 5, sha256('x'), max(log_index) + 1, now() from data.anchor`,
    /^SERVICE_LOG ROOT /,
  ],
  [
    'the log of the service, shorter',
    [`delete from data.anchor where log_index = (select max(log_index) from data.anchor)`],
    /^SERVICE_LOG (ROOT|HISTORY) /,
  ],
  [
    'the log of the service, empty',
    [
      `delete from data.anchor`,
      `update data.log_head set size = 0, frontier = '' where partition_id = ${serviceLog}`,
      `update data.log_head set anchored_size = 0`,
    ],
    /^SERVICE_LOG HISTORY /,
  ],
  [
    'two entries of the log of the service, swapped',
    [
      `update data.anchor set log_index = -1 where log_index = 1`,
      `update data.anchor set log_index = 1 where log_index = 0`,
      `update data.anchor set log_index = 0 where log_index = -1`,
    ],
    /^SERVICE_LOG (ROOT|HISTORY) /,
  ],

  // The key.
  [
    'another key',
    `update data.log_key set public_key = sha256('x'), seed = sha256('y')`,
    /^SERVICE_LOG SIGNATURE /,
  ],
  [
    'the logs under another name',
    `update data.log_key set name = 'elsewhere'`,
    /^refused .*is not a log of this verification/,
  ],

  // Records of reads.
  [
    'a batch of reads, deleted',
    `delete from data.read_batch where ${batch}`,
    /^READ_LOG CHAIN Batch /,
  ],
  ['all batches of reads, deleted', `delete from data.read_batch`, /^READ_LOG CHAIN Batch /],
  [
    'a batch of reads in another partition',
    `update data.read_batch set partition_id = (select partition_id from data.partition where partition_name = 'Other') where ${batch}`,
    /^READ_LOG /,
  ],
  [
    'a batch of reads under another id',
    `update data.read_batch set batch_id = ${stranger} where ${batch}`,
    /^READ_LOG /,
  ],
  [
    'an entry of reads, deleted',
    `delete from data.read_entry where log_index = 0`,
    /^READ_LOG INCLUSION Entry 0 /,
  ],
  [
    'the newest entry of reads, deleted',
    `delete from data.read_entry where log_index = (select max(log_index) from data.read_entry)`,
    /^READ_LOG /,
  ],
  [
    'an entry of reads of another batch',
    `update data.read_entry set batch_id = ${stranger} where log_index = 0`,
    /^READ_LOG /,
  ],
  [
    'an entry of reads after the last one',
    `insert into data.read_entry select partition_id, log_index + 1, batch_id, root, counts from data.read_entry where log_index = (select max(log_index) from data.read_entry)`,
    /^READ_LOG ROOT /,
  ],
  [
    'a batch of long ago that nobody logged',
    `insert into data.read_batch select partition_id, '01800000-0000-7000-8000-000000000000', first_date - interval '1 year', last_date - interval '1 year', user_ids, timeline_ids, has_whole, records, null from data.read_batch where ${batch}`,
    /^READ_LOG /,
  ],
  [
    'a batch that waits for the log again, of another day',
    `update data.read_batch set log_index = null, first_date = first_date - interval '1 day' where ${batch}`,
    /^READ_LOG /,
  ],

  // Which reads are recorded, and for how long.
  [
    'recording, not durable',
    `update data.read_recording set durable = not durable`,
    /^PARTITION DERIVED .*reads are recorded from/,
  ],
  [
    'recording, a shorter term',
    `update data.read_recording set kept_days = 1`,
    /^PARTITION DERIVED .*reads are recorded from/,
  ],
  [
    'recording, a microsecond later',
    `update data.read_recording set from_date = from_date + interval '1 microsecond'`,
    /^PARTITION DERIVED .*reads are recorded from/,
  ],
  [
    'recording, switched off in between',
    `insert into data.read_recording select partition_id, from_date + interval '1 second', 'NOTHING', durable, kept_days, changed_date, changed_user_id from data.read_recording order by from_date limit 1`,
    /^PARTITION DERIVED .*reads are recorded from/,
  ],
  [
    'recording, switched off, with an event that is never sent',
    [
      `insert into data.read_recording select partition_id, '2030-01-01T00:00:00Z', 'NOTHING', durable, kept_days, changed_date, changed_user_id from data.read_recording order by from_date limit 1`,
      `insert into data.outbox (partition_id, id, kind, destination, user_id, created, details, due) select partition_id, gen_random_uuid(), 'readRecording.changed', 'AUDIT', changed_user_id, now(), jsonb_build_object('after', jsonb_build_object('recordedReads', 'NOTHING', 'durable', durable, 'keptDays', kept_days, 'effectiveDate', '2030-01-01T00:00:00.000000Z')), 'infinity' from data.read_recording order by from_date limit 1`,
    ],
    /^PARTITION DERIVED .*reads are recorded from/,
  ],

  // Members.
  [
    'a member since earlier',
    `update data.member_period set since_date = since_date - interval '1 day' where role = 'READER'`,
    /^PARTITION DERIVED The user .* joined on/,
  ],
  [
    'a member given by another user',
    `update data.member_period set given_user_id = ${stranger} where role = 'READER'`,
    /^PARTITION DERIVED /,
  ],
  [
    'a member in another partition',
    `update data.member_period set partition_id = (select partition_id from data.partition where partition_name = 'Other') where role = 'READER'`,
    /^PARTITION DERIVED /,
  ],
  [
    'the end of a membership, deleted',
    `update data.member_period set removed_date = null, removed_user_id = null where ctid = (select ctid from data.member_period order by removed_date desc nulls last limit 1)`,
    /^PARTITION DERIVED /,
  ],
  [
    'a member with an event that is never sent',
    [
      `insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id) select partition_id, ${stranger}, 'OWNER', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', ${stranger} from data.partition where partition_name = 'Patients'`,
      `insert into data.outbox (partition_id, id, kind, destination, user_id, created, details, due) select partition_id, gen_random_uuid(), 'member.added', 'AUDIT', ${stranger}, now(), jsonb_build_object('after', jsonb_build_object('userId', ${stranger}::text, 'role', 'OWNER', 'effectiveDate', '2026-01-01T00:00:00.000000Z')), now() + interval '2 days' from data.partition where partition_name = 'Patients'`,
    ],
    /^PARTITION DERIVED the user .* was given the role OWNER/,
  ],

  // Samples.
  [
    'a sample of an auditor, deleted',
    [`delete from data.audit_sample_item`, `delete from data.audit_sample`],
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'another commitment of a sample',
    `update data.audit_sample set commitment = 'x'`,
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'a sample that nobody announced',
    `insert into data.audit_sample select partition_id, ${stranger}, user_id, announced_date, first_index, log_size, log_root, entry_count, commitment from data.audit_sample`,
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'a sample by another auditor',
    `update data.audit_sample set user_id = ${stranger}`,
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'another number of a sample',
    `update data.audit_sample set number = '123456789012345678901234567890'`,
    /^PARTITION DERIVED .*sample/,
  ],
  [
    'another entry of a sample',
    `update data.audit_sample_item set log_index = log_index + 1 where position = 1`,
    /^PARTITION DERIVED .*sample/,
  ],

  // Versions, policies and whole partitions.
  ['the policy of a partition', `update data.change_policy set rules = '[]'`, /^PARTITION /],
  ['the policy that holds, deleted', `delete from data.change_policy`, /^PARTITION /],
  [
    'the policy for who writes',
    `update data.partition_head set change_rules = '[]'`,
    /^PARTITION DERIVED /,
  ],
  [
    'a version a day earlier',
    `update data.version set modification_date = modification_date - interval '1 day' where seq = 1`,
    /^PARTITION VERSION /,
  ],
  [
    'the newest version, deleted',
    `delete from data.version where seq = (select max(seq) from data.version)`,
    /^PARTITION /,
  ],
  [
    'a whole partition, deleted',
    [
      ...[
        'version',
        'head',
        'head_search',
        'edge',
        'writer',
        'type_schema',
        'object_type',
        'log_head',
        'log_tile',
        'log_entry',
        'erasure',
      ].map(
        (table) =>
          `delete from data.${table} where partition_id = (select partition_id from data.partition where partition_name = 'Other')`,
      ),
      `alter table data.partition disable trigger all`,
      `delete from data.member_period where partition_id = (select partition_id from data.partition where partition_name = 'Other')`,
      `delete from data.partition where partition_name = 'Other'`,
    ],
    /^STRAY_ROWS DERIVED The table data.anchor has rows of/,
  ],
];

describe.each(testLocations)(
  'what somebody alters who can write to the database, $kind',
  ({ make }) => {
    let place: Awaited<ReturnType<typeof make>>;
    let under: ServicesUnderTest;
    /** The checkpoint of the service. */
    let earlier: string;

    beforeAll(async () => {
      place = await make();
      under = await ServicesUnderTest.start(place.variables);
      const token = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER', 'USER');
      const call = (method: string, path: string, data?: object) =>
        under.succeed(method, path, { service: 'data', token, data });
      const makePartition = async (partitionName: string) => {
        const { id } = await call('POST', '/v1/partitions', { partitionName });
        return `/v1/partitions/${String(id)}`;
      };
      const partition = await makePartition('Patients');
      const other = await makePartition('Other');
      const [ada, ben] = await Promise.all(
        ['ada@example.org', 'ben@example.org'].map(async (email) =>
          under.services.authentication.createUser({ email, roles: ['USER'], password }),
        ),
      );
      for (const role of ['EDITOR', 'READER'])
        await call('PUT', `${partition}/users/${ada?.userId}`, { role });
      await call('PUT', `${partition}/users/${ben?.userId}`, { role: 'EDITOR' });
      await call('DELETE', `${partition}/users/${ben?.userId}`);
      await call('PUT', `${partition}/read-recording`, { scope: 'OBJECTS', durable: true });
      await call('POST', `${other}/objects`, { type: 'PATIENT', objectData: { name: 'Ben' } });
      const object = await call('POST', `${partition}/objects`, {
        type: 'PATIENT',
        objectData: { name: 'Ada', age: 64 },
      });
      await call('POST', `${partition}/objects`, {
        timelineId: object['timelineId'],
        predecessorId: object['id'],
        objectData: { name: 'Ada', age: 65 },
      });
      for (let n = 0; n < 3; n += 1)
        await call('GET', `${partition}/objects/${String(object['id'])}`);
      await call('POST', `${partition}/objects/search`, { query: 'Ada' });
      const rule = {
        types: ['INVOICE'],
        approvals: 1,
        approvers: { roles: ['OWNER'], userIds: [] },
        reasonRequired: false,
        signatureRequired: false,
      };
      await call('PUT', `${partition}/change-policy`, { rules: [rule], breakGlass: false });
      const number = '314159265358979323846264338327';
      const { id: sampleId } = await call('POST', `${partition}/samples`, {
        count: 2,
        commitment: createHash('sha256').update(number).digest('base64'),
      });
      await vi.waitFor(
        async () => {
          const drawn = await under.call('POST', `${partition}/samples/${String(sampleId)}/draw`, {
            service: 'data',
            token,
            data: { number },
          });
          if (drawn.status !== 200) throw new Error('Not recorded yet.');
        },
        { timeout: 30_000, interval: 20 },
      );
      for (let n = 0; n < 2; n += 1) {
        await extendReadsLog(under.services.database);
        await under.succeed('GET', '/v1/events/proof', { token });
        const { checkpoint } = await call('GET', '/v1/log/checkpoint');
        earlier = String(checkpoint);
        await under.signIn('ada@example.org', password);
      }
      await vi.waitFor(
        async () => {
          const [left] = await under.services.database.query<{ count: number }>(
            raw(`select count(*)::integer as count from data.outbox where destination = 'AUDIT'`),
          );
          if (left?.count !== 0) throw new Error('Not reported yet.');
        },
        { timeout: 30_000 },
      );
      await extendReadsLog(under.services.database);
      await under.succeed('GET', '/v1/events/proof', { token });
      await call('GET', '/v1/log/checkpoint');
    });
    afterAll(async () => {
      await under.close();
      await place.remove();
    });

    const findingsIn = async (snapshot: Queryable): Promise<string[]> => {
      const findings: string[] = [];
      await verifySnapshot(
        snapshot,
        { partition: 'all', keys: [], checkpoints: [earlier], events: storedEvents },
        {
          onFinding: ({ kind }, { code, message }) => findings.push(`${kind} ${code} ${message}`),
          onProgress: () => undefined,
          onVerified: () => undefined,
        },
      ).catch((error: unknown) => findings.push(`refused ${String(error)}`));
      return findings;
    };

    class RolledBack extends Error {}

    it('is nothing at first', async () => {
      expect(await findingsIn(under.services.database)).toEqual([]);
    });

    it.each(alterations)('is found: %s', async (_, statements, finding) => {
      let findings: string[] = [];
      await under.services.database
        .transaction(async (transaction) => {
          await transaction.query(
            raw('alter table authentication.event disable trigger event_is_append_only'),
          );
          for (const statement of [statements].flat()) await transaction.query(raw(statement));
          findings = await findingsIn(transaction);
          throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
      expect(findings).toContainEqual(expect.stringMatching(finding));
    });
  },
);
