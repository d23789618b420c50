import { openAuditSignature } from './approval-signature.ts';
import {
  announces,
  commitmentOf,
  conclusionsRoot,
  drawSample,
  sampleAlgorithm,
  type ConcludedItem,
} from './audit-sample.ts';
import { auditResult, type AuditResult } from './bundle.ts';
import { sameBytes, toBase64 } from './bytes.ts';
import type { Checked, Known } from './checked.ts';
import { shownEventLeaf } from './event-entry.ts';
import type { FindingName } from './finding-sentences.ts';
import type { Findings } from './findings.ts';
import { firstInvalidPath } from './invalid-path.ts';
import { isIncluded } from './merkle-tree.ts';
import {
  compareHistory,
  hashesOf,
  hashOf,
  historyUpTo,
  knownCheckpoints,
  openLog,
  type SignedLog,
} from './signed-log.ts';
import { checkAnchor } from './verify-anchor.ts';
import { partitionOf } from './verify-receipt.ts';
import { verifySafely } from './verify-safely.ts';

/**
 * Verifies the result of an audit: announcement, draw, entries, conclusions and signature. Never throws.
 * @param text the text that the result was parsed from: only it shows duplicate names
 */
export function verifyAuditResult(result: unknown, known?: Known, text?: string): Checked {
  return verifySafely(result, text, (findings) => verify(result, known, findings));
}

function verify(given: unknown, known: Known | undefined, findings: Findings): Checked {
  const wrong = firstInvalidPath(auditResult, given);
  if (wrong === '') findings.add('FORM', 'notAuditResult', []);
  else if (wrong !== undefined) findings.add('FORM', 'auditResultPlaceWrong', [wrong]);
  const result = given as AuditResult;
  const log = wrong === undefined ? openLog(result.population, known, findings, 'own') : undefined;
  const events =
    wrong === undefined ? openLog(result.announcement, known, findings, 'own') : undefined;
  if (!log || !events)
    return { verdict: findings.verdict([]), keyKnown: false, historyKnown: false };
  const { checkpoint, signed, keyKnown } = log;
  checkAnnouncement(result, log, events, findings);
  checkDraw(result, log, events, findings);
  const sizes = knownSizes(checkpoint, known, findings);
  knownSizes(events.checkpoint, known, findings);
  const { anchor: place } = result.population;
  const anchor = place && checkAnchor(place, checkpoint, known, findings);
  const audit = checkSignature(result, findings);
  return {
    verdict: findings.verdict([]),
    ...(signed ? { checkpoint, key: result.population.key } : {}),
    keyKnown: keyKnown && events.keyKnown,
    ...historyUpTo([...sizes, ...(anchor?.knownSize === undefined ? [] : [anchor.knownSize])]),
    ...(audit ? { audit } : {}),
    ...(anchor?.service ? { anchor: anchor.service } : {}),
  };
}

/** The sizes of known checkpoints of a log that could be compared. */
function knownSizes(
  now: SignedLog['checkpoint'],
  known: Known | undefined,
  findings: Findings,
): number[] {
  return knownCheckpoints(known, now.origin, findings).flatMap((one) => {
    const rootsAgree = one.size === now.size ? sameBytes(one.root, now.root) : undefined;
    // A longer log is no contradiction here: the result shows the log as it was when the sample was announced.
    if (rootsAgree === undefined) return [];
    compareHistory(one, now, rootsAgree, findings);
    return one.size;
  });
}

