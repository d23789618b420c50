import { JsonText } from '@annals/kit/json-text';
import { Problem } from '@annals/kit/problem';

/** What a response shows of a partition. */
export interface ShownVersions {
  partitionId?: string;
  objectIds?: readonly string[];
  /** Of versions or rows; for a stream, when it has ended. */
  count?: () => number;
  /** Any version of the partition may be in it. */
  whole?: boolean;
  /** What was asked for, if the request does not say it. */
  about?: object | undefined;
}

const shownIn = new WeakMap<object, readonly ShownVersions[]>();

/** Says what a response shows that does not follow from its row, and returns it. */
export function showing<Answer extends object>(
  answer: Answer,
  shown: readonly ShownVersions[],
): Answer {
  shownIn.set(answer, shown);
  return answer;
}

/** Says the same of versions in several partitions. */
export function showingInPartitions<Answer extends object>(
  answer: Answer,
  versions: readonly { partitionId: string; objectId: string }[],
): Answer {
  const byPartition = new Map<string, Set<string>>();
  for (const { partitionId, objectId } of versions) {
    const others = byPartition.get(partitionId);
    if (others) others.add(objectId);
    else byPartition.set(partitionId, new Set([objectId]));
  }
  const shown = Array.from(byPartition, ([partitionId, objectIds]) => ({
    partitionId,
    objectIds: [...objectIds],
    count: () => objectIds.size,
  }));
  return showing(answer, shown);
}

/** The versions that something was said to show. */
export const versionsShownIn = (shown: object): { partitionId: string; objectId: string }[] =>
  (shownIn.get(shown) ?? []).flatMap(({ partitionId, objectIds = [] }) =>
    partitionId === undefined ? [] : objectIds.map((objectId) => ({ partitionId, objectId })),
  );

/** @param isWhole whether the row returns any number of versions without their ids */
export function findShown(answer: unknown, isWhole: boolean): readonly ShownVersions[] {
  if (typeof answer !== 'object' || answer === null) return [{}];
  const shown = shownIn.get(answer);
  if (shown) return shown;
  if (isWhole) return [{ whole: true, count: () => lengthOf(answer) }];
  const objectIds = answer instanceof JsonText ? answer.versionIds() : idsIn(answer);
  return [{ objectIds, count: () => objectIds.length }];
}

/**
 * What the response to a write shows that its caller did not write: what the handler says, or the versions that a problem
 * has because the write conflicts with them.
 */
export function findShownByWrite(answer: unknown): readonly ShownVersions[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const shown = shownIn.get(answer);
  if (shown) return shown;
  if (!(answer instanceof Problem)) return [];
  const { current, conflicts = [] } = answer.extras;
  const shownByCurrent =
    typeof current === 'object' && current !== null ? shownIn.get(current) : undefined;
  if (shownByCurrent) return shownByCurrent;
  const found = [
    current,
    ...conflicts.map((conflict) => (conflict as { current?: unknown }).current),
  ];
  const objectIds = found.flatMap((version) => {
    const { id, objectData } = (version ?? {}) as { id?: string; objectData?: unknown };
    // One that is too large to be in the response has only its id.
    return id === undefined || objectData === undefined ? [] : id;
  });
  return objectIds.length === 0 ? [] : [{ objectIds, count: () => objectIds.length }];
}

/** Says that a response shows what another one was said to show, and returns it. */
export function showingLike<Answer extends object>(original: object, answer: Answer): Answer {
  const shown = shownIn.get(original);
  return shown ? showing(answer, shown) : answer;
}

function lengthOf(answer: object): number {
  const { data } = answer as { data?: unknown };
  return Array.isArray(data) ? data.length : 0;
}

interface WithIds {
  objectId?: string | null;
  base?: { id: string } | null;
  current?: { id: string } | null;
}

/** The versions that a response names beside its data, or in each item of a list. */
function idsIn(answer: object): string[] {
  const { data } = answer as { data?: unknown };
  const items: WithIds[] = [answer, ...(Array.isArray(data) ? (data as WithIds[]) : [])];
  const ids = items.flatMap(({ objectId, base, current }) => [objectId, base?.id, current?.id]);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}
