import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
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
 * Gives before-paint.js a name that changes with what it holds, so that a browser that has it asks for nothing before the
 * first paint. Vite leaves a script that is no module as it is.
 */
function beforePaint(): Plugin {
  const written = '/src/before-paint.js';
  let built = '';
  return {
    name: 'before-paint',
    apply: 'build',
    buildStart() {
      const source = readFileSync(new URL(`.${written}`, import.meta.url), 'utf8');
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      built = `assets/before-paint-${hash}.js`;
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

/** What several pages of one area share; what is only for writing lies apart. */
function pagesOf(id: string): string | null {
  const [, area, writing] = /console\/src\/features\/([\w-]+)\/(edit|erase)?/.exec(id) ?? [];
  if (area === undefined || area === 'session') return null;
  return writing === undefined ? area : `${area}-${writing}`;
}

export default defineConfig({
  plugins: [react(), beforePaint(), signedInFiles(), pictureSizes(), gridStyles()],
  server: {
    proxy: {
      '/api': server,
      '/openapi.json': server,
      '/builds': server,
      '/mcp': server,
      '/a/': { target: server, bypass },
    },
  },
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
              test: /console\/src\/(shell\/Shell\.tsx|pages\.ts|features\/users\/(UsersPage\.tsx|users\.queries\.ts))/,
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
              test: /console\/src\/shared\/(forms|confirm|pickers|secrets|history|ids|permissions|tabs|tables|states|reauthentication|erasures|live|versions|charts|bulk|time-travel|memberships|feedback)\/.*\.tsx?$|node_modules\/@mantine\/core/,
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
