import { fromBase64, sameBytes } from './bytes.ts';
import type { Known } from './checked.ts';
import { openCheckpoint, peekCheckpoint, type Checkpoint } from './checkpoint.ts';
import type { Findings } from './findings.ts';
import { hashLength } from './merkle-tree.ts';
import { readVerifierKey, type VerifierKey } from './signed-note.ts';

/** The log of a bundle's checkpoint. */
export interface SignedLog {
  /** As parsed, whether signed or not, so that later problems are found too. */
  checkpoint: Checkpoint;
  signed: boolean;
  keyKnown: boolean;
  /** The keys whose signatures on receipts count. */
  keys: VerifierKey[];
}

/** The names of findings about a checkpoint: of the bundle, or of the service's log. */
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
 * Opens the checkpoint of a bundle with the key named in the bundle and the known keys.
 * @param what which checkpoint it is
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

/** A service signs all its logs with one key under different names, so knowing it by one name suffices. */
function trustedKey(text: string, origin: string): VerifierKey[] {
  const key = readVerifierKey(text);
  if (!key) return [];
  const related =
    key.name === origin || origin.startsWith(`${key.name}/`) || key.name.startsWith(`${origin}/`);
  return related ? [{ name: origin, publicKey: key.publicKey }] : [];
}

/** The known checkpoints of a log, whoever signed them: what they contain is trusted. */
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
 * Whether the log matches a known checkpoint at its size; undefined if the bundle does not prove the log at that size.
 * @param rootAt the root that the bundle proves for a size; undefined if it does not
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

/** The largest size at which a log was compared with a known checkpoint. */
export const historyUpTo = (
  sizes: readonly number[],
): { historyKnown: boolean; knownSize?: number } =>
  sizes.length === 0
    ? { historyKnown: false }
    : { historyKnown: true, knownSize: Math.max(...sizes) };

/** Undefined if it is not a hash in base64. */
export function hashOf(base64: string): Uint8Array | undefined {
  const bytes = fromBase64(base64);
  return bytes?.length === hashLength ? bytes : undefined;
}

/** Undefined if one of them is not a hash. */
export function hashesOf(base64: readonly string[]): Uint8Array[] | undefined {
  const hashes = base64.flatMap((text) => hashOf(text) ?? []);
  return hashes.length === base64.length ? hashes : undefined;
}
