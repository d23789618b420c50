import type { commandEventFields, EventAction } from '@annals/contracts/events';
import type { Database } from '@annals/kit/database/database';
import { operatorWith } from '../context/actor.ts';
import { record } from './audit-log.sql.ts';

/** Records what a command did to the database, whose schema is up to date. */
export async function recordCommand(
  database: Database,
  name: string,
  action: EventAction,
  after: Partial<Record<(typeof commandEventFields)[number], unknown>>,
): Promise<void> {
  const actor = { id: null, at: Date.now(), source: operatorWith(name) };
  await database.transaction(async (transaction) =>
    record(transaction, actor, action, null, { after }),
  );
}
