import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, expect, it } from 'vitest';
import { readPackages, root } from '../setup.mjs';
import { verifierPage } from '../verifier-page.mjs';
import { allowedLicenses, copyrightLines, deliveredParts } from './exceptions.mjs';
import {
  collectPackages,
  noticesJson,
  noticesText,
  packageFolder,
  readNotice,
} from './notices.mjs';
import { containedWorks, copiedWorks } from './works.mjs';

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'annals-notices-')));
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * Writes a package and returns its folder.
 * @param {string} name
 * @param {Record<string, string>} files
 * @param {unknown} [license]
 */
function makePackage(name, files, license = 'MIT') {
  const folder = path.join(directory, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name: name.replace(/^.*node_modules\//, ''), version: '1.2.3', license };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [file, content] of Object.entries(files))
    writeFileSync(path.join(folder, file), content);
  return folder;
}

/** @param {string} code the module that is bundled */
async function bundledNotices(code) {
  const packages = collectPackages(directory);
  const input = path.join(directory, 'main.js');
  writeFileSync(input, code);
  const bundle = await rolldown({
    cwd: directory,
    input,
    platform: 'node',
    plugins: [packages.plugin],
    external: ['@node-rs/argon2'],
  });
  await bundle.generate({ format: 'esm' });
  await bundle.close();
  return packages.notices();
}

const code = { 'index.js': 'export const it = Math.random();' };

it('every package that can be delivered has a notice under an allowed licence', () => {
  const delivered = Object.entries(readPackages()).filter(
    ([folder, { link, dev, devOptional, cpu }]) =>
      // Parts of a package for one platform are under the notice of that package.
      folder.includes('node_modules/') && !link && !dev && !devOptional && !cpu,
  );
  const refused = delivered.flatMap(([folder]) => {
    try {
      return readNotice(path.join(root, folder)).text === '' ? [folder] : [];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(refused).toEqual([]);
  expect(delivered.length).toBeGreaterThan(150);
});

it('no exception outlives its reason', () => {
  const installed = readPackages();
  const named = [copyrightLines, deliveredParts, containedWorks].flatMap(Object.keys);
  expect(named.filter((name) => !installed[`node_modules/${name}`])).toEqual([]);
  const withText = Object.keys(copyrightLines).filter((name) => {
    const { text } = readNotice(path.join(root, 'node_modules', name));
    return !text.startsWith('MIT License') || !text.includes(copyrightLines[name] ?? '');
  });
  expect(withText).toEqual([]);
});

it('works that are not packages have a text and an allowed licence, too', () => {
  const works = [...Object.values(containedWorks).flat(), ...copiedWorks];
  expect(works.filter(({ license }) => !allowedLicenses.has(license))).toEqual([]);
  expect(works.filter(({ text }) => !/copyright/i.test(text))).toEqual([]);
});

it.each([
  ['GPL-3.0-only', { LICENSE: 'Yours' }, 'allowedLicenses'],
  [undefined, { LICENSE: 'Yours' }, 'allowedLicenses'],
  ['SEE LICENSE IN LICENSE', { LICENSE: 'Yours' }, 'allowedLicenses'],
  ['MIT AND GPL-3.0-only', { LICENSE: 'Yours' }, 'allowedLicenses'],
  ['(MIT OR ISC) AND GPL-3.0-only', { LICENSE: 'Yours' }, 'allowedLicenses'],
  ['MIT', {}, 'no text of its licence'],
])('a bundled package under %s with %j is refused', async (license, files, message) => {
  const folder = makePackage('refused', { ...code, ...files }, license ?? null);
  await expect(bundledNotices("export { it } from 'refused';")).rejects.toThrow(message);
  rmSync(folder, { recursive: true });
});

it('lists what is bundled, each version, and what is loaded beside the bundle', async () => {
  makePackage('one', { ...code, 'LICENSE.md': '\r\nAll of one\r\n', NOTICE: 'By one' });
  makePackage(
    '@two/two',
    { 'index.js': "import { it } from 'one';\nexport const other = () => it;", Licence: ' Two\n' },
    '(MIT OR GPL-2.0)',
  );
  makePackage('@two/two/node_modules/one', { ...code, COPYING: 'Older' }, 'ISC');
  makePackage('unused', { ...code });
  const notices = await bundledNotices(`
    import '@node-rs/argon2';
    import { readFileSync } from 'node:fs';
    export { it } from 'one';
    export { other } from '@two/two';
    export { readFileSync };
  `);
  const own = notices.filter(({ version }) => version === '1.2.3');
  expect(own).toEqual([
    { name: '@two/two', version: '1.2.3', license: '(MIT OR GPL-2.0)', text: ' Two' },
    { name: 'one', version: '1.2.3', license: 'MIT', text: 'All of one\n\nBy one' },
    { name: 'one', version: '1.2.3', license: 'ISC', text: 'Older' },
  ]);
  expect(notices).toContainEqual(expect.objectContaining({ name: '@node-rs/argon2' }));
  expect(notices).toContainEqual(
    expect.objectContaining({ name: 'mimalloc', version: '', within: '@node-rs/argon2' }),
  );
});

it('counts fonts, and the helpers of bundlers', () => {
  expect(
    packageFolder('../node_modules/@font/face/files/a.woff2', path.join(root, 'console')),
  ).toBe(path.join(root, 'node_modules/@font/face'));
  expect(packageFolder('\0vite/preload-helper.js', root)).toBe(
    path.join(root, 'node_modules/vite'),
  );
  expect(packageFolder(path.join(root, 'contracts/src/routes.ts'), root)).toBeUndefined();
  expect(() => packageFolder('\0other/helper.js', root)).toThrow('helperPackages');
});

it('the font of an asset is in the notices', () => {
  const packages = collectPackages(path.join(root, 'console'));
  const asset = {
    type: 'asset',
    originalFileNames: ['../node_modules/@fontsource-variable/inter/files/inter.woff2'],
  };
  Reflect.apply(packages.plugin.generateBundle, undefined, [{}, { 'assets/inter.woff2': asset }]);
  expect(packages.notices()).toMatchObject([
    {
      name: '@fontsource-variable/inter',
      license: 'OFL-1.1',
      text: expect.stringContaining('SIL OPEN FONT LICENSE'),
    },
  ]);
});

it('writes each text once', () => {
  const notices = ['a', 'b'].map((name) => ({ name, version: '1', license: 'MIT', text: 'Same' }));
  const other = { name: 'c', version: '', license: 'ISC', text: 'Other', within: 'a' };
  expect(JSON.parse(noticesJson([...notices, other]))).toEqual({
    packages: [
      { name: 'a', version: '1', license: 'MIT', text: 0 },
      { name: 'b', version: '1', license: 'MIT', text: 0 },
      { name: 'c', version: '', license: 'ISC', text: 1, within: 'a' },
    ],
    texts: ['Same', 'Other'],
  });
  const line = '-'.repeat(80);
  expect(noticesText('It', [...notices, other])).toBe(
    `It contains software of others, under these licences.\n\n${line}\na 1 (MIT)\nb 1 (MIT)\n\nSame\n\n${line}\nc in a (ISC)\n\nOther\n`,
  );
});

it('the verifier contains the notices of what is in it', async () => {
  const page = await verifierPage();
  expect(page).toMatch(/@noble\/curves \d[\d.]+ \(MIT\)/);
  expect(page).toMatch(/zod \d[\d.]+ \(MIT\)/);
  expect(page).toContain('Permission is hereby granted');
});
