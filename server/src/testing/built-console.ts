import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const script = `export const rings = ${JSON.stringify('ring '.repeat(400))};`;

/** A small console as scripts/build.mjs builds it, in a separate directory. */
export function makeBuiltConsole(): { directory: string; remove: () => void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-console-'));
  mkdirSync(path.join(directory, 'assets'));
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(path.join(directory, name), content);
  write(
    'index.html',
    '<!doctype html><html><head lang="en"><title>Annals</title></head><body></body></html>',
  );
  write(
    'login.html',
    '<!doctype html><html><head lang="en"><title>Annals</title></head><body><template lang="en"><h1>Sign in to {product}</h1></template></body></html>',
  );
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('assets/calls-def456.js', script);
  write('assets/main-abc123.js', script);
  write('assets/main-abc123.js.br', brotliCompressSync(script));
  write('assets/main-abc123.js.gz', gzipSync(script));
  write(
    'build.json',
    JSON.stringify({
      id: 'build-1',
      timestamp: 1_700_000_000_000,
      assets: [
        '/assets/calls-def456.js',
        '/assets/main-abc123.js',
        '/favicon.svg',
        '/index.html',
        '/login.html',
      ],
    }),
  );
  return { directory, remove: () => rmSync(directory, { recursive: true }) };
}
