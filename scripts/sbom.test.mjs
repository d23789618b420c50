import { beforeAll, expect, it } from 'vitest';
import { readPackages } from './setup.mjs';
import { billOfMaterials, nativePackages, readInstalled } from './sbom.mjs';

/** @type {import('./sbom.mjs').Bill & Record<string, unknown>} */
let installed;
beforeAll(() => {
  installed = readInstalled();
});

/** @param {string} name */
const locked = (name) => readPackages()[`node_modules/${name}`] ?? {};
const { version = '' } = locked('@node-rs/argon2');
const argon2 = { name: '@node-rs/argon2', version, license: 'MIT' };
const mimalloc = { name: 'mimalloc', version: '', license: 'MIT', within: '@node-rs/argon2' };
const demo = { name: 'endoflife.date', version: '', license: 'MIT' };

it('lists each delivered package once, with what it contains, and nothing else that is installed', () => {
  const bill = billOfMaterials(installed, [argon2, mimalloc, demo, argon2, mimalloc]);
  expect(installed.components.length).toBeGreaterThan(400);
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { type: 'application', name: 'annals', version: '0.1.0' } },
    components: [
      {
        name: '@node-rs/argon2',
        version,
        purl: `pkg:npm/%40node-rs/argon2@${version}`,
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
        components: [{ name: 'mimalloc', 'bom-ref': '@node-rs/argon2/mimalloc' }],
      },
      { name: 'endoflife.date', 'bom-ref': 'endoflife.date', type: 'library' },
    ],
    dependencies: [{ ref: `@node-rs/argon2@${version}`, dependsOn: [] }],
  });
  expect(bill.components).toHaveLength(2);
  expect(bill.components[1]).not.toHaveProperty('version');
});

it('lists the native library of this platform, but not that of a bundler', () => {
  const rolldown = { name: 'rolldown', version: locked('rolldown').version ?? '', license: 'MIT' };
  const native = nativePackages([argon2, rolldown]);
  expect(native.length).toBeGreaterThan(5);
  const bill = billOfMaterials(installed, [argon2, rolldown], native);
  const libraries = bill.components.filter(({ name }) => name.startsWith('@node-rs/argon2-'));
  expect(libraries).toHaveLength(1);
  expect(bill.components).toHaveLength(3);
  expect(bill.dependencies).toContainEqual({
    ref: `@node-rs/argon2@${version}`,
    dependsOn: [libraries[0]?.['bom-ref']],
  });
});
