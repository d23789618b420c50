// Makes product-lifecycles.ndjson.gz: node server/demo/make.mjs FULL.ndjson.gz (see README.md).
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, gunzipSync, gzipSync } from 'node:zlib';

const products = [
  'nodejs',
  'react',
  'python',
  'django',
  'php',
  'ruby',
  'go',
  'rust',
  'postgresql',
  'redis',
  'nginx',
  'debian',
  'ubuntu',
].map((name) => `product/${name}`);

const [source] = process.argv.slice(2);
if (source === undefined)
  throw new Error('Name the full file: node server/demo/make.mjs FULL.ndjson.gz');

const lines = gunzipSync(readFileSync(source)).toString('utf8').split('\n').filter(Boolean);
const rows = lines.map((line) => ({ line, row: JSON.parse(line) }));
const wanted = new Set(products);
for (const { row } of rows) {
  if (products.includes(row.key)) for (const { key } of row.references ?? []) wanted.add(key);
}
const selected = rows.filter(({ row }) => wanted.has(row.key)).map(({ line }) => line);
const packed = gzipSync(`${selected.join('\n')}\n`, { level: constants.Z_BEST_COMPRESSION });
// The operating system in the header of a gzip file: unknown, so that the file is the same wherever it is made.
packed[9] = 255;
writeFileSync(new URL('product-lifecycles.ndjson.gz', import.meta.url), packed);
console.log(`${selected.length} versions of ${wanted.size} timelines, ${packed.length} bytes`);
