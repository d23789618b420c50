import fc from 'fast-check';
import { expect } from 'vitest';
import { exportObjects } from '@annals/contracts/moves';
import { searchObjects, searchText } from '@annals/contracts/object-search';
import { getObjectType, listObjectTypes } from '@annals/contracts/object-types';
import {
  getObject,
  latestObject,
  listChanges,
  recentObjects,
  referencedBy,
  timelineBlame,
  timelineObjects,
  timelineValues,
} from '@annals/contracts/objects';
import { getPartition, listMembers, versionsPerDay } from '@annals/contracts/partitions';
import { listObjectsOfUser, listPartitionsOfUser } from '@annals/contracts/data-users';
import { limitsHeader, people, type Person } from './data-listener.ts';
import { everyItem } from './every-item.ts';
import { blameOf, valuesOf } from './field-model.ts';
import type { ModelVersion } from './history-model.ts';
import { conditions, dataPaths, schemas, texts } from './model-data.ts';
import { momentOf, microsecondsOf } from '../time/microseconds.ts';
import { referenceNames, typeNames } from './model-writes.ts';
import { expectStatus, pick, type World } from './model-world.ts';
import { shown, type PartitionModel } from './partition-model.ts';

const some = <T>(...items: T[]) => fc.constantFrom(...items);
const maybe = <T>(...items: T[]) => some<T | undefined>(undefined, ...items);

const moment = fc.record({
  of: some('now', 'version', 'version', 'change', 'schema', 'before all', 'after all'),
  n: fc.nat(),
  shift: some(-1, 0, 1),
});
type MomentStep = typeof moment extends fc.Arbitrary<infer Step> ? Step : never;

const person = some<Person>(...(Object.keys(people) as Person[]));
const search = fc.record(
  {
    type: some(...typeNames),
    ended: fc.boolean(),
    text: some(...texts, '', ' - '),
    where: fc.array(conditions, { maxLength: 2 }),
    references: fc.array(
      fc.record({ name: maybe(...referenceNames), to: fc.nat() }, { requiredKeys: ['to'] }),
      { maxLength: 2 },
    ),
    modifiedBy: person,
    modifiedFrom: moment,
    modifiedTo: moment,
  },
  { requiredKeys: [] },
);
const base = {
  as: some<Person>('reader', 'owner', 'editor', 'readsAll', 'writesAll', 'stranger'),
  moment,
  /** Which version or timeline it is about. */
  place: fc.nat(),
  pageSize: some(1, 2, 3, 5, 50, 500),
};
const about = <Name extends string, More extends object>(
  ask: Name,
  more: { [Key in keyof More]: fc.Arbitrary<More[Key]> },
) => fc.record({ ...base, ask: fc.constant(ask), ...more } as never) as fc.Arbitrary<never>;
void about;
