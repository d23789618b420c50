import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { migrate } from '@annals/kit/migrate/migrate';
import { testDatabases } from '@annals/kit/testing/databases';
import { migrations } from './service.ts';

/** Indexes for queries across partitions, such as "whose partitions" and "which answers are too old". */
const acrossPartitions = [
  'anchor_index_across_partitions',
  'change_set_break_glass_across_partitions',
  'change_set_open_across_partitions',
  'head_search_data_across_partitions',
  'head_search_tsv_across_partitions',
  'idempotency_age_across_partitions',
  'job_created_across_partitions',
  'job_file_across_partitions',
  'job_id_across_partitions',
  'job_running_across_partitions',
  'member_across_partitions',
  'member_bucket_across_partitions',
  'member_uncounted_across_partitions',
  'outbox_due_across_partitions',
  'outbox_followed_across_partitions',
  'partition_arrived_across_partitions',
  'partition_bucket_across_partitions',
  'partition_changed_across_partitions',
  'partition_created_across_partitions',
  'partition_name_across_partitions',
  'partition_version_name_across_partitions',
  'read_batch_across_partitions',
  'read_batch_timelines_across_partitions',
  'read_batch_users_across_partitions',
  'read_entry_across_partitions',
  'read_log_queue_across_partitions',
  'saved_search_across_partitions',
  'subscription_match_age_across_partitions',
  'subscription_of_user_across_partitions',
  'version_date_across_partitions',
  'version_first_import_across_partitions',
  'webhook_attempt_age_across_partitions',
  'webhook_due_across_partitions',
  'webhook_to_attend_across_partitions',
  'writer_across_partitions',
];

describe.each(testDatabases())('catalogue, $kind', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await migrate(database, migrations);
  });
  afterAll(async () => {
    await database.close();
  });

  interface Key {
    name: string;
    table: string;
    first: string;
    enforced: boolean;
  }

  const ofPartitions = `join pg_attribute part on part.attrelid = t.oid and part.attname = 'partition_id'
    where t.relnamespace = 'data'::regnamespace and t.relkind = 'r'`;

  it('say which earlier versions run beside each upgrade', async () => {
    const silent = await database.query<{ name: string }>(
      raw(`select name from data.schema_migration where name > '0002' and compatible_from is null`),
    );
    // A version that takes away what the previous one still uses declares none: it is added here.
    expect(silent).toEqual([]);
  });

  it('have partition_id first in every key, unique constraint and index of partition data', async () => {
    const keys = await database.query<Key>(
      raw(`select c.relname as name, t.relname as table, coalesce(a.attname, '(expression)') as first, i.indisunique as enforced
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0] ${ofPartitions} order by 1`),
    );
    expect(keys.length).toBeGreaterThan(15);
    const others = keys.filter(({ first }) => first !== 'partition_id');
    expect(others.map(({ name }) => name)).toEqual(acrossPartitions);
    expect(others.filter(({ enforced }) => enforced)).toEqual([]);
  });

  it('have a primary key in every table of partition data', async () => {
    const without = await database.query<{ table: string }>(
      raw(`select t.relname as table from pg_class t ${ofPartitions}
        and not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`),
    );
    expect(without).toEqual([]);
  });

  it('have partition_id first in every foreign key of partition data', async () => {
    const keys = await database.query<Key>(
      raw(`select k.conname as name, t.relname as table, a.attname as first
        from pg_constraint k join pg_class t on t.oid = k.conrelid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1] ${ofPartitions} and k.contype = 'f'`),
    );
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter(({ first }) => first !== 'partition_id')).toEqual([]);
  });

  it('have partition_id in every table except those of users, visits, counts, alias URLs, turns, days, keys and migrations', async () => {
    const tables = await database.query<{ name: string }>(
      raw(`select t.relname as name from pg_class t where t.relnamespace = 'data'::regnamespace and t.relkind = 'r'
        and not exists (select from pg_attribute where attrelid = t.oid and attname = 'partition_id') order by 1`),
    );
    expect(tables.map(({ name }) => name)).toEqual([
      'alias_url',
      'data_user',
      'evidence_turn',
      'log_key',
      'partition_count',
      'schema_backfill',
      'schema_migration',
      'schema_server',
      'versions_of_day',
      'visit',
      'webhook_key',
    ]);
  });

  it('allow HOT updates of the rows that every append writes', async () => {
    const changing = await database.query<{ name: string }>(
      raw(`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid in ('data.head'::regclass, 'data.partition_head'::regclass, 'data.object_type'::regclass,
            'data.writer'::regclass)
          and a.attname in ('seq', 'object_id', 'modification_date', 'modification_count', 'ended_date', 'next_seq',
            'last_change_date', 'timeline_count', 'version_count', 'last_seq')`),
    );
    expect(changing).toEqual([]);
  });
});
