import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { buildManifest } from '@annals/contracts/console';
import type { ServiceName } from '@annals/contracts/service-name';
import { escapeHtml } from '@annals/kit/escape-html';
import type { Encoding } from './accept-encoding.ts';

export interface ConsoleFile {
  readonly contentType: string;
  /** The name changes with the content. */
  readonly immutable: boolean;
  readonly variants: ReadonlyMap<Encoding, { readonly body: Buffer; readonly etag: string }>;
}

export type Build = z.infer<typeof buildManifest>;

/** The built console, in memory. */
export interface ConsoleFiles {
  readonly build: Build;
  readonly index: ConsoleFile;
  /** The document of the login page, which contains the form. */
  readonly login: ConsoleFile;
  /** By URL path, without the documents. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

const manifestFile = 'build.json';
const documents = { index: 'index.html', login: 'login.html' };
/** The placeholder for the product's name in the heading, written by scripts/login-document.mjs. */
const productPlace = '{product}';
const encodedEndings = { br: '.br', gzip: '.gz' } as const;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** The licences of what is in the program, which the console shows beside its own. */
const programNotices = 'program.json';

/**
 * Reads a console built by scripts/build.mjs, once, and inserts the product's name, the build's id and the services that
 * are known from the start into its documents.
 * @param noticesDirectory where the licences of what is in the program are, if it is built
 * @throws if the directory contains no complete build
 */
export function readConsoleFiles(
  directory: string,
  productName: string,
  services: readonly ServiceName[] = [],
  noticesDirectory?: string,
): ConsoleFiles {
  const build = z.parse(
    buildManifest,
    JSON.parse(readFileSync(path.join(directory, manifestFile), 'utf8')),
  );
  const files = new Map<string, ConsoleFile>();
  const notAlone = new Set(Object.values(documents).map((name) => `/${name}`));
  for (const asset of build.assets) {
    if (!notAlone.has(asset)) files.set(asset, readFile(directory, asset));
  }
  if (noticesDirectory !== undefined && existsSync(path.join(noticesDirectory, programNotices)))
    files.set(`/notices/${programNotices}`, readFile(noticesDirectory, programNotices));
  const documentOf = (name: string) =>
    filledIn(readFileSync(path.join(directory, name), 'utf8'), productName, {
      product: productName,
      build: build.id,
      services: services.join(' '),
    });
  return { build, index: documentOf(documents.index), login: documentOf(documents.login), files };
}

function readFile(directory: string, asset: string): ConsoleFile {
  const file = path.join(directory, asset);
  const bodies = new Map<Encoding, Buffer>([['identity', readFileSync(file)]]);
  for (const encoding of ['br', 'gzip'] as const) {
    const body = readIfThere(file + encodedEndings[encoding]);
    if (body) bodies.set(encoding, body);
  }
  return fileOf(
    contentTypes[path.extname(asset)] ?? 'application/octet-stream',
    asset.startsWith('/assets/'),
    bodies,
  );
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function filledIn(
  html: string,
  productName: string,
  values: Readonly<Record<string, string>>,
): ConsoleFile {
  const metas = Object.entries(values).map(
    ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`,
  );
  const emptied = html.replace(/<meta name="(?:product|build)"[^>]*>/g, '');
  const title = escapeHtml(productName.charAt(0).toUpperCase() + productName.slice(1));
  const filled = Buffer.from(
    emptied
      .replace(/<head[^>]*>/i, (head) => head + metas.join(''))
      .replaceAll(productPlace, () => title),
  );
  const bodies = new Map<Encoding, Buffer>([
    ['identity', filled],
    ['br', brotliCompressSync(filled)],
    ['gzip', gzipSync(filled)],
  ]);
  return fileOf(contentTypes['.html'] ?? '', false, bodies);
}

function fileOf(
  contentType: string,
  immutable: boolean,
  bodies: ReadonlyMap<Encoding, Buffer>,
): ConsoleFile {
  const variants = new Map<Encoding, { body: Buffer; etag: string }>();
  for (const [encoding, body] of bodies) {
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    variants.set(encoding, { body, etag: `"${digest}"` });
  }
  return { contentType, immutable, variants };
}
