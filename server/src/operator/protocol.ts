import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

/**
 * What a command may request from the server that holds the embedded database. One line of JSON, and so is the answer.
 */
export const operatorRequest = z.discriminatedUnion('ask', [
  /** A copy of the database's files, which exists until the connection ends. */
  z.strictObject({ ask: z.literal('copy') }),
  z.strictObject({
    ask: z.literal('rotate-key'),
    key: z.enum(['signing', 'checkpoint']),
    compromised: z.boolean(),
  }),
  z.strictObject({ ask: z.literal('delete-sign-in-rules') }),
  /** Where a verification of a copy found something, and how much. */
  z.strictObject({
    ask: z.literal('record-findings'),
    findings: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)),
  }),
]);
export type OperatorRequest = z.infer<typeof operatorRequest>;

export const operatorAnswer = z.union([
  /** Directory of the copy, or what was done. */
  z.object({ done: z.string() }),
  z.object({ failed: z.string() }),
]);
export type OperatorAnswer = z.infer<typeof operatorAnswer>;

/** Far longer than any request or answer. */
const maxLineLength = 10_000;

/** The first line received; undefined if the connection ends before it is complete, or it is too long. */
export async function firstLine(bytes: AsyncIterable<string>): Promise<string | undefined> {
  let text = '';
  for await (const chunk of bytes) {
    text += chunk;
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
    if (text.length > maxLineLength) return undefined;
  }
  return undefined;
}

/** The command was refused; the message says why. */
export class OperatorRefused extends Error {
  override readonly name = 'OperatorRefused';
}

/** Longer paths cannot be socket addresses. */
const maxSocketPathLength = process.platform === 'darwin' ? 103 : 107;

/** Where the server that holds this directory listens for commands; undefined if its path is too long for a socket. */
export async function operatorAddress(dataDir: string): Promise<string | undefined> {
  if (process.platform === 'win32') {
    const { dev, ino } = await stat(dataDir, { bigint: true });
    return `\\\\.\\pipe\\annals-operator-${dev}-${ino}`;
  }
  const socket = path.join(dataDir, 'operator');
  return Buffer.byteLength(socket) > maxSocketPathLength ? undefined : socket;
}
