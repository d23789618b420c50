// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import bcd, {
  type Identifier,
  type SupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' };
import ts from 'typescript';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '../oldest-browsers.ts';

/** Used only where a browser has it, and how the code knows. */
const lookedFor: Record<string, string> = {
  'Element.checkVisibility': 'called with ?.',
  'HTMLElement.hidePopover': 'usePopover looks for showPopover',
};

const root = join(import.meta.dirname, '..', '..');

/**
 * Built-ins of the language are restricted by `lib` in tsconfig.json, which has what the oldest browsers have. TypeScript's
 * list of what browsers have cannot be restricted, so each use of it is looked up.
 */
test('nothing is used that the oldest supported browsers lack', () => {
  const config = join(root, 'console', 'tsconfig.json');
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (file) => readFileSync(file, 'utf8')).config,
    ts.sys,
    join(root, 'console'),
  );
  const program = ts.createProgram(
    fileNames.filter((file) => !/\.test\.|\/testing\/|\.testing\.|\/verifier\//.test(file)),
    options,
  );
  const checker = program.getTypeChecker();
  const candidates = namesThatSomeLack();
  const missing = new Map<string, string>();
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || source.fileName.includes('/node_modules/')) continue;
    const visit = (node: ts.Node) => {
      if (ts.isIdentifier(node) && candidates.has(node.text))
        for (const name of builtIns(checker.getSymbolAtLocation(node))) {
          const lacking = browsersWithout(name);
          if (lacking.length > 0 && !missing.has(name))
            missing.set(
              name,
              `${name}: ${lacking.join(', ')} (${relative(root, source.fileName)})`,
            );
        }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const unexplained = [...missing].filter(([name]) => lookedFor[name] === undefined);
  expect(unexplained.map(([, text]) => text)).toEqual([]);
  expect(Object.keys(lookedFor).filter((name) => !missing.has(name))).toEqual([]);
}, 600_000);

test('an older browser is told so: what the notice looks for came with the oldest supported versions', () => {
  const script = readFileSync(join(import.meta.dirname, 'before-paint.js'), 'utf8');
  const [said = ''] = /'This browser is too old[^']*'/.exec(script) ?? [];
  const found = [
    bcd.javascript.builtins?.['String']?.['isWellFormed'],
    bcd.css.selectors?.['has'],
  ].map((each) => each?.__compat?.support ?? {});
  expect(script).toContain("'isWellFormed' in String.prototype");
  expect(script).toContain('selector(:has(a))');
  for (const [browser, version] of Object.entries(oldestBrowsers)) {
    expect(said).toContain(version);
    const since = found.map((support) => versionOf(support[browser as keyof typeof support]));
    expect(since.toSorted(compare).at(-1)).toBe(version);
  }
});

/** Of the thousands of identifiers, only these are worth asking the type checker about. */
function namesThatSomeLack(): ReadonlySet<string> {
  return new Set(
    Object.entries(bcd.api).flatMap(([owner, data]) =>
      [owner, ...Object.keys(data).map((member) => `${owner}.${member}`)]
        .filter((name) => browsersWithout(name).length > 0)
        .map((name) => name.replace(/^.*\./, '').replace(/_static$/, '')),
    ),
  );
}

/** The names in the compatibility data: `Document.createElement`, `IntersectionObserver`. */
function builtIns(symbol: ts.Symbol | undefined): string[] {
  const names = (symbol?.declarations ?? []).flatMap((declaration) => {
    if (!/\/lib\.dom[^/]*\.d\.ts$/.test(declaration.getSourceFile().fileName)) return [];
    const { parent } = declaration;
    if (ts.isInterfaceDeclaration(parent)) return [`${parent.name.text}.${symbol?.name}`];
    // The object that `declare var URL: { … }` describes has the static members.
    if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent))
      return [`${parent.parent.name.getText()}.${symbol?.name}_static`];
    return ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration)
      ? [symbol?.name ?? '']
      : [];
  });
  return [...new Set(names)];
}

function browsersWithout(name: string): string[] {
  const [owner = '', member] = name.split('.');
  const of: Identifier | undefined = bcd.api[owner];
  const data = member === undefined ? of : of?.[member];
  const support = data?.__compat?.support;
  if (!support) return [];
  return Object.entries(oldestBrowsers)
    .filter(([browser, version]) => {
      const statements = support[browser as keyof typeof support];
      return statements !== undefined && !isSince(statements, version);
    })
    .map(([browser, version]) => `${browser} ${version}`);
}

function isSince(statements: SupportStatement, version: string): boolean {
  const since = versionOf(statements);
  return since !== undefined && compare(since, version) <= 0;
}

/**
 * The version that brought it, without a flag or prefix. What is partial is there: it says of many what a note says, such as
 * another error.
 */
function versionOf(statements: SupportStatement | undefined): string | undefined {
  const all = Array.isArray(statements) ? statements : statements ? [statements] : [];
  return all
    .filter(
      ({ flags, prefix, version_removed, partial_implementation }) =>
        !flags && !prefix && (!version_removed || partial_implementation),
    )
    .map(({ version_added: added }) =>
      typeof added === 'string' ? added.replace('≤', '') : undefined,
    )
    .filter((version) => version !== undefined)
    .toSorted(compare)[0];
}

function compare(one = '', other = ''): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  return (left?.[0] ?? 0) - (right?.[0] ?? 0) || (left?.[1] ?? 0) - (right?.[1] ?? 0);
}
