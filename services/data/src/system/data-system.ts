import sql from 'sql-template-tag';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { getDataSystem, JobFailure } from '@annals/contracts/system';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { ReadReplicas } from '@annals/kit/database/read-replicas';
import type { MigrationSource } from '@annals/kit/migrate/migrate';
import { systemFacts, type ServerFacts } from '@annals/kit/system-facts';

type System = ResponseOf<typeof getDataSystem>;

const maxFailures = 10;
const failureDays = 7;

export async function readDataSystem(
  { database, replicas }: { database: Database; replicas: ReadReplicas | undefined },
  migrations: MigrationSource,
  server: ServerFacts | undefined,
): Promise<System> {
  const facts = await systemFacts(database, migrations, server);
  return {
    ...facts,
    jobs: {
      states: await countJobs(database),
      oldestWaitingDate: await oldestWaiting(database),
      failures: await selectFailures(database),
    },
    logKeys: await selectLogKeys(database),
    backup: (await server?.lastBackup()) ?? null,
    replicas: replicas?.report() ?? [],
  };
}

function countJobs(database: Queryable): Promise<System['jobs']['states']> {
  return database.query(
    sql`select state, count(*)::int as count from data.job group by state order by state`,
    'system-jobs',
  );
}

/** An import continues when its browser sends the next rows: no server works on it. */
async function oldestWaiting(database: Queryable): Promise<string | null> {
  const [oldest] = await database.query<{ date: string | null }>(
    sql`select min(changed_date) as date from data.job
      where state = 'RUNNING' and kind <> 'IMPORT'
        and (holder is null or held_until is null or held_until < clock_timestamp())`,
    'system-oldest-job',
  );
  return oldest?.date ?? null;
}

function selectFailures(database: Queryable): Promise<JobFailure[]> {
  return database.query(
    sql`select job.id, job.kind, job.partition_id as "partitionId", partition.partition_name as "partitionName", job.error,
        job.changed_date as "changedDate"
      from data.job left join data.partition partition using (partition_id)
      where job.state = 'FAILED' and job.changed_date > clock_timestamp() - ${failureDays} * interval '1 day'
      order by job.changed_date desc, job.id limit ${maxFailures}`,
    'system-job-failures',
  );
}

function selectLogKeys(database: Queryable): Promise<System['logKeys']> {
  return database.query(
    sql`select name, created_date as "createdDate", seed is not null as "inDatabase"
      from data.log_key order by position desc`,
    'system-log-keys',
  );
}
