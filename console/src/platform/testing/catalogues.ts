import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { parsed } from './words-in-code.ts';

export type Value = string | number | boolean;

/** A text of a catalogue in both languages. */
export interface Entry {
  /** For example `ui/list/list.texts.ts useListTexts rows`. */
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly en: (...values: Value[]) => string;
  readonly de: (...values: Value[]) => string;
}

type Tree = { readonly [name: string]: unknown };
interface Hook {
  now(): Tree;
}

/** All texts of the modules: those of each hook created by `texts()`. */
export async function entriesOf(
  modules: Readonly<Record<string, () => Promise<unknown>>>,
  inLanguage: <T>(language: 'en' | 'de', read: () => T) => T,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [path, load] of Object.entries(modules)) {
    const parameters = parametersIn(new URL(`../${path}`, import.meta.url));
    for (const [hookName, hook] of Object.entries((await load()) as Tree)) {
      if (!isHook(hook)) continue;
      const [en, de] = (['en', 'de'] as const).map((language) =>
        inLanguage(language, () => hook.now()),
      );
      walk(en ?? {}, de ?? {}, [], (names, english, german) => {
        const key = `${hookName} ${names.join('.')}`;
        const taken = typeof english === 'function' ? parameters.get(key) : [];
        // Functions from other modules are tested there.
        if (!taken) return;
        entries.push({
          name: `${path.replace(/^\.\.\//, '').replace(/^\.\//, 'platform/')} ${key}`,
          parameters: taken,
          en: spoken(english, 'en', inLanguage),
          de: spoken(german, 'de', inLanguage),
        });
      });
    }
  }
  return entries;
}

const isHook = (value: unknown): value is Hook =>
  typeof value === 'function' && 'now' in value && typeof value.now === 'function';

function walk(
  en: Tree,
  de: Tree,
  above: readonly string[],
  visit: (names: readonly string[], en: unknown, de: unknown) => void,
): void {
  for (const [name, text] of Object.entries(en)) {
    const names = [...above, name];
    if (typeof text === 'object' && text !== null)
      walk(text as Tree, de[name] as Tree, names, visit);
    else visit(names, text, de[name]);
  }
}

function spoken(
  text: unknown,
  language: 'en' | 'de',
  inLanguage: <T>(language: 'en' | 'de', read: () => T) => T,
): Entry['en'] {
  return typeof text === 'function'
    ? (...values) => inLanguage(language, () => (text as (...values: Value[]) => string)(...values))
    : () => String(text);
}

/** The parameters of functions in the English texts, keyed by the hook and the path of the text. */
function parametersIn(file: URL): Map<string, Entry['parameters']> {
  const source = parsed(file.pathname, readFileSync(file, 'utf8'));
  const found = new Map<string, Entry['parameters']>();
  const visit = (node: ts.Node, names: readonly string[]): void => {
    if (ts.isArrowFunction(node) && names.length > 0) {
      found.set(
        `${names[0]} ${names.slice(2).join('.')}`,
        node.parameters.map((parameter) => ({
          name: parameter.name.getText(source),
          type: parameter.type?.getText(source) ?? '',
        })),
      );
      return;
    }
    const name =
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      !ts.isComputedPropertyName(node.name)
        ? node.name.getText(source).replaceAll("'", '')
        : undefined;
    if (name === 'de') return;
    ts.forEachChild(node, (child) => visit(child, name === undefined ? names : [...names, name]));
  };
  visit(source, []);
  return found;
}

export const isNumber = (type: string): boolean => type.startsWith('number');

/** Sample values for the parameters of a text: the number, recognizable marks, and undefined for other types. */
export const samplesOf = ({ parameters }: Entry, count: number): Value[] =>
  parameters.map(({ name, type }, place) => {
    if (isNumber(type)) return count;
    if (type.startsWith('boolean')) return false;
    return `⟦${name}${place}⟧`;
  });
