import type pg from 'pg';
import { resultTypes } from './result-types.ts';

/** A parameter in the form of the protocol: text, or bytes. */
type Parameter = string | Buffer | null;

/** A column of the rows of a prepared statement. */
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

/** The part of a result that callers use. */
export interface Executed<Row> {
  rows: Row[];
  command: string;
  rowCount: number | null;
}

/** A statement that its connection has prepared and whose shape is known. */
export interface PreparedStatement {
  name: string;
  parameters: readonly Parameter[];
  shape: RowShape;
}

/** Whether statements that are sent together begin and commit their transaction. */
export interface TransactionBounds {
  begins: boolean;
  commits: boolean;
}

/**
 * Executes prepared statements, with the beginning and the end of their transaction. It requests no description of the
 * rows and sends everything in one piece: half the cost of the driver's own query, and a single round trip. If a
 * statement fails, the server skips those after it. The driver treats it as one of its queries (PostgreSQL,
 * "Frontend/Backend Protocol", 55.2.3 and 55.2.4).
 */
export class PreparedExecution<Row extends object> implements pg.Submittable {
  readonly #statements: readonly PreparedStatement[];
  readonly #around: TransactionBounds;
  readonly #executed: Executed<Row>[] = [];
  /** The index of the next statement to complete; -1 for BEGIN. */
  #index: number;
  #rows: Row[] = [];
  #failure: unknown;
  #hasFailed = false;
  #resolve!: (executed: Executed<Row>[]) => void;
  #reject!: (error: unknown) => void;
  /** An entry for each statement, and one for COMMIT. */
  readonly done: Promise<Executed<Row>[]>;

  constructor(statements: readonly PreparedStatement[], around: TransactionBounds) {
    this.#statements = statements;
    this.#around = around;
    this.#index = around.begins ? -1 : 0;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit({ stream }: pg.Connection): void {
    if (stream.writable) stream.write(messagesOf(this.#statements, this.#around));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#hasFailed) return;
    const { shape } = this.#statements[this.#index] as PreparedStatement;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < shape.length; index += 1) {
        const { name, read } = shape[index] as Column;
        const text = fields[index] as string | null;
        row[name] = text === null ? null : read(text);
      }
    } catch (error) {
      this.#hasFailed = true;
      this.#failure = error;
      return;
    }
    this.#rows.push(row as Row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#index >= 0) {
      const words = text.split(' ');
      this.#executed.push({
        rows: this.#rows,
        command: words[0] ?? '',
        rowCount: words.length > 1 ? Number(words.at(-1)) : null,
      });
      this.#rows = [];
    }
    this.#index += 1;
  }

  handleReadyForQuery(): void {
    if (this.#hasFailed) this.#reject(this.#failure);
    else this.#resolve(this.#executed);
  }

  handleError(error: unknown): void {
    this.#reject(this.#hasFailed ? this.#failure : error);
  }
}

/** The parameters as the driver would send them; undefined if only the driver can send one of them. */
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
      if (value instanceof Uint8Array)
        return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
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
/** A UTF-16 unit has at most three bytes in UTF-8. */
const maxBytesPerCharacter = 3;
const executeLength = 10;
const syncLength = 5;

/** A shared buffer for assembling messages, which are copied from it, because most of them are short. */
let draft = Buffer.allocUnsafe(16 * 1024);
const maxRetainedDraftBytes = 1024 * 1024;

/** Parse, Bind and Execute of a statement without parameters. */
function wholeOf(text: string): Buffer {
  const parse = Buffer.from(`P....\0${text}\0\0\0`);
  parse.writeInt32BE(parse.length - 1, 1);
  const bindAndExecute = Buffer.alloc(13 + executeLength);
  writeExecute(bindAndExecute, writeBind(bindAndExecute, 0, { name: '', parameters: [] }));
  return Buffer.concat([parse, bindAndExecute]);
}

const begin = wholeOf('begin');
const commit = wholeOf('commit');

/** The messages Bind and Execute of each statement, and one Sync. */
function messagesOf(
  statements: readonly Pick<PreparedStatement, 'name' | 'parameters'>[],
  { begins, commits }: TransactionBounds,
): Buffer {
  let most = begin.length + commit.length + syncLength;
  for (const { name, parameters } of statements) {
    most += 13 + name.length * maxBytesPerCharacter + executeLength;
    for (const parameter of parameters) most += 2 + 4 + maxBytesOf(parameter);
  }
  const isLarge = most > draft.length;
  const into = isLarge ? Buffer.allocUnsafe(most) : draft;
  if (isLarge && most <= maxRetainedDraftBytes) draft = into;
  let at = 0;
  if (begins) at += begin.copy(into, at);
  for (const statement of statements) at = writeExecute(into, writeBind(into, at, statement));
  if (commits) at += commit.copy(into, at);
  into[at] = code.sync;
  at = into.writeInt32BE(4, at + 1);
  const messages = into.subarray(0, at);
  return into === draft ? Buffer.from(messages) : messages;
}

/** Counting the bytes of a short text takes longer than reserving the maximum. */
const longText = 1024;

function maxBytesOf(parameter: Parameter): number {
  if (parameter === null) return 0;
  if (isBytes(parameter)) return parameter.length;
  return parameter.length > longText
    ? Buffer.byteLength(parameter)
    : parameter.length * maxBytesPerCharacter;
}

/**
 * Bind: the unnamed portal, the statement, the formats of the parameters, the parameters, no formats of results: text.
 * @returns where the next message begins
 */
function writeBind(
  into: Buffer,
  from: number,
  { name, parameters }: Pick<PreparedStatement, 'name' | 'parameters'>,
): number {
  into[from] = code.bind;
  let at = from + 5;
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
  into.writeInt32BE(at - from - 1, from + 1);
  return at;
}

/**
 * Execute: the unnamed portal, all rows.
 * @returns where the next message begins
 */
function writeExecute(into: Buffer, from: number): number {
  into[from] = code.execute;
  const at = into.writeInt32BE(9, from + 1);
  into[at] = 0;
  return into.writeInt32BE(0, at + 1);
}

function isBytes(parameter: Parameter): parameter is Buffer {
  return parameter !== null && typeof parameter !== 'string';
}
