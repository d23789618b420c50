import fc from 'fast-check';
import { epochMicros, isoDateTime } from '../versions/timestamps.ts';
import { people, type Listener, type Person } from './data-listener.ts';
import type { HistoryModel, ModelSearch } from './history-model.ts';
import { conditions, dataPaths, texts } from './model-data.ts';
import { objectReads } from './model-object-reads.ts';
import { partitionReads } from './model-partition-reads.ts';
import { referenceNames, typeNames } from './model-writes.ts';
import { expectStatus, pick, type ServiceModel } from './service-model.ts';
import type { PartitionModel } from './partition-model.ts';

const some = <T>(...items: T[]) => fc.constantFrom(...items);
const maybe = <T>(...items: T[]) => some<T | undefined>(undefined, ...items);
const reads = { ...objectReads, ...partitionReads };
type Read = keyof typeof reads;

type When = 'now' | 'version' | 'change' | 'schema' | 'before all' | 'after all';
const moments = fc.record({
  of: fc.oneof(
    { weight: 8, arbitrary: some<When>('now', 'version', 'version') },
    { weight: 3, arbitrary: some<When>('change', 'schema') },
    { weight: 1, arbitrary: some<When>('before all', 'after all') },
  ),
  n: fc.nat(),
  shift: some(-1, 0, 1),
});
type MomentStep = typeof moments extends fc.Arbitrary<infer Step> ? Step : never;
const persons = Object.keys(people) as Person[];

interface Criteria extends Pick<ModelSearch, 'type' | 'ended' | 'text' | 'where'> {
  references?: { named: boolean; to: number }[];
  modifiedBy?: Person;
  modifiedFrom?: MomentStep;
  modifiedTo?: MomentStep;
}
const anyCriteria: fc.Arbitrary<Criteria> = fc.oneof(
  fc.record({ type: some(...typeNames) }),
  fc.record({ ended: fc.boolean() }),
  fc.record({ text: some(...texts, '') }),
  ...[1, 2, 3].map(() =>
    fc.record({ where: fc.array(conditions, { minLength: 1, maxLength: 2 }) }),
  ),
  ...[1, 2].map(() =>
    fc.record({
      references: fc.array(fc.record({ named: fc.boolean(), to: fc.nat() }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  ),
  fc.record({ modifiedBy: some(...persons) }),
  fc.record({ modifiedFrom: moments }),
  fc.record({ modifiedTo: moments }),
);

export const questions = fc.record({
  do: fc.constant('ask'),
  // Most can go wrong in a search.
  ask: some<Read>(...(Object.keys(reads) as Read[]), 'search', 'search', 'search', 'referencedBy'),
  as: fc.oneof(
    { weight: 9, arbitrary: some<Person>('reader', 'owner', 'editor', 'readsAll', 'writesAll') },
    { weight: 1, arbitrary: fc.constant<Person>('stranger') },
  ),
  moment: moments,
  /** The version or timeline to read. */
  place: fc.nat(),
  pageSize: some(1, 2, 3, 5, 50, 500),
  type: maybe(...typeNames),
  who: maybe(...persons),
  name: maybe(...referenceNames),
  path: some(...dataPaths),
  text: some(...texts),
  yes: fc.boolean(),
  /** What was held at the moment instead of what is recorded as of it. */
  held: fc.boolean(),
  searches: fc.array(
    fc
      .array(anyCriteria, { minLength: 1, maxLength: 2 })
      .map((parts): Criteria => Object.assign({}, ...parts)),
    { minLength: 3, maxLength: 3 },
  ),
});
export type Question = typeof questions extends fc.Arbitrary<infer Step> ? Step : never;

/** A read with its context. */
export interface ModelRead extends Omit<Question, 'searches' | 'moment'> {
  model: ServiceModel;
  /** As of the moment: with everything recorded, or with what was held then. */
  partitions: PartitionModel[];
  service: Listener;
  partition: PartitionModel;
  history: HistoryModel;
  /** Includes what is later than the moment. */
  whole: PartitionModel;
  params: { partitionId: string };
  /** Undefined for the present. */
  asOf: string | undefined;
  query: { asOf?: string; asHeld?: boolean };
  searches: ModelSearch[];
}

/** Compares one read of the service with the model. */
export async function compareRead(
  model: ServiceModel,
  partition: PartitionModel,
  question: Question,
): Promise<void> {
  const asOf = momentIn(partition, question.moment);
  const isHeld = question.held && asOf !== undefined;
  const at = (one: PartitionModel) => (isHeld ? one.heldAt(asOf) : one);
  const view = at(partition);
  const read: ModelRead = {
    ...question,
    model,
    service: model.service,
    partitions: model.partitions.map(at),
    partition: view,
    history: view.history,
    whole: partition,
    params: { partitionId: partition.id },
    asOf,
    query: asOf === undefined ? {} : { asOf, ...(isHeld ? { asHeld: true } : {}) },
    searches: question.searches.map((criteria) => searchIn(partition, criteria)),
  };
  if (partition.roleOf(question.as) === undefined) {
    const answer = await model.service.send('GET', `/v1/partitions/${partition.id}`, read);
    return expectStatus(answer, 404);
  }
  await reads[question.ask](read);
}

function momentIn({ history, schemas, changes }: PartitionModel, { of, n, shift }: MomentStep) {
  if (of === 'before all') return '1000-01-01T00:00:00.000000Z';
  if (of === 'after all') return '2300-01-01T00:00:00.000000Z';
  const dates: Record<Exclude<When, 'before all' | 'after all'>, string[]> = {
    now: [],
    version: history.versions.flatMap(({ modificationDate, importedDate }) => [
      modificationDate,
      ...(importedDate ? [importedDate] : []),
    ]),
    change: changes.map(({ until }) => until),
    schema: schemas.map(({ changedDate }) => changedDate),
  };
  const date = pick(dates[of], n);
  return date === undefined ? undefined : isoDateTime(epochMicros(date) + shift);
}

function searchIn(partition: PartitionModel, criteria: Criteria): ModelSearch {
  const { references = [], modifiedBy, modifiedFrom, modifiedTo, ...others } = criteria;
  const pointers = partition.history.versions.flatMap((version) => version.references);
  const all: ModelSearch = {
    ...others,
    references: references.flatMap(({ named, to }) => {
      const pointer = pick(pointers, to);
      if (!pointer) return [];
      const { name, timelineId } = pointer;
      return [named ? { name, timelineId } : { timelineId }];
    }),
    modifiedBy: modifiedBy && people[modifiedBy].userId,
    modifiedFrom: modifiedFrom && momentIn(partition, modifiedFrom),
    modifiedTo: modifiedTo && momentIn(partition, modifiedTo),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
