import type { Known } from './checked.ts';
import { peekCheckpoint } from './checkpoint.ts';
import { readVerifierKey } from './signed-note.ts';

/** Extracts keys and signed notes from pasted text. A note ends with its signatures; another one may follow. */
export function parseKnown(keys: string, checkpoints: string): Known {
  return { keys: linesOf(keys), checkpoints: notesOf(checkpoints) };
}

/** Keys and checkpoints pasted into one field; undefined if something else is in it. */
export function readTrusted(text: string): Known | undefined {
  const keys = linesOf(text).filter((line) => readVerifierKey(line) !== undefined);
  const others = text
    .split('\n')
    .filter((line) => !keys.includes(line.trim()))
    .join('\n');
  const checkpoints = notesOf(others);
  return checkpoints.every((note) => peekCheckpoint(note)) ? { keys, checkpoints } : undefined;
}

/** The first pasted text that is not a key or a checkpoint. */
export function unreadable({ keys = [], checkpoints = [] }: Known): {
  key: string | undefined;
  checkpoint: string | undefined;
} {
  return {
    key: keys.find((key) => !readVerifierKey(key)),
    checkpoint: checkpoints.find((note) => !peekCheckpoint(note))?.trim(),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function notesOf(text: string): string[] {
  const notes: string[] = [];
  let lines: string[] = [];
  const finish = () => {
    if (lines.some((line) => line !== '')) notes.push(`${lines.join('\n')}\n`);
    lines = [];
  };
  for (const line of text.replaceAll('\r\n', '\n').trim().split('\n')) {
    const afterSignatures = lines.at(-1)?.startsWith('— ') === true && !line.startsWith('— ');
    if (afterSignatures) finish();
    // Empty lines between two notes belong to neither.
    if (line !== '' || lines.length > 0) lines.push(line);
  }
  finish();
  return notes;
}
