import sql, { raw } from 'sql-template-tag';
import { importObjects } from '@annals/contracts/transfers';
import { listChanges } from '@annals/contracts/objects';
import type { Database } from '@annals/kit/database/database';
import { people, type Listener } from './data-listener.ts';

/** Five hundred rows of each list, each as large as a row can be. */
export interface LargestRows {
  /** A partition with 500 timelines that point at `target`, and one of 500 versions: all of a megabyte. */
  partitionId: string;
  target: { objectId: string };
  long: { timelineId: string };
  /** A partition with 500 schemas of 60 kB, thousands of types, receipts, members and jobs. */

  crowded: string;
  jobId: string;
  /** Of the owner: one with 500 operations, one with 500 comments. */
  changeSets: { fat: string; crowded: string };
  /** A webhook with 500 attempts. */
  webhookId: string;
  /** After everything that was written. */
  end: string;
}

const rows = 500;
const large = `repeat('x', 1000000)`;
/** Four bytes in UTF-8, for the largest size of a text. */
const wide = (length: number) => `repeat('𝕏', ${length})`;
const owner = people.owner.userId;
const idOf = (n: string, kind: number) =>
  `('01890a5d-ac96-774b-8${kind}00-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const day = `timestamptz '2020-01-01' + n * interval '1 second'`;

export async function insertLargestRows(
  database: Database,
  service: Listener,
): Promise<LargestRows> {
  const partitionId = await service.makePartition('Fat');
  const versions = await importVersions(service, partitionId);
  const crowded = await service.makePartition('Crowded');
  await database.exclusively('largest-rows', async (connection) => {
    for (const statement of [
      ...largeData(partitionId),
      ...changesOf(partitionId),
      ...crowdOf(crowded),
      ...changeSetsOf(crowded),
    ])
      await connection.query(raw(statement));
  });
  return {
    partitionId,
    ...versions,
    crowded,
    jobId: await newestJob(database),
    changeSets: await newestChangeSets(database),
    webhookId: await firstWebhook(database),
    end: '2021-01-01T00:00:00Z',
  };
}

/**
 * Small ones through the service, so that everything that belongs to a version exists; they are enlarged afterwards.
 */
async function importVersions(service: Listener, partitionId: string) {
  const moment = (seconds: number) =>
    new Date(Date.UTC(2020, 0, 1, 0, 0, seconds)).toISOString().replace('.000Z', '.000000Z');
  const write = async (from: number, keyOf: (n: number) => string) => {
    const written = await service.call(importObjects, {
      as: 'owner',
      params: { partitionId },
      body: {
        rows: Array.from({ length: rows }, (_, n) => ({
          key: keyOf(n),
          type: 'FILE',
          objectData: { n, word: 'heron' },
          references: from === 0 && n === 0 ? [] : [{ name: 'of', key: 'k0' }],
          modificationDate: moment(from + n),
        })),
      },
    });
    if (written.status !== 200) throw new Error(JSON.stringify(written.body));
  };
  await write(0, (n) => `k${n}`);
  await write(rows, () => 'long');
  const query = { after: undefined, pageSize: 500, include: ['timelineId', 'sequence'] };
  const { body } = await service.call(listChanges, { as: 'owner', params: { partitionId }, query });
  const after = await service.call(listChanges, {
    as: 'owner',
    params: { partitionId },
    query: { ...query, after: body.nextCursor },
  });
  return {
    target: { objectId: body.data[0]?.id ?? '' },
    long: { timelineId: after.body.data[0]?.timelineId ?? '' },
  };
}

/**
 * A different value for each version, because the history of a field merges equal ones. Written as text, because a
 * cluster does not support jsonb_build_object() of a column here.
 */
const largeData = (partitionId: string) => [
  `update data.version set bytes = bytes + 1000030, object_data = object_data || ('{"large": "' || given.text || seq::text || '"}')::jsonb
   from (select ${large} as text offset 0) given where partition_id = '${partitionId}'`,
];

const crowdOf = (partitionId: string) => [
  `insert into data.data_user (user_id, username, name)
   select ${idOf('n', 1)}, ${wide(315)} || n, ${wide(195)} || n from generate_series(1, ${rows}) n`,
  `insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id)
   select '${partitionId}', ${idOf('n', 1)}, 'READER', ${day}, ${day}, '${owner}' from generate_series(1, ${rows}) n`,
  `insert into data.partition (partition_id, partition_name, description, created_date, created_user_id)
   select ${idOf('n', 2)}, ${wide(95)} || n, ${wide(2000)}, ${day}, '${owner}' from generate_series(1, ${rows}) n`,
  `insert into data.partition_head (partition_id) select ${idOf('n', 2)} from generate_series(1, ${rows}) n`,
  `insert into data.partition_version (partition_id, version, partition_name, description, changed_date, changed_user_id)
   select partition_id, 1, partition_name, description, created_date, created_user_id
   from data.partition p where not exists (select from data.partition_version v where v.partition_id = p.partition_id)`,
  `insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id)
   select ${idOf('n', 2)}, '${owner}', 'OWNER', ${day}, ${day}, '${owner}' from generate_series(1, ${rows}) n`,
  `insert into data.type_schema (partition_id, type, version, json_schema, changed_date, changed_user_id)
   select '${partitionId}', 'TYPE_' || n, 1, json_build_object('description', repeat('x', 60000)), ${day}, '${owner}'
   from generate_series(1, ${rows}) n`,
  `insert into data.object_type (partition_id, type, timeline_count, version_count)
   select '${partitionId}', 'T' || repeat('x', 58) || n, 1, 1 from generate_series(10000, 19999) n`,
  `insert into data.erasure (partition_id, receipt, log_index, timeline_id, erased_date, erased_user_id, reason, legal_basis,
     version_count, value_count, note)
   select '${partitionId}', n, n, ${idOf('n', 3)}, ${day}, '${owner}', ${wide(500)}, ${wide(500)}, 1, 1, repeat('x', 20000)
   from generate_series(1, ${rows}) n`,
  `insert into data.alias_url (alias, target_kind, target_url, created_date, created_user_id, changed_date, changed_user_id)
   select 'a' || n, 'URL', 'https://example.org/' || ${wide(1980)}, ${day}, '${owner}', ${day}, '${owner}'
   from generate_series(1, ${rows}) n`,
  `insert into data.saved_search (partition_id, search_id, user_id, name, kind, query, view, shared, created_date, changed_date)
   select '${partitionId}', ${idOf('n', 5)}, '${owner}', ${wide(95)} || n, 'objects', ${wide(2000)},
     (select jsonb_build_object('columns', jsonb_object_agg(${wide(95)} || c, true)) from generate_series(1, 30) c), true, ${day}, ${day}
   from generate_series(1, ${rows}) n`,
  `insert into data.read_batch (partition_id, batch_id, first_date, last_date, user_ids, timeline_ids, has_whole, records)
   select '${partitionId}', ${idOf('n', 8)}, ${day}, ${day}, array['${owner}'::uuid], '{}', true, json_build_object(
     'firstMs', 1577836800000, 'sources', json_build_array(json_build_array('${owner}', 'session/' || repeat('x', 60), 0, repeat('x', 64))),
     'calls', array['GET /v1/partitions/{partitionId}/objects/recent'], 'timelines', array['${owner}'],
     'objects', (select array_agg(${idOf('m', 9)}) from generate_series(1, 500) m),
     'timelineOf', (select array_agg(0) from generate_series(1, 500)),
     'looks', (select json_agg(json_build_array(0, ${wide(4000)}, ${wide(30)}, 1,
        (select array_agg(m - 1) from generate_series(1, 500) m), null, null)) from generate_series(1, 10)),
     'records', (select json_agg(json_build_array(r, 0, r - 1, repeat('x', 64), 500)) from generate_series(1, 10) r))::text
   from generate_series(1, ${rows}) n`,
  `insert into data.audit_sample (partition_id, sample_id, user_id, announced_date, first_index, log_size, log_root,
     entry_count, commitment, number)
   select '${partitionId}', ${idOf('n', 9)}, '${owner}', ${day}, 0, 1, repeat('x', 44), 1, repeat('x', 44), repeat('1', 100)
   from generate_series(1, ${rows}) n`,
  `insert into data.webhook (partition_id, id, user_id, url, description, event_types, query, refs, include_data, include_proof,
     secret, next_index, enabled, disabled_reason, disabled_date, due, created_date, changed_date)
   select '${partitionId}', ${idOf('n', 6)}, '${owner}', 'https://example.org/' || repeat('x', 1980), ${wide(200)}, '{object.created}',
     ${wide(2000)}, (select jsonb_agg(jsonb_build_object('name', ${wide(100)}, 'timelineId', '${owner}')) from generate_series(1, 20)),
     false, false, '', 1000000, false, 'SENDER_LEFT', ${day}, ${day}, ${day}, ${day} from generate_series(1, ${rows}) n`,
  `insert into data.webhook_attempt (partition_id, webhook_id, id, kind, message_id, event_type, log_index, seq, number,
     attempt_date, duration_ms, url, status, content_type, response_body, delivered)
   select '${partitionId}', ${idOf('1', 6)}, ${idOf('n', 7)}, 'DELIVERY', repeat('x', 60), 'object.created', n, n, 1, ${day}, 1,
     'https://example.org/' || repeat('x', 1980), 500, repeat('x', 200), repeat('x', 2048), false from generate_series(1, ${rows}) n`,
  `insert into data.job (partition_id, id, kind, file_name, evidence, error, state, created_date, created_user_id,
     created_user_name, changed_date)
   select '${partitionId}', ${idOf('n', 4)}, case n % 2 when 1 then 'EVIDENCE' else 'IMPORT' end, ${wide(255)},
     case n % 2 when 1 then jsonb_build_object('subject', 'SEARCH', 'query', ${wide(2000)}, 'language', 'en') end,
     jsonb_build_object('message', ${wide(2000)}, 'messageCode', 'foreign', 'parameters', jsonb_build_object('text', ${wide(2000)})),
     'FAILED', ${day}, '${owner}', ${wide(200)}, ${day}
   from generate_series(1, ${rows}) n`,
  `update data.job set refusals = (
     select jsonb_agg(jsonb_build_object('row', r, 'code', 'bad_request', 'message', repeat('x', 500), 'messageCode', 'foreign',
       'parameters', jsonb_build_object('text', repeat('x', 500))))
     from generate_series(1, 1000) r)
   where id = ${idOf(String(rows), 4)}`,
];

/** A webhook, and a job with the maximum number of refused rows. */
async function firstWebhook(database: Database): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    sql`select webhook_id as id from data.webhook_attempt limit 1`,
  );
  return row?.id ?? '';
}

async function newestJob(database: Database): Promise<string> {
  const [job] = await database.query<{ id: string }>(
    sql`select id from data.job order by created_date desc limit 1`,
  );
  return job?.id ?? '';
}

/** A set that changes each of the large timelines. */
const changesOf = (partitionId: string) => [
  `insert into data.change_set (partition_id, id, title, author_id, created_date, changed_date)
   values ('${partitionId}', ${idOf('0', 5)}, 'Fat', '${owner}', clock_timestamp(), clock_timestamp())`,
  `insert into data.change_set_operation (partition_id, change_set_id, id, position, operation, type, timeline_id,
     predecessor_id, object_data, refs, bytes, edited_date, edited_user_id)
   select '${partitionId}', ${idOf('0', 5)}, object_id, row_number() over (), 'newVersion', type, timeline_id, object_id,
     jsonb_build_object('large', repeat('x', 16000)), '[]', 16030, clock_timestamp(), '${owner}'
   from (select * from data.head where partition_id = '${partitionId}' limit ${rows}) head`,
];

const changeSetsOf = (partitionId: string) => [
  `insert into data.change_set (partition_id, id, title, description, reason, author_id, created_date, changed_date, state,
     submitted_date)
   select '${partitionId}', ${idOf('n', 5)}, ${wide(200)}, ${wide(10_000)}, ${wide(1000)}, '${owner}', ${day}, ${day},
     case n % 2 when 0 then 'DRAFT' else 'CHANGES_REQUESTED' end, case n % 2 when 1 then ${day} end
   from generate_series(1, ${rows}) n`,
  `insert into data.change_set_comment (partition_id, change_set_id, id, text, path, user_id, comment_date, revision)
   select '${partitionId}', ${idOf('1', 5)}, ${idOf('n', 6)}, ${wide(5000)}, ${wide(500)}, '${owner}', ${day}, 1
   from generate_series(1, ${rows}) n`,
  `insert into data.change_policy (partition_id, version, rules, break_glass, changed_date, changed_user_id)
   select '${partitionId}', n, (
     select jsonb_agg(jsonb_build_object('types', (select jsonb_agg('T' || repeat('x', 60) || t) from generate_series(1, 50) t),
       'approvals', 1, 'approvers', jsonb_build_object('roles', '[]'::jsonb, 'userIds', (
         select jsonb_agg(${idOf('u', 1)}) from generate_series(1, 20) u)), 'reasonRequired', false, 'signatureRequired', false))
     from generate_series(1, 20)), false, ${day}, '${owner}'
   from generate_series(1, ${rows}) n`,
];

async function newestChangeSets(database: Database): Promise<LargestRows['changeSets']> {
  const found = await database.query<{ fat: string; crowded: string }>(
    sql`select (select id from data.change_set where title = 'Fat') as fat,
      (select change_set_id from data.change_set_comment limit 1) as crowded`,
  );
  return found[0] ?? { fat: '', crowded: '' };
}
