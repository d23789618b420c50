import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { measureOnPostgresql, password, programFile, startProgram } from './program.ts';
import { signInMaster, timesOf } from './single-client.ts';
import { quantile } from './statistics.ts';
import { table } from './table.ts';

const master = 'master@example.org';
const sizes = [10_000, 100_000] as const;
const amount = { warmUp: 20, measured: 300 };

/** The requests for the first page: a name, and the query. */
const requests = [
  ['first page', ''],
  ['first page by last sign-in', 'sort=-lastSignInDate'],
  ['contains a common letter, "a"', 'name=a'],
  ['contains a rare letter, "ø"', 'name=ø'],
  ['contains an absent letter, "§"', 'name=§'],
  ['contains two common letters, "an"', 'name=an'],
  ['contains two rare letters, "øy"', 'name=øy'],
  ['contains two absent letters, "q§"', 'name=q§'],
  ['contains three common letters, "mar"', 'name=mar'],
  ['contains "@example.org", in a quarter', 'name=@example.org'],
  ['contains "walter", in one of 18', 'name=walter'],
  ['contains "zita k", late in the order', 'name=zita k'],
  ['contains "øystein", in 20', 'name=øystein'],
  ['contains "nobody at all", absent', 'name=nobody at all'],
  ['common role, USER', 'role=USER'],
  ['rare role, AUDITOR, in 20', 'role=AUDITOR'],
  ['role through a unit of 30, OPERATORS', 'role=OPERATORS'],
  ['common role and absent text', 'role=USER&name=nobody at all'],
  ['status DISABLED, one of 50', 'status=DISABLED'],
  ['members of a unit of 30', 'organizationalUnitId=00000000-0000-7000-8000-000000000001'],
] as const;

/** Measures the users list for a single client, with 10,000 and with 100,000 users on PostgreSQL. */
export const measureUsers = (): Promise<string> => measureOnPostgresql(measureLists);

async function measureLists(databaseUrl: string): Promise<string> {
  const output = await createMaster(databaseUrl);
  const program = await startProgram([], { DATABASE_URL: databaseUrl });
  try {
    await setPassword(program.authentication, output);
    const rows: (string | number)[][] = requests.map(([name]) => [name]);
    for (const size of sizes) {
      await addUsers(databaseUrl, size);
      for (const [index, [, query]] of requests.entries()) {
        const headers = await signInMaster(program.authentication);
        const url = `${program.authentication}/v1/users?${encodeURI(query)}`;
        const times = await timesOf(url, headers, amount);
        for (const share of [0.5, 0.99])
          rows[index]?.push(Number(quantile(times, share).toFixed(1)));
      }
    }
    const head = sizes.flatMap((size) => [`p50 (ms), ${size} users`, `p99 (ms), ${size} users`]);
    return table(['request', ...head], rows);
  } finally {
    await program.stop();
  }
}

/** Creates the schema and a global master on the command line. Returns the output with the link for the password. */
async function createMaster(url: string): Promise<string> {
  const args = [programFile, 'user', 'create', master, '--role', 'GLOBAL_MASTER'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: 'error', DATABASE_URL: url },
  });
  return stdout;
}

async function setPassword(origin: string, output: string): Promise<void> {
  const token = /#token=(\S+)/.exec(output)?.[1];
  const answer = await fetch(`${origin}/v1/auth/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
  if (!answer.ok) throw new Error(`The password was not set: ${await answer.text()}`);
}

/**
 * Adds users up to this number. The search index is rebuilt afterwards, which is faster than updating it row by
 * row.
 */
async function addUsers(url: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const index = 'authentication.user_account_by_grams';
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('${index}'::regclass) as definition`,
    );
    await client.query(`drop index ${index}`);
    await client.query(fill, [size]);
    await client.query(rows[0]?.definition ?? '');
    await client.query(rolesAndUnits);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const fill = `
  with first as (select array['Anna','Bernd','Carla','David','Eva','Frank','Gerda','Hans','Ines','Jakob','Karin',
      'Lukas','Maria','Norbert','Olga','Peter','Quirin','Rosa','Stefan','Tanja','Ulrich','Vera','Walter','Xenia','Yves',
      'Zita','Zoë','Jürgen','Björn','Małgorzata'] as names),
    last as (select array['Smith','Meier','Huber','Schneider','Fischer','Weber','Wagner','Becker','Hoffmann','Koch',
      'Bauer','Richter','Klein','Wolf','Schröder','Neumann','Schwarz','Zimmermann','Braun','Krüger','Hofmann','Hartmann',
      'Lange','Schmitt','Werner','Krause','Lehmann','Köhler','Maier','Walter','Novak','Rossi','Garcia','Martin','Dubois',
      'Silva','Jensen','Hansen','Larsen','Virtanen'] as names),
    made as (
      select n, case when n <= 20 then 'Øystein' else first.names[1 + (n * 7919) % 30] end as first,
        last.names[1 + (n * 3491 / 30) % 40] as last,
        (array['example.org','example.com','corp.example','north.example'])[1 + n % 4] as domain
      from generate_series((select count(*) + 1 from authentication.user_account), $1::int) n, first, last),
    named as (select n, first || ' ' || last as name, lower(first || '.' || last) || n || '@' || domain as email from made)
  insert into authentication.user_account
    (id, username, email, name, search_text, status, lang, created, last_sign_in)
  select gen_random_uuid(), email, email, name, lower(name) || E'\\n' || email,
    case when n % 50 = 0 then 'DISABLED' when n % 20 = 0 then 'INVITED' else 'ACTIVE' end, 'en',
    now() - n * interval '1 minute', case when n % 3 > 0 then now() - n * interval '10 seconds' end
  from named`;

const rolesAndUnits = `
  insert into authentication.user_role_period (user_id, role, granted_at)
  select id, case when email like 'øystein%' then 'AUDITOR' else 'USER' end, now()
  from authentication.user_account u
  where not exists (select from authentication.user_role r where r.user_id = u.id);
  insert into authentication.role (name, description, permissions, scope, built_in)
    values ('OPERATORS', 'Through a unit', '{partitions:write}', 'all', false) on conflict do nothing;
  insert into authentication.organizational_unit (id, name) values ('00000000-0000-7000-8000-000000000001', 'Operators')
    on conflict do nothing;
  insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
    values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 0) on conflict do nothing;
  insert into authentication.organizational_unit_role_period (unit_id, role, granted_at)
    values ('00000000-0000-7000-8000-000000000001', 'OPERATORS', now()) on conflict do nothing;
  insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at)
  select '00000000-0000-7000-8000-000000000001', id, now()
  from (select id from authentication.user_account order by name desc, id limit 30) u
  where not exists (select from authentication.organizational_unit_member)
`;
