import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Page } from '@annals/contracts/fields';
import {
  decodeCursor,
  encodeCursor,
  isId,
  isMoment,
  isSequence,
  isText,
  rowsBefore,
  type CursorPart,
  type Paging,
} from './paging.ts';
import { measurePage, pageOfFound, type Found } from './page-bytes.ts';

const checks = { timestamptz: isMoment, uuid: isId, bigint: isSequence, text: isText };

/** A value that a list is ordered by. */
interface Key<Row> {
  /** The expression in the query that selects the rows. */
  expression: Sql;
  /** The same value as a column of the selected rows. */
  selected: Sql;
  valueOf: (row: Row) => CursorPart;
  type: keyof typeof checks;
  collation?: 'und-x-icu' | undefined;
  /** The value that stands for null. */
  absent?: string;
  /** A coarser value in the same order, used to find rows: an index on it changes less often than one on the value. */
  coarse?: { expression: Sql; of: (value: Sql) => Sql };
}

/** The key whose value is a column of the selected rows. */
export const columnKey = <Row>(
  column: keyof Row & string,
  expression: Sql,
  type: Key<Row>['type'],
  collation?: Key<Row>['collation'],
): Key<Row> => ({
  expression,
  selected: raw(`"${column}"`),
  valueOf: (row) => row[column] as CursorPart,
  type,
  collation,
});

/** As `columnKey`, for a nullable column: null rows are sorted as if they had `absent`. */
export const nullableKey = <Row>(
  column: keyof Row & string,
  expression: Sql,
  type: Key<Row>['type'],
  absent: 'infinity' | '-infinity' | '',
): Key<Row> => {
  const present = columnKey<Row>(column, expression, type);
  // A literal instead of a parameter, so that an index on the same expression is used.
  const coalesceAbsent = (value: Sql) => sql`coalesce(${value}, ${raw(`'${absent}'`)})`;
  return {
    type,
    absent,
    expression: coalesceAbsent(expression),
    selected: coalesceAbsent(present.selected),
    valueOf: (row) => (row[column] as CursorPart | null | undefined) ?? absent,
  };
};

/** Which rows of a list a page contains. */
export interface PageRange {
  /** The keys of the last row of the previous page. */
  after: CursorPart[] | undefined;
  /** The number of rows before the page, for a page requested by number. */
  skip: number;
  pageSize: number;
}

/**
 * Keyset pagination: a list in the order of its keys, of which the last one is unique. The cursor of a page contains
 * the keys of its last row, and the next page starts after them.
 */
export class Keyset<Row> {
  readonly #list: string;
  readonly #keys: readonly Key<Row>[];
  readonly #direction: Sql;
  readonly #beyond: Sql;

  /** @param list part of the cursor, so that other lists and other orders refuse it */
  constructor(list: string, keys: readonly Key<Row>[], descending = false) {
    this.#list = list;
    this.#keys = keys;
    this.#direction = raw(descending ? 'desc' : 'asc');
    this.#beyond = raw(descending ? '<' : '>');
  }

  /**
   * @throws Problem 400 for a cursor of another list, or a page number that is too deep or sent together with a cursor
   */
  rangeOf(query: Paging): PageRange {
    const keyChecks = this.#keys.map(
      ({ type, absent }) =>
        (part: unknown) =>
          checks[type](part) || (absent !== undefined && part === absent),
    );
    return {
      after: decodeCursor(this.#list, query.cursor, keyChecks),
      skip: rowsBefore(query),
      pageSize: query.pageSize,
    };
  }

  /** The condition, prefixed with `and`, that selects rows after the previous page. */
  after({ after }: PageRange): Sql {
    if (after === undefined) return empty;
    const values = this.#keys.map(
      ({ type, collation }, index) => sql`${after[index]}::${raw(type)}${collate(collation)}`,
    );
    const keys = this.#keys.map(({ expression }) => expression);
    const coarse = this.#keys.flatMap((key, index) =>
      key.coarse
        ? [
            sql`and ${key.coarse.expression} ${this.#beyond}= ${key.coarse.of(values[index] ?? empty)} `,
          ]
        : [],
    );
    return sql`${join([...coarse, empty], '')}and (${join(keys, ', ')}) ${this.#beyond} (${join(values, ', ')})`;
  }

  order(): Sql {
    const coarse = this.#keys.flatMap((key) =>
      key.coarse ? [sql`${key.coarse.expression} ${this.#direction}, `] : [],
    );
    return sql`order by ${join([...coarse, empty], '')}${this.#orderBy(({ expression }) => expression)}`;
  }

  /** The order, and a limit of one row more than the page has. */
  orderAndLimit({ skip, pageSize }: PageRange): Sql {
    return sql`${this.order()} limit ${pageSize + 1} offset ${skip}`;
  }

  /** @param rows a select that ends with `orderAndLimit` */
  measured(rows: Sql, { pageSize }: PageRange): Sql {
    const order = this.#orderBy(({ selected, collation }) => sql`${selected}${collate(collation)}`);
    return measurePage(rows, order, pageSize);
  }

  pageOf<Given extends Row, Item>(
    rows: readonly Found<Given>[],
    query: Paging,
    itemOf: (row: Given) => Item,
  ): Page<Item> {
    return pageOfFound(rows, query, itemOf, (row) => this.cursorOf(row));
  }

  cursorOf(row: Row): string {
    return encodeCursor(this.#list, ...this.#keys.map(({ valueOf }) => valueOf(row)));
  }

  #orderBy(key: (key: Key<Row>) => Sql): Sql {
    return join(
      this.#keys.map((each) => sql`${key(each)} ${this.#direction}`),
      ', ',
    );
  }
}

/** A field to sort by; with a minus in front, descending. */
export type Sort<Field extends string> = Field | `-${Field}`;

/**
 * The orders of a list that can be sorted by several fields.
 * @param unique breaks ties between rows with the same value
 */
export const keysetsOf =
  <Row, Field extends string>(list: string, keys: Record<Field, Key<Row>>, unique: Key<Row>) =>
  (sort: Sort<Field>): Keyset<Row> => {
    const descending = sort.startsWith('-');
    const key = keys[(descending ? sort.slice(1) : sort) as Field];
    return new Keyset(`${list} ${sort}`, key === unique ? [key] : [key, unique], descending);
  };

const collate = (collation: string | undefined): Sql =>
  collation === undefined ? empty : raw(` collate "${collation}"`);
