import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

/**
 * @typedef {object} Step
 * @property {string} word RUN, COPY, ENV …
 * @property {string} rest
 *
 * @typedef {object} Stage
 * @property {string} base an image, or another stage
 * @property {Step[]} steps
 */

/** The stages of deploy/Dockerfile by name; the last one, which has none, is the image. */
export function readStages() {
  const text = readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8');
  /** @type {Record<string, Stage>} */
  const stages = {};
  for (const line of text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')) {
    const [, word, rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (word === undefined) continue;
    if (word === 'FROM') {
      const [base = '', , name = 'image'] = rest.split(' ');
      stages[name] = { base, steps: [] };
    } else Object.values(stages).at(-1)?.steps.push({ word, rest });
  }
  return /** @type {Record<'manifests' | 'build' | 'packages' | 'image', Stage>} */ (stages);
}

/**
 * @param {Stage} stage
 * @param {string} word
 */
export const stepsOf = ({ steps }, word) =>
  steps.filter((step) => step.word === word).map(({ rest }) => rest);
