// What the packages themselves do not say.

/** Licences that permit delivery in a program under Apache-2.0 if their text goes with it, by SPDX identifier. */
export const allowedLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
]);

/**
 * The copyright lines of packages whose archive contains no file with the licence. All are under MIT according to their
 * package.json.
 * @type {Readonly<Record<string, string>>}
 */
export const copyrightLines = {
  // In the licence of its repository.
  '@cfworker/json-schema': 'Copyright (c) 2020 Jeremy Danyow',
  // Neither the package nor its repository contains a licence; both name the author.
  'abstract-logging': 'Copyright (c) James Sumners',
  // At the end of its README.
  'pg-copy-streams': 'Copyright (c) 2013 Brian M. Carlson',
  // At the end of its README.
  'pg-types': 'Copyright (c) 2014 Brian M. Carlson',
  // At the end of its README.
  pgpass: 'Copyright (c) 2013-2016 Hannes Hörl',
  // In the licence of its repository.
  'react-remove-scroll-bar': 'Copyright (c) 2025 Anton Korzunov <thekashey@gmail.com>',
  // In libraries/LICENSE of its repository.
  standardwebhooks: 'Copyright (c) 2023 Svix (https://www.svix.com)',
};

/** Packages that the bundlers put their own code from into the bundle, by the start of the module's id. */
export const helperPackages = { '\0rolldown/': 'rolldown', '\0vite/': 'vite' };

/**
 * The part of a licence file that concerns delivered code. The rest of Vite's file is about packages inside Vite itself,
 * of which only a helper of Vite's own is delivered.
 * @type {Readonly<Record<string, (text: string) => string>>}
 */
export const deliveredParts = {
  vite: (text) => text.slice(0, text.indexOf('# Licenses of bundled dependencies')),
};

/** @param {string} copyright */
export const mitText = (copyright) => `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
