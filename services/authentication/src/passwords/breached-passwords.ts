import { say } from '@annals/contracts/messages';
import { createHash } from 'node:crypto';
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseLog } from '@annals/kit/database/database';
import { guardedFetch, type Peer } from '@annals/kit/outgoing/guarded-fetch';
import { normalizePassword } from './password-hashes.ts';
import type { BreachCheck } from '../context/authentication-metrics.ts';

const forLog = (text: string) => say('foreign', { text });

const service: Peer = {
  maxMs: 3_000,
  tooSlow: forLog('The list of breached passwords took longer than 3 seconds to answer.'),
  maxBytes: 1024 * 1024,
  tooLarge: (host) => forLog(`The answer of ${host} is larger than 1 MiB.`),
  notPublic: (hostname) => forLog(`The host ${hostname} does not have a public address.`),
};

/** Hexadecimal characters of the hash that leave this server. */
const prefixLength = 5;
/** Longer than any line: 40 characters of hash, a colon, a count and a line break. */
const window = 128;

/**
 * The published lists of breached passwords, at a service that speaks the range protocol of Pwned Passwords, or in a file
 * that its downloader writes. If they cannot be read, a password counts as not listed: the shipped list still applies.
 */
export class BreachedPasswords {
  readonly #look: ((hash: string) => Promise<boolean>) | undefined;
  readonly #log: DatabaseLog;
  readonly #counted: (outcome: BreachCheck) => void;

  /** @param source an http or https address, or a path; undefined: no password is listed */
  constructor(
    source: string | undefined,
    log: DatabaseLog,
    counted: (outcome: BreachCheck) => void,
  ) {
    this.#log = log;
    this.#counted = counted;
    if (source === undefined) return;
    this.#look = /^https?:/.test(source) ? atService(source) : inFile(source);
  }

  async includes(password: string): Promise<boolean> {
    if (!this.#look) return false;
    try {
      const isListed = await this.#isListed(this.#look, password);
      this.#counted(isListed ? 'listed' : 'not_listed');
      return isListed;
    } catch (error) {
      this.#counted('unavailable');
      this.#log.warn(
        { err: error },
        'The list of breached passwords could not be read. Only the shipped list was applied.',
      );
      return false;
    }
  }

  /**
   * Also in the form in which it is stored, which other spellings of it share, and with its accents composed in either way:
   * keyboards and systems differ, so lists have both, and each of them signs in.
   */
  async #isListed(look: (hash: string) => Promise<boolean>, password: string): Promise<boolean> {
    const stored = normalizePassword(password);
    for (const form of new Set([password, stored, stored.normalize('NFD')]))
      if (await look(hashOf(form))) return true;
    return false;
  }
}

/** As a hash of the list. */
const hashOf = (password: string): string =>
  createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();

/** Asks with the first characters of the hash only, and for padding, so that the size of the answer tells nothing. */
function atService(address: string): (hash: string) => Promise<boolean> {
  // The operator chose this host, which may be within the network.
  const fetchRange = guardedFetch(service, { hosts: [new URL(address).host] });
  const base = address.replace(/\/+$/, '');
  return async (hash) => {
    const answer = await fetchRange(`${base}/range/${hash.slice(0, prefixLength)}`, {
      method: 'GET',
      headers: { 'add-padding': 'true', accept: 'text/plain', 'user-agent': 'Annals' },
    });
    if (answer.status !== 200)
      throw new Error(`The list of breached passwords answered with status ${answer.status}.`);
    return isInRange(await answer.text(), hash.slice(prefixLength));
  };
}

/** A directory with a file per range, or one file with a hash per line, in order. */
function inFile(file: string): (hash: string) => Promise<boolean> {
  return async (hash) => {
    const { size, isDirectory } = await stat(file).then((found) => ({
      size: found.size,
      isDirectory: found.isDirectory(),
    }));
    if (isDirectory) {
      const range = path.join(file, `${hash.slice(0, prefixLength)}.txt`);
      return isInRange(await readFile(range, 'utf8'), hash.slice(prefixLength));
    }
    const handle = await open(file);
    try {
      return await isInSortedFile(handle, size, hash);
    } finally {
      await handle.close();
    }
  };
}

function isInRange(text: string, suffix: string): boolean {
  let isListed = false;
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  // Each range of the published list has hundreds.
  if (lines.length === 0) throw new Error('The answer is empty.');
  for (const line of lines) {
    const [, hash = '', count = ''] = /^([\dA-F]{35}):(\d+)\s*$/i.exec(line) ?? [];
    if (hash === '') throw new Error('The answer is no list of hashes.');
    // Padding has the count 0.
    if (hash.toUpperCase() === suffix && Number(count) > 0) isListed = true;
  }
  return isListed;
}

/** A line may hold only the beginning of a hash, which makes the file smaller. */
async function isInSortedFile(handle: FileHandle, size: number, hash: string): Promise<boolean> {
  if (size === 0) throw new Error('The file is empty.');
  let low = 0;
  let high = size;
  // The published list is also there in the order of its counts, in which nothing would be found.
  let before = '';
  let after = 'G';
  while (low < high) {
    const { start, end, text } = await lineAround(handle, Math.floor((low + high) / 2));
    const [, written = ''] = /^(?:\xEF\xBB\xBF)?([\dA-F]{16,40})(?::\d+)?\s*$/i.exec(text) ?? [];
    const part = written.toUpperCase();
    if (part === '' || part < before || part > after)
      throw new Error('The file is no list of hashes, one on each line in order.');
    const order = compare(part, hash.slice(0, part.length));
    if (order === 0) return true;
    if (order < 0) [low, before] = [end, part];
    else [high, after] = [start, part];
  }
  return false;
}

const compare = (left: string, right: string): number =>
  left === right ? 0 : left < right ? -1 : 1;

/** The line that this byte belongs to, with the places of its first byte and of the next line. */
async function lineAround(handle: FileHandle, at: number) {
  const from = Math.max(0, at - window);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * window), 0, 2 * window, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const before = at === 0 ? -1 : text.lastIndexOf('\n', at - from - 1);
  const after = text.indexOf('\n', at - from);
  const last = after < 0 ? text.length : after;
  return { start: from + before + 1, end: from + last + 1, text: text.slice(before + 1, last) };
}
