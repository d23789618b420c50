import type { MigrationFile } from './migration-files.ts';
import { statementsOf } from './statements.ts';

/** Why a statement of a migration must not run while servers answer requests. */
export interface Unsafe {
  file: string;
  statement: string;
  reason: string;
}

const name = String.raw`(?:"[^"]+"|[\w.]+)`;
/** A constant, for which PostgreSQL does not rewrite the rows. */
const constant = String.raw`(?:null|true|false|-?\d+(?:\.\d+)?|'(?:[^']|'')*'(?:::[\w.]+(?:\[\])?)?)`;

const columnType = String.raw`[\w.]+(?: (?:precision|varying|with|without|time|zone))*(?: ?\([\d, ]+\))?(?:\[\])?`;

/** The allowed parts of ALTER TABLE: each only changes the catalogue, and holds its lock for a moment. */
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
/** Changes to what previous versions may still use. */
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
];

/**
 * The statements that rewrite a large table or lock it for longer than a moment. Statements that are not known to be
 * harmless are included. Tables created by the same file have no rows yet.
 * @param files in order: later ones may rely on what an earlier one has validated
 */
export function unsafeStatements(files: readonly MigrationFile[]): Unsafe[] {
  const checks = new NotNullChecks();
  return files.flatMap(({ name: file, text, compatibleFrom, inTransaction }) => {
    const statements = statementsOf(text).map(plain);
    const isAlone = statements.length === 1;
    const made = new Set(statements.flatMap((each) => madeHere.exec(each)?.[1] ?? []));
    const around = { compatibleFrom, notNull: checks.valid, isAlone, inTransaction };
    const found = statements.flatMap((statement) => {
      const reason = refusalReason(statement, made, around);
      return reason === undefined ? [] : [{ file, statement, reason }];
    });
    checks.note(statements);
    return found;
  });
}

interface StatementContext {
  compatibleFrom: string | null;
  /** `table column` of columns that an earlier file has validated as not null. */
  notNull: ReadonlySet<string>;
  /** The only statement of its file. */
  isAlone: boolean;
  inTransaction: boolean;
}

function refusalReason(
  statement: string,
  made: ReadonlySet<string>,
  around: StatementContext,
): string | undefined {
  const index =
    /^create (?:unique )?index (concurrently )?(?:if not exists )?[\w"]+ on (?:only )?([\w.]+)/.exec(
      statement,
    );
  if (index) {
    if (made.has(index[2] ?? '')) return undefined;
    if (index[1] === undefined)
      return 'It locks the table against writes until the index exists: create index concurrently, in a separate file with "-- no-transaction".';
    return around.isAlone && !around.inTransaction
      ? undefined
      : 'It needs a separate file with "-- no-transaction".';
  }
  const altered = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)$/.exec(statement);
  if (altered) {
    const [, table = '', parts = ''] = altered;
    if (made.has(table)) return undefined;
    return partsOf(parts)
      .map((part) => refusalReasonOfPart(table, part, around))
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
      : 'Previous versions still use the table: drop it without "-- compatible-from", a release later.';
  return 'It is not known to be harmless on a large table that is in use (vacuum full, cluster, reindex, lock, do, …).';
}

function refusalReasonOfPart(
  table: string,
  part: string,
  around: StatementContext,
): string | undefined {
  if (takenAway.test(part) && around.compatibleFrom !== null)
    return 'Previous versions still use it: remove it without "-- compatible-from", a release later.';
  if (part.startsWith('rename ')) return undefined;
  const set = new RegExp(`^alter (?:column )?(${name}) set not null$`).exec(part);
  if (set)
    return around.notNull.has(`${table} ${set[1]}`)
      ? undefined
      : 'It reads the whole table under a lock: add "check (… is not null) not valid" and validate it, each in an earlier file.';
  if (part.startsWith('validate constraint '))
    return around.isAlone
      ? undefined
      : 'It reads the whole table, and the locks of other statements of the file are held meanwhile: it needs a separate file.';
  if (safeParts.some((safe) => safe.test(part))) return undefined;
  if (part.startsWith('add column '))
    return 'It may rewrite every row, or check it under a lock: add a column without a default or with a constant one, and its constraint with "not valid".';
  if (/^(?:add foreign key|add constraint|add check|add unique|add primary)/.test(part))
    return 'It checks all rows under a lock: add it with "not valid" and validate it in a later file, or create its index concurrently.';
  if (/ type /.test(part))
    return 'It rewrites the table under a lock: add a column and backfill it.';
  return 'It is not known to be harmless on a large table that is in use.';
}

/** The checks that a column is not null, once validated. */
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

/** In lower case outside of texts and names, with single spaces. */
const plain = (statement: string): string =>
  statement
    .replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[^'"$]+|\$/g, (token) =>
      /^['"]|^\$\w*\$/.test(token) ? token : token.toLowerCase().replaceAll(/\s+/g, ' '),
    )
    .trim();

/** Splits at commas outside of brackets and texts. */
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
