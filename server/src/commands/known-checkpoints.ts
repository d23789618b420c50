import { readFile } from 'node:fs/promises';
import { peekCheckpoint } from '@annals/proofs/checkpoint';
import { readVerifierKey } from '@annals/proofs/signed-note';
import { CommandError } from './command-error.ts';
import { unreadable } from './unreadable-file.ts';

/** The trusted keys and checkpoints to compare with, as given on the command line. */
export interface KnownLogOptions {
  /** Verifier keys. */
  keys: readonly string[];
  /** Files with checkpoints. */
  checkpointFiles: readonly string[];
}

export interface KnownThings {
  keys: string[];
  /** Signed notes. */
  checkpoints: string[];
}

/** @throws CommandError with exit code 2 for an invalid key, checkpoint or file */
export async function readKnown({ keys, checkpointFiles }: KnownLogOptions): Promise<KnownThings> {
  for (const key of keys)
    if (!readVerifierKey(key))
      throw new CommandError(
        `--key takes a verifier key such as annals.example.org/annals-3f9c2a17+1a2b3c4d+AX…; this is not one: ${key}`,
        2,
      );
  const checkpoints: string[] = [];
  for (const file of checkpointFiles) checkpoints.push(...(await readCheckpoints(file)));
  return { keys: [...keys], checkpoints };
}

async function readCheckpoints(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const notes = notesIn(answerIn(text) ?? text);
  if (notes.length === 0 || notes.some((note) => !peekCheckpoint(note)))
    throw new CommandError(
      `${file} contains no checkpoints. A checkpoint is the signed note that the service returns at /log/checkpoint.`,
      2,
    );
  return notes;
}

/** The note in the service's response to a request for a checkpoint. */
function answerIn(text: string): string | undefined {
  try {
    const { checkpoint }: { checkpoint?: unknown } = JSON.parse(text);
    return typeof checkpoint === 'string' ? checkpoint : undefined;
  } catch {
    return undefined;
  }
}

/** Concatenated signed notes: each ends with its lines of signatures. */
export function notesIn(text: string): string[] {
  const notes: string[] = [];
  let lines: string[] = [];
  let isSigned = false;
  const end = () => {
    if (lines.length > 0) notes.push(`${lines.join('\n')}\n`);
    lines = [];
    isSigned = false;
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const isSignature = line.startsWith('— ');
    if (isSigned && !isSignature) end();
    if (line === '' && lines.length === 0) continue;
    lines.push(line);
    isSigned ||= isSignature;
  }
  end();
  return notes;
}
