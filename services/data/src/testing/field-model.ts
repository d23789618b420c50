import { isDeepStrictEqual } from 'node:util';
import type { ModelVersion } from './history-model.ts';
import { nameOf } from './partition-model.ts';

/** A path into a document: names of properties, and in arrays the id of the element or, for texts, its index. */
type FieldPath = (string | { id: string; index: number })[];

/** All fields in the data of the random runs: elements of arrays by their id. */
function fieldPathsIn(value: unknown): FieldPath[] {
  const inner = stepsIn(value);
  return inner.flatMap(([step, item]) => {
    const fieldPaths = fieldPathsIn(item);
    return fieldPaths.length === 0
      ? [[step]]
      : fieldPaths.map((fieldPath) => [step].concat(fieldPath));
  });
}

function stepsIn(value: unknown): [FieldPath[number], unknown][] {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      typeof item === 'object' && item !== null ? [[{ id: item.id, index }, item]] : [],
    );
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function follow(value: unknown, fieldPath: FieldPath): unknown {
  let found = value;
  for (const step of fieldPath) {
    if (typeof step === 'object')
      found = Array.isArray(found) ? found.find((item) => item.id === step.id) : undefined;
    else if (typeof found === 'object' && found !== null && Object.hasOwn(found, step))
      found = found[step as never];
    else return undefined;
  }
  return found;
}

const pointer = (fieldPath: FieldPath) =>
  fieldPath
    .map((step) =>
      typeof step === 'object'
        ? `/${step.index}`
        : `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    )
    .join('');

const changeOf = (version: ModelVersion | undefined) => ({
  objectId: version?.id,
  modificationCount: version?.modificationCount,
  modificationDate: version?.modificationDate,
  modificationUserId: version?.modificationUserId,
  modificationUserName: nameOf(version?.modificationUserId),
  reason: version?.reason ?? null,
});

/** @param versions newest first */
export function blameOf(versions: ModelVersion[]) {
  const [newest] = versions;
  return fieldPathsIn(newest?.objectData).map((fieldPath) => {
    const value = follow(newest?.objectData, fieldPath);
    const other = versions.findIndex(
      (version) => !isDeepStrictEqual(follow(version.objectData, fieldPath), value),
    );
    const changed = other === -1 ? versions.at(-1) : versions[other - 1];
    return Object.assign({ path: pointer(fieldPath), value }, changeOf(changed));
  });
}

/** The path in a document that has the field, with the ids of elements instead of their indexes. */
function pathOf(document: unknown, names: readonly string[]): FieldPath | undefined {
  let value = document;
  const fieldPath: FieldPath = [];
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    const isElement = Array.isArray(value);
    value = value[name as never];
    const isNamed = isElement && typeof value === 'object' && value !== null;
    fieldPath.push(isNamed ? { id: (value as { id: string }).id, index: Number(name) } : name);
  }
  return fieldPath;
}

/** @param versions newest first */
export function valuesOf(versions: ModelVersion[], path: string) {
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = versions.map(({ objectData }) => pathOf(objectData, names)).find(Boolean);
  const valueOf = (version: ModelVersion | undefined) =>
    found && follow(version?.objectData, found);
  return versions.flatMap((version, index) => {
    const older = versions[index + 1];
    if (older && isDeepStrictEqual(valueOf(older), valueOf(version))) return [];
    const value = valueOf(version);
    const end = versions
      .slice(0, index)
      .findLast((newer) => !isDeepStrictEqual(valueOf(newer), value));
    return [
      {
        value: value === undefined ? null : value,
        present: value !== undefined,
        toDate: end?.modificationDate ?? null,
        ...changeOf(version),
      },
    ];
  });
}
