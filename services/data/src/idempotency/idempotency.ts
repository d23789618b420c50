import { IdempotencyTable } from '@annals/kit/idempotency/idempotency-table';
import { IdempotentWrites } from '@annals/kit/idempotency/idempotent-writes';

/** The answers to writes of this service. All its writes are one transaction. */
export const idempotencyTable = new IdempotencyTable('data.idempotency', () => Date.now());

const writes = new IdempotentWrites(idempotencyTable);

/** Executes a write outside any partition once per key, and answers repetitions with the first response. */
export const executeOnce: IdempotentWrites['executeIn'] = (transaction, idempotency, write) =>
  writes.executeIn(transaction, idempotency, write);
