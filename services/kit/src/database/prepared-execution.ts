import type pg from 'pg';
import { resultTypes } from './result-types.ts';

type ParameterText = string | null;

/** A column of the rows that a prepared statement yields. */
interface Column {
  name: string;
  read: (text: string) => unknown;
}

/** The shape of the rows of a prepared statement on one connection. */
export type RowShape = readonly Column[];

export const shapeOf = (fields: readonly pg.FieldDef[]): RowShape =>
  fields.map(({ name, dataTypeID }) => ({
    name,
    read: resultTypes.getTypeParser(dataTypeID, 'text') as Column['read'],
  }));

/** What a statement yields, as far as callers use it. */
export interface Executed<Row> {
  rows: Row[];
  command: string;
  rowCount: number | null;
}

/**
 * Runs a statement that its connection has prepared and whose shape is known. It asks for no description of the rows and
 * sends one piece of bytes: half of what the driver's own query costs. The driver calls it as one of its queries
 * (PostgreSQL, "Frontend/Backend Protocol", 55.2.3).
 */
export class PreparedExecution<Row extends object> implements pg.Submittable {
  readonly #name: string;
  readonly #parameters: readonly ParameterText[];
  readonly #shape: RowShape;
  readonly #executed: Executed<Row> = { rows: [], command: '', rowCount: null };
  #failure: unknown;
  #hasFailed = false;
  #resolve!: (executed: Executed<Row>) => void;
  #reject!: (error: unknown) => void;
  readonly done: Promise<Executed<Row>>;

  constructor(name: string, parameters: readonly ParameterText[], shape: RowShape) {
    this.#name = name;
    this.#parameters = parameters;
    this.#shape = shape;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit({ stream }: pg.Connection): void {
    if (stream.writable) stream.write(executionOf(this.#name, this.#parameters));
  }

  handleDataRow({ fields }: { fields: readonly ParameterText[] }): void {
    if (this.#hasFailed) return;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < this.#shape.length; index += 1) {
        const { name, read } = this.#shape[index] as Column;
        const text = fields[index] as ParameterText;
        row[name] = text === null ? null : read(text);
      }
    } catch (error) {
      this.#hasFailed = true;
      this.#failure = error;
      return;
    }
    this.#executed.rows.push(row as Row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ');
    this.#executed.command = words[0] ?? '';
    this.#executed.rowCount = words.length > 1 ? Number(words.at(-1)) : null;
  }

  handleReadyForQuery(): void {
    if (this.#hasFailed) this.#reject(this.#failure);
    else this.#resolve(this.#executed);
  }

  handleError(error: unknown): void {
    this.#reject(this.#hasFailed ? this.#failure : error);
  }
}

/**
 * The parameters as PostgreSQL reads their text, the same as the driver writes them; undefined when one of them is of a
 * kind that is left to the driver.
 */
export function textsOf(values: readonly unknown[]): ParameterText[] | undefined {
  const texts: ParameterText[] = [];
  for (const value of values) {
    const text = textOf(value);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

function textOf(value: unknown): ParameterText | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'undefined':
      return null;
    default:
      if (value === null) return null;
      return Array.isArray(value) ? arrayText(value) : undefined;
  }
}

function arrayText(items: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    if (typeof item === 'string') texts.push(`"${item.replace(/["\\]/g, '\\$&')}"`);
    else if (typeof item === 'number' || typeof item === 'boolean') texts.push(`"${item}"`);
    else if (item === null || item === undefined) texts.push('NULL');
    else return undefined;
  }
  return `{${texts.join(',')}}`;
}

const code = { bind: 0x42, execute: 0x45, sync: 0x53 };
/** A character of a JavaScript string has at most three bytes as UTF-8. */
const mostBytesOfCharacter = 3;
const executeAndSync = 10 + 5;

/** Messages are put together here and copied out, since most of them are short. */
let draft = Buffer.alloc(16 * 1024);
const largestKeptDraft = 1024 * 1024;

/** The messages Bind, Execute and Sync, with text in and out. */
function executionOf(name: string, parameters: readonly ParameterText[]): Buffer {
  let most = 5 + 1 + name.length * mostBytesOfCharacter + 1 + 2 + 2 + 2 + executeAndSync;
  for (const text of parameters) most += 4 + (text?.length ?? 0) * mostBytesOfCharacter;
  if (most > draft.length) {
    const larger = Buffer.alloc(most);
    if (most > largestKeptDraft) return written(larger, name, parameters);
    draft = larger;
  }
  return Buffer.from(written(draft, name, parameters));
}

function written(into: Buffer, name: string, parameters: readonly ParameterText[]): Buffer {
  // Bind: the unnamed portal, the statement, no formats (all text), the parameters, no formats of results.
  into[0] = code.bind;
  let at = 5;
  into[at] = 0;
  at += 1;
  at += into.write(name, at);
  into[at] = 0;
  at = into.writeInt16BE(0, at + 1);
  at = into.writeUInt16BE(parameters.length, at);
  for (const text of parameters) {
    if (text === null) {
      at = into.writeInt32BE(-1, at);
      continue;
    }
    const bytes = into.write(text, at + 4);
    into.writeInt32BE(bytes, at);
    at += 4 + bytes;
  }
  at = into.writeInt16BE(0, at);
  into.writeInt32BE(at - 1, 1);
  // Execute: the unnamed portal, all rows.
  into[at] = code.execute;
  at = into.writeInt32BE(9, at + 1);
  into[at] = 0;
  at = into.writeInt32BE(0, at + 1);
  into[at] = code.sync;
  at = into.writeInt32BE(4, at + 1);
  return into.subarray(0, at);
}
