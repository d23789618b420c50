import type { FieldProblem } from '@annals/kit/problem';

/** Data that is to become a version. */
export interface GivenData {
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
  given: GivenData[];
}

/** Whether data keeps the JSON Schemas of its types. */
export interface ObjectDataCheck {
  /**
   * @param atLeast the schema version found under the lock when an earlier result used an older one: cached older
   * schemas are not used
   */
  check(data: DataToCheck, atLeast?: number): Promise<CheckedData>;
}
