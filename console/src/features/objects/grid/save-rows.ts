import * as z from 'zod/mini';
import { splitIntoRequests } from '@annals/rules/change-set-import/split-into-requests';
import { objectVersion } from '@annals/contracts/object-version';
import { commitTransaction, maximalOperations } from '@annals/contracts/transactions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { call, newIdempotencyKey } from '../../../platform/api/call.ts';
import { CallError } from '../../../platform/api/errors.ts';
import { loosenSchema } from '../../../platform/api/loosen-schema.ts';
import type { ChangeOperation } from '../../../domain/change-sets/change-sets.queries.ts';
import { assignErrors } from '../edit/write-errors.ts';
import type { JsonProblem } from '../../../ui/json/json-reading.ts';
import type { JsonObject } from '../../../platform/json-values/json-values.ts';
import type { GridRow } from './grid-rows.ts';

/** A change of a row that is being saved. */
export interface RowChange {
  readonly row: GridRow;
  readonly operation: ChangeOperation;
}

/** Why the service refused a row. */
export interface RowRefusal {
  /** The concurrent version, in full or only its ids. */
  readonly conflict: { readonly ended: boolean; readonly current: ObjectVersion } | undefined;
  readonly problems: readonly JsonProblem[];
  /** The refused data: the refusal is obsolete once the row changes. */
  readonly data: JsonObject;
  readonly base: ObjectVersion | null;
}

/** The changes in as few transactions as possible. */
export const inTransactions = (changes: readonly RowChange[]): RowChange[][] =>
  splitIntoRequests(changes, maximalOperations);

/** The idempotency keys of sent rows, so that a retry after a lost response writes only once. */
const keys = new WeakMap<GridRow, { text: string; key: string }>();

interface WrittenParts {
  /** The new versions by row key. */
  readonly written: ReadonlyMap<string, ObjectVersion>;
  /** Why a transaction failed. Those after it are not sent. */
  readonly failure:
    | { readonly error: unknown; readonly refusals: ReadonlyMap<string, RowRefusal> }
    | undefined;
}

/** Writes the changes, one transaction after the other, until one fails. */
export async function writeParts(
  partitionId: string,
  parts: readonly (readonly RowChange[])[],
  reason: string,
): Promise<WrittenParts> {
  const written = new Map<string, ObjectVersion>();
  for (const part of parts) {
    try {
      const versions = await writeTransaction(partitionId, part, reason);
      for (const [index, { row }] of part.entries()) {
        const version = versions[index];
        if (version) written.set(row.key, version);
      }
    } catch (error) {
      return { written, failure: { error, refusals: refusalsOf(error, part) } };
    }
  }
  return { written, failure: undefined };
}

/** Writes all of the changes or none. */
async function writeTransaction(
  partitionId: string,
  changes: readonly RowChange[],
  reason: string,
): Promise<readonly ObjectVersion[]> {
  const body = {
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    operations: changes.map(({ operation }) => operation),
  };
  const text = JSON.stringify(body);
  const [first] = changes;
  const known = first && keys.get(first.row);
  const key = known?.text === text ? known.key : newIdempotencyKey();
  if (first) keys.set(first.row, { text, key });
  const { data } = await call(
    commitTransaction,
    { params: { partitionId }, body },
    { headers: { 'idempotency-key': key } },
  );
  return data;
}

const refusalOfRows = loosenSchema(
  z.object({
    conflicts: z.optional(
      z.array(
        z.object({
          operation: z.number(),
          code: z.string(),
          current: z.optional(objectVersion),
        }),
      ),
    ),
  }),
);

/** The refusals by row key. */
function refusalsOf(
  error: unknown,
  changes: readonly RowChange[],
): ReadonlyMap<string, RowRefusal> {
  const refusals = new Map<string, RowRefusal>();
  if (!(error instanceof CallError)) return refusals;
  const refuse = (index: number, more: Partial<Pick<RowRefusal, 'conflict' | 'problems'>>) => {
    const row = changes[index]?.row;
    if (!row) return;
    const { conflict, problems = [] } = refusals.get(row.key) ?? {};
    refusals.set(row.key, {
      conflict: more.conflict ?? conflict,
      problems: [...problems, ...(more.problems ?? [])],
      data: row.data,
      base: row.base,
    });
  };
  const { data: read } = z.safeParse(refusalOfRows, error.problem);
  for (const { operation, code, current } of read?.conflicts ?? [])
    if (current) refuse(operation, { conflict: { ended: code === 'timeline_ended', current } });
  for (const { path, ...wrong } of error.problem.fields ?? []) {
    const [, index = '', place = ''] = /^body\.operations\.(\d+)\.(.+)$/s.exec(path) ?? [];
    const row = changes[Number(index)]?.row;
    if (index === '' || !row) continue;
    const { problems } = assignErrors(
      new CallError({
        status: error.status,
        requestId: undefined,
        problem: { ...error.problem, fields: [{ path: `body.${place}`, ...wrong }] },
      }),
      row.data,
    );
    refuse(Number(index), {
      problems: problems.length > 0 ? problems : [{ pointer: '', ...wrong }],
    });
  }
  return refusals;
}
