import { fromBase64, sameBytes } from './bytes.ts';
import type { Known } from './checked.ts';
import { openCheckpoint, peekCheckpoint, type Checkpoint } from './checkpoint.ts';
import type { Findings } from './findings.ts';
import { hashLength } from './merkle-tree.ts';
import { readVerifierKey, type VerifierKey } from './signed-note.ts';

/** A log as a bundle's checkpoint gives it. */
export interface SignedLog {
  /** As it is read, signed or not: what is wrong further on is found all the same. */
  checkpoint: Checkpoint;
  signed: boolean;
  keyKnown: boolean;
  /** Whose signature under a receipt counts. */
  keys: VerifierKey[];
}

/** How a checkpoint is called in a finding: that of the bundle, or of the service's log. */
const checkpointFindings = {
  own: {
    unreadable: 'checkpointUnreadable',
    notSigned: 'checkpointNotSigned',
    notByKnownKey: 'checkpointNotByKnownKey',
  },
  service: {
    unreadable: 'serviceCheckpointUnreadable',
    notSigned: 'serviceCheckpointNotSigned',
    notByKnownKey: 'serviceCheckpointNotByKnownKey',
  },
} as const;

/**
 * Opens the checkpoint of a bundle with the key that the bundle names and those that are known.
 * @param what checkpoint it is
 */
export function openLog(
  { checkpoint: note, key }: { checkpoint: string; key: string },
  known: Known | undefined,
  findings: Findings,
  what: keyof typeof checkpointFindings,
): SignedLog | undefined {
  const names = checkpointFindings[what];
  const checkpoint = peekCheckpoint(note);
  if (!checkpoint) {
    findings.add('FORM', names.unreadable, []);
    return undefined;
  }
  const own = readVerifierKey(key);
  const signed = own !== undefined && openCheckpoint(note, own) !== undefined;
  if (!signed) findings.add('SIGNATURE', names.notSigned, [key]);
  const trusted = (known?.keys ?? []).flatMap((text) => trustedKey(text, checkpoint.origin));
  const isOwn = (one: VerifierKey): boolean =>
    own !== undefined && sameBytes(one.publicKey, own.publicKey);
  const keyKnown = trusted.some((one) =>
    isOwn(one) ? signed : openCheckpoint(note, one) !== undefined,
  );
  if (!keyKnown && (known?.keys ?? []).length > 0)
    findings.add('SIGNATURE', names.notByKnownKey, []);
  const others = trusted.filter((one) => !isOwn(one));
  return { checkpoint, signed, keyKnown, keys: own && signed ? [own, ...others] : trusted };
}

/** A service signs all its logs with one key, in the name of each: knowing it by one name is knowing it by all. */
function trustedKey(text: string, origin: string): VerifierKey[] {
  const key = readVerifierKey(text);
  if (!key) return [];
  const related =
    key.name === origin || origin.startsWith(`${key.name}/`) || key.name.startsWith(`${origin}/`);
  return related ? [{ name: origin, publicKey: key.publicKey }] : [];
}

/** The known checkpoints of a log, whoever signed them: what they say is known. */
export function knownCheckpoints(
  known: Known | undefined,
  origin: string,
  findings: Findings,
): Checkpoint[] {
  return (known?.checkpoints ?? []).flatMap((note) => {
    const checkpoint = peekCheckpoint(note);
    if (!checkpoint) findings.add('FORM', 'knownCheckpointUnreadable', []);
    return checkpoint?.origin === origin ? checkpoint : [];
  });
}

/**
 * Whether the log at the size of a known checkpoint is what is known of it; undefined when it is not told at that size.
 * @param rootAt of the log as the bundle proves it; undefined when it does not
 */
export function compareHistory(
  known: Checkpoint,
  now: Checkpoint,
  rootsAgree: boolean | undefined,
  findings: Findings,
): boolean {
  if (known.size > now.size) findings.add('HISTORY', 'logShorterThanKnown', [now.size, known.size]);
  else if (rootsAgree === undefined) return false;
  else if (!rootsAgree) findings.add('HISTORY', 'logNotFromKnown', [known.size]);
  return true;
}

/** Of the sizes at which a log was compared with what is known of it. */
export const historyUpTo = (
  sizes: readonly number[],
): { historyKnown: boolean; knownSize?: number } =>
  sizes.length === 0
    ? { historyKnown: false }
    : { historyKnown: true, knownSize: Math.max(...sizes) };

/** Undefined for what is no hash in base64. */
export function hashOf(base64: string): Uint8Array | undefined {
  const bytes = fromBase64(base64);
  return bytes?.length === hashLength ? bytes : undefined;
}

/** Undefined when one of them is none. */
export function hashesOf(base64: readonly string[]): Uint8Array[] | undefined {
  const hashes = base64.flatMap((text) => hashOf(text) ?? []);
  return hashes.length === base64.length ? hashes : undefined;
}
