import type { MigrationFile } from './migration-files.ts';
import { statementsOf } from './statements.ts';

/** Why a statement of a migration is not to be run while servers answer. */
export interface Unsafe {
  file: string;
  statement: string;
  reason: string;
}

const name = String.raw`(?:"[^"]+"|[\w.]+)`;
/** A constant, for which PostgreSQL does not write the rows anew. */
const constant = String.raw`(?:null|true|false|-?\d+(?:\.\d+)?|'(?:[^']|'')*'(?:::[\w.]+(?:\[\])?)?)`;

const columnType = String.raw`[\w.]+(?: (?:precision|varying|with|without|time|zone))*(?: ?\([\d, ]+\))?(?:\[\])?`;

/** What a part of ALTER TABLE may be: each only changes the catalogue, and takes its lock for a moment. */
const safeParts: readonly RegExp[] = [
  new RegExp(
    `^add column (?:if not exists )?${name} (?!.*\\b(?:unique|primary|references|check|generated|serial|bigserial|smallserial)\\b)${columnType}(?: collate ${name})?(?: default ${constant})?(?: null)?$`,
  ),
  new RegExp(
    `^add column (?:if not exists )?${name} (?!.*\\b(?:unique|primary|references|check|generated|serial|bigserial|smallserial)\\b)${columnType}(?: collate ${name})?(?: not null default (?!null)${constant}| default (?!null)${constant} not null)$`,
  ),
  new RegExp(`^add constraint ${name} (?:foreign key|check) .* not valid$`),
  new RegExp(
    `^alter (?:column )?${name} (?:set default .*|drop default|drop not null|set (?:statistics|storage|compression) [-\\w]+)$`,
  ),
  new RegExp(`^drop constraint (?:if exists )?${name}$`),
  new RegExp(`^drop column (?:if exists )?${name}$`),
  /^set \((?!.*\boids\b).*\)$/,
];
/** What versions before may still use. */
const takenAway = new RegExp(`^(?:drop column|rename|drop constraint .*_pkey)`);
const madeHere = /^create (?:unlogged |temporary )?table (?:if not exists )?([\w.]+)/;
const alwaysSafe: readonly RegExp[] = [
  /^create (?:unlogged |temporary )?table (?!.* as (?:select|table|with)\b)/,
  /^create schema /,
  /^create (?:or replace )?(?:view|function) /,
  /^drop (?:view|function) /,
  /^create type /,
  /^comment on /,
  /^drop index concurrently /,
  // A row for each migration.
  /^update \w+\.schema_migration /,
];

/**
 * The statements that rewrite a table, or keep it locked for longer than a moment, where it may have many rows: what is not known to be
 * harmless is named too. Tables that the same file creates have no rows yet.
 * @param files in their order: what one has validated, those after it take for granted
 */
export function unsafeStatements(files: readonly MigrationFile[]): Unsafe[] {
  const checks = new NotNullChecks();
  return files.flatMap(({ name: file, text, compatibleFrom, inTransaction }) => {
    const statements = statementsOf(text).map(plain);
    const isAlone = statements.length === 1;
    const made = new Set(statements.flatMap((each) => madeHere.exec(each)?.[1] ?? []));
    const around = { compatibleFrom, notNull: checks.valid, isAlone, inTransaction };
    const found = statements.flatMap((statement) => {
      const reason = reasonAgainst(statement, made, around);
      return reason === undefined ? [] : [{ file, statement, reason }];
    });
    checks.note(statements);
    return found;
  });
}

interface Around {
  compatibleFrom: string | null;
  /** `table column`, of which a check that an earlier file validated says that it has a value. */
  notNull: ReadonlySet<string>;
  /** The only statement of its file. */
  isAlone: boolean;
  inTransaction: boolean;
}

