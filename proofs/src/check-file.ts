import {
  auditResultFormat,
  eventsProofFormat,
  formatOf,
  objectProof,
  objectProofFormat,
  partitionProofFormat,
  type ObjectProof,
} from './bundle.ts';
import type { Checked, Known } from './checked.ts';
import { verifyAuditResult } from './verify-audit-result.ts';
import { verifyObjectProof } from './verify-object.ts';
import { EventsVerification } from './verify-events.ts';
import { verifyEvidence, type CheckedEvidence } from './verify-evidence.ts';
import { PartitionVerification } from './verify-partition.ts';
import { isZip } from './zip-files.ts';

export interface CheckedFile {
  checked: Checked;
  /** The proven version, if the file proves one. */
  object?: ObjectProof;
  /** What was checked, if the file is evidence. */
  evidence?: CheckedEvidence;
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
): Promise<CheckedFile | undefined> {
  const pausing = pauses(progress);
  if (await isZip(file)) {
    const evidence = await verifyEvidence(file, known, progress);
    return { checked: evidence, evidence };
  }
  const lines = linesOf(file);
  const first = await lines.next();
  const head = parseJson(first.value?.text ?? '');
  const format = formatOf(head);
  if (format !== partitionProofFormat && format !== eventsProofFormat) {
    await lines.return(undefined);
    return checkWhole(await file.text(), known);
  }
  const Verification = format === partitionProofFormat ? PartitionVerification : EventsVerification;
  const verification = new Verification(head, known, first.value?.text);
  let done = 0;
  let brokenLine: number | undefined;
  for await (const { text, number } of lines) {
    const entry = parseJson(text);
    if (entry === undefined) brokenLine ??= number;
    verification.add(entry, text);
    done += 1;
    await pausing(done, verification.size);
  }
  return {
    checked: verification.finish(),
    ...(brokenLine === undefined ? {} : { brokenLine }),
  };
}

/** Lets the page draw now and then. */
function pauses(progress: (done: number, size: number) => void) {
  let pauseAt = performance.now() + sliceMs;
  return async (done: number, size: number) => {
    if (performance.now() < pauseAt) return;
    progress(done, size);
    await new Promise((resolve) => setTimeout(resolve));
    pauseAt = performance.now() + sliceMs;
  };
}

function checkWhole(text: string, known: Known): CheckedFile | undefined {
  const bundle = parseJson(text);
  if (formatOf(bundle) === auditResultFormat)
    return { checked: verifyAuditResult(bundle, known, text) };
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
