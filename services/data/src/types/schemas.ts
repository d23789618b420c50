import { LRUCache } from 'lru-cache';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import type { FieldProblem } from '@annals/kit/problem';
import { SchemaChecks, schemaKey } from './schema-checks.ts';
import { SchemaTooSlow, type SchemaCheck } from './schema-thread.ts';
import { findTypesOfTimelines, loadSchemas } from './schemas.sql.ts';
import type { JsonSchema } from './types.sql.ts';

/** Data that is to become a version. */
export interface DataInput {
  /** Undefined where only the timeline tells it. */
  type: string | undefined;
  timelineId: string | undefined;
  objectData: Record<string, unknown>;
}

export interface CheckedData {
  /**
   * `schema_version` of data.partition_head that the check went by. Who appends compares it under the lock, and checks
   * anew when a schema was changed in between.
   */
  schemaVersion: number;
  /** What breaks its type's JSON Schema, by its index in the given data; paths begin below objectData. */
  problems: { index: number; fields: FieldProblem[] }[];
}

/** Data that somebody is about to write to a partition. */
export interface DataToCheck {
  partitionId: string;
  /** Whose time it takes. */
  userId: string;
  given: DataInput[];
}

/** Whether data keeps the JSON Schemas of its types. */
export interface ObjectDataCheck {
  /**
   * @param atLeast the schema version found under the lock when an earlier result used an older one: cached older
   * schemas are not used
   */
  check(data: DataToCheck, atLeast?: number): Promise<CheckedData>;
}

interface PartitionSchemas {
  schemaVersion: number;
  byType: ReadonlyMap<string, { key: string; jsonSchema: JsonSchema }>;
  bytes: number;
}

interface TypeGroup extends SchemaCheck {
  type: string;
  /** The indexes of its rows in the given data. */
  indexes: number[];
}

/** After this many types of one batch were too slow, the others are not tried. */
const maxTimeouts = 2;

/** Checks data against the JSON Schemas of its partition, which an owner may have written maliciously. */
export class Schemas implements ObjectDataCheck {
  readonly checks: SchemaChecks;
  readonly #database: Queryable;
  /** The schemas of the partitions that are written to. */
  readonly #cache = new LRUCache<string, PartitionSchemas>({
    max: 10_000,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ bytes }) => bytes + 1,
  });

  constructor(database: Queryable, checks = new SchemaChecks()) {
    this.#database = database;
    this.checks = checks;
  }

  async check(data: DataToCheck, atLeast?: number): Promise<CheckedData> {
    const schemas = await this.#schemasOf(data.partitionId, atLeast);
    const { schemaVersion } = schemas;
    if (schemas.byType.size === 0) return { schemaVersion, problems: [] };
    const groups = await this.#groups(data, schemas);
    const problems = (await this.#problemsOf(data.userId, groups)).toSorted(
      (left, right) => left.index - right.index,
    );
    return { schemaVersion, problems };
  }

  async close(): Promise<void> {
    await this.checks.close();
  }

  /** @param atLeast the schema version that a cached entry must have */
  async #schemasOf(partitionId: string, atLeast = 0): Promise<PartitionSchemas> {
    const cached = this.#cache.get(partitionId);
    if (cached && cached.schemaVersion >= atLeast) return cached;
    const { schemaVersion, schemas } = await loadSchemas(this.#database, partitionId);
    const loaded: PartitionSchemas = {
      schemaVersion,
      byType: new Map(
        schemas.map(({ type, jsonSchema }) => [type, { key: schemaKey(jsonSchema), jsonSchema }]),
      ),
      bytes: schemas.reduce((sum, { bytes }) => sum + bytes, 0),
    };
    // An earlier load may finish later.
    const present = this.#cache.peek(partitionId);
    if (!present || present.schemaVersion <= schemaVersion) this.#cache.set(partitionId, loaded);
    return loaded;
  }

  async #groups(
    { partitionId, given }: DataToCheck,
    { byType }: PartitionSchemas,
  ): Promise<TypeGroup[]> {
    const unknown = given.flatMap(({ type, timelineId }) =>
      type === undefined && timelineId !== undefined ? [timelineId] : [],
    );
    const types =
      unknown.length > 0
        ? await findTypesOfTimelines(this.#database, partitionId, unknown)
        : new Map<string, string>();
    const groups = new Map<string, TypeGroup>();
    for (const [index, { type: givenType, timelineId, objectData }] of given.entries()) {
      const type = givenType ?? types.get(timelineId ?? '');
      const schema = type === undefined ? undefined : byType.get(type);
      if (type === undefined || schema === undefined) continue;
      const group = groups.get(type) ?? { ...schema, type, rows: [], indexes: [] };
      group.rows.push(objectData);
      group.indexes.push(index);
      groups.set(type, group);
    }
    return [...groups.values()];
  }

  async #problemsOf(userId: string, groups: TypeGroup[]): Promise<CheckedData['problems']> {
    const problems: CheckedData['problems'] = [];
    let slow = 0;
    for (const group of groups) {
      const results = slow < maxTimeouts ? await this.#resultsOf(userId, group) : undefined;
      if (results === undefined) slow += 1;
      problems.push(...(results === undefined ? tooSlow(group) : hasProblems(group, results)));
    }
    return problems;
  }

  /** Undefined for a schema that takes too long. */
  async #resultsOf(
    userId: string,
    { key, jsonSchema, rows }: TypeGroup,
  ): Promise<FieldProblem[][] | undefined> {
    try {
      return await this.checks.checkWrite(userId, { key, jsonSchema, rows });
    } catch (error) {
      if (error instanceof SchemaTooSlow) return undefined;
      throw error;
    }
  }
}

const hasProblems = ({ indexes }: TypeGroup, results: FieldProblem[][]) =>
  indexes.flatMap((index, at) => {
    const fields = results[at] ?? [];
    return fields.length > 0 ? [{ index, fields }] : [];
  });

const tooSlow = ({ type, indexes }: TypeGroup) =>
  indexes.map((index) => ({
    index,
    fields: [{ path: '', ...say('schemaOfTypeTooSlow', { type }) }],
  }));
