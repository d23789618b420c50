import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const root = new URL('../../console/src/', import.meta.url);

/** The English texts in the console's catalogues whose German counterparts differ. */
export function englishTexts(): Set<string> {
  const english = new Set<string>();
  const german = new Set<string>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('texts.ts') || file.endsWith('-words.ts')) {
      const source = ts.createSourceFile(
        file,
        readFileSync(new URL(file, root), 'utf8'),
        ts.ScriptTarget.Latest,
      );
      collect(source, undefined);
    }
  return new Set([...english].filter((text) => !german.has(text)));

  function collect(node: ts.Node, language: Set<string> | undefined): void {
    if (ts.isStringLiteralLike(node) && /\p{L}{2}/u.test(node.text)) language?.add(node.text);
    const name = ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) ? node.name.text : '';
    // The names of languages use the keys `en` and `de` as well.
    const within = language ?? (name === 'en' ? english : name === 'de' ? german : undefined);
    ts.forEachChild(node, (child) => collect(child, within));
  }
}
