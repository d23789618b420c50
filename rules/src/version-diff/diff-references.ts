export interface ReferenceLike {
  readonly name: string;
  readonly timelineId: string;
  readonly type?: string | null | undefined;
}

export interface ReferenceChange {
  readonly status: 'added' | 'removed' | 'changed';
  readonly name: string;
  /** The timelines it pointed to before and points to after. */
  readonly before?: string;
  readonly after?: string;
}

/**
 * The changes of the references. A single reference of a name with a new target counts as changed; several of one name
 * count as added and removed. The version that was the newest when a reference was written is ignored.
 */
export function diffReferences(
  older: readonly ReferenceLike[],
  newer: readonly ReferenceLike[],
): ReferenceChange[] {
  const names = new Set([...newer, ...older].map((reference) => reference.name));
  return [...names].flatMap((name): ReferenceChange[] => {
    const before = targets(older, name);
    const after = targets(newer, name);
    const [onlyBefore, onlyAfter] = [before[0], after[0]];
    if (
      before.length === 1 &&
      after.length === 1 &&
      onlyBefore !== undefined &&
      onlyAfter !== undefined
    )
      return onlyBefore === onlyAfter
        ? []
        : [{ status: 'changed', name, before: onlyBefore, after: onlyAfter }];
    const came = without(after, before).map((target): ReferenceChange => ({
      status: 'added',
      name,
      after: target,
    }));
    const went = without(before, after).map((target): ReferenceChange => ({
      status: 'removed',
      name,
      before: target,
    }));
    return came.concat(went);
  });
}

function targets(references: readonly ReferenceLike[], name: string): string[] {
  return references
    .filter((reference) => reference.name === name)
    .map((reference) => reference.timelineId);
}

/** The items of the first list that the second lacks, each as often as it is missing. */
function without(items: readonly string[], taken: readonly string[]): string[] {
  const rest = [...taken];
  return items.filter((item) => {
    const index = rest.indexOf(item);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
