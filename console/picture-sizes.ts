import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The position of the width in the header of a PNG; the height follows. */
const widthAt = 16;

/** Resolves `picture.png?size` to the width and height of the picture, so that a page can reserve its space. */
export function pictureSizes(): Plugin {
  return {
    name: 'picture-sizes',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.png?size')) return null;
      const header = readFileSync(id.slice(0, -'?size'.length)).subarray(0, widthAt + 8);
      const size = {
        width: header.readUInt32BE(widthAt),
        height: header.readUInt32BE(widthAt + 4),
      };
      return `export default ${JSON.stringify(size)}`;
    },
  };
}
