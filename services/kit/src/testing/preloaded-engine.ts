import { readFile } from 'node:fs/promises';

// Node's types know it by its types only.
declare const WebAssembly: { compile(program: Uint8Array): Promise<object> };

const file = new URL(
  '../../../../node_modules/@electric-sql/pglite/dist/pglite.wasm',
  import.meta.url,
);
const worker = globalThis as { embeddedEngine?: object };

// The embedded database's program, compiled and retained by this process. V8 gives the same one to each database that starts
// meanwhile, with the parts it has optimized, where it would compile those nine megabytes again for each.
worker.embeddedEngine ??= await WebAssembly.compile(await readFile(file));
