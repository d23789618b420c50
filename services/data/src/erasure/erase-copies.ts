import sql, { type Sql } from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import { noPartition } from '@annals/kit/idempotency/idempotency-table';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { raiseRevision } from '../change-sets/change-sets.sql.ts';
import { listDraftsOfTimeline, writeErasedDraft } from '../change-sets/operations.sql.ts';
import { pointerOf, setNullAt, tokensOf, type Tokens } from '../versions/json-pointer.ts';
import type { ErasedValue, VersionRow } from '../versions/version.ts';
import { isSpecific, type ErasureTarget, type ErasureTargets } from './erasure-targets.ts';

interface AnswerKey {
  userId: string;
  key: string;
}

type KeyedAnswer = AnswerKey & { answer: string };

/** The number of stored responses that one statement scans. */
const responsesScanned = 20_000;
/** Yields to other work after this many. */
const yieldAfter = 500;

/**
 * Erases the values of a timeline from the responses stored for idempotent writes. Of the stored responses, only those
 * of a create, an end or a restore contain data: they are a VersionRow. A repetition gets null instead of the values.
 * Messages about refused rows in responses to imports are erased with the jobs.
 */
export async function eraseFromAnswers(
  transaction: Queryable,
  partitionId: string,
  timelineId: string,
): Promise<void> {
  const namesTimeline = sql`answer like ${`%"timelineId":"${timelineId}"%`}`;
  let after: AnswerKey | undefined = first;
  while (after) {
    const { found, last } = await findAnswers(transaction, partitionId, namesTimeline, after);
    for (let from = 0; from < found.length; from += yieldAfter)
      await rewrite(transaction, partitionId, found.slice(from, from + yieldAfter));
    after = last;
  }
}

const first: AnswerKey = { userId: '00000000-0000-0000-0000-000000000000', key: '' };

/** The matching answers among the next ones, as many as fit in memory; `last` is undefined at the end. */
async function findAnswers(
  transaction: Queryable,
  partitionId: string,
  fits: Sql,
  after: AnswerKey,
): Promise<{ found: KeyedAnswer[]; last: AnswerKey | undefined }> {
  const rows = await transaction.query<AnswerKey & { answer: string | null }>(
    sql`with next as materialized (
        select user_id, key, answer from data.idempotency
        where partition_id = ${partitionId} and (user_id, key) > (${after.userId}::uuid, ${after.key})
        order by user_id, key limit ${responsesScanned}
      ), naming as (
        select *, sum(octet_length(answer)) over (order by user_id, key) - octet_length(answer) as bytes_before
        from next where ${fits}
      )
      (select user_id as "userId", key, answer from naming where bytes_before < ${pageBytes} order by user_id, key)
      union all
      (select user_id, key, null from next
        where not exists (select from naming where bytes_before >= ${pageBytes})
        order by user_id desc, key desc limit 1)`,
  );
  const found = rows.flatMap(({ answer, ...key }) => (answer === null ? [] : { ...key, answer }));
  return { found, last: rows.find(({ answer }) => answer === null) ?? found.at(-1) };
}

async function rewrite(
  transaction: Queryable,
  partitionId: string,
  answers: readonly KeyedAnswer[],
): Promise<void> {
  const read = answers.map(({ answer, ...key }) => ({
    key,
    version: JSON.parse(answer) as Partial<VersionRow>,
  }));
  const ids = read.flatMap(({ version: { id } }) => id ?? []);
  const erasedOf = await findErased(transaction, partitionId, ids);
  const rewritten = read.flatMap(({ key, version }): KeyedAnswer[] => {
    const { id = '', objectData, erased: before } = version;
    const erased = erasedOf.get(id);
    // Answers to other calls may name the timeline too, or contain a version of another one.
    if (!erased || !objectData || erased.length === before?.length) return [];
    for (const { path } of erased) setNullAt(objectData, tokensOf(path));
    return [{ ...key, answer: JSON.stringify({ ...version, erased }) }];
  });
  if (rewritten.length > 0) await writeAnswers(transaction, partitionId, rewritten);
}

/**
 * Erases a reason from the stored responses: of versions, transactions and change sets.
 * @param withoutReason the response as it would be sent now
 */
export async function eraseReasonFromAnswers(
  transaction: Queryable,
  partitionId: string,
  text: string,
  withoutReason: (answer: unknown) => unknown,
): Promise<void> {
  // Responses about change sets are stored outside of partitions, and contain the partition.
  const says = (given: string) => sql`strpos(answer, ${JSON.stringify(given)}::text) > 0`;
  const places = [
    { place: partitionId, fits: says(text) },
    { place: noPartition, fits: sql`${says(text)} and ${says(partitionId)}` },
  ];
  for (const { place, fits } of places) {
    let after: AnswerKey | undefined = first;
    while (after) {
      const { found, last } = await findAnswers(transaction, place, fits, after);
      const rewritten = found.map((stored) =>
        Object.assign(stored, { answer: JSON.stringify(withoutReason(JSON.parse(stored.answer))) }),
      );
      for (let from = 0; from < rewritten.length; from += yieldAfter)
        await writeAnswers(transaction, place, rewritten.slice(from, from + yieldAfter));
      after = last;
    }
  }
}

/** The erased values of versions, by their ids. */
async function findErased(
  transaction: Queryable,
  partitionId: string,
  ids: string[],
): Promise<Map<string, ErasedValue[]>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction.query<{ id: string; erased: ErasedValue[] }>(
    sql`select object_id as id, erased from data.version
      where partition_id = ${partitionId} and object_id = any(${ids}::uuid[])
        and erased is not null`,
    'idempotency-erased',
  );
  return new Map(rows.map(({ id, erased }) => [id, erased]));
}

