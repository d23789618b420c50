import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { importObjects, type ImportRow } from '@annals/contracts/transfers';
import { recentObjects } from '@annals/contracts/objects';
import { epochMicros, isoDateTime } from '../versions/timestamps.ts';
import { people, type Person } from './data-listener.ts';
import type { HistoryModel, NewVersion, Pointer } from './history-model.ts';
import { brokenBy, objectData } from './model-data.ts';
import {
  reasons,
  referenceNames,
  validReferences,
  roleRefusal,
  typeNames,
  writers,
} from './model-writes.ts';
import { expectStatus, pick, type ServiceModel } from './service-model.ts';
import { shown, type PartitionModel } from './partition-model.ts';

const some = <T>(...items: T[]) => fc.constantFrom(...items);
const second = 1_000_000;
const keys = ['one', 'two', 'three', 'four'];

const anyRow = fc.record({
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constant('content') },
    { weight: 5, arbitrary: some('end', 'repeated', 'conflicting') },
  ),
  /** By its key, or by the id of a timeline. */
  byKey: fc.nat(3).map((n) => n > 0),
  place: fc.nat(),
  type: some(...typeNames),
  data: objectData,
  references: fc.array(fc.record({ name: some(...referenceNames), to: fc.nat() }), {
    maxLength: 2,
  }),
  /** Whether the row stays as generated, even if it will be refused. */
  careless: fc.nat(7).map((n) => n === 7),
  restored: fc.boolean(),
  /** Microseconds since the previous version. */
  after: fc.oneof(
    { weight: 12, arbitrary: some(0, 1, 1000, second) },
    { weight: 1, arbitrary: some(-1, 24 * 3600 * second) },
  ),
  by: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: some<Person>('editor', 'owner', 'stranger') },
  ),
  withId: fc.boolean(),
  reason: reasons,
});
type RowStep = typeof anyRow extends fc.Arbitrary<infer Step> ? Step : never;

export const imports = fc.record({
  do: fc.constant('import'),
  as: writers,
  mode: some('all', 'all', 'skipRefused', 'dryRun'),
  /** Whether rows have their own dates. */
  dated: fc.boolean(),
  rows: fc.array(anyRow, { minLength: 1, maxLength: 5 }),
  keyed: fc.boolean(),
});
type ImportStep = typeof imports extends fc.Arbitrary<infer Step> ? Step : never;

/** The result of a row: a version, none for one that already exists, or a refusal. */
type Outcome =
  | { name: 'created' | 'changed' | 'ended'; key: string; version: NewVersion }
  | { name: 'existing' }
  | { name: 'refused'; status: number; code: string };

export async function importBatch(
  model: ServiceModel,
  partition: PartitionModel,
  step: ImportStep,
): Promise<void> {
  const trial = partition.history.copy();
  const rows: ImportRow[] = [];
  const outcomes: Outcome[] = [];
  for (const [number, each] of step.rows.entries()) {
    const row = rowOf(model, partition, trial, step, each);
    rows.push(row);
    const outcome = outcomeOf(partition, trial, row, step, `${number}`);
    outcomes.push(outcome);
    if ('version' in outcome) take(trial, outcome);
  }
  const params = { partitionId: partition.id };
  const headers = step.keyed ? { 'idempotency-key': randomUUID() } : {};
  const query = step.mode === 'all' ? {} : { [step.mode]: true };
  const call = async (batch: ImportRow[]) =>
    model.service.call(importObjects, {
      as: step.as,
      params,
      query,
      headers,
      body: { rows: batch },
    });
  const answer = await call(rows);

  const refused = outcomes.find((one) => one.name === 'refused');
  const refusal =
    roleRefusal(partition, step.as) ??
    (partition.state.archived ? { status: 409 } : step.mode === 'all' ? refused : undefined);
  if (refusal) return expectStatus(answer, refusal.status);
  expectStatus(answer, 200);
  const count = (name: Outcome['name']) => outcomes.filter((one) => one.name === name).length;
  expect(answer.body).toEqual({
    created: count('created'),
    changed: count('changed'),
    ended: count('ended'),
    existing: count('existing'),
    refused: outcomes.flatMap((one, row) =>
      one.name === 'refused' ? [expect.objectContaining({ row, code: one.code })] : [],
    ),
    ...(step.mode === 'dryRun' ? { outcomes: outcomes.map(({ name }) => name) } : {}),
  });
  if (step.mode === 'dryRun') return;
  await appendWritten(model, partition, outcomes);
  for (const [index, row] of rows.entries())
    if (row.id !== undefined && outcomes[index]?.name !== 'refused')
      model.rows.push({ partition, row });
  const sendOther = async () => call([...rows, { key: 'one', ended: true }]);
  if (step.keyed)
    model.answered.push({ partition, as: step.as, answer, repeat: () => call(rows), sendOther });
}

