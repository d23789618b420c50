import { createHash, randomUUID } from 'node:crypto';
import { addOperations, listOperations } from '@annals/contracts/change-set-operations';
import { changeSetStates, type ChangeSetState } from '@annals/contracts/change-set';
import { createChangeSet, getChangeSet, listChangeSets } from '@annals/contracts/change-sets';
import { id, maximalPageSize } from '@annals/contracts/fields';
import {
  splitIntoRequests,
  maxRequestBytes,
  sizeOf,
} from '@annals/rules/change-set-import/split-into-requests';
import { retryWithoutReferences } from '@annals/rules/change-set-import/retry-without-references';
import {
  rowForSet,
  ChangeSetImport,
  type SetContent,
} from '@annals/rules/change-set-import/change-set-import';
import { maximalOperationBytes, maximalOperations } from '@annals/contracts/transactions';
import { importObjects, maximalImportRows, type ImportRow } from '@annals/contracts/transfers';
import { CallFailed, type ApiClient } from '../client/api-client.ts';
import { linesOf, type ImportProgress } from './import.ts';
import { checkRow } from './checked-row.ts';
import type { DataFile } from './data-lines.ts';
import { FileError, type Line } from './lines.ts';

export interface ChangeSetImportOptions {
  client: Pick<ApiClient, 'call'>;
  partitionId: string;
  file: string;
  /** What was read from the file, if it is no NDJSON. */
  data?: DataFile | undefined;
  /** Its title or id. If the user has no uncommitted one with this title, one is created. */
  changeSet: string;
  /** The reason of a new change set. */
  reason?: string | undefined;
  /** Called while the file is checked. */
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal | undefined;
}

interface ChangeSetImportResult {
  /** Undefined if the file changes nothing, and there was none. */
  changeSet: { id: string; title: string } | undefined;
  counts: ImportProgress['counts'];
  /** Rows that are ignored because a later one is about the same object. */
  superseded: number;
  /** Whether rows contain what a change set cannot store. */
  omitsFields: boolean;
}

/** The change set cannot take the file; nothing was added. */
export class ChangeSetRefused extends Error {
  override readonly name = 'ChangeSetRefused';
}

/**
 * Adds the rows of a file to a change set, which writes them with its commit: all of them, or none if one is invalid.
 * Running the same file again replaces what the first run added.
 * @throws FileError naming the invalid line, ChangeSetRefused, CallFailed, ServerUnavailable, or the signal's reason
 */
export async function importIntoChangeSet(
  options: ChangeSetImportOptions,
): Promise<ChangeSetImportResult> {
  const { client, partitionId, reason, onProgress } = options;
  const found = await findSet(options);
  const set = new ChangeSetImport(partitionId, await contentOf(options, found?.id), texts, hashOf);
  for await (const { number, row } of rowsOf(options)) set.announce(number, row);

  const counts: ImportProgress['counts'] = { created: 0, changed: 0, ended: 0, existing: 0 };
  const wrong: { row: number; message: string }[] = [];
  let [rows, superseded, omitsFields] = [0, 0, false];
  for await (const batch of batchesOf(options)) {
    rows += batch.length;
    const sent = batch.flatMap(({ number, row: given }) => {
      if (set.supersededBy(given, number) !== undefined) {
        superseded += 1;
        return [];
      }
      const { row, omitsFields: leaves } = rowForSet(given);
      omitsFields ||= leaves;
      return [{ number, row }];
    });
    const bare = sent.map(({ row }) => row);
    if (bare.length > 0) {
      const first = await tryRows(options, bare);
      const again = retryWithoutReferences(bare, first, set.pendingTimelines);
      const answer = again ? await tryRows(options, again) : first;
      const isRetried = (index: number) => again !== undefined && again[index] !== bare[index];
      for (const [index, refusal] of set.take(sent, answer, isRetried).entries())
        if (refusal.judgement === 'refused')
          wrong.push({ row: sent[index]?.number ?? 0, message: refusal.reason?.message ?? '' });
        else counts[refusal.judgement] += 1;
    }
    onProgress?.({ rows, counts, part: batch.at(-1)?.part });
    if (set.count > maximalOperations) throw new ChangeSetRefused(tooMany);
  }

  const { changes, fallen } = set.finish();
  wrong.push(...fallen);
  const [first] = wrong.toSorted((one, other) => one.row - other.row);
  if (first)
    throw new FileError(
      first.row,
      wrong.length === 1
        ? first.message
        : `${first.message} ${wrong.length - 1} other ${wrong.length === 2 ? 'row is' : 'rows are'} invalid too.`,
    );
  if (set.countWith(changes) > maximalOperations) throw new ChangeSetRefused(tooMany);
  if (changes.reduce((sum, change) => sum + sizeOf(change), 0) > maximalOperationBytes)
    throw new ChangeSetRefused(tooLarge);
  if (changes.length === 0) return { changeSet: found, counts, superseded, omitsFields };

  const body = { title: options.changeSet, ...(reason === undefined ? {} : { reason }) };
  const { id: changeSetId, title } =
    found ??
    (await client.call(
      createChangeSet,
      { params: { partitionId }, body },
      { idempotencyKey: randomUUID() },
    ));
  for (const part of splitIntoRequests(changes, maxBatchSize)) {
    options.signal?.throwIfAborted();
    const operations = part.map(({ operationId, operation }) => ({ operationId, operation }));
    try {
      await client.call(
        addOperations,
        { params: { partitionId, changeSetId }, body: { operations } },
        repeatable(),
      );
    } catch (error) {
      throw inFile(error, part);
    }
  }
  return { changeSet: { id: changeSetId, title }, counts, superseded, omitsFields };
}

/** Per call, like the console. */
const maxBatchSize = 200;

