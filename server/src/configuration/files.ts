import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOfIssue, sayIssue } from '@annals/contracts/input-messages';
import { isExact } from '@annals/rules/json/decimals';
import {
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  Parser,
  visit,
  type Document,
} from 'yaml';
import * as z from 'zod/mini';

z.config({ localeError: codeOfIssue });

/** A position in a file, as shown in errors. */
export interface Place {
  file: string;
  line: number;
}

/** All problems of the files at once. */
export class FilesWrong extends Error {
  override readonly name = 'FilesWrong';
  constructor(readonly problems: readonly (Place & { message: string })[]) {
    super(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  }
}

/** Collects problems, so that all are reported at once. */
export class Problems {
  readonly #found: (Place & { message: string })[] = [];

  add(place: Place, message: string): void {
    this.#found.push({ ...place, message });
  }

  /** @throws FilesWrong */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new FilesWrong(this.#found);
  }
}

type FilePath = readonly (string | number)[];

/** A configuration file, with the lines of its parts. */
export interface ConfigurationFile<Content = unknown> {
  name: string;
  content: Content;
  /** The position of a part of the content; of the closest enclosing one if it is omitted. */
  at: (...parts: FilePath) => Place;
}

/** A kind of file, by the word after `kind:`. */
export interface FileKind<Content = unknown> {
  readonly kind: string;
  readonly schema: z.core.$ZodType<Content>;
}

/** Larger files are a mistake. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Reads all .yaml and .yml files of a directory and the directories below it.
 * @throws FilesWrong
 */
export async function readFiles(
  directory: string,
  kinds: readonly FileKind[],
): Promise<ConfigurationFile[]> {
  const problems = new Problems();
  const files: ConfigurationFile[] = [];
  const names = await filesBelow(directory);
  if (names.length === 0)
    problems.add(
      { file: directory, line: 1 },
      'There are no .yaml files here. annals export-config writes the first ones.',
    );
  for (const name of names) {
    const file = path.join(directory, name);
    if ((await stat(file)).size > maxBytes)
      problems.add({ file: name, line: 1 }, 'It is larger than 16 MB.');
    else {
      const read = readOne(name, await readFile(file, 'utf8'), kinds, problems);
      if (read) files.push(read);
    }
  }
  problems.throwIfAny();
  return files;
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.split(path.sep).some((part) => part.startsWith('.')))
    .toSorted();
}

function readOne(
  name: string,
  text: string,
  kinds: readonly FileKind[],
  problems: Problems,
): ConfigurationFile | undefined {
  const lines = new LineCounter();
  if (isNestedTooDeeply(text)) {
    problems.add({ file: name, line: 1 }, `It is nested deeper than ${maxNesting} levels.`);
    return undefined;
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    for (const { pos, message } of document.errors)
      problems.add({ file: name, line: lines.linePos(pos[0]).line }, message);
    return undefined;
  }
  const lossy = lossyNumbersIn(document);
  if (lossy.length > 0) {
    for (const { written, offset } of lossy)
      problems.add(
        { file: name, line: lines.linePos(offset).line },
        `The number ${written.slice(0, 40)} cannot be represented exactly as a double. Write it in quotes, or with fewer digits.`,
      );
    return undefined;
  }
  const at = (...parts: FilePath): Place => ({
    file: name,
    line: lines.linePos(offsetOf(document, parts)).line,
  });
  const content = contentOf(document);
  if (content === undefined) {
    problems.add(
      { file: name, line: 1 },
      'Its aliases (*name) stand for too much text. Write it out.',
    );
    return undefined;
  }
  const { kind: word } = z.safeParse(z.looseObject({ kind: z.string() }), content).data ?? {};
  const kind = kinds.find((each) => each.kind === word);
  if (!kind) {
    const kindNames = kinds.map((each) => each.kind).join(', ');
    problems.add(
      at('kind'),
      word === undefined
        ? `Name the kind of the file with "kind:", one of ${kindNames}.`
        : `There is no kind "${word}". Use one of ${kindNames}.`,
    );
    return undefined;
  }
  const checked = z.safeParse(kind.schema, content);
  if (checked.success) return { name, content: checked.data, at };
  for (const issue of checked.error.issues) addIssue(issue, at, problems);
  return undefined;
}

const maxNesting = 64;

/** `parseDocument` calls itself for each level, and V8 can end the process where the stack ends. */
function isNestedTooDeeply(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > maxNesting) return true;
  }
  return false;
}

/** Numbers in decimal notation that would get another value. */
function lossyNumbersIn(document: Document.Parsed): { written: string; offset: number }[] {
  const found: { written: string; offset: number }[] = [];
  visit(document, {
    Scalar: (_key, { value, source = '', range }) => {
      if (typeof value !== 'number' || !/^[-+]?\.?\d[\d.]*(?:e[-+]?\d+)?$/i.test(source)) return;
      if (!isExact(source)) found.push({ written: source, offset: range?.[0] ?? 0 });
    },
  });
  return found;
}

/** Undefined if aliases of aliases multiply the text ("billion laughs"). */
function contentOf(document: Document.Parsed): unknown {
  try {
    // An empty document is null, which is content.
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

function addIssue(
  issue: z.core.$ZodIssue,
  at: (...parts: FilePath) => Place,
  problems: Problems,
): void {
  const parts = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys)
      problems.add(at(...parts, key), `There is no field "${key}" here.`);
    return;
  }
  if (issue.code === 'invalid_key') {
    const [inner] = issue.issues;
    problems.add(at(...parts), `"${String(parts.at(-1))}": ${sayIssue(inner ?? issue).message}`);
    return;
  }
  const field = parts.length === 0 ? '' : `${parts.join('.')}: `;
  problems.add(at(...parts), `${field}${sayIssue(issue).message}`);
}

/** The position of the key of the part, or of the closest enclosing part that exists. */
function offsetOf(document: Document.Parsed, parts: FilePath): number {
  for (let length = parts.length; length > 0; length -= 1) {
    const around = document.getIn(parts.slice(0, length - 1), true);
    const last = parts[length - 1];
    if (isMap(around)) {
      const pair = around.items.find(({ key }) => isScalar(key) && String(key.value) === last);
      const range = isScalar(pair?.key) ? pair.key.range : undefined;
      if (range) return range[0];
    }
    const node = document.getIn(parts.slice(0, length), true);
    if (isNodeWithRange(node)) return node.range[0];
  }
  return document.contents?.range[0] ?? 0;
}

function isNodeWithRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}
