import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { escapeHtml } from '../services/kit/src/escape-html.js';
import { collectPackages, noticesText } from './notices/notices.mjs';
import { root } from './setup.mjs';

const directory = path.join(root, 'proofs/verifier');

/**
 * The offline verifier as a single HTML file. Its Content-Security-Policy allows only its own script and style,
 * and no network access.
 * @param {import('rolldown').Plugin} [plugin] sees what is bundled
 */
export async function verifierPage(plugin) {
  const style = readFileSync(path.join(directory, 'verifier.css'), 'utf8');
  const packages = collectPackages();
  const script = await bundle([plugin, packages.plugin]);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    style: `<style>${style}</style>`,
    notices: escapeHtml(noticesText('The verifier of Annals', packages.notices())),
    script: `<script type="module">${script}</script>`,
  };
  const template = readFileSync(path.join(directory, 'index.html'), 'utf8');
  return template.replace(
    /<!-- (policy|style|notices|script) -->/g,
    (_, /** @type {keyof typeof parts} */ name) => parts[name],
  );
}

/** @param {import('rolldown').RolldownPluginOption[]} plugins */
async function bundle(plugins) {
  const built = await rolldown({
    input: path.join(directory, 'main.ts'),
    plugins,
    platform: 'browser',
    logLevel: 'warn',
  });
  const { output } = await built.generate({ format: 'esm', minify: true, codeSplitting: false });
  await built.close();
  // Escapes the sequence that would end the script element.
  return output[0].code.replaceAll('</script', String.raw`<\/script`);
}

/** @param {string} text */
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
