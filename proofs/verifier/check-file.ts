import { objectProof, partitionProofFormat, type ObjectProof } from '../src/bundle.ts';
import type { Checked, Known } from '../src/checked.ts';
import { verifyObjectProof } from '../src/verify-object.ts';
import { PartitionVerification } from '../src/verify-partition.ts';

export interface Result {
  checked: Checked;
  /** What is proven, where the file proves one version. */
  object?: ObjectProof;
  /** The first line that is no JSON, from 1. */
  brokenLine?: number;
}

/** How long the page may stand still, in milliseconds. */
const slice = 12;

/**
 * Checks a file, whichever kind of proof it is.
 * @param progress told after each slice how many entries are done, of how many
 */
export async function checkFile(
  file: Blob,
  known: Known,
  progress: (done: number, size: number) => void,
): Promise<Result> {
  const lines = linesOf(file);
  const first = await lines.next();
  const head = parsed(first.value ?? '');
  if (!isPartitionHead(head)) {
    await lines.return(undefined);
    return checkObject(await file.text(), known);
  }
  const verification = new PartitionVerification(head, known);
  let done = 0;
  let brokenLine: number | undefined;
  let pauseAt = performance.now() + slice;
  for await (const line of lines) {
    const entry = parsed(line);
    if (entry === undefined) brokenLine ??= done + 2;
    verification.add(entry);
    done += 1;
    if (performance.now() < pauseAt) continue;
    progress(done, verification.size);
    await new Promise((resolve) => setTimeout(resolve));
    pauseAt = performance.now() + slice;
  }
  return {
    checked: verification.finish(),
    ...(brokenLine === undefined ? {} : { brokenLine }),
  };
}

function checkObject(text: string, known: Known): Result {
  const bundle = parsed(text);
  const object = objectProof.safeParse(bundle).data;
  return { checked: verifyObjectProof(bundle, known), ...(object ? { object } : {}) };
}

const isPartitionHead = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  value.format === partitionProofFormat;

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function* linesOf(file: Blob): AsyncGenerator<string, void, undefined> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (done) break;
  }
  if (rest !== '') yield rest;
}
