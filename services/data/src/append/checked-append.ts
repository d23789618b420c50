import { say } from '@annals/contracts/messages';
import { Problem, type FieldProblem } from '@annals/kit/problem';
import type { DataToCheck, ObjectDataCheck } from '../types/schemas.ts';
import type { Queryable } from '@annals/kit/database/database';
import { SchemaChanged, type AppendCommand, type ReadSet } from './append-command.ts';
import { readStateFor } from './append-transaction.ts';
import type { ReadState } from './draft.ts';
import type { Sequencer } from './sequencer.ts';

/** The problems of data that breaks the JSON Schema of its type, by its index in the input. */
export type DataProblems = ReadonlyMap<number, FieldProblem[]>;

const maxAttempts = 3;

/** Appends data that is checked by the JSON Schemas of the partition first. */
export class CheckedAppend {
  readonly #sequencer: Sequencer;
  readonly #check: ObjectDataCheck;
  readonly #database: Queryable;

  constructor(sequencer: Sequencer, check: ObjectDataCheck, database: Queryable) {
    this.#sequencer = sequencer;
    this.#check = check;
    this.#database = database;
  }

  /** What is stored now, without a lock: by the time of the decision it may have changed. */
  async read(partitionId: string, reads: ReadSet): Promise<ReadState> {
    return readStateFor(this.#database, partitionId, [{ reads, idempotency: undefined }]);
  }

  /**
   * Checks outside of the transaction, so that a heavy schema does not block the partition; if the schemas changed in
   * between, the check is repeated.
   * @param commandOf refuses in its decision, so that a repetition gets the first response whatever the schema is by
   * then
   */
  async append<Result>(
    data: DataToCheck,
    commandOf: (broken: DataProblems) => AppendCommand<Result>,
  ): Promise<Result> {
    let atLeast: number | undefined;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { schemaVersion, problems } = await this.#check.check(data, atLeast);
      const broken = new Map(problems.map(({ index, fields }) => [index, fields]));
      try {
        return await this.#sequencer.append(data.partitionId, {
          ...commandOf(broken),
          schemaVersion,
        });
      } catch (error) {
        if (!(error instanceof SchemaChanged)) throw error;
        atLeast = error.schemaVersion;
      }
    }
    throw new Problem(503, 'schemas_changing', say('schemasChanging'), { retryAfter: 1 });
  }
}
