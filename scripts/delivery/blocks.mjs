import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

/**
 * The code blocks of a document.
 * @param {string} file
 */
export function readBlocks(file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const blocks = [...text.matchAll(/^( *)```\w*\n([^]*?)^ *```$/gm)].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const unread = new Set(blocks);
  return {
    unread,
    /**
     * The block that begins so.
     * @param {string} start
     */
    block(start) {
      const found = blocks.find((each) => each.startsWith(start));
      if (found === undefined) throw new Error(`${file} has no block that begins "${start}".`);
      unread.delete(found);
      return found;
    },
  };
}
