import fc from 'fast-check';
import { expect } from 'vitest';
import { putObjectType } from '@annals/contracts/object-types';
import { listChanges } from '@annals/contracts/objects';
import {
  archivePartition,
  changePartition,
  putMember,
  removeMember,
} from '@annals/contracts/partitions';
import { memberRoles } from '@annals/contracts/permissions';
import { people, type Person } from './data-listener.ts';
import { brokenBy, schemas, type SchemaName } from './model-data.ts';
import { typeNames } from './model-writes.ts';
import { expectStatus, pick, type ServiceModel } from './service-model.ts';
import { shown, type PartitionModel } from './partition-model.ts';

const some = <T>(...items: T[]) => fc.constantFrom(...items);

export const changers = some<Person>(
  'owner',
  'owner',
  'writesAll',
  'writesAll',
  'editor',
  'stranger',
);
const persons = Object.keys(people) as Person[];

export const partitionChanges = fc.oneof(
  fc.record({
    do: fc.constant('putMember'),
    as: changers,
    who: some(...persons),
    role: some(...memberRoles),
  }),
  fc.record({ do: fc.constant('removeMember'), as: changers, who: some(...persons) }),
  fc.record({ do: fc.constant('rename'), as: changers, keepName: fc.boolean() }),
  // Mostly unarchived, so that more is written.
  fc.record({ do: fc.constant('archive'), as: changers, archived: some(true, false, false) }),
  ...[1, 2, 3].map(() =>
    fc.record({
      do: fc.constant('putSchema'),
      as: changers,
      type: some(...typeNames),
      schema: some<SchemaName | null>(...(Object.keys(schemas) as SchemaName[]), null),
      dryRun: some(true, false, false),
    }),
  ),
);
export type PartitionChange =
  typeof partitionChanges extends fc.Arbitrary<infer Step> ? Step : never;
type Of<Name extends PartitionChange['do']> = Extract<PartitionChange, { do: Name }>;

export async function changePartitionBy(
  model: ServiceModel,
  partition: PartitionModel,
  step: PartitionChange,
): Promise<void> {
  if (step.do === 'putSchema') return putSchema(model, partition, step);
  const changes = { putMember: put, removeMember: remove, rename, archive };
  const make = changes[step.do] as (
    ...given: [ServiceModel, PartitionModel, typeof step]
  ) => Change;
  await model.change(partition, async () => make(model, partition, step));
}

type Change = Promise<Partial<PartitionModel['state']> | undefined>;

/** The refusal of callers without access, or of changes in a read-only partition. */
const refusalOf = (partition: PartitionModel, as: Person) =>
  partition.refusalOf(as, 'OWNER') ?? (partition.state.archived ? 409 : undefined);

const isLastOwner = ({ state }: PartitionModel, id: string) =>
  state.members
    .filter(({ role }) => role === 'OWNER')
    .map(({ userId }) => userId)
    .join() === id;

async function put(
  { service }: ServiceModel,
  partition: PartitionModel,
  { as, who, role }: Of<'putMember'>,
): Change {
  const { userId } = people[who];
  const answer = await service.call(putMember, {
    as,
    params: { partitionId: partition.id, userId },
    body: { role },
  });
  const stays = role !== 'OWNER' && isLastOwner(partition, userId);
  // Members can change in an archived partition too.
  const refusal = partition.refusalOf(as, 'OWNER') ?? (stays ? 409 : undefined);
  expectStatus(answer, refusal ?? 200);
  if (refusal) return undefined;
  const { members } = partition.state;
  const before = members.find((member) => member.userId === userId);
  const { sinceDate } = answer.body;
  const member = { userId, role, sinceDate: before?.sinceDate ?? sinceDate };
  expect(answer.body).toMatchObject(member);
  if (before?.role === role) return undefined;
  return { members: before ? members.with(members.indexOf(before), member) : [...members, member] };
}

