// node scripts/sbom.mjs > sbom.cdx.json: prints the bill of materials (CycloneDX) of the built program and console:
// what npm sbom knows of the packages that are really in them, according to their notices. npm sbom alone lists what is
// installed: 500 packages more, and with --omit=dev too few, because it omits what any workspace also uses in development.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPackages, root } from './setup.mjs';

/** @typedef {Omit<import('./notices/notices.mjs').Notice, 'text'>} Delivered */

/**
 * The parts of a CycloneDX document that we read.
 * @typedef {object} Bill
 * @property {{ component: Record<string, unknown>, [name: string]: unknown }} metadata
 * @property {Component[]} components
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 */

/** @typedef {{ 'bom-ref': string, name: string, version?: string, [name: string]: unknown }} Component */

/**
 * @template {Bill} B
 * @param {B} installed of everything that is installed
 * @param {readonly Delivered[]} delivered what is in several artefacts may be listed several times
 * @param {readonly string[]} native packages that are the native library of a delivered one
 */
export function billOfMaterials(installed, delivered, native = []) {
  const product = { ...installed.metadata.component, type: 'application', name: 'annals' };
  /** @param {string} name @param {string} [version] */
  const refOf = (name, version) => (version ? `${name}@${version}` : name);
  const packages = new Map(
    delivered
      .filter(({ within }) => within === undefined)
      .map((each) => [refOf(each.name, each.version), each]),
  );
  const components = installed.components.filter(
    ({ name, version }) => packages.has(refOf(name, version)) || native.includes(name),
  );
  const known = new Set(components.map(({ name, version }) => refOf(name, version)));
  const works = [...packages].filter(([ref]) => !known.has(ref)).map(([, each]) => workOf(each));
  const refs = new Set(components.map((component) => component['bom-ref']));
  return {
    ...installed,
    metadata: { ...installed.metadata, component: product },
    components: [
      ...components.map((component) => withContainedWorks(component, delivered)),
      ...works,
    ],
    dependencies: installed.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}

/**
 * @param {Component} component
 * @param {readonly Delivered[]} delivered
 * @returns {Component}
 */
function withContainedWorks(component, delivered) {
  const works = delivered.filter(({ within }) => within === component.name).map(workOf);
  const components = [...new Map(works.map((work) => [work.name, work])).values()];
  return components.length === 0 ? component : { ...component, components };
}

/**
 * A work that is not an installed package.
 * @param {Delivered} delivered
 * @returns {Component}
 */
const workOf = ({ name, version, license, within }) => ({
  'bom-ref': [within, name, version].filter(Boolean).join('/'),
  type: 'library',
  name,
  ...(version !== '' && { version }),
  licenses: [{ license: { id: license } }],
});

/** What npm knows of everything that is installed. */
export const readInstalled = () =>
  JSON.parse(
    execFileSync(
      'npm',
      // An override (package.json) does not satisfy a peer dependency, which npm sbom would refuse.
      ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--legacy-peer-deps'],
      { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, shell: process.platform === 'win32' },
    ),
  );

/**
 * The packages with the native libraries of delivered packages, one for each platform, of which the right one is
 * installed. Those of bundlers are not delivered.
 * @param {readonly Delivered[]} delivered
 */
export function nativePackages(delivered) {
  const locked = readPackages();
  return delivered
    .flatMap(({ name }) => Object.keys(locked[`node_modules/${name}`]?.optionalDependencies ?? {}))
    .filter((name) => {
      const { cpu, dev } = locked[`node_modules/${name}`] ?? {};
      return cpu !== undefined && dev !== true;
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {Delivered[]} */
  const delivered = ['dist/notices/program.json', 'console/dist/notices/console.json'].flatMap(
    (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages,
  );
  const bill = billOfMaterials(readInstalled(), delivered, nativePackages(delivered));
  console.log(JSON.stringify(bill, undefined, 2));
}