async function writeAnswers(
  transaction: Queryable,
  partitionId: string,
  answers: KeyedAnswer[],
): Promise<void> {
  await transaction.query(
    sql`update data.idempotency present set answer = given.answer
      from unnest(
        ${answers.map(({ userId }) => userId)}::uuid[], ${answers.map(({ key }) => key)}::text[],
        ${answers.map(({ answer }) => answer)}::text[]) as given (user_id, key, answer)
      where present.partition_id = ${partitionId} and present.user_id = given.user_id and present.key = given.key`,
    'idempotency-erase',
  );
}

/** Replaces the messages about the data of a row. */
const errorsErased = JSON.stringify(say('errorsErased'));
/** Messages about data name a path with this prefix. */
const aboutData = '%objectData%';

/**
 * Erases the descriptions of refused rows from jobs and from stored responses of imports, since they name properties.
 * All of them are erased: a refused row belongs to no timeline, so it is unknown which rows concern the person. The
 * number of refused rows, their positions and codes remain.
 */
export async function eraseFromJobs(transaction: Queryable, partitionId: string): Promise<void> {
  await transaction.query(
    sql`update data.job set refusals = (
          select coalesce(jsonb_agg(case when refusal ->> 'message' like ${aboutData}
              then (refusal - 'parameters') || ${errorsErased}::jsonb else refusal end order by place), '[]')
          from jsonb_array_elements(refusals) with ordinality as each (refusal, place))
      where partition_id = ${partitionId} and refusals::text like ${aboutData}`,
    'job-erase-refusals',
  );
  // The error of a copy quotes its source too.
  await transaction.query(
    sql`update data.job set error = ${errorsErased}::jsonb
      where ${partitionId} in (partition_id, from_partition_id) and error ->> 'message' like ${aboutData}`,
    'job-erase-errors',
  );
  await transaction.query(
    sql`update data.idempotency set answer = jsonb_set(answer::jsonb, '{refused}', (
          select coalesce(jsonb_agg(case when refusal ->> 'message' like ${aboutData}
              then (refusal - 'parameters') || ${errorsErased}::jsonb else refusal end order by place), '[]')
          from jsonb_array_elements(answer::jsonb -> 'refused') with ordinality as each (refusal, place)))::text
      where partition_id = ${partitionId} and answer like ${importAnswer}`,
    'idempotency-erase-refusals',
  );
}

const evidenceRemoved = JSON.stringify(say('evidenceFileErased'));

/**
 * Removes the files of evidence, which may contain the values, and cancels evidence in progress. If it started before
 * the erasure was committed and does not see it, it is refused when it ends.
 */
export async function endEvidence(transaction: Queryable, partitionId: string): Promise<void> {
  const now = await databaseNow(transaction);
  await transaction.query(
    sql`update data.job set state = 'CANCELLED', error = ${evidenceRemoved}::jsonb, evidence = evidence - 'query', holder = null,
        held_until = null, file_bytes = null, expires_date = null, changed_date = ${now},
        ended_date = coalesce(ended_date, ${now}::timestamptz)
      where partition_id = ${partitionId} and kind = 'EVIDENCE'
        and (state = 'RUNNING' or (state = 'DONE' and file_bytes is not null))`,
    'job-end-evidence',
  );
  // The queries of others may contain what is erased.
  await transaction.query(
    sql`update data.job set evidence = evidence - 'query'
      where partition_id = ${partitionId} and kind = 'EVIDENCE' and evidence ->> 'query' is not null`,
    'job-erase-evidence-queries',
  );
  await transaction.query(
    sql`delete from data.job_part where partition_id = ${partitionId}`,
    'job-parts-erase',
  );
}

/** Stored responses of imports start with their counts, unlike those of other writes. */
const importAnswer = `{"created":%"refused":[{${aboutData}`;

/**
 * Erases the values from open change sets that change the timeline. Approvals of them are invalidated, because
 * something else was approved.
 */
export async function eraseFromDrafts(
  transaction: Queryable,
  partitionId: string,
  timelineId: string,
  wanted: ErasureTargets,
): Promise<void> {
  const drafts = await listDraftsOfTimeline(transaction, partitionId, timelineId);
  for (const { changeSetId, operationId, objectData } of drafts) {
    const key = { partitionId, changeSetId };
    if (objectData) {
      const found = wantedIn(objectData, wanted);
      if (found.length === 0) continue;
      for (const tokens of found) setNullAt(objectData, tokens);
      await writeErasedDraft(transaction, key, operationId, objectData);
    }
    await raiseRevision(transaction, key);
  }
}

/** The places of wanted values, none inside another. Values that others share only where a named one is. */
function wantedIn(objectData: Record<string, unknown>, wanted: ErasureTargets): Tokens[] {
  const found: { tokens: Tokens; value: ErasureTarget }[] = [];
  wanted.find(objectData, (tokens, value) => found.push({ tokens, value }));
  const namedBy = ({ tokens, value }: (typeof found)[number]) =>
    pointerOf(tokens.slice(0, value.depth));
  const named = new Set(found.flatMap((each) => (isSpecific(each.value) ? namedBy(each) : [])));
  const places = new Map(
    found.flatMap((each) =>
      isSpecific(each.value) || named.has(namedBy(each))
        ? [[pointerOf(each.tokens), each.tokens] as const]
        : [],
    ),
  );
  const isInside = (pointer: string) =>
    [...places.keys()].some((other) => pointer.startsWith(`${other}/`));
  return [...places].flatMap(([pointer, tokens]) => (isInside(pointer) ? [] : [tokens]));
}
