// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) =>
  join(src, file),
);

interface Use {
  sheet: string;
  /** Undefined if any of them may be meant: `classes[name]`. */
  name: string | undefined;
  by: string;
}

const uses = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file)).flatMap(usesOf);
const sheets = new Map(
  files.filter((file) => file.endsWith('.module.css')).map((sheet) => [sheet, classesOf(sheet)]),
);

test('every class used in code exists in its style sheet', () => {
  const missing = uses
    .filter(({ sheet, name }) => name !== undefined && !sheets.get(sheet)?.has(name))
    .map(({ name, by }) => `${relative(src, by)}: ${name}`);
  expect(uses.length).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});

test('every class of a style sheet is used in code', () => {
  const unused = [...sheets].flatMap(([sheet, names]) => {
    const named = new Set(uses.filter((use) => use.sheet === sheet).map(({ name }) => name));
    if (named.has(undefined)) return [];
    return [...names]
      .filter((name) => !named.has(name))
      .map((name) => `${relative(src, sheet)}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('no style sheet takes a class from another one, which PostCSS would read without its name', () => {
  const composed = [...sheets.keys()].filter((sheet) =>
    /composes:[^;]* from /.test(readFileSync(sheet, 'utf8')),
  );
  expect(composed.map((sheet) => relative(src, sheet))).toEqual([]);
});

/** The classes that a file uses from its imported style sheets. */
function usesOf(by: string): Use[] {
  const text = readFileSync(by, 'utf8');
  const found: Use[] = [];
  for (const [, object = '', path = ''] of text.matchAll(
    /^import (\w+) from '(\.[^']+\.module\.css)';$/gm,
  )) {
    const sheet = join(dirname(by), path);
    const names = new RegExp(`\\b${object}\\.(\\w+)|\\b${object}\\['(\\w+)'\\]`, 'g');
    for (const [, name, quoted] of text.matchAll(names))
      found.push({ sheet, name: name ?? quoted, by });
    const all = new RegExp(`\\b${object}(?:\\[[^']|\\})`);
    if (all.test(text)) found.push({ sheet, name: undefined, by });
  }
  return found;
}

function classesOf(sheet: string): Set<string> {
  const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const names = new Set<string>();
  for (const [, selector = ''] of rules.matchAll(/([^{};]+)\{/g)) {
    if (selector.trim().startsWith('@')) continue;
    for (const [, name = ''] of selector.matchAll(/\.([a-zA-Z_]\w*)/g)) names.add(name);
  }
  return names;
}
