import type { Queryable } from '@annals/kit/database/database';
import type { FieldProblem } from '@annals/kit/problem';
import { SchemasOfPartitions, type KeptSchemas } from './kept-schemas.ts';
import type { CheckedData, GivenData, ObjectDataCheck } from './object-data-check.ts';
import { SchemaThread, SchemaTooSlow, type Group } from './schema-thread.ts';
import { findTypesOfTimelines } from './schemas.sql.ts';

interface TypeGroup extends Group {
  type: string;
  /** Of its rows, in what was given. */
  places: number[];
}

const refusedForMs = 60_000;
const mostRefused = 10_000;
/** How often one batch may make the thread start anew. */
const mostTimeouts = 2;

/** Checks data by the JSON Schemas of its partition, which an owner may have written with ill will. */
export class Schemas implements ObjectDataCheck {
  readonly thread: SchemaThread;
  readonly #database: Queryable;
  readonly #partitions: SchemasOfPartitions;
  /** Schemas that took too long, until when they are not tried again. */
  readonly #refused = new Map<string, number>();

  constructor(database: Queryable, thread = new SchemaThread()) {
    this.#database = database;
    this.#partitions = new SchemasOfPartitions(database);
    this.thread = thread;
  }

  async check(partitionId: string, given: GivenData[], atLeast?: number): Promise<CheckedData> {
    const kept = await this.#partitions.of(partitionId, atLeast);
    if (kept.byType.size === 0) return { schemaVersion: kept.schemaVersion, problems: [] };
    const groups = await this.#groups(partitionId, kept, given);
    const problems = (await this.#problemsOf(partitionId, groups)).toSorted(
      (left, right) => left.index - right.index,
    );
    return { schemaVersion: kept.schemaVersion, problems };
  }

  async close(): Promise<void> {
    await this.thread.close();
  }

  async #groups(
    partitionId: string,
    { byType }: KeptSchemas,
    given: GivenData[],
  ): Promise<TypeGroup[]> {
    const unknown = given.flatMap(({ type, timelineId }) =>
      type === undefined && timelineId !== undefined ? [timelineId] : [],
    );
    const types =
      unknown.length > 0
        ? await findTypesOfTimelines(this.#database, partitionId, unknown)
        : new Map<string, string>();
    const groups = new Map<string, TypeGroup>();
    for (const [index, { type: told, timelineId, objectData }] of given.entries()) {
      const type = told ?? types.get(timelineId ?? '');
      const schema = type === undefined ? undefined : byType.get(type);
      if (type === undefined || schema === undefined) continue;
      const { version, jsonSchema } = schema;
      const key = `${partitionId}/${type}/${version}`;
      const group = groups.get(type) ?? { key, type, jsonSchema, rows: [], places: [] };
      group.rows.push(objectData);
      group.places.push(index);
      groups.set(type, group);
    }
    return [...groups.values()];
  }

  async #problemsOf(partitionId: string, groups: TypeGroup[]): Promise<CheckedData['problems']> {
    const slow = groups.filter(({ key }) => this.#isRefused(key));
    let rest = groups.filter((group) => !slow.includes(group));
    for (let timeouts = 0; rest.length > 0;) {
      try {
        const results = await this.thread.check(
          partitionId,
          rest.map(({ key, jsonSchema, rows }) => ({ key, jsonSchema, rows })),
          (key) => this.#isRefused(key),
        );
        return [
          ...slow.flatMap(tooSlow),
          ...rest.flatMap((group, at) => broken(group, results[at])),
        ];
      } catch (error) {
        if (!(error instanceof SchemaTooSlow)) throw error;
        const culprit = rest[error.group];
        // What was refused while this waited for its turn has taken no time.
        if (culprit === undefined || !this.#isRefused(culprit.key)) timeouts += 1;
        if (culprit) this.#refuse(culprit.key);
        const gone = culprit && timeouts < mostTimeouts ? [culprit] : rest;
        slow.push(...gone);
        rest = rest.filter((group) => !gone.includes(group));
      }
    }
    return slow.flatMap(tooSlow);
  }

  #isRefused(key: string): boolean {
    const until = this.#refused.get(key);
    if (until === undefined || until > Date.now()) return until !== undefined;
    this.#refused.delete(key);
    return false;
  }

  #refuse(key: string): void {
    if (this.#isRefused(key)) return;
    if (this.#refused.size >= mostRefused) this.#refused.clear();
    this.#refused.set(key, Date.now() + refusedForMs);
  }
}

const broken = ({ places }: TypeGroup, results: FieldProblem[][] = []) =>
  places.flatMap((index, at) => {
    const fields = results[at] ?? [];
    return fields.length > 0 ? [{ index, fields }] : [];
  });

const tooSlow = ({ type, places }: TypeGroup) =>
  places.map((index) => ({
    index,
    fields: [
      {
        path: '',
        message: `The JSON Schema of the type ${type} takes too long to check. Ask an owner of the partition to make it simpler.`,
      },
    ],
  }));
