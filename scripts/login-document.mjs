import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

/**
 * What the components expect of a browser.
 * @type {(keyof import('happy-dom').Window)[]}
 */
const globalNames = [
  'window',
  'self',
  'document',
  'history',
  'navigator',
  'localStorage',
  'sessionStorage',
  'location',
  'addEventListener',
];

/** The server replaces it with the product's name (server/src/console-files.ts). */
const productPlaceholder = '{product}';

/**
 * The document of /login: the console's document with the sign-in form as HTML in each language, so that the
 * form is there before the code.
 * @param {string} index the console's document
 * @param {string} script the path of the built early-form.js
 */
export async function loginDocument(index, script) {
  const forms = await renderForms();
  const templates = forms.map(
    ({ language, html }) =>
      // The Content-Security-Policy forbids the style attribute; early-form.js applies the styles.
      `<template lang="${language}">${html.replaceAll(' style="', ' data-style="')}</template>`,
  );
  return index.replace(
    '</body>',
    () => `${templates.join('\n')}\n<script src="${script}"></script>\n</body>`,
  );
}

/** @returns {Promise<{ language: string, html: string }[]>} */
async function renderForms() {
  const [{ build }, { default: react }, { Window }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('happy-dom'),
  ]);
  // Built for a browser, not for a server, because the same components hydrate it.
  const built = await build({
    configFile: false,
    root: path.join(root, 'console'),
    logLevel: 'warn',
    plugins: [react(), externalizeDynamicImports],
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: path.join(root, 'console/src/login-document.tsx'),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  if (!('output' in built)) throw new Error('Vite built the sign-in form several times, not once.');
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-login-'));
  const window = new Window({ url: 'http://localhost/login' });
  try {
    window.document.head.innerHTML = `<meta name="product" content="${productPlaceholder}">`;
    for (const name of globalNames)
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
    const file = path.join(directory, 'login-document.mjs');
    writeFileSync(file, built.output[0].code);
    const { loginForms } = await import(pathToFileURL(file).href);
    return await loginForms();
  } finally {
    await window.happyDOM.close();
    rmSync(directory, { recursive: true });
  }
}

/**
 * The form does not need what is loaded later.
 * @type {import('vite').Plugin}
 */
const externalizeDynamicImports = {
  name: 'externalize-dynamic-imports',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) =>
    kind === 'dynamic-import' ? { id: source, external: true } : undefined,
};
