import sql from 'sql-template-tag';
import { openDatabase, type Queryable } from '../database/database.ts';
import { IdempotencyTable } from '../idempotency/idempotency-table.ts';
import { IdempotentWrites } from '../idempotency/idempotent-writes.ts';
import { quiet } from './databases.ts';

/**
 * A process that executes a write with an Idempotency-Key and halts at one of its steps, until it is killed. It prints the
 * step when it halts there.
 */
const [location = '', templateFile, userId = '', halt = ''] = process.argv.slice(2);
const database = await openDatabase(
  location.startsWith('postgres')
    ? { databaseUrl: location, log: quiet }
    : { dataDir: location, templateFile, log: quiet },
);
const writes = new IdempotentWrites(
  new IdempotencyTable('authentication.idempotency', () => Date.now()),
);
const reach = async (step: string): Promise<void> => {
  if (step !== halt) return;
  process.stdout.write(`${step}\n`);
  await new Promise(() => undefined);
};
const insert = (transaction: Queryable) =>
  transaction.query(sql`insert into written (user_id) values (${userId})`);

const request = { userId, key: 'key', hash: Buffer.from('request') };
if (halt.startsWith('executeIn'))
  await database.transaction((transaction) =>
    writes.executeIn(transaction, request, async () => {
      await reach('executeIn: claimed');
      await insert(transaction);
      await reach('executeIn: written');
    }),
  );
else
  await writes.execute(request, { database, secret: false, log: quiet }, async (claim) => {
    await reach('execute: claimed');
    await database.transaction(async (transaction) => {
      await insert(transaction);
      await claim.confirm(transaction);
      await reach('execute: confirmed');
    });
    await reach('execute: committed');
    return '"killed"';
  });
