import * as z from 'zod/mini';
import type { Endpoint } from '@annals/contracts/endpoint';
import { defOf } from '@annals/contracts/inner-schemas';
import { itemOf } from '@annals/contracts/page';
import type { Documentation, Documented } from './documentation.ts';
import type { Exported } from './rows-of-contract.ts';
import { isList } from './table.ts';

type Schema = z.core.$ZodType;
/** Whether a type describes an input or an output. */
type Side = 'input' | 'output';

const capitalize = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/**
 * The types of all calls as plain TypeScript: what Zod infers from the contract's rows, written out. Exported
 * schemas become named types. Omits alternative
 * spellings of an input (a number as digits, a boolean as text).
 */
export class TypeWriter {
  readonly #documentation: Documentation;
  readonly #names = new Map<Schema, { name: string; file: string }>();
  /** The output types of named schemas. */
  readonly #outputTypes = new Map<Schema, string>();
  /** The text of each named type. */
  readonly #types = new Map<string, string>();
  readonly #calls: string[] = [];

  constructor(exported: readonly Exported[], documentation: Documentation) {
    this.#documentation = documentation;
    for (const { name, value, file } of exported)
      if (value instanceof z.core.$ZodType && !this.#names.has(value) && isNameable(value))
        this.#names.set(value, { name, file });
  }

  /** Adds all calls. Responses come first, so that an input with the same name as a response gets another name. */
  add(rows: ReadonlyMap<string, { row: Endpoint; file: string }>): void {
    const calls = [...rows].map(([name, { row, file }]) => {
      const documented = this.#documentation.find(file, name);
      return {
        name,
        row,
        documented,
        answer: this.#answerOf(name, row, documented.at('response')),
      };
    });
    for (const { name, row, documented, answer } of calls) {
      const { type, isOptional } = this.#inputOf(name, row, documented);
      const lines = [row.summary.replace(/[^.]$/, '$&.'), `\`${row.method} ${row.path}\``];
      const kind = `${isOptional ? 'Optional' : ''}${isList(row) ? 'List' : ''}Call`;
      this.#calls.push(
        `${commentOf(lines.join('\n\n'), '  ')}  ${name}: ${kind}<${type}, ${answer}>;`,
      );
    }
  }

  /** Adds the type of an exported schema that no call has. */
  addNamed(schema: Schema): void {
    this.#typeOf(schema, this.#documentation.find('', ''), '', 'output');
  }

