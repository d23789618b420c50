import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { BodyOf, CallInput } from '@annals/contracts/endpoint';
import {
  createObject,
  endTimeline,
  restoreObject,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { people, type Answer, type Person } from './data-listener.ts';
import type { HistoryModel, ModelVersion, NewVersion, Pointer } from './history-model.ts';
import { brokenBy, objectData } from './model-data.ts';
import { expectStatus, pick, unknownId, type ServiceModel } from './service-model.ts';
import { shown, type PartitionModel } from './partition-model.ts';

const some = <T>(...items: T[]) => fc.constantFrom(...items);

export const typeNames = ['ALPHA', 'BETA', 'GAMMA'];
export const reasons = some(undefined, undefined, 'Price list of June', String.raw`Für "Ада" \ 🙂`);
export const referenceNames = ['of', 'with'];
/** Mostly those who may. */
export const writers: fc.Arbitrary<Person> = fc.oneof(
  { weight: 12, arbitrary: some<Person>('owner', 'editor', 'writesAll') },
  { weight: 1, arbitrary: some<Person>('reader', 'stranger', 'readsAll') },
);

const base = {
  as: writers,
  place: fc.nat(),
  data: objectData,
  references: fc.array(fc.record({ name: some(...referenceNames), to: fc.nat() }), {
    maxLength: 3,
  }),
  /** Whether the references stay as generated, even if one is repeated or leads nowhere. */
  careless: fc.nat(9).map((n) => n === 9),
  /** The base of a version. */
  follows: fc.nat(9).map((n) => (n < 8 ? 'latest' : n === 8 ? 'stale' : 'none')),
  keyed: fc.boolean(),
  reason: reasons,
};
export const objectWrites = fc.oneof(
  fc.record({ ...base, do: fc.constant('start'), type: some(...typeNames) }),
  fc.record({ ...base, do: fc.constant('follow'), type: some('same', 'same', 'ALPHA') }),
  fc.record({ ...base, do: fc.constant('end'), type: fc.constant('same') }),
  fc.record({ ...base, do: fc.constant('restore'), type: fc.constant('same'), old: fc.nat() }),
);
type ObjectWrite = typeof objectWrites extends fc.Arbitrary<infer Step> ? Step : never;

interface Refusal {
  status: number;
  code?: string;
  current?: ModelVersion;
  fields?: string[];
}

type Written = Answer<ObjectVersion>;

export async function writeObject(
  model: ServiceModel,
  partition: PartitionModel,
  step: ObjectWrite,
): Promise<void> {
  const { history } = partition;
  const head = step.do === 'start' ? undefined : pick(history.heads(), step.place);
  if (step.do !== 'start' && !head) return;
  const predecessorId = predecessorOf(step, partition, head);
  const content = contentOf(step, partition, head);
  const old = 'old' in step && head ? pick(history.history(head.timelineId), step.old) : undefined;
  const refusal =
    roleRefusal(partition, step.as) ??
    refusalOf(partition, { ...step, head, predecessorId, content, old });
  const { send, sendOther } = sender(model, partition, step, { head, predecessorId, content, old });

  const answer = await send();
  if (refusal) {
    expectStatus(answer, refusal.status);
    if (refusal.code !== undefined) expect(answer.body.code).toBe(refusal.code);
    if (refusal.current) expect(answer.body.current).toEqual(shown(partition.id, refusal.current));
    if (refusal.fields) expect(answer.body.fields?.map(({ path }) => path)).toEqual(refusal.fields);
    return;
  }
  expectStatus(answer, 201);
  const version = appendAnswered(partition, answer, {
    timelineId: head?.timelineId ?? answer.body.timelineId ?? '',
    userId: people[step.as].userId,
    reason: step.reason,
    ...(content ? { content } : {}),
  });
  expect(answer.body).toEqual(shown(partition.id, version));
  if (step.keyed) model.answered.push({ partition, as: step.as, answer, repeat: send, sendOther });
}

/** The service returns id and date; dates increase with each write. */
export function appendAnswered(
  { history }: PartitionModel,
  { body }: Written,
  version: Omit<NewVersion, 'id' | 'date'>,
): ModelVersion {
  const { id, modificationDate: date } = body;
  expect(date > (history.versions.at(-1)?.modificationDate ?? '')).toBe(true);
  expect(history.versions.some((one) => one.id === id)).toBe(false);
  return history.append({ ...version, id, date });
}

export const roleRefusal = (partition: PartitionModel, as: Person): Refusal | undefined => {
  const status = partition.refusalOf(as, 'EDITOR');
  return status === undefined ? undefined : { status };
};

function predecessorOf(
  { follows }: ObjectWrite,
  { history }: PartitionModel,
  head: ModelVersion | undefined,
): string | undefined {
  if (!head || follows === 'none') return undefined;
  return follows === 'latest' ? head.id : (head.predecessorId ?? history.versions.at(-1)?.id);
}

/** Undefined for an end. */
function contentOf(
  step: ObjectWrite,
  { history }: PartitionModel,
  head: ModelVersion | undefined,
): NewVersion['content'] | undefined {
  if (step.do === 'end') return undefined;
  if ('old' in step) {
    const old = head && pick(history.history(head.timelineId), step.old);
    return old && { ...old, type: head.type };
  }
  const given = step.references.map(({ name, to }) => ({
    name,
    timelineId: pick([...history.heads(), { timelineId: unknownId }], to)?.timelineId ?? '',
  }));
  const references = step.careless ? given : validReferences(history, given);
  return {
    type: step.type === 'same' ? (head?.type ?? '') : step.type,
    objectData: step.data,
    references,
  };
}

/** Without those that lead nowhere or are repeated. */
export const validReferences = (history: HistoryModel, references: Pointer[]): Pointer[] =>
  references.filter(
    ({ name, timelineId }, index) =>
      history.head(timelineId) &&
      references.findIndex((one) => one.name === name && one.timelineId === timelineId) === index,
  );

interface Write {
  head: ModelVersion | undefined;
  predecessorId: string | undefined;
  content: NewVersion['content'] | undefined;
  old: ModelVersion | undefined;
}

export function refusalOf(
  partition: PartitionModel,
  step: Write & { do: ObjectWrite['do'] | 'transaction' },
): Refusal | undefined {
  const { head, predecessorId, content, old } = step;
  if (partition.state.archived) return { status: 409, code: 'partition_archived' };
  if (head) {
    const current = head;
    if (head.endedDate !== null && step.do !== 'restore')
      return { status: 409, code: 'timeline_ended', current };
    if (predecessorId !== undefined && predecessorId !== head.id)
      return { status: 409, code: 'stale_predecessor', current };
    if (old === head && head.endedDate === null)
      return { status: 409, code: 'nothing_to_restore', current };
  }
  if (!content) return undefined;
  if (head && content.type !== head.type) return { status: 400, fields: ['body.type'] };
  const broken = brokenBy(partition.schemaOf(content.type)?.schema, content.objectData);
  if (broken.length > 0)
    return {
      status: 400,
      fields: broken.map((path) => (old ? 'body.objectId' : `body.objectData.${path}`)),
    };
  const right = validReferences(partition.history, content.references);
  const fields = content.references.flatMap((reference, index) =>
    right.includes(reference) ? [] : [`body.references.${index}.timelineId`],
  );
  return fields.length > 0 ? { status: 400, fields } : undefined;
}

/** @returns also a call with the same Idempotency-Key and another body */
function sender(
  { service }: ServiceModel,
  partition: PartitionModel,
  step: ObjectWrite,
  { head, predecessorId, content, old }: Write,
): Record<'send' | 'sendOther', () => Promise<Written>> {
  const sent = {
    as: step.as,
    headers: step.keyed ? { 'idempotency-key': randomUUID() } : {},
  };
  const known = {
    ...(predecessorId === undefined ? {} : { predecessorId }),
    ...(step.reason === undefined ? {} : { reason: step.reason }),
  };
  const params = { partitionId: partition.id, timelineId: head?.timelineId ?? '' };
  if (step.do === 'end') {
    const end = async (body: BodyOf<typeof endTimeline>) =>
      service.call(endTimeline, { ...sent, params, body });
    return { send: () => end(known), sendOther: () => end({ predecessorId: unknownId }) };
  }
  if (old) {
    const restore = async (body: BodyOf<typeof restoreObject>) =>
      service.call(restoreObject, { ...sent, params, body });
    return {
      send: () => restore({ objectId: old.id, ...known }),
      sendOther: () => restore({ objectId: old.id, predecessorId: unknownId }),
    };
  }
  const body = {
    objectData: content?.objectData ?? {},
    references: content?.references ?? [],
    ...(step.type === 'same' ? {} : { type: step.type }),
    ...(head ? { timelineId: head.timelineId } : {}),
    ...known,
  };
  const create = async (given: CallInput<typeof createObject>['body']) =>
    service.call(createObject, { ...sent, params: { partitionId: partition.id }, body: given });
  return {
    send: () => create(body),
    sendOther: () => create({ ...body, objectData: { ...body.objectData, other: true } }),
  };
}
