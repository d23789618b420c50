import fc from 'fast-check';
import type { HistoryModel, ModelVersion } from './history-model.ts';

/** Any version of a model, which is filled by the time it is read. */
export const versionsOf = (model: HistoryModel): fc.Arbitrary<ModelVersion> =>
  fc.nat().map((n) => model.versions[n % model.versions.length] as ModelVersion);

/** Moments at, just before and just after a version, before and after all, and none for the present. */
export const momentsOf = (model: HistoryModel): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    fc
      .tuple(versionsOf(model), fc.constantFrom(-1, 0, 1))
      .map(([{ modificationDate }, microseconds]) => shifted(modificationDate, microseconds)),
    fc.constantFrom(undefined, '0000-01-01T00:00:00Z', '2300-01-01T00:00:00Z'),
  );

/** @param moment a full second */
function shifted(moment: string, microseconds: number): string {
  const whole = moment.slice(0, 19);
  if (microseconds === 0) return moment;
  if (microseconds > 0) return `${whole}.000001Z`;
  return `${new Date(Date.parse(`${whole}Z`) - 1000).toISOString().slice(0, 19)}.999999Z`;
}

const texts = [
  undefined,
  '',
  'node.js',
  'Node',
  'js',
  'sup eol',
  'releases',
  '16.6',
  'ünterstützt',
];
const moreTexts = ['LINUX kern', 'cate', 'https://nodejs.org', 'xyzzy', 'a', '2021-04', 'os'];

export const searches = fc.record(
  {
    type: fc.constantFrom('PRODUCT', 'TAG', 'CATEGORY', 'NONE'),
    ended: fc.boolean(),
    text: fc.constantFrom(...texts, ...moreTexts),
  },
  { requiredKeys: [] },
);
