import type { Sql } from 'sql-template-tag';

const marked = new WeakSet<Sql>();

/**
 * A statement without a name that PostgreSQL plans for its values: it sees how many rows a page has, and which part of a table is asked for.
 * All others are planned for whatever values come, also those without a name. It costs two small statements more.
 */
export function plannedForItsValues(statement: Sql): Sql {
  marked.add(statement);
  return statement;
}

export const isPlannedForItsValues = (statement: Sql): boolean => marked.has(statement);
