import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { root } from '../setup.mjs';
import {
  allowedLicenses,
  copyrightLines,
  deliveredParts,
  helperPackages,
  mitText,
} from './exceptions.mjs';
import { containedWorks } from './works.mjs';

/**
 * A work of others with the text of its licence.
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version empty if it has none
 * @property {string} license its SPDX identifier
 * @property {string} text
 * @property {string} [within] the package that contains it, if it is not a package of its own
 */

const licenseFiles = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Collects the packages of which something is in the bundles that are written with its plugin.
 * @param {string} [base] the directory to which the bundler's names of assets are relative
 */
export function collectPackages(base = root) {
  /** @type {Set<string>} */
  const folders = new Set();
  /** @param {string} name */
  const add = (name) => folders.add(path.join(root, 'node_modules', name));
  return {
    /** Adds a package that is loaded beside the bundle. */
    add,
    plugin: {
      name: 'collect-packages',
      /** @param {unknown} _options @param {import('rolldown').OutputBundle} bundle */
      generateBundle: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          const isChunk = file.type === 'chunk';
          const sources = isChunk ? file.moduleIds : file.originalFileNames;
          for (const source of sources) {
            const folder = packageFolder(source, base);
            if (folder !== undefined) folders.add(folder);
          }
          if (isChunk)
            for (const name of [...file.imports, ...file.dynamicImports])
              if (!(name in bundle) && !isBuiltin(name)) add(packageName(name));
        }
      },
    },
    /** The notices of these packages and of the works that they contain, by name and version. */
    notices: () => sorted([...folders].map(readNotice).flatMap(withContainedWorks)),
  };
}

/**
 * The folder of the package that a module is from; undefined for our own.
 * @param {string} id
 * @param {string} base
 */
export function packageFolder(id, base) {
  const [, folder] =
    /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? [];
  if (folder !== undefined) return path.resolve(base, folder);
  if (!id.startsWith('\0')) return undefined;
  const helper = Object.entries(helperPackages).find(([start]) => id.startsWith(start));
  if (!helper)
    throw new Error(
      `It is not known which package ${JSON.stringify(id)} is from. Name it in helperPackages of scripts/notices/exceptions.mjs.`,
    );
  return path.join(root, 'node_modules', helper[1]);
}

/** @param {string} specifier */
const packageName = (specifier) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/**
 * @param {string} folder of a package
 * @returns {Notice}
 * @throws if it has no licence text, or one that is not allowed
 */
export function readNotice(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  if (!isAllowed(license))
    throw new Error(
      `${name} ${version} has the licence ${JSON.stringify(license)}, which is not in allowedLicenses of scripts/notices/exceptions.mjs.`,
    );
  const text = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenseFiles.test(entry.name))
    .map((entry) => entry.name)
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n'))
    .map((content) => content.replaceAll(/^(?:\s*\n)+|\s+$/g, ''))
    .join('\n\n');
  const copyright = copyrightLines[name];
  if (text !== '')
    return { name, version, license, text: deliveredParts[name]?.(text).trim() ?? text };
  if (copyright === undefined || license !== 'MIT')
    throw new Error(
      `${name} ${version} contains no text of its licence. Add its copyright to scripts/notices/exceptions.mjs.`,
    );
  return { name, version, license, text: mitText(copyright).trim() };
}

/** @param {Notice} notice @returns {Notice[]} */
const withContainedWorks = (notice) => [
  notice,
  ...(containedWorks[notice.name] ?? []).map((work) =>
    Object.assign({ version: '', within: notice.name }, work),
  ),
];

/**
 * Of several licences, we choose one that is allowed. Other expressions have to be read by a person.
 * @param {unknown} license from package.json
 */
const isAllowed = (license) =>
  typeof license === 'string' &&
  (/^\(([^()]+)\)$/.exec(license)?.[1] ?? license)
    .split(' OR ')
    .some((one) => allowedLicenses.has(one));

/**
 * In the order in which notices are delivered, which does not depend on the order of the modules.
 * @param {readonly Notice[]} notices
 */
export function sorted(notices) {
  /** @param {Notice} notice */
  const keyOf = ({ name, version, within = '', text }) =>
    [name.toLowerCase(), version, within, text].join('\n');
  // The same version can be installed in several folders.
  const byKey = new Map(notices.map((notice) => [keyOf(notice), notice]));
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/**
 * For the console's page: packages, and the texts, each once.
 * @param {readonly Notice[]} notices
 */
export function noticesJson(notices) {
  const texts = [...new Set(notices.map(({ text }) => text))];
  const packages = notices.map(({ text, ...notice }) => ({ ...notice, text: texts.indexOf(text) }));
  return `${JSON.stringify({ packages, texts })}\n`;
}

/**
 * For people: each text once, below the names that it is of.
 * @param {string} artefact
 * @param {readonly Notice[]} notices
 */
export function noticesText(artefact, notices) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const { name, version, license, text, within } of notices) {
    const of = [name, version, within && `in ${within}`, `(${license})`];
    names.set(text, [...(names.get(text) ?? []), of.filter(Boolean).join(' ')]);
  }
  const parts = [...names].map(([text, of]) => `${line}\n${of.join('\n')}\n\n${text}\n`);
  return [`${artefact} contains software of others, under these licences.\n`, ...parts].join('\n');
}

const line = '-'.repeat(80);

/**
 * Writes both forms.
 * @param {string} directory
 * @param {string} file their name without the ending
 * @param {string} artefact
 * @param {readonly Notice[]} notices
 */
export function writeNotices(directory, file, artefact, notices) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, `${file}.json`), noticesJson(notices));
  writeFileSync(path.join(directory, `${file}.txt`), noticesText(artefact, notices));
}