  get text(): string {
    const types = [...this.#types].sort(([left], [right]) => (left < right ? -1 : 1));
    return [
      ...types.map(([, text]) => text),
      `export interface Calls {\n${this.#calls.join('\n')}\n}\n`,
    ].join('\n');
  }

  /** The response of a call; for a list also the type of its items, and the page if it has more fields than usual. */
  #answerOf(name: string, row: Endpoint, documented: Documented): string {
    const { response } = row;
    const item = itemOf(response);
    if (item) {
      const text = this.#named(`${capitalize(name)}Item`, item, itemDocumentation(documented));
      return isList(row) ? text : `Page<${text}>`;
    }
    const answer = this.#named(`${capitalize(name)}Answer`, response, documented);
    if (!isList(row)) return answer;
    const def = defOf(response);
    const options = def.type === 'union' ? def.options : [];
    const index = options.findIndex((option) => itemOf(option) !== undefined);
    const itemOfOption = options[index] && itemOf(options[index]);
    // A single thing or a list.
    const text = itemOfOption
      ? this.#typeOf(
          itemOfOption,
          itemDocumentation(documented.part('options').element(index)),
          '',
          'output',
        )
      : `${answer}['data'][number]`;
    return `${text}, ${answer}`;
  }

  /** Parameters and query in one object, because their names never collide, and the body. */
  #inputOf(
    name: string,
    { params, query, body }: Endpoint,
    documented: Documented,
  ): { type: string; isOptional: boolean } {
    const title = `${capitalize(name)}Input`;
    const parts = [
      ...this.#propertiesOf(params, documented.at('params'), '  '),
      ...this.#propertiesOf(query, documented.at('query'), '  '),
    ];
    const names = parts.map(({ name: property }) => property);
    if (names.includes('body') || new Set(names).size < names.length)
      throw new Error(`${name} has two inputs with the same name.`);
    if (body && !isEmpty(body)) {
      const text = this.#named(`${capitalize(name)}Body`, body, documented.at('body'), 'input');
      parts.push({ name: 'body', isOptional: false, text: `  body: ${text};` });
    }
    const isOptional = parts.every((part) => part.isOptional);
    if (parts.length === 0) return { type: 'NoInput', isOptional };
    const texts = parts.map(({ text }) => text).join('\n');
    this.#types.set(title, `export interface ${title} {\n${texts}\n}\n`);
    return { type: title, isOptional };
  }

  #propertiesOf(
    schema: Schema | undefined,
    documented: Documented,
    indent: string,
    side: Side = 'input',
  ) {
    if (!schema) return [];
    const def = defOf(schema);
    if (def.type !== 'object') throw new Error('Parameters and query are objects.');
    return Object.entries(def.shape).flatMap(([name, property]) => {
      const field = documented.part('shape').at(name);
      const isOptional =
        (side === 'input' ? property._zod.optin : property._zod.optout) !== undefined;
      const text = this.#typeOf(...withoutDefault(property, field), indent, side);
      // Another alternative of the union has this property.
      if (text === 'never') return [];
      const needsUndefined = isOptional && !text.endsWith('| undefined') && text !== 'unknown';
      const comment = commentOf(field.comment, indent);
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
      return [
        {
          name,
          isOptional,
          text: `${comment}${indent}${key}${isOptional ? '?' : ''}: ${text}${needsUndefined ? ' | undefined' : ''};`,
        },
      ];
    });
  }

  /** Declares a type with this name, unless the schema has its own name or needs none. */
  #named(title: string, schema: Schema, documented: Documented, side: Side = 'output'): string {
    const text = this.#typeOf(schema, documented, '', side);
    if (!text.startsWith('{') && !text.includes('| {') && !text.includes('\n')) return text;
    if (this.#types.has(title)) throw new Error(`There are two types named ${title}.`);
    this.#types.set(title, declarationOf(title, text));
    return title;
  }

  #typeOf(schema: Schema, documented: Documented, indent: string, side: Side): string {
    const named = this.#names.get(schema);
    if (!named) return this.#textOf(schema, documented, indent, side);
    const namedDocumentation = this.#documentation.find(named.file, named.name);
    const text = this.#textOf(schema, namedDocumentation, '', side);
    const outputType = this.#outputTypes.get(schema);
    const differsFromOutput = side === 'input' && outputType !== undefined && outputType !== text;
    if (side === 'output') this.#outputTypes.set(schema, text);
    const title = capitalize(named.name) + (differsFromOutput ? 'Input' : '');
    const declaration = commentOf(namedDocumentation.comment, '') + declarationOf(title, text);
    const present = this.#types.get(title);
    if (present !== undefined && present !== declaration)
      throw new Error(`There are two types named ${title}.`);
    this.#types.set(title, declaration);
    return title;
  }

  #textOf(schema: Schema, documented: Documented, indent: string, side: Side): string {
    const def = defOf(schema);
    const inner = (part: Schema, name: string) =>
      this.#typeOf(part, documented.part(name), indent, side);
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'undefined':
      case 'void':
      case 'unknown':
      case 'never':
        return def.type;
      case 'literal':
        return def.values.map(literal).join(' | ');
      case 'enum':
        return Object.values(def.entries).map(literal).join(' | ');
      case 'optional':
        return `${inner(def.innerType, 'innerType')} | undefined`;
      case 'default':
      case 'readonly':
        return inner(def.innerType, 'innerType');
      case 'nullable': {
        const text = inner(def.innerType, 'innerType');
        return text === 'unknown' ? text : `${text} | null`;
      }
      case 'array': {
        const text = inner(def.element, 'element');
        return text.includes(' | ') && !isSingleObject(text) ? `(${text})[]` : `${text}[]`;
      }
      case 'record':
        return `Record<string, ${inner(def.valueType, 'valueType')}>`;
      case 'object': {
        const item = itemOf(schema);
        if (item) return `Page<${this.#typeOf(item, itemDocumentation(documented), indent, side)}>`;
        const properties = this.#propertiesOf(schema, documented, `${indent}  `, side);
        if (properties.length === 0) return 'Record<string, unknown>';
        return `{\n${properties.map(({ text }) => text).join('\n')}\n${indent}}`;
      }
      case 'union': {
        const options = def.options.map((option, index) => ({ option, index }));
        const regular = options.filter(({ option }) => !isAlternativeSpelling(option));
        const texts = (regular.length > 0 ? regular : options).map(({ option, index }) =>
          this.#typeOf(option, documented.part('options').element(index), indent, side),
        );
        const distinct = [...new Set(texts)];
        // The type string includes any literal next to it.
        const isText = distinct.includes('string');
        return distinct.filter((text) => !isText || !text.startsWith("'")).join(' | ');
      }
      case 'pipe': {
        // An input with several spellings has the type that they are converted to.
        if (defOf(def.out).type !== 'transform') return inner(def.out, 'out');
        if (side === 'output') throw new Error('The type of a transform is not known.');
        return inner(def.in, 'in');
      }
      default:
        throw new Error(`There is no type for a schema of ${def.type}.`);
    }
  }
}

const isNameable = (schema: Schema): boolean => {
  const def = defOf(schema);
  return def.type === 'object'
    ? itemOf(schema) === undefined && Object.keys(def.shape).length > 0
    : (def.type === 'union' && def.options.some(isNameable)) ||
        (def.type === 'pipe' && isNameable(def.in));
};

/** The specification sends an empty body with some calls; the client does not. */
function isEmpty(body: Schema): boolean {
  const def = defOf(body);
  if (def.type === 'optional') return isEmpty(def.innerType);
  return def.type === 'object' && Object.keys(def.shape).length === 0;
}

/** The declaration of the entries of a page: `pageOf`. */
const itemDocumentation = (page: Documented): Documented =>
  page.part('shape').at('data').part('element');

/** Whether it is a text that stands for another type. */
function isAlternativeSpelling(schema: Schema): boolean {
  const def = defOf(schema);
  return def.type === 'pipe' && ['string', 'enum'].includes(defOf(def.in).type);
}

function withoutDefault(schema: Schema, documented: Documented): [Schema, Documented] {
  const def = defOf(schema);
  return def.type === 'default' || def.type === 'optional'
    ? withoutDefault(def.innerType, documented.part('innerType'))
    : [schema, documented];
}

/** Whether the text is a single object type. */
function isSingleObject(text: string): boolean {
  let depth = 0;
  for (const [index, letter] of Array.from(text).entries()) {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (depth === 0) return index > 0 && index === text.length - 1;
  }
  return false;
}

const quote = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;

const literal = (value: unknown): string =>
  typeof value === 'string' ? quote(value) : String(value);

const declarationOf = (title: string, text: string): string =>
  isSingleObject(text)
    ? `export interface ${title} ${text}\n`
    : `export type ${title} = ${text};\n`;

function commentOf(text: string, indent: string): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
