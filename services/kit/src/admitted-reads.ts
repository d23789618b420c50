import sql, { type Sql } from 'sql-template-tag';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Caller } from './caller.ts';
import { isUnsupportedStatement } from './database/errors.ts';
import type { Queryable, QueryOptions } from './database/queryable.ts';
import { notFound } from './problem.ts';

/** How a statement determines the caller's role in a partition. */
export interface MemberRoleSource {
  /** A select of one row with the column `role`, or of no row if the partition does not exist. */
  select(caller: Caller, partitionId: string): Sql;
  /** The same for a caller who may read without being a member: the role is null. */
  selectPartition(partitionId: string): Sql;
  /** The caller's role, given the role in the row; undefined for a caller who is not a member. */
  roleOf(caller: Caller, role: MemberRole | null): MemberRole | undefined;
}

/**
 * The database as seen by a read in a partition. Its first statement also determines the caller's role, and returns
 * rows only to callers who may read: a separate statement for the role would cost as much as most reads.
 */
export class AdmittedReads implements Queryable {
  readonly #database: Queryable;
  readonly #source: MemberRoleSource;
  readonly #caller: Caller;
  readonly #partitionId: string;
  #admission: Promise<unknown> | undefined;

  constructor(
    database: Queryable,
    source: MemberRoleSource,
    { caller, partitionId }: { caller: Caller; partitionId: string },
  ) {
    this.#database = database;
    this.#source = source;
    this.#caller = caller;
    this.#partitionId = partitionId;
  }

  /** @throws Problem 404 if the caller may not read the partition */
  async query<Row extends object>(
    statement: Sql,
    name?: string,
    options?: QueryOptions,
  ): Promise<Row[]> {
    if (this.#admission) {
      await this.#admission;
      return this.#database.query<Row>(statement, name, options);
    }
    const first = this.#first<Row>(statement, name, options);
    this.#admission = first;
    return first;
  }

  /**
   * Resolves if the caller may read the partition. Call it before anything is revealed, including an error: a request
   * may end without a statement.
   * @throws Problem 404
   */
  async admitted(): Promise<void> {
    this.#admission ??= this.#first(sql`select`, 'nothing');
    await this.#admission;
  }

  async #first<Row extends object>(
    statement: Sql,
    name: string | undefined,
    options?: QueryOptions,
  ): Promise<Row[]> {
    const readsAll = this.#source.roleOf(this.#caller, null) !== undefined;
    const access = readsAll
      ? this.#source.selectPartition(this.#partitionId)
      : this.#source.select(this.#caller, this.#partitionId);
    if (name !== undefined && onlyAlone.has(name)) return this.#apart<Row>(access, statement, name);
    // Evaluated once for the whole statement, before anything else in it.
    const mayRead = readsAll ? sql`exists (${access})` : sql`(${access}) is not null`;
    const answered = this.#database.query<Row>(
      sql`select statement.* from (${statement}) statement where ${mayRead}`,
      name === undefined ? undefined : `${readsAll ? 'all' : 'admitted'}-${name}`,
      options,
    );
    const rows = await answered.catch((error: unknown) => {
      if (!isUnsupportedStatement(error)) throw error;
      return undefined;
    });
    if (rows && rows.length > 0) return rows;
    if (!rows && name !== undefined) onlyAlone.add(name);
    // Without a row it is unknown who the caller is.
    return this.#apart<Row>(access, rows ? undefined : statement, name);
  }

  async #apart<Row extends object>(
    access: Sql,
    statement: Sql | undefined,
    name: string | undefined,
  ): Promise<Row[]> {
    const [found] = await this.#database.query<{ role: MemberRole | null }>(access);
    if (!found || this.#source.roleOf(this.#caller, found.role) === undefined)
      throw notFound('partition');
    return statement ? this.#database.query<Row>(statement, name) : [];
  }
}

/** Names of statements that a distributed database does not accept as part of another one. */
const onlyAlone = new Set<string>();
