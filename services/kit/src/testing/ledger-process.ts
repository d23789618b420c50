import sql, { raw } from 'sql-template-tag';
import { openDatabase } from '../database/database.ts';
import { quiet } from './databases.ts';

/**
 * A process that appends to a ledger in the embedded database until it is killed, and prints each number once the
 * database has acknowledged it.
 */
const [dataDir, templateFile] = process.argv.slice(2);
const database = await openDatabase({ dataDir, templateFile, log: quiet });
await database.query(
  raw('create table if not exists public.ledger (id int primary key, note text)'),
);
const [last] = await database.query<{ next: number }>(
  raw('select coalesce(max(id), 0) + 1 as next from public.ledger'),
);
process.stdout.write('ready\n');
for (let id = last?.next ?? 1; ; id += 2) {
  await database.transaction(async (transaction) => {
    await transaction.query(sql`insert into public.ledger values (${id}, 'first')`);
    await transaction.query(sql`insert into public.ledger values (${id + 1}, 'second')`);
  });
  process.stdout.write(`${id}\n`);
}
