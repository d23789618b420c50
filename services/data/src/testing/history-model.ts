import type { Line } from './lifecycles.ts';

export interface ModelVersion {
  id: string;
  timelineId: string;
  type: string;
  objectData: Record<string, unknown>;
  references: { name: string; timelineId: string; type: string; objectId: string }[];
  genesisDate: string;
  modificationDate: string;
  modificationCount: number;
  predecessorId: string | null;
  endedDate: string | null;
  sequence: number;
}

export interface ModelSearch {
  type?: string;
  ended?: boolean;
  text?: string;
}

const later = '9999-12-31T23:59:59.999999Z';

/** The time-versioned storage as plain lists that are filtered from end to end, to compare the real one with. */
export class HistoryModel {
  /** Oldest first. */
  readonly versions: ModelVersion[] = [];
  readonly #timelines = new Map<string, string>();
  readonly #newest = new Map<string, ModelVersion>();

  /** @param ids what the service called the version and its timeline */
  add(line: Line, ids: { id: string; timelineId: string }): void {
    const modificationDate = line.modificationDate.replace('Z', '.000000Z');
    if (!this.#timelines.has(line.key)) this.#timelines.set(line.key, ids.timelineId);
    const before = this.#newest.get(this.timelineOf(line.key));
    const version = {
      id: ids.id,
      timelineId: this.timelineOf(line.key),
      type: line.ended ? (before?.type ?? '') : line.type,
      objectData: line.ended ? (before?.objectData ?? {}) : line.objectData,
      references: line.ended
        ? (before?.references ?? [])
        : line.references.map(({ name, key }) => {
            const timelineId = this.timelineOf(key);
            const target = this.#newest.get(timelineId);
            return { name, timelineId, type: target?.type ?? '', objectId: target?.id ?? '' };
          }),
      genesisDate: before?.genesisDate ?? modificationDate,
      modificationDate,
      modificationCount: (before?.modificationCount ?? 0) + 1,
      predecessorId: before?.id ?? null,
      endedDate: line.ended ? modificationDate : null,
      sequence: this.versions.length + 1,
    };
    this.versions.push(version);
    this.#newest.set(version.timelineId, version);
  }

  timelineOf(key: string): string {
    return this.#timelines.get(key) ?? `no timeline ${key}`;
  }

  recent(asOf = later, type?: string): ModelVersion[] {
    return this.versions
      .filter(
        (version) =>
          version.modificationDate <= asOf && (type === undefined || version.type === type),
      )
      .toReversed();
  }

  history(timelineId: string, asOf = later): ModelVersion[] {
    return this.recent(asOf).filter((version) => version.timelineId === timelineId);
  }

  latest(timelineId: string, asOf = later): ModelVersion | undefined {
    return this.history(timelineId, asOf)[0];
  }

  /** The newest version of each timeline, by the date of the version. */
  heads(asOf = later): ModelVersion[] {
    const seen = new Set<string>();
    return this.recent(asOf).filter(
      ({ timelineId }) => !seen.has(timelineId) && seen.add(timelineId),
    );
  }

  referencedBy(timelineId: string, asOf = later): { name: string; object: ModelVersion }[] {
    return this.heads(asOf)
      .filter(({ endedDate }) => endedDate === null)
      .flatMap((object) =>
        object.references
          .filter((reference) => reference.timelineId === timelineId)
          .map(({ name }) => ({ name, object })),
      )
      .sort((left, right) =>
        compare(left.name + left.object.timelineId, right.name + right.object.timelineId),
      );
  }

  /** By the date of the version, or with a moment by the age of the timeline. */
  search({ type, ended, text = '' }: ModelSearch, asOf?: string): ModelVersion[] {
    const found = this.heads(asOf).filter(
      (version) =>
        (type === undefined || version.type === type) &&
        (ended === undefined || (version.endedDate !== null) === ended) &&
        hasWords(version.objectData, text),
    );
    return asOf === undefined
      ? found
      : found.sort((left, right) => compare(right.timelineId, left.timelineId));
  }
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

function hasWords(objectData: unknown, text: string): boolean {
  const values = valuesOf(objectData).map(words);
  return text
    .split(/\s+/)
    .map(words)
    .filter((wanted) => wanted.length > 0)
    .every((wanted) =>
      values.some((value) => value.some((_, start) => follows(value.slice(start), wanted))),
    );
}

const follows = (value: string[], wanted: string[]) =>
  wanted.every((word, index) =>
    index === wanted.length - 1 ? value[index]?.startsWith(word) : value[index] === word,
  );

const words = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function valuesOf(data: unknown): string[] {
  if (typeof data === 'string' || typeof data === 'number') return [String(data)];
  if (typeof data === 'object' && data !== null) return Object.values(data).flatMap(valuesOf);
  return [];
}
