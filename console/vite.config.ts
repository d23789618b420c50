import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { gridStyles } from './grid-styles.ts';
import { pictureSizes } from './picture-sizes.ts';

const server = 'http://127.0.0.1:3000';

/** An alias that leads nowhere is shown by the console. Asked with HEAD, which counts no visit. */
async function bypass({ url }: { url?: string | undefined }): Promise<string | undefined> {
  const answer = await fetch(`${server}${url}`, { method: 'HEAD', redirect: 'manual' });
  return answer.status === 302 ? undefined : '/index.html';
}

/** The files, by the names of the groups, that a page needs as soon as somebody is signed in, and the first code does not. */
const signedInNames = new Set(['calls', 'shell']);

/**
 * Gives a script that is no module a name that changes with what it holds, so that a browser that has it does not ask for it
 * again. Vite leaves such a script as it is.
 */
function plainScript(name: string): Plugin {
  const written = `/src/${name}.js`;
  let built = '';
  return {
    name,
    apply: 'build',
    buildStart() {
      const { pathname } = new URL(`.${written}`, import.meta.url);
      const { code: source } = minifySync(pathname, readFileSync(pathname, 'utf8'));
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      built = `assets/${name}-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: built, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(written, `/${built}`),
    },
  };
}

/** Writes them into index.html, where before-paint.js finds them: their names change with what they hold. */
function signedInFiles(): Plugin {
  return {
    name: 'signed-in-files',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files: string[] = [];
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && signedInNames.has(file.name))
            files.push(file.fileName, ...(file.viteMetadata?.importedCss ?? []));
        if (files.length === 0) return [];
        const content = files.map((file) => `/${file}`).join(' ');
        return [
          { tag: 'meta', attrs: { name: 'signed-in-files', content }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}

/** What only documents say of a call: they are made elsewhere, and the prose would be a tenth of what a list loads. */
function contractsWithoutSummaries(): Plugin {
  return {
    name: 'contracts-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contracts\/src\/.*\.ts$/, code: 'summary:' },
      handler: (code) =>
        code.replaceAll(/^  summary:\s*(?:'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`),$/gm, ''),
    },
  };
}

/**
 * Of the styles that come before the sign-in, what the console has none of: Mantine's groups of buttons, and its loaders of bars and dots
 * with their animations.
 */
const unusedStyles =
  /\bm_(?:80d6d844|70be2a01|7a2bd4cd|870bb79|4e3f22d7|870c4af|5d2b3b9d|aac34a1)\b/;
const withoutUnusedStyles = {
  postcssPlugin: 'without-unused-styles',
  Rule(rule: { selectors: string[]; remove: () => void }) {
    if (rule.selectors.every((selector) => unusedStyles.test(selector))) rule.remove();
  },
  AtRule: {
    keyframes(animation: { params: string; remove: () => void }) {
      if (unusedStyles.test(animation.params)) animation.remove();
    },
  },
};

/** Stops the build where a control of a form lies in a file that comes without its style sheet (theme/forms-styles.css). */
function controlsWithTheirStyles(): Plugin {
  const control =
    /@mantine\/core\/esm\/components\/(Checkbox|InlineInput|Menu|Modal|ModalBase|Overlay|Paper|Popover|Radio|Stack)\//;
  return {
    name: 'controls-with-their-styles',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || file.name === 'forms') continue;
        const found = file.moduleIds.find((id) => control.test(id));
        if (found !== undefined)
          this.error(
            `${found} lies in ${file.fileName} and not with the forms, whose styles it needs.`,
          );
      }
    },
  };
}

/** What several pages of one area share; what is only for writing lies apart. */
function pagesOf(id: string): string | null {
  const [, area, writing] = /console\/src\/features\/([\w-]+)\/(edit|erase)?/.exec(id) ?? [];
  if (area === undefined || area === 'session') return null;
  return writing === undefined ? area : `${area}-${writing}`;
}

export default defineConfig({
  plugins: [
    contractsWithoutSummaries(),
    react(),
    plainScript('before-paint'),
    // Only the document of /login has it (scripts/login-document.mjs).
    plainScript('early-form'),
    signedInFiles(),
    controlsWithTheirStyles(),
    pictureSizes(),
    gridStyles(),
  ],
  server: {
    proxy: {
      '/api': server,
      '/openapi.json': server,
      '/builds': server,
      '/mcp': server,
      '/a/': { target: server, bypass },
    },
  },
  css: { postcss: { plugins: [withoutUnusedStyles] } },
  build: {
    target: 'es2022',
    manifest: true,
    // Inlined fonts and pictures would need data: where the security policy only allows 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Over HTTP/1.1 a browser asks for six files at a time: what is needed together is one file, and small shared
      // pieces would cost a third more in requests and bytes. An earlier group takes what a later one needs too.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 6 },
            {
              name: 'calls',
              test: /console\/src\/api\/current-user\.ts$|contracts\/src\/(console|sign-in-options)\.ts$/,
              priority: 5,
            },
            {
              name: 'sign-in',
              test: /console\/src\/features\/session\/(SignInWays|sign-in-ways|sign-in\.calls)\./,
              priority: 4,
            },
            // The users list has all that a list needs, and with the shell it is what comes after the sign-in.
            {
              name: 'shell',
              test: /console\/src\/(shell\/Shell\.tsx|pages\.ts|features\/users\/(UsersPage\.tsx|users\.queries\.ts)|shared\/(secrets\/CopyBlock|page\/AbsentPage|states\/Panel)\.tsx)/,
              priority: 3,
            },
            // Lists that need nothing of the forms.
            {
              name: 'lists',
              test: /console\/src\/features\/.*\/(Applications|DataUsers|Partitions|Providers|Tokens|UnitUsers)Page\.tsx$/,
              priority: 2,
            },
            { name: 'queries', test: /console\/src\/features\/.*\.queries\.ts$/, priority: 3 },
            {
              name: 'forms',
              // Without the dialog of a new token, which needs the file of the lists.
              test: /console\/src\/shared\/(?!copy-as|csv|diff|email-domains|guide|identities|json\/|list\/|long-work|passwords|proofs|query|reasons|second-factors|service-messages|sessions|system|tokens\/TokenSecret|visits)|\/features\/.*\.module\.css$|node_modules\/@(mantine\/core|tabler)/,
              minShareCount: 2,
              priority: 1,
            },
            // For the palette, which needs none of the pages of objects.
            {
              name: 'query',
              test: /contracts\/src\/query[\w-]*\.ts$|shared\/query\//,
              priority: 1,
            },
            { name: pagesOf, debugName: 'areas', minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
});