/** Repeating it replaces what was added, or only asks again, so retrying is safe. */
const repeatable = () => ({ idempotencyKey: randomUUID() });

const tooMany = `A change set takes at most ${maximalOperations.toLocaleString('en')} changes, and this would be more. Nothing was added. Split the file, and put each part into a change set of its own.`;
const tooLarge =
  'The objects of a change set have at most 8 MiB together, and those of this file have more. Nothing was added. Split the file, and put each part into a change set of its own.';

const texts = {
  restoredInSet:
    'This timeline has ended. A change set restores an object as it was: add that on the page of the object.',
  leadsNowhere: (key: string) => `It refers to ${key}, whose row is not added.`,
  noTarget: (key: string) =>
    `It refers to ${key}, which is not in the partition, in this file or in the change set.`,
  laterRow: (row: number) => `Row ${row} is about the same object under another key.`,
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const open: readonly ChangeSetState[] = changeSetStates.filter(
  (state) => state !== 'COMMITTED' && state !== 'WITHDRAWN',
);

/** @throws ChangeSetRefused for one that the user cannot edit, or if several have the title */
async function findSet({
  client,
  partitionId,
  changeSet,
  reason,
}: ChangeSetImportOptions): Promise<{ id: string; title: string } | undefined> {
  const named = id.safeParse(changeSet.toLowerCase());
  if (named.success) {
    const set = await client.call(getChangeSet, {
      params: { partitionId, changeSetId: named.data },
    });
    if (!set.may.includes('EDIT'))
      throw new ChangeSetRefused(
        `You cannot add to the change set "${set.title}": it is not open, or you are neither its author nor a contributor.`,
      );
    return requireReason(set, reason);
  }
  const found = [];
  for (let cursor: string | undefined, more = true; more;) {
    const page = await client.call(listChangeSets, {
      params: { partitionId },
      query: {
        mine: true,
        state: [...open],
        pageSize: maximalPageSize,
        ...(cursor === undefined ? {} : { cursor }),
      },
    });
    found.push(...page.data.filter(({ title }) => title === changeSet));
    cursor = page.nextCursor ?? undefined;
    more = page.hasMore && cursor !== undefined;
  }
  const [only, other] = found;
  if (other)
    throw new ChangeSetRefused(
      `You have ${found.length} open change sets named "${changeSet}". Give the id of one: it is on its page.`,
    );
  if (!only) return undefined;
  if (only.state === 'IN_REVIEW' || only.state === 'READY' || only.state === 'APPROVED')
    throw new ChangeSetRefused(
      `The change set "${changeSet}" is in review, and its approvals would no longer count. Choose another title, or use its id ${only.id} to change it anyway.`,
    );
  if (reason === undefined) return only;
  const params = { partitionId, changeSetId: only.id };
  return requireReason(await client.call(getChangeSet, { params }), reason);
}

/** @throws ChangeSetRefused if the change set has another reason */
function requireReason(
  set: { id: string; title: string; reason: string | null },
  reason: string | undefined,
) {
  if (reason !== undefined && set.reason !== reason)
    throw new ChangeSetRefused(
      `The change set "${set.title}" has another reason. Change it on its page, or omit --reason.`,
    );
  return set;
}

/** The existing content of the change set, so that rows can refer to it, and its limit is known. */
async function contentOf(
  { client, partitionId }: ChangeSetImportOptions,
  changeSetId: string | undefined,
): Promise<SetContent> {
  const operationIds = new Set<string>();
  const localNames = new Set<string>();
  for (let cursor: string | undefined, more = changeSetId !== undefined; more;) {
    const page = await client.call(listOperations, {
      params: { partitionId, changeSetId: changeSetId ?? '' },
      query: {
        pageSize: maximalPageSize,
        ...(cursor === undefined ? {} : { cursor }),
      },
    });
    for (const { operationId, localName } of page.data) {
      operationIds.add(operationId);
      if (localName !== null) localNames.add(localName);
    }
    cursor = page.nextCursor ?? undefined;
    more = page.hasMore && cursor !== undefined;
  }
  return { operationIds, localNames };
}

const tryRows = async ({ client, partitionId }: ChangeSetImportOptions, rows: ImportRow[]) =>
  client.call(
    importObjects,
    {
      params: { partitionId },
      query: { dryRun: true, forChangeSet: true, skipUnchanged: true },
      body: { rows },
    },
    repeatable(),
  );

interface FileRow extends Pick<Line, 'number' | 'part'> {
  row: ImportRow;
  bytes: number;
}

/** The rows of the file. @throws FileError for an invalid line */
async function* rowsOf({ file, data, signal }: ChangeSetImportOptions): AsyncGenerator<FileRow> {
  for await (const { text, number, part, value } of linesOf({ file, data })) {
    signal?.throwIfAborted();
    const row = checkRow({ number, value });
    yield { number, part, row, bytes: Buffer.byteLength(text) };
  }
}

async function* batchesOf(options: ChangeSetImportOptions): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  let bytes = 0;
  for await (const row of rowsOf(options)) {
    if (
      batch.length === maximalImportRows ||
      (batch.length > 0 && bytes + row.bytes > maxRequestBytes)
    ) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(row);
    bytes += row.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** The same error, with the line in the file instead of the operation. */
function inFile(error: unknown, part: readonly { row: number }[]): unknown {
  if (!(error instanceof CallFailed)) return error;
  const [field] = error.answer.fields ?? [];
  const [, index, property] =
    /^body\.operations\.(\d+)\.operation\.?(.*)$/.exec(field?.path ?? '') ?? [];
  const row = index === undefined ? undefined : part[Number(index)]?.row;
  return field && row !== undefined
    ? new FileError(row, property ? `${property}: ${field.message}` : field.message)
    : error;
}
