import type { Condition } from '@annals/contracts/object-search';
import { conditionHolds } from './condition-model.ts';
import type { Line } from './lifecycles.ts';

export interface Pointer {
  name: string;
  timelineId: string;
}

export interface ModelVersion {
  id: string;
  timelineId: string;
  type: string;
  objectData: Record<string, unknown>;
  references: (Pointer & { type: string; objectId: string })[];
  genesisDate: string;
  genesisUserId: string;
  modificationDate: string;
  modificationUserId: string;
  modificationCount: number;
  predecessorId: string | null;
  endedDate: string | null;
  importedUserId: string | null;
  /** As the service returned it. */
  importedDate?: string | null;
  reason: string | null;
  /** The model commits no change sets. */
  changeSetId: null;
  sequence: number;
}

/** Without content it has that of its predecessor, as when a timeline ends. */
export interface NewVersion {
  id: string;
  timelineId: string;
  date: string;
  userId: string;
  content?: { type: string; objectData: Record<string, unknown>; references: Pointer[] };
  importedUserId?: string | null;
  importedDate?: string | null;
  reason?: string | undefined;
}

export interface ModelSearch {
  type?: string | undefined;
  ended?: boolean | undefined;
  text?: string | undefined;
  where?: Condition[] | undefined;
  references?: { name?: string | undefined; timelineId: string }[] | undefined;
  modifiedBy?: string | undefined;
  modifiedFrom?: string | undefined;
  modifiedTo?: string | undefined;
}

const later = '9999-12-31T23:59:59.999999Z';

/** The time-versioned storage as plain lists with linear scans, to compare the real one with. */
export class HistoryModel {
  /** Oldest first. */
  readonly versions: ModelVersion[] = [];
  /** Timelines by their import keys. */
  readonly keys = new Map<string, string>();
  readonly #newest = new Map<string, ModelVersion>();

  /** @param starts timelines that start at the same moment, by their ids */
  append(
    {
      id,
      timelineId,
      date,
      userId,
      content,
      importedUserId = null,
      importedDate,
      reason,
    }: NewVersion,
    starts: ReadonlyMap<string, Pick<ModelVersion, 'id' | 'type'>> = new Map(),
  ) {
    const before = this.head(timelineId);
    const version: ModelVersion = {
      id,
      timelineId,
      type: content?.type ?? before?.type ?? '',
      objectData: content?.objectData ?? before?.objectData ?? {},
      references: content
        ? content.references.map(({ name, timelineId: targetId }) => {
            const target = this.head(targetId) ?? starts.get(targetId);
            return {
              name,
              timelineId: targetId,
              type: target?.type ?? '',
              objectId: target?.id ?? '',
            };
          })
        : (before?.references ?? []),
      genesisDate: before?.genesisDate ?? date,
      genesisUserId: before?.genesisUserId ?? userId,
      modificationDate: date,
      modificationUserId: userId,
      modificationCount: (before?.modificationCount ?? 0) + 1,
      predecessorId: before?.id ?? null,
      endedDate: content ? null : date,
      importedUserId,
      importedDate: importedDate ?? null,
      reason: reason ?? null,
      changeSetId: null,
      sequence: this.versions.length + 1,
    };
    this.versions.push(version);
    this.#newest.set(timelineId, version);
    return version;
  }

  /** @param ids the service's ids of the version and its timeline */
  add(line: Line, ids: { id: string; timelineId: string }, userId: string): void {
    if (!this.keys.has(line.key)) this.keys.set(line.key, ids.timelineId);
    this.append({
      id: ids.id,
      timelineId: this.timelineOf(line.key),
      date: line.modificationDate.replace('Z', '.000000Z'),
      userId,
      importedUserId: userId,
      ...(line.ended
        ? {}
        : {
            content: {
              ...line,
              references: line.references.map(({ name, key }) => ({
                name,
                timelineId: this.timelineOf(key),
              })),
            },
          }),
    });
  }

  /** What existed at a moment, without what was imported later. */
  heldAt(moment: string): HistoryModel {
    const held = new HistoryModel();
    for (const version of this.versions)
      if ((version.importedDate ?? version.modificationDate) <= moment) {
        held.versions.push(version);
        held.#newest.set(version.timelineId, version);
      }
    for (const [key, timelineId] of this.keys) held.keys.set(key, timelineId);
    return held;
  }