async function remove(
  { service }: ServiceModel,
  partition: PartitionModel,
  { as, who }: Of<'removeMember'>,
): Change {
  const { userId } = people[who];
  const params = { partitionId: partition.id, userId };
  const answer = await service.call(removeMember, { as, params });
  const { members } = partition.state;
  const isMember = members.some((member) => member.userId === userId);
  const refusal =
    partition.refusalOf(as, 'OWNER') ??
    (isLastOwner(partition, userId) ? 409 : isMember ? undefined : 404);
  expectStatus(answer, refusal ?? 204);
  return refusal ? undefined : { members: members.filter((member) => member.userId !== userId) };
}

async function rename(
  { service }: ServiceModel,
  partition: PartitionModel,
  { as, keepName }: Of<'rename'>,
): Change {
  const partitionName = keepName ? partition.state.name : `${partition.state.name} anew`;
  const answer = await service.call(changePartition, {
    as,
    params: { partitionId: partition.id },
    body: { partitionName },
  });
  const refusal = refusalOf(partition, as);
  expectStatus(answer, refusal ?? 200);
  if (refusal) return undefined;
  expect(answer.body).toMatchObject({ partitionName });
  return { name: partitionName };
}

async function archive(
  { service }: ServiceModel,
  partition: PartitionModel,
  { as, archived }: Of<'archive'>,
): Change {
  const answer = await service.call(archivePartition, {
    as,
    params: { partitionId: partition.id },
    body: { archived },
  });
  const refusal = partition.refusalOf(as, 'OWNER');
  expectStatus(answer, refusal ?? 200);
  if (refusal) return undefined;
  expect(answer.body.archivedDate !== null).toBe(archived);
  return { archived };
}

async function putSchema(
  { service }: ServiceModel,
  partition: PartitionModel,
  { as, type, schema: requested, dryRun }: Of<'putSchema'>,
): Promise<void> {
  const heads = partition.history.heads().filter((head) => head.type === type);
  // Without objects, the response does not show when a schema was removed.
  const schema = requested === null && heads.length === 0 ? 'titled' : requested;
  const jsonSchema = schema && schemas[schema].jsonSchema;
  const answer = await service.call(putObjectType, {
    as,
    params: { partitionId: partition.id, type },
    query: { dryRun },
    body: { jsonSchema },
  });
  const refusal = dryRun ? partition.refusalOf(as, 'OWNER') : refusalOf(partition, as);
  expectStatus(answer, refusal ?? 200);
  if (refusal) return;
  const open = schema === null ? [] : heads.filter(({ endedDate }) => endedDate === null);
  const broken = open.filter((head) => brokenBy(schema, head.objectData).length > 0);
  expect(answer.body.breaking).toMatchObject({ count: broken.length, checked: open.length });
  expect(answer.body.breaking.objects.map(({ id }) => id).toSorted()).toEqual(
    broken.map(({ id }) => id).toSorted(),
  );
  const before = partition.schemaOf(type);
  if (dryRun || (before?.schema ?? null) === schema) return;
  const { changedDate } = answer.body;
  const version = (before?.version ?? 0) + 1;
  const { userId: changedUserId } = people[as];
  expect(answer.body).toMatchObject({ type, jsonSchema, version, changedUserId });
  partition.schemas.push({
    type,
    version,
    schema,
    changedDate: changedDate ?? '',
    changedUserId,
  });
}

export const follows = fc.record({
  do: fc.constant('followChanges'),
  who: fc.nat(),
  pageSize: some(1, 2, 3, 7),
});

/** The change feed returns each version once, in the order they were written, whenever it is read. */
export async function followChanges(
  { service, followers }: ServiceModel,
  step: { who: number; pageSize: number },
): Promise<void> {
  const follower = pick(followers, step.who);
  if (!follower) return;
  const { partition, cursor, seen } = follower;
  const answer = await service.call(listChanges, {
    as: 'readsAll',
    params: { partitionId: partition.id },
    query: { after: cursor, pageSize: step.pageSize },
  });
  expectStatus(answer, 200);
  const { versions } = partition.history;
  const expected = versions.slice(seen, seen + step.pageSize);
  expect(answer.body.data).toEqual(expected.map((version) => shown(partition.id, version)));
  follower.seen += expected.length;
  follower.cursor = answer.body.nextCursor;
  expect(answer.body.hasMore).toBe(follower.seen < versions.length);
}
