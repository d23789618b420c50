import type { ObjectVersion } from '@annals/contracts/objects';

interface ReferenceGroup {
  readonly name: string;
  readonly type: string | undefined;
  readonly objects: ObjectVersion[];
}

/** What points somewhere, by the name of the reference and the type of what points, in that order. */
export function groupReferences(
  found: readonly { name: string; object: ObjectVersion }[],
): ReferenceGroup[] {
  const groups = new Map<string, ReferenceGroup>();
  for (const { name, object } of found) {
    const key = JSON.stringify([name, object.type]);
    const group = groups.get(key) ?? { name, type: object.type, objects: [] };
    group.objects.push(object);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en') ||
      (one.type ?? '').localeCompare(other.type ?? '', 'en'),
  );
}