/** Appends what was written, with the ids and dates that the service chose, and compares everything. */
async function appendWritten(
  { service }: ServiceModel,
  partition: PartitionModel,
  outcomes: Outcome[],
): Promise<void> {
  const { history, id: partitionId } = partition;
  const written = outcomes.flatMap((outcome) => ('version' in outcome ? [outcome] : []));
  if (written.length === 0) return;
  const { body } = await service.call(recentObjects, {
    as: 'writesAll',
    params: { partitionId },
    query: { pageSize: written.length },
  });
  const timelines = new Map<string, string>();
  for (const [index, { key, version }] of written.entries()) {
    const stored = body.data.toReversed()[index];
    const { id = '', timelineId = '', modificationDate = '', importedDate = null } = stored ?? {};
    if (!history.head(version.timelineId)) timelines.set(version.timelineId, timelineId);
    const named = (timeline: string) => timelines.get(timeline) ?? timeline;
    const last = history.versions.at(-1)?.modificationDate ?? '';
    expect(modificationDate >= last).toBe(true);
    take(history, {
      key,
      version: {
        ...version,
        importedDate,
        id: version.id.startsWith('row ') ? id : version.id,
        timelineId: named(version.timelineId),
        date: version.date === placeholderDate ? modificationDate : version.date,
        ...(version.content
          ? {
              content: {
                ...version.content,
                references: version.content.references.map(({ name, timelineId: target }) => ({
                  name,
                  timelineId: named(target),
                })),
              },
            }
          : {}),
      },
    });
    const appended = history.versions.at(-1);
    expect(stored).toEqual(appended && shown(partitionId, appended));
  }
}

/** Stands for a date that the service will choose. */
const placeholderDate = '9000-01-01T00:00:00.000000Z';

function take(history: HistoryModel, { key, version }: { key: string; version: NewVersion }): void {
  const isNew = !history.head(version.timelineId);
  history.append(version);
  if (isNew) history.keys.set(key, version.timelineId);
}

