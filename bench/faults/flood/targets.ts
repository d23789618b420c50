import type { Targets } from './attacks.ts';
import type { TokenClient } from './token-client.ts';

const largeObjects = 200;
const versionsOfHistory = 1_000;
const propertiesOfHistory = 40;
const propertiesOfWide = 30_000;

export type Version = { id: string; timelineId: string; modificationDate: string };

/** Returns the id of the partition. */
export type CreatePartition = (owner: TokenClient, partitionName: string) => Promise<string>;

/** Creates the data that the attacks use. */
export async function createTargets(
  attacker: TokenClient,
  createPartition: CreatePartition,
): Promise<Omit<Targets, 'slowReceiver'>> {
  const large = await createPartition(attacker, 'Large');
  const asOf = await createLargeObjects(attacker, large);
  const trap = await createPartition(attacker, 'Trap');
  await attacker.must('POST', `/v1/partitions/${trap}/objects`, {
    type: 'TRAP',
    objectData: { text: 'a '.repeat(10_000) },
    references: [],
  });
  const schemas: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const partition = await createPartition(attacker, `Schemas ${index}`);
    await attacker.must('POST', `/v1/partitions/${partition}/objects`, {
      type: 'T',
      objectData: { name: `${'a'.repeat(60)}!` },
      references: [],
    });
    schemas.push(partition);
  }
  const hooked = await createPartition(attacker, 'Hooked');
  const history = await createPartition(attacker, 'History');
  const { timelineId: timeline, id: version } = await createHistory(attacker, history);
  const wide = await createWideObject(attacker, history);
  return { attacker, large, asOf, trap, schemas, hooked, history, timeline, version, wide };
}

/** @returns the time at which each of the objects was large */
async function createLargeObjects(attacker: TokenClient, partition: string): Promise<string> {
  const words = 'an object of a million letters is long ';
  const text = words.repeat(Math.floor(1_000_000 / words.length));
  const versions: Version[] = [];
  for (let index = 0; index < largeObjects; index += 1)
    versions.push(
      await attacker.must<Version>('POST', `/v1/partitions/${partition}/objects`, {
        type: 'LARGE',
        objectData: { title: `Large ${index}`, text },
        references: [],
      }),
    );
  // The index contains only the words of the newest versions, so every second one is read as of an earlier
  // time.
  for (const [index, { id, timelineId }] of versions.entries())
    if (index % 2 === 0)
      await attacker.must('POST', `/v1/partitions/${partition}/objects`, {
        timelineId,
        predecessorId: id,
        objectData: { title: `Large ${index}` },
        references: [],
      });
  return versions.at(-1)?.modificationDate ?? '';
}

/** @returns the first version of a timeline, each version of which changes one property */
async function createHistory(attacker: TokenClient, partition: string): Promise<Version> {
  const names = Array.from({ length: propertiesOfHistory }, (_, index) => `property${index}`);
  const objectData = Object.fromEntries(names.map((name) => [name, `the value of ${name}`]));
  const url = `/v1/partitions/${partition}/objects`;
  const first = await attacker.must<Version>('POST', url, {
    type: 'HISTORY',
    objectData,
    references: [],
  });
  let newest = first;
  for (let version = 2; version <= versionsOfHistory; version += 1)
    newest = await attacker.must<Version>('POST', url, {
      timelineId: first.timelineId,
      predecessorId: newest.id,
      objectData: { ...objectData, property0: version },
      references: [],
    });
  return first;
}

/** @returns the id of an object with many properties, each of which is proven */
async function createWideObject(attacker: TokenClient, partition: string): Promise<string> {
  const names = Array.from({ length: propertiesOfWide }, (_, index) => `property${index}`);
  const { id } = await attacker.must<Version>('POST', `/v1/partitions/${partition}/objects`, {
    type: 'WIDE',
    objectData: Object.fromEntries(names.map((name) => [name, 1])),
    references: [],
  });
  return id;
}