  /** To simulate changes without making them here. */
  copy(): HistoryModel {
    const copy = new HistoryModel();
    for (const version of this.versions) {
      copy.versions.push(version);
      copy.#newest.set(version.timelineId, version);
    }
    for (const [key, timelineId] of this.keys) copy.keys.set(key, timelineId);
    return copy;
  }

  timelineOf(key: string): string {
    return this.keys.get(key) ?? `no timeline ${key}`;
  }

  head(timelineId: string): ModelVersion | undefined {
    return this.#newest.get(timelineId);
  }

  recent(asOf = later, type?: string, modifiedBy?: string): ModelVersion[] {
    return this.versions
      .filter(
        (version) =>
          version.modificationDate <= asOf &&
          (type === undefined || version.type === type) &&
          (modifiedBy === undefined || version.modificationUserId === modifiedBy),
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
  search(search: ModelSearch, asOf?: string): ModelVersion[] {
    const found = this.heads(asOf).filter((version) => matchesSearch(version, search));
    return asOf === undefined
      ? found
      : found.sort((left, right) => compare(right.timelineId, left.timelineId));
  }

  /** By name. */
  types(asOf?: string): { type: string; timelineCount: number; versionCount: number }[] {
    const heads = this.heads(asOf);
    return [...new Set(heads.map(({ type }) => type))].sort().map((type) => ({
      type,
      timelineCount: heads.filter((head) => head.type === type).length,
      versionCount: this.recent(asOf, type).length,
    }));
  }

  /** As rows to import, oldest first. */
  exported({ asOf, type, newestOnly }: { asOf?: string; type?: string; newestOnly?: boolean }) {
    const heads = new Set(this.heads(asOf).filter(({ endedDate }) => endedDate === null));
    return this.recent(asOf, type)
      .toReversed()
      .filter((version) => !newestOnly || heads.has(version))
      .map((version) => this.#exportedRow(version));
  }

  #exportedRow(version: ModelVersion) {
    const { id, type, objectData, modificationDate, modificationUserId, reason } = version;
    const keyOf = (timelineId: string) =>
      [...this.keys].find(([, timeline]) => timeline === timelineId)?.[0] ?? timelineId;
    const common = {
      key: keyOf(version.timelineId),
      id,
      modificationDate,
      modificationUserId,
      ...(reason === null ? {} : { reason }),
    };
    if (version.endedDate !== null) return { ...common, ended: true };
    const references = version.references.map(({ name, timelineId }) => ({
      name,
      key: keyOf(timelineId),
    }));
    const before = this.versions.find((one) => one.id === version.predecessorId);
    const restored = before && before.endedDate !== null ? { restored: true } : {};
    return { ...common, type, objectData, references, ...restored };
  }
}

function matchesSearch(version: ModelVersion, search: ModelSearch): boolean {
  const { type, ended, text = '', where = [], references = [], modifiedBy } = search;
  const { modifiedFrom = '', modifiedTo = later } = search;
  return (
    (type === undefined || version.type === type) &&
    (ended === undefined || (version.endedDate !== null) === ended) &&
    hasWords(version.objectData, text) &&
    where.every((condition) => conditionHolds(version.objectData, condition)) &&
    references.every((reference) => version.endedDate === null && pointsAt(version, reference)) &&
    (modifiedBy === undefined || version.modificationUserId === modifiedBy) &&
    modifiedFrom <= version.modificationDate &&
    version.modificationDate <= modifiedTo
  );
}

const pointsAt = (
  version: ModelVersion,
  reference: { name?: string | undefined; timelineId: string },
) =>
  version.references.some(
    ({ name, timelineId }) =>
      timelineId === reference.timelineId &&
      (reference.name === undefined || name === reference.name),
  );

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

function hasWords(objectData: unknown, text: string): boolean {
  const values = valuesOf(objectData).map(words);
  return text
    .split(/\s+/)
    .map(words)
    .filter((phrase) => phrase.length > 0)
    .every((phrase) =>
      values.some((value) => value.some((_, start) => follows(value.slice(start), phrase))),
    );
}

const follows = (value: string[], phrase: string[]) =>
  phrase.every((word, index) =>
    index === phrase.length - 1 ? value[index]?.startsWith(word) : value[index] === word,
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