function rowOf(
  { rows }: ServiceModel,
  partition: PartitionModel,
  trial: HistoryModel,
  { dated }: ImportStep,
  step: RowStep,
): ImportRow {
  if (step.what === 'repeated' || step.what === 'conflicting') {
    const sent = pick(
      rows.filter((one) => one.partition === partition),
      step.place,
    )?.row as ImportRow | undefined;
    if (sent && step.what === 'repeated') return sent;
    if (sent) return 'ended' in sent ? { ...sent, key: 'nine' } : { ...sent, type: 'OTHER' };
  }
  const timelines = trial.heads().map(({ timelineId }) => timelineId);
  const isPlaceholder = (id: string | undefined) => id === undefined || id.startsWith('timeline ');
  const keyOf = (n: number, byKey: boolean) => {
    const timelineId = pick(timelines, n);
    return byKey || timelineId === undefined || isPlaceholder(timelineId)
      ? (pick(keys, n) ?? '')
      : timelineId;
  };
  const newest = trial.versions.at(-1)?.modificationDate ?? '2021-03-01T00:00:00.000000Z';
  const common = {
    key: keyOf(step.place, step.byKey),
    ...(step.withId ? { id: randomUUID() } : {}),
    ...(dated ? { modificationDate: isoDateTime(epochMicros(newest) + step.after) } : {}),
    ...(step.by ? { modificationUserId: people[step.by].userId } : {}),
    ...(step.reason === undefined ? {} : { reason: step.reason }),
  };
  if (step.what === 'end') return { ...common, ended: true };
  const timelineId = trial.keys.get(common.key) ?? common.key;
  const head = trial.head(timelineId);
  const named = step.references.map(({ name, to }) => {
    const key = keyOf(to, to % 2 === 0);
    // A later row of the batch could start a timeline of any other key.
    return { name, key: trial.keys.has(key) || trial.head(key) ? key : 'of no row' };
  });
  const pointers = named.map(({ name, key }) => ({
    name,
    timelineId: trial.keys.get(key) ?? key,
  }));
  const right = validReferences(trial, pointers);
  return {
    ...common,
    type: step.careless ? step.type : (head?.type ?? step.type),
    objectData: step.data,
    references: named.filter(
      (_, index) => step.careless || right.includes(pointers[index] as Pointer),
    ),
    ...(step.restored || (!step.careless && head?.endedDate) ? { restored: true } : {}),
  };
}

function outcomeOf(
  partition: PartitionModel,
  history: HistoryModel,
  row: ImportRow,
  { as }: ImportStep,
  name: string,
): Outcome {
  const refused = (status: number, code: string): Outcome => ({ name: 'refused', status, code });
  const timelineOf = (key: string) =>
    history.keys.get(key) ?? history.head(key)?.timelineId ?? undefined;
  const present = history.versions.find(({ id }) => id === row.id);
  // A row that was sent once is sent again unchanged, or with another type or key.
  if (present)
    return timelineOf(row.key) === present.timelineId &&
      (!('type' in row) || row.type === present.type)
      ? { name: 'existing' }
      : refused(409, 'id_taken');
  const { modificationDate, modificationUserId } = row;
  if (modificationDate !== undefined) {
    const inTheFuture = new Date(Date.now() + 300_000).toISOString();
    if (modificationDate > inTheFuture) return refused(400, 'bad_request');
    if (modificationDate < (history.versions.at(-1)?.modificationDate ?? ''))
      return refused(409, 'dates_go_back');
  }
  const { userId } = people[as];
  const author = modificationUserId ?? userId;
  if (author !== userId && partition.roleOf(as) !== 'OWNER') return refused(403, 'forbidden');
  const timelineId = timelineOf(row.key);
  const head = timelineId === undefined ? undefined : history.head(timelineId);
  if (head?.endedDate && !('restored' in row)) return refused(409, 'timeline_ended');
  const version = {
    id: row.id ?? `row ${name}`,
    timelineId: timelineId ?? `timeline ${name}`,
    date: modificationDate ?? placeholderDate,
    userId: author,
    reason: row.reason ?? undefined,
    importedUserId:
      modificationDate === undefined && modificationUserId === undefined ? null : userId,
  };
  if ('ended' in row)
    return head ? { name: 'ended', key: row.key, version } : refused(400, 'bad_request');
  const { type, objectData: given, references } = row;
  const pointers = (references ?? []).map((one) => ({
    name: one.name,
    timelineId: timelineOf(one.key) ?? '',
  }));
  const isRight =
    (!head || head.type === type) &&
    brokenBy(partition.schemaOf(type)?.schema, given).length === 0 &&
    pointers.every((one) => one.timelineId !== '') &&
    new Set(pointers.map((one) => one.name + one.timelineId)).size === pointers.length;
  if (!isRight) return refused(400, 'bad_request');
  const content = { type, objectData: given, references: pointers };
  return { name: head ? 'changed' : 'created', key: row.key, version: { ...version, content } };
}