/** Whether the log of events ends with the announcement of exactly this sample. */
function checkAnnouncement(
  { partitionId, sampleId, population, announcement, commitment }: AuditResult,
  { checkpoint }: SignedLog,
  events: SignedLog,
  findings: Findings,
): void {
  const { index, inclusion, event } = announcement;
  const proof = hashesOf(inclusion);
  if (
    index !== events.checkpoint.size - 1 ||
    !proof ||
    !isIncluded(shownEventLeaf(event), index, events.checkpoint, proof)
  )
    findings.add('INCLUSION', 'announcementNotIncluded', []);
  const { from, count } = population;
  const { size, root } = checkpoint;
  const sample = { id: sampleId, size, root: toBase64(root), from, count, commitment };
  // Both logs have the same key, under names of the same service.
  const service = checkpoint.origin.slice(0, checkpoint.origin.lastIndexOf('/'));
  if (
    partitionOf(checkpoint.origin) !== partitionId ||
    events.checkpoint.origin !== `${service}/events` ||
    event.action !== 'auditSample.announced' ||
    event.subject !== `partition/${partitionId}` ||
    !announces(event.after, sample)
  )
    findings.add('INCLUSION', 'announcementOfAnother', []);
}

/** Whether the entries are those that anybody would draw, and in the log. */
function checkDraw(
  { population, number, commitment, algorithm, items }: AuditResult,
  { checkpoint }: SignedLog,
  events: SignedLog,
  findings: Findings,
): void {
  if (commitmentOf(number) !== commitment) findings.add('ROOT', 'numberNotAnnounced', []);
  if (JSON.stringify(algorithm) !== JSON.stringify(sampleAlgorithm))
    findings.add('FORM', 'algorithmWrong', []);
  const { from, count } = population;
  const { size } = checkpoint;
  const root = toBase64(events.checkpoint.root);
  const drawn = count > maxDrawn ? [] : drawSample({ root, number, from, size, count });
  if (drawn.length !== items.length || drawn.some((index, at) => index !== items[at]?.index))
    findings.add('ROOT', 'drawWrong', []);
  for (const { index, leaf, inclusion } of items) {
    const hash = hashOf(leaf);
    const proof = hashesOf(inclusion);
    if (!hash || !proof || !isIncluded(hash, index, checkpoint, proof))
      findings.add('INCLUSION', 'auditedEntryNotIncluded', [index], { index });
  }
}

/** Far more than the service draws; bounds the work for a forged result. */
const maxDrawn = 10_000;

const problems = {
  signatureUnreadable: 'auditSignatureUnreadable',
  signatureNotByKey: 'auditSignatureNotByKey',
  signatureNotByPasskey: 'auditSignatureNotByPasskey',
} as const satisfies Record<string, FindingName>;

function checkSignature(result: AuditResult, findings: Findings): Checked['audit'] {
  const { partitionId, sampleId, announcement, signature, items } = result;
  const opened = openAuditSignature(signature);
  if ('problem' in opened) {
    findings.add('APPROVAL', problems[opened.problem], []);
    return undefined;
  }
  const { statement, method } = opened;
  const isOfThis =
    method === 'PASSKEY' &&
    statement.partitionId === partitionId &&
    statement.sampleId === sampleId &&
    statement.userId === announcement.event.actorId &&
    statement.itemCount === items.length &&
    statement.root === rootOfResult(result);
  if (!isOfThis) findings.add('APPROVAL', 'auditSignatureOfAnother', []);
  const withConclusion = (wanted: ConcludedItem['conclusion']) =>
    items.filter(({ conclusion }) => conclusion === wanted).length;
  const { userId, name, signedDate } = statement;
  return {
    userId,
    name,
    signedDate,
    entries: items.length,
    inOrder: withConclusion('IN_ORDER'),
    findings: withConclusion('FINDING'),
    notJudged: withConclusion('NOT_JUDGED'),
  };
}

/** What the auditor signs of a result. */
const rootOfResult = ({
  announcement,
  number,
  items,
}: Pick<AuditResult, 'announcement' | 'number' | 'items'>): string =>
  conclusionsRoot({
    announcement: toBase64(shownEventLeaf(announcement.event)),
    number,
    items: items.map(({ index, leaf, conclusion, note }) => ({ index, leaf, conclusion, note })),
  });
