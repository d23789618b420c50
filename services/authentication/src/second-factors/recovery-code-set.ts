import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './factors.sql.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

/** Makes new recovery codes in place of all before. This is the only time they can be shown. */
export async function makeRecoveryCodes(
  transaction: Queryable,
  userId: string,
  at: number,
  source: AuditSource,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteRecoveryCodes(transaction, userId);
  await insertRecoveryCodes(transaction, userId, codes.map(recoveryCodeHash));
  await audit.record(
    transaction,
    { id: userId, at, source },
    'recoveryCodes.made',
    `user/${userId}`,
    { after: { count: codes.length } },
  );
  return codes;
}
