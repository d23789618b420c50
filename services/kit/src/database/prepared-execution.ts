import type pg from 'pg';
import { resultTypes } from './result-types.ts';

/** As PostgreSQL takes it: text, or bytes as they are. */
type Parameter = string | Buffer | null;

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
  readonly #parameters: readonly Parameter[];
  readonly #shape: RowShape;
  readonly #executed: Executed<Row> = { rows: [], command: '', rowCount: null };
  #failure: unknown;
  #hasFailed = false;
  #resolve!: (executed: Executed<Row>) => void;
  #reject!: (error: unknown) => void;
  readonly done: Promise<Executed<Row>>;

  constructor(name: string, parameters: readonly Parameter[], shape: RowShape) {
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

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#hasFailed) return;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < this.#shape.length; index += 1) {
        const { name, read } = this.#shape[index] as Column;
        const text = fields[index] as string | null;
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
 * The parameters as the driver would send them; undefined when one of them is of a kind that is left to the driver.
 */
export function parametersOf(values: readonly unknown[]): Parameter[] | undefined {
  const parameters: Parameter[] = [];
  for (const value of values) {
    const parameter = parameterOf(value);
    if (parameter === undefined) return undefined;
    parameters.push(parameter);
  }
  return parameters;
}

function parameterOf(value: unknown): Parameter | undefined {
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
      if (value === null || Buffer.isBuffer(value)) return value;
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
let draft = Buffer.allocUnsafe(16 * 1024);
const largestKeptDraft = 1024 * 1024;

/** The messages Bind, Execute and Sync. */
function executionOf(name: string, parameters: readonly Parameter[]): Buffer {
  let most = 5 + 1 + name.length * mostBytesOfCharacter + 1 + 2 + 2 + 2 + executeAndSync;
  for (const parameter of parameters) most += 2 + 4 + mostBytesOf(parameter);
  if (most > draft.length) {
    const larger = Buffer.allocUnsafe(most);
    if (most > largestKeptDraft) return written(larger, name, parameters);
    draft = larger;
  }
  return Buffer.from(written(draft, name, parameters));
}

/** To count the bytes of a short text takes longer than to have room for more. */
const longText = 1024;

function mostBytesOf(parameter: Parameter): number {
  if (parameter === null) return 0;
  if (isBytes(parameter)) return parameter.length;
  return parameter.length > longText
    ? Buffer.byteLength(parameter)
    : parameter.length * mostBytesOfCharacter;
}

function written(into: Buffer, name: string, parameters: readonly Parameter[]): Buffer {
  // Bind: the unnamed portal, the statement, the formats of the parameters, the parameters, no formats of results: text.
  into[0] = code.bind;
  let at = 5;
  into[at] = 0;
  at += 1;
  at += into.write(name, at);
  into[at] = 0;
  at += 1;
  if (parameters.some(isBytes)) {
    at = into.writeUInt16BE(parameters.length, at);
    for (const parameter of parameters) at = into.writeUInt16BE(isBytes(parameter) ? 1 : 0, at);
  } else at = into.writeUInt16BE(0, at);
  at = into.writeUInt16BE(parameters.length, at);
  for (const parameter of parameters) {
    if (parameter === null) {
      at = into.writeInt32BE(-1, at);
      continue;
    }
    const bytes = isBytes(parameter) ? parameter.copy(into, at + 4) : into.write(parameter, at + 4);
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

const isBytes = (parameter: Parameter): parameter is Buffer =>
  parameter !== null && typeof parameter !== 'string';
