import type { Page } from '@playwright/test';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { expect, startSession, test } from './annals.ts';
import { demoPaths } from './demo-paths.ts';
import { navigateInApp } from './visit.ts';
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

test.use({ trace: 'off' });

/** Visible texts and accessible names, except those marked as another language. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const take = (text: string | null, element: Element | null) => {
      const trimmed = text?.trim();
      if (
        trimmed &&
        element?.closest('script, style, code, pre, time, [lang]') === document.documentElement
      )
        found.add(trimmed);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      take(node.textContent, node.parentElement);
    for (const name of ['aria-label', 'aria-roledescription', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        take(element.getAttribute(name), element);
    take(document.title.split(' · ')[0] ?? '', document.documentElement);
    return [...found];
  });

test('no page shows English texts in German', async ({ page, request }) => {
  // Titles that the specification defines, and words that occur in the data.
  const untranslated = new Set([
    'Page Not Found',
    'Open',
    'open',
    'Reader',
    'Editor',
    'Owner',
    'Go',
    'English',
    'text',
    // The end of releaseDate, which may wrap before it.
    'Date',
  ]);
  const english = new Set([...englishTexts()].filter((text) => !untranslated.has(text)));
  expect(english.size).toBeGreaterThan(1000);
  const paths = await demoPaths(request);
  await startSession(page);
  await page.goto('/');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByText('Deutsch').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const found: string[] = [];
  for (const [name, path] of oneInEvery(6, Object.entries(paths))) {
    // Whether the page settles is checked by another test.
    await navigateInApp(page, path).catch(() => undefined);
    for (const text of await shownTexts(page))
      if (english.has(text)) found.push(`${name}: ${text}`);
  }
  expect(found).toEqual([]);
});

const root = new URL('../../console/src/', import.meta.url);

/** The English texts in the console's catalogues whose German counterparts differ. */
function englishTexts(): Set<string> {
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