function reasonAgainst(
  statement: string,
  made: ReadonlySet<string>,
  around: Around,
): string | undefined {
  const index =
    /^create (?:unique )?index (concurrently )?(?:if not exists )?[\w"]+ on (?:only )?([\w.]+)/.exec(
      statement,
    );
  if (index) {
    if (made.has(index[2] ?? '')) return undefined;
    if (index[1] === undefined)
      return 'It locks the table against writes until the index is there: create index concurrently, in a file of its own with "-- no-transaction".';
    return around.isAlone && !around.inTransaction
      ? undefined
      : 'It needs a file of its own with "-- no-transaction".';
  }
  const altered = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)$/.exec(statement);
  if (altered) {
    const [, table = '', parts = ''] = altered;
    if (made.has(table)) return undefined;
    return partsOf(parts)
      .map((part) => reasonAgainstPart(table, part, around))
      .find((reason) => reason !== undefined);
  }
  if (alwaysSafe.some((safe) => safe.test(statement))) return undefined;
  const written = /^(?:insert into|update|delete from|merge into) (?:only )?([\w.]+)/.exec(
    statement,
  );
  if (written)
    return made.has(written[1] ?? '')
      ? undefined
      : 'It writes rows in one transaction, and locks them until its end: write a backfill (NNNN-name.backfill.sql).';
  if (statement.startsWith('drop table '))
    return around.compatibleFrom === null
      ? undefined
      : 'Versions before still use the table: drop it without "-- compatible-from", a release later.';
  return 'It is not known to be harmless to a large table that is in use (vacuum full, cluster, reindex, lock, do, …).';
}

function reasonAgainstPart(table: string, part: string, around: Around): string | undefined {
  if (takenAway.test(part) && around.compatibleFrom !== null)
    return 'Versions before still use it: take it away without "-- compatible-from", a release later.';
  if (part.startsWith('rename ')) return undefined;
  const set = new RegExp(`^alter (?:column )?(${name}) set not null$`).exec(part);
  if (set)
    return around.notNull.has(`${table} ${set[1]}`)
      ? undefined
      : 'It reads the whole table under a lock: add "check (… is not null) not valid" and validate it, each in a file before.';
  if (part.startsWith('validate constraint '))
    return around.isAlone
      ? undefined
      : 'It reads the whole table, and what the other statements of the file have locked stays locked meanwhile: it needs a file of its own.';
  if (safeParts.some((safe) => safe.test(part))) return undefined;
  if (part.startsWith('add column '))
    return 'It may write every row anew, or check it under a lock: add a column without a default or with a constant one, and its constraint with "not valid".';
  if (/^(?:add foreign key|add constraint|add check|add unique|add primary)/.test(part))
    return 'It checks all rows under a lock: add it with "not valid" and validate it in a later file, or create its index concurrently.';
  if (/ type /.test(part))
    return 'It writes the table anew under a lock: add a column and backfill it.';
  return 'It is not known to be harmless to a large table that is in use.';
}

/** Of the checks that a column has a value, those that were validated. */
class NotNullChecks {
  readonly valid = new Set<string>();
  readonly #columns = new Map<string, string>();

  note(statements: readonly string[]): void {
    for (const statement of statements) {
      const [, table = '', parts = ''] =
        /^alter table (?:only )?([\w.]+) (.*)$/.exec(statement) ?? [];
      for (const part of partsOf(parts)) {
        const check = /^add constraint (\w+) check \(\(?(\w+) is not null\)?\) not valid$/.exec(
          part,
        );
        if (check) this.#columns.set(`${table} ${check[1]}`, `${table} ${check[2]}`);
        const validated = this.#columns.get(
          `${table} ${/^validate constraint (\w+)$/.exec(part)?.[1]}`,
        );
        if (validated !== undefined) this.valid.add(validated);
      }
    }
  }
}

/** In small letters outside of texts and names, with single spaces. */
const plain = (statement: string): string =>
  statement
    .replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[^'"$]+|\$/g, (token) =>
      /^['"]|^\$\w*\$/.test(token) ? token : token.toLowerCase().replaceAll(/\s+/g, ' '),
    )
    .trim();

/** The parts between the commas that are outside of brackets and texts. */
function partsOf(parts: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let part = '';
  for (const [token] of parts.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) {
      found.push(part.trim());
      part = '';
    } else part += token;
  }
  return [...found, part.trim()].filter((each) => each !== '');
}
