import { expect } from 'vitest';
import type { MemberRole } from '@annals/contracts/permissions';
import { people, type Person } from './data-listener.ts';
import { HistoryModel, type ModelVersion } from './history-model.ts';
import type { SchemaName } from './model-data.ts';

/** The state of a partition besides versions: members and settings. */
export interface State {
  name: string;
  archived: boolean;
  /** In the order they joined. */
  members: { userId: string; role: MemberRole; sinceDate: string }[];
}

export interface ModelSchema {
  type: string;
  version: number;
  schema: SchemaName | null;
  changedDate: string;
  changedUserId: string;
}

const ranks: MemberRole[] = ['READER', 'EDITOR', 'OWNER'];

/** A partition as it should be, and as it was. */
export class PartitionModel {
  /** Every schema, oldest first. */
  readonly schemas: ModelSchema[] = [];
  /** Each change of the state happened after `from`, and not after `until`. */
  readonly changes: { from: string; until: string; state: State }[] = [];

  constructor(
    readonly id: string,
    readonly createdDate: string,
    readonly history = new HistoryModel(),
  ) {}

  /** The same with what it held at a moment. */
  heldAt(moment: string): PartitionModel {
    const held = new PartitionModel(this.id, this.createdDate, this.history.heldAt(moment));
    held.schemas.push(...this.schemas);
    held.changes.push(...this.changes);
    return held;
  }

  get state(): State {
    const state = this.changes.at(-1)?.state;
    if (!state) throw new Error('A partition begins with a state.');
    return state;
  }

  /** Undefined for a moment that may be before or after a change. */
  stateAt(moment: string | undefined): State | undefined {
    if (moment === undefined) return this.state;
    if (this.changes.some(({ from, until }) => from < moment && moment < until)) return undefined;
    return (
      this.changes.findLast(({ until }) => until <= moment)?.state ?? {
        ...(this.changes[0]?.state ?? this.state),
        members: [],
      }
    );
  }

  /** As of a moment before its creation, it contains only what was imported. */
  existedAt(moment: string | undefined): boolean {
    return (
      moment === undefined ||
      this.createdDate <= moment ||
      this.history.versions.some(({ modificationDate }) => modificationDate <= moment)
    );
  }

  roleOf(person: Person): MemberRole | undefined {
    if (person === 'writesAll') return 'OWNER';
    const { userId } = people[person];
    const role = this.state.members.find((member) => member.userId === userId)?.role;
    return role ?? (person === 'readsAll' ? 'READER' : undefined);
  }

  /** The refusal of a user who lacks the role. */
  refusalOf(person: Person, least: MemberRole): 403 | 404 | undefined {
    const role = this.roleOf(person);
    if (role === undefined) return 404;
    return ranks.indexOf(role) < ranks.indexOf(least) ? 403 : undefined;
  }

  schemaOf(type: string, asOf?: string): ModelSchema | undefined {
    return this.schemas.findLast(
      (one) => one.type === type && (asOf === undefined || one.changedDate <= asOf),
    );
  }

  /** Those with objects, and those with a schema. */
  types(asOf: string | undefined) {
    const counted = this.history.types(asOf);
    const names = [...counted, ...this.schemas].map(({ type }) => type);
    return [...new Set(names)].sort().flatMap((type) => {
      const counts = counted.find((one) => one.type === type);
      const schema = this.schemaOf(type, asOf);
      if (!counts && !schema?.schema) return [];
      return [{ type, timelineCount: 0, versionCount: 0, ...counts, schema }];
    });
  }
}

/** The author as versions show it. */
export const nameOf = (userId: string | undefined) =>
  Object.entries(people)
    .find(([, person]) => person.userId === userId)?.[0]
    .toUpperCase();

/** The version as the service returns it. */
export const shown = (partitionId: string, version: ModelVersion) => ({
  ...version,
  partitionId,
  modificationUserName: nameOf(version.modificationUserId),
  importedDate: version.importedUserId === null ? null : expect.any(String),
});
