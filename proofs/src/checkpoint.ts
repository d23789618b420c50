import { fromBase64, toBase64 } from './bytes.ts';
import { hashLength } from './merkle-tree.ts';
import { openNote, signNote, type SignerKey, type VerifierKey } from './signed-note.ts';

// Implements c2sp.org/tlog-checkpoint.

/** The size and root of a log. */
export interface Checkpoint {
  /** Identifies the log; also the name of the key that signs. */
  origin: string;
  size: number;
  root: Uint8Array;
}

/** The signed lines. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** @param seed of the key that signs in the name of the origin */
export const signCheckpoint = (checkpoint: Checkpoint, seed: SignerKey['seed']): string =>
  signNote(checkpointText(checkpoint), { name: checkpoint.origin, seed });

/** Parses the lines without checking signatures. Lines after the third are extensions, which are ignored. */
export function readCheckpointText(text: string): Checkpoint | undefined {
  const [origin, size = '', root = '', ...more] = text.split('\n');
  const hash = fromBase64(root);
  if (!origin || !/^(?:0|[1-9]\d{0,15})$/.test(size) || hash?.length !== hashLength)
    return undefined;
  // The last line ends with a newline, and no extension is empty.
  if (more.at(-1) !== '' || more.slice(0, -1).includes('')) return undefined;
  return Number.isSafeInteger(Number(size))
    ? { origin, size: Number(size), root: hash }
    : undefined;
}

/** A checkpoint that this key signed in its own name; undefined for any other. */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint | undefined {
  const text = openNote(note, key);
  const checkpoint = text === undefined ? undefined : readCheckpointText(text);
  return checkpoint?.origin === key.name ? checkpoint : undefined;
}

/** Parses a note without checking its signatures: for display, and to find the log it belongs to. */
export function peekCheckpoint(note: string): Checkpoint | undefined {
  const split = note.lastIndexOf('\n\n');
  return split < 0 ? undefined : readCheckpointText(note.slice(0, split + 1));
}
