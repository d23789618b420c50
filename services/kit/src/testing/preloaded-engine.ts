import { readFile } from 'node:fs/promises';

// Node's types only declare it as a type.
declare const WebAssembly: { compile(program: Uint8Array): Promise<object> };

const file = new URL(
  '../../../../node_modules/@electric-sql/pglite/dist/pglite.wasm',
  import.meta.url,
);
const worker = globalThis as { embeddedEngine?: object };

// Keeps the compiled program of the embedded database in this process. V8 shares it, with its optimized parts, with
// each database that starts later, instead of compiling nine megabytes for each.
worker.embeddedEngine ??= await WebAssembly.compile(await readFile(file));
