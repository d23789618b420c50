// Works of others that are delivered without being a package of ours.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';
import { mitText } from './exceptions.mjs';

/** @typedef {Pick<import('./notices.mjs').Notice, 'name' | 'license' | 'text'>} Work */

/**
 * @param {string} name
 * @param {string} copyright
 * @returns {Work}
 */
const underMit = (name, copyright) => ({ name, license: 'MIT', text: mitText(copyright) });

/**
 * @param {string} name
 * @param {string} license
 * @param {string} file below texts/
 * @returns {Work}
 */
const underText = (name, license, file) => ({
  name,
  license,
  text: readFileSync(path.join(import.meta.dirname, 'texts', file), 'utf8').trimEnd(),
});

const postgresql = underText('PostgreSQL', 'PostgreSQL', 'postgresql.txt');

/**
 * Works that packages contain without delivering their licences, by the package: found in the source maps of the
 * packages, in their comments, and in the strings of their native and WebAssembly files.
 * @type {Readonly<Record<string, readonly Work[]>>}
 */
export const containedWorks = {
  '@dagrejs/dagre': [underMit('@dagrejs/graphlib', 'Copyright (c) 2012-2014 Chris Pettitt')],
  '@electric-sql/pglite': [
    postgresql,
    underText('ICU', 'Unicode-3.0', 'icu.txt'),
    underText('libxml2', 'MIT', 'libxml2.txt'),
    underText('libxslt', 'MIT', 'libxslt.txt'),
    underText('zlib', 'Zlib', 'zlib.txt'),
    underMit('Emscripten', 'Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.'),
    underMit(
      'musl',
      `Copyright © 2005-2020 Rich Felker, et al.

Most of the math library code is Copyright © 1993,2004 Sun Microsystems or
Copyright © 2003-2011 David Schultz or Copyright © 2003-2009 Steven G. Kargl or
Copyright © 2003-2009 Bruce D. Evans or Copyright © 2008 Stephen L. Moshier or
Copyright © 2017-2018 Arm Limited. The smoothsort implementation is
Copyright © 2011 Valentin Ochs.`,
    ),
    underMit('async-mutex', 'Copyright (c) 2016 Christian Speckner <cnspeckn@googlemail.com>'),
    underMit('pg-protocol', 'Copyright (c) 2010 - 2021 Brian Carlson'),
    underMit('tinytar', 'Copyright (c) 2016 Levko Kravets'),
    underMit('tsup', 'Copyright (c) 2021 EGOIST'),
  ],
  '@node-rs/argon2': [
    underMit('argon2-rust', 'Copyright (c) LongYinan'),
    underMit('napi-rs', 'Copyright (c) 2020 LongYinan\nCopyright (c) 2018 GitHub'),
    underMit('mimalloc', 'Copyright (c) 2018-2025 Microsoft Corporation, Daan Leijen'),
    underMit(
      'rand',
      'Copyright 2018 Developers of the Rand project\nCopyright (c) 2014 The Rust Project Developers',
    ),
    underMit('Rust standard library', 'Copyright (c) The Rust Project Contributors'),
  ],
  '@tanstack/router-core': [
    underMit('qss', 'Copyright (c) Luke Edwards <luke.edwards05@gmail.com> (lukeed.com)'),
  ],
  'fast-querystring': [
    underMit('Node.js', 'Copyright Joyent, Inc. and other Node contributors. All rights reserved.'),
  ],
  nodemailer: [underMit('Punycode.js', 'Copyright Mathias Bynens <https://mathiasbynens.be/>')],
  pg: [postgresql],
  undici: [underMit('llhttp', 'Copyright Fedor Indutny, 2018.')],
};

/** Copies in this repository that are in the program. */
export const copiedWorks = [
  // services/authentication/src/passwords/common-passwords.ts
  {
    ...underMit(
      '@zxcvbn-ts/language-common',
      'Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.\nCopyright (c) 2021 @zxcvbn-ts',
    ),
    version: '4.1.3',
  },
  {
    name: 'endoflife.date',
    version: '',
    license: 'MIT',
    text: readFileSync(path.join(root, 'server/demo/LICENSE.endoflife.date'), 'utf8').trim(),
  },
];
