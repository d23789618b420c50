import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';

const guide = path.join(root, 'docs/guide');
const pages = [
  path.join(root, 'README.md'),
  ...readdirSync(guide)
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(guide, name)),
].map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** The targets of links and images as paths from the root, without external ones. */
const targets = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) =>
    path.relative(root, path.join(path.dirname(file), target)),
  ),
);

const pictures = ['docs/images', 'docs/guide/images'].flatMap((folder) =>
  readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
);

test('links and images in README and guide exist', () => {
  expect(targets.filter((target) => !existsSync(path.join(root, target)))).toEqual([]);
});

test('every picture is shown, and together they stay small', () => {
  expect(pictures.filter((picture) => !targets.includes(picture))).toEqual([]);
  const bytes = pictures.map((picture) => statSync(path.join(root, picture)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_500_000);
});

test('the guide quotes texts of the console', () => {
  const sources = [
    'console/src',
    'proofs/src',
    'proofs/verifier',
    'contracts/src',
    'rules/src',
  ].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /texts\.ts$|-words\.ts$/.test(name))
      .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
  );
  const words = sources.join('\n').replaceAll('\\', '');
  const unknown = pages
    .slice(1)
    .flatMap(({ file, text }) =>
      [...text.replaceAll(/```[\s\S]*?```|\*\*/g, '').matchAll(/(?<!\w)\*([^*\n]+)\*/g)].map(
        ([, quoted = '']) => ({ page: path.basename(file), quoted }),
      ),
    )
    .filter(({ quoted }) =>
      quoted.split('…').some((part) => part.trim() !== '' && !words.includes(part.trim())),
    );
  expect(unknown.map(({ page, quoted }) => `${page}: ${quoted}`)).toEqual([]);
});
