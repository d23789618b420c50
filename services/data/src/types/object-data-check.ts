import type { FieldProblem } from '@annals/kit/problem';

/** The data of a version to be written. */
export interface GivenData {
  /** Undefined if only the timeline determines it. */
  type: string | undefined;
  timelineId: string | undefined;
  objectData: Record<string, unknown>;
}

export interface CheckedData {
  /**
   * `schema_version` of data.partition_head that the check used. The append compares it under the lock, and checks
   * again if a schema was changed in between.
   */
  schemaVersion: number;
  /** Violations of its type's JSON Schema, by its index in the given data; paths start below objectData. */
  problems: { index: number; fields: FieldProblem[] }[];
}

/** Data to be written to a partition. */
export interface DataToCheck {
  partitionId: string;
  /** The user whose time budget it uses. */
  userId: string;
  given: GivenData[];
}

/** Checks data against the JSON Schemas of its types. */
export interface ObjectDataCheck {
  /**
   * @param atLeast the schema version found under the lock when an earlier result used an older one: cached older
   * schemas are not used
   */
  check(data: DataToCheck, atLeast?: number): Promise<CheckedData>;
}
