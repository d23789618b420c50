import {
  formatOf,
  objectProof,
  objectProofFormat,
  partitionProofFormat,
  type ObjectProof,
} from '../src/bundle.ts';
import type { Checked, Known } from '../src/checked.ts';
import { verifyObjectProof } from '../src/verify-object.ts';
import { PartitionVerification } from '../src/verify-partition.ts';

export interface Result {
  checked: Checked;
  /** The proven version, if the file proves one. */
  object?: ObjectProof;
  /** The first line that is not JSON, from 1. */
  brokenLine?: number;
}

/** How long a check may block the page. */
const sliceMs = 12;

/**
 * Checks a file with any kind of proof; undefined for a file that is not a proof, which says nothing about tampering.
 * @param progress called after each slice with the entries done and their total
 */
export async function checkFile(
  file: Blob,
  known: Known,
  progress: (done: number, size: number) => void,
): Promise<Result | undefined> {
  const lines = linesOf(file);
  const first = await lines.next();
  const head = parseJson(first.value?.text ?? '');
  if (formatOf(head) !== partitionProofFormat) {
    await lines.return(undefined);
    return checkObject(await file.text(), known);
  }
  const verification = new PartitionVerification(head, known, first.value?.text);
  let done = 0;
  let brokenLine: number | undefined;
  let pauseAt = performance.now() + sliceMs;
  for await (const { text, number } of lines) {
    const entry = parseJson(text);
    if (entry === undefined) brokenLine ??= number;
    verification.add(entry, text);
    done += 1;
    if (performance.now() < pauseAt) continue;
    progress(done, verification.size);
    await new Promise((resolve) => setTimeout(resolve));
    pauseAt = performance.now() + sliceMs;
  }
  return {
    checked: verification.finish(),
    ...(brokenLine === undefined ? {} : { brokenLine }),
  };
}

function checkObject(text: string, known: Known): Result | undefined {
  const bundle = parseJson(text);
  if (formatOf(bundle) !== objectProofFormat) return undefined;
  const object = objectProof.safeParse(bundle).data;
  return { checked: verifyObjectProof(bundle, known, text), ...(object ? { object } : {}) };
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

interface Line {
  text: string;
  /** From 1. */
  number: number;
}

/** The lines of a file without empty ones, which editors and mail programs add. */
async function* linesOf(file: Blob): AsyncGenerator<Line, void, undefined> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  // A file without newlines arrives in many parts; joining them at each one would take quadratic time.
  let lineParts: string[] = [];
  let number = 0;
  for (;;) {
    const { done, value } = await reader.read();
    const [rest = '', ...more] = decoder.decode(value, { stream: !done }).split('\n');
    lineParts.push(rest);
    const next = more.pop();
    if (next !== undefined) {
      for (const text of [lineParts.join(''), ...more]) {
        number += 1;
        if (text.trim() !== '') yield { text, number };
      }
      lineParts = [next];
    }
    if (done) break;
  }
  const last = lineParts.join('');
  if (last.trim() !== '') yield { text: last, number: number + 1 };
}
