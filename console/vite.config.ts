import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { buildTarget } from './oldest-browsers.ts';
import { pictureSizes } from './picture-sizes.ts';

const server = 'http://127.0.0.1:3000';

/** The console shows why an alias leads nowhere. The alias is requested with HEAD, which counts no visit. */
async function bypass({ url }: { url?: string | undefined }): Promise<string | undefined> {
  const answer = await fetch(`${server}${url}`, { method: 'HEAD', redirect: 'manual' });
  return answer.status === 302 ? undefined : '/index.html';
}

/** The groups of files that every page needs after the sign-in and that the first code does not contain. */
const signedInNames = new Set(['calls', 'shell']);

/**
 * Gives a plain script a name with a hash of its content, so that browsers can cache it. Vite leaves such scripts as
 * they are.
 */
function plainScript(name: string): Plugin {
  const written = `/src/${name}.js`;
  let built = '';
  return {
    name,
    apply: 'build',
    buildStart() {
      // Not the path of the URL, which is encoded where a folder has a space or an umlaut in its name.
      const file = fileURLToPath(new URL(`.${written}`, import.meta.url));
      const { code: source } = minifySync(file, readFileSync(file, 'utf8'));
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

/** Lists these files in index.html, where before-paint.js finds them, because their names change with their content. */
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

/**
 * Removes the summaries of calls, which only the OpenAPI document uses: they would be a tenth of the code that a list
 * loads.
 */
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
 * Unused parts of the styles loaded before the sign-in: Mantine's groups of buttons, and its loaders of bars and dots
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

/**
 * Stops the build if a control of a form is in a file that is loaded without its style sheet (theme/forms-styles.css).
 */
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

/**
 * Rules of react-data-grid that style summary rows. The console has none, and they select rows by position, so that the
 * browser would style every cell again whenever a row scrolls into view.
 */
const ofSummaryRows =
  /> :nth-(?:last-)?child\(1 of \.rdg-(?:top|bottom)-summary-row\) \{\s*> [^{}]*\{[^{}]*\}\s*\}/g;

/** Removes them. */
function gridStyles(): Plugin {
  return {
    name: 'grid-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('react-data-grid/lib/styles.css')) return undefined;
      const rules = code.match(ofSummaryRows)?.length ?? 0;
      if (rules !== 2)
        this.error(`The styles of react-data-grid have ${rules} rules of summary rows, not 2.`);
      return { code: code.replaceAll(ofSummaryRows, ''), map: null };
    },
  };
}

/** The group for code shared by several pages of an area. Code that only writing needs is a separate group. */
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
    // Only the document of /login contains it (scripts/login-document.mjs).
    plainScript('early-form'),
    signedInFiles(),
    controlsWithTheirStyles(),
    pictureSizes(),
    gridStyles(),
  ],
  // React has this hook itself; the stand-in for older versions of React is half a kilobyte of the first load.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: {
    proxy: {
      '/api': server,
      '/openapi.json': server,
      '/notices': server,
      '/builds': server,
      '/mcp': server,
      '/a/': { target: server, bypass },
    },
  },
  // Its readers are loaded when they are needed, as on the page.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  css: { postcss: { plugins: [withoutUnusedStyles] } },
  build: {
    target: [...buildTarget],
    manifest: true,
    // Inlined fonts and pictures would need data: where the security policy only allows 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Over HTTP/1.1 a browser requests six files at a time: what is needed together is one file, and small shared
      // chunks would cost a third more requests and bytes. A group with a higher priority also takes what a lower one
      // needs.
      output: {
        // The first load lists hundreds of names, and no hash can be compressed: seven characters, the fewest possible.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 6 },
            {
              name: 'calls',
              test: /console\/src\/platform\/api\/current-user\.ts$|contracts\/src\/(console|sign-in-options)\.ts$/,
              priority: 5,
            },
            {
              name: 'sign-in',
              test: /console\/src\/features\/session\/(SignInWays|sign-in-ways|sign-in\.calls)\./,
              priority: 4,
            },
            // The users list contains everything that a list needs, and is shown with the shell after the sign-in. What
            // both lists and forms need must be here, or pages with forms need the file of the lists.
            {
              name: 'shell',
              test: /console\/src\/(shell\/Shell\.tsx|pages\.ts|features\/users\/(Users(Page|List)\.tsx|users\.queries\.ts)|domain\/permissions\/member-roles\.texts\.ts|platform\/json-values\/json-values\.ts|ui\/(secrets\/CopyBlock|page\/(AbsentPage|PageFrame)|states\/Panel)\.tsx)|react-query\/build\/modern\/useSuspenseQuery\.js$|(contracts\/src\/token-scope-labels|rules\/src\/json-values)\.ts$/,
              priority: 3,
            },
            // Lists that need no forms.
            {
              name: 'lists',
              test: /console\/src\/features\/.*\/(Applications|DataUsers|Partitions|Providers|Tokens|UnitUsers)Page\.tsx$/,
              priority: 2,
            },
            { name: 'queries', test: /console\/src\/features\/.*\.queries\.ts$/, priority: 3 },
            {
              name: 'forms',
              // Without the dialog of a new token, which needs the file of the lists.
              test: /console\/src\/(platform\/(?!api|csv|long-work|service-messages)|ui\/(?!copy-as|diff|graph|json\/|list\/)|domain\/(?!access-graph|email-domains|guide|identities|passwords|proofs|query|reasons|second-factors|sessions|system|tokens\/TokenSecret|visits))|\/features\/.*\.module\.css$|node_modules\/@(mantine\/core|tabler)/,
              minShareCount: 2,
              priority: 1,
            },
            // For the palette, which needs no other code of the object pages.
            {
              name: 'query',
              test: /rules\/src\/query[\w-]*\.ts$|domain\/query\//,
              priority: 1,
            },
            { name: pagesOf, debugName: 'areas', minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
});
