import { once } from 'node:events';
import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { blob } from 'node:stream/consumers';
import { approvalTexts } from '@annals/proofs/approval-texts';
import {
  auditResultFormat,
  eventsProofFormat,
  formatOf,
  membershipProofFormat,
  nameIn,
  objectProof,
  objectProofFormat,
  partitionProofFormat,
  reasonErasureIn,
  type ObjectProof,
} from '@annals/proofs/bundle';
import { toBase64 } from '@annals/proofs/bytes';
import type { Checked } from '@annals/proofs/checked';
import type { Checkpoint } from '@annals/proofs/checkpoint';
import { serviceSizeToAsk } from '@annals/proofs/verify-anchor';
import { verifyAuditResult } from '@annals/proofs/verify-audit-result';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { verifyEvidence, type CheckedEvidence } from '@annals/proofs/verify-evidence';
import { EventsVerification } from '@annals/proofs/verify-events';
import { PartitionVerification } from '@annals/proofs/verify-partition';
import { isZip } from '@annals/proofs/zip-files';
import { FileError, readLines, type Line } from '../import/lines.ts';
import { CommandError } from './command-error.ts';
import { readKnown, type KnownThings, type KnownLogOptions } from './known-checkpoints.ts';
import { unreadable } from './unreadable-file.ts';
import { StatusLine } from './terminal.ts';
import { findingLine, printable, verdictText } from './verdict-text.ts';

export interface VerifyBundle extends KnownLogOptions {
  file: string;
}

/**
 * annals verify FILE: verifies evidence, the result of an audit, or a proof of a version, of a whole partition or of a
 * part of the audit log, without a service.
 * @returns the exit code: 1 for TAMPERED, 2 if it could not be compared with a given checkpoint
 * @throws CommandError with exit code 2 for a file that is not a bundle
 */
export async function verifyBundleCommand({ file, ...words }: VerifyBundle): Promise<number> {
  const trust = await readKnown(words);
  const { checked, object, evidence } = await checkFile(file, trust);
  const { verdict, checkpoint } = checked;
  const lines = [verdictText(verdict)];
  if (evidence && verdict.verdict !== 'TAMPERED') lines.push(...linesOfEvidence(evidence));
  if (verdict.verdict === 'TAMPERED')
    lines.push(...verdict.findings.map((finding) => `  ${findingLine(finding)}`));
  if (checked.audit && verdict.verdict !== 'TAMPERED') lines.push(...linesOfAudit(checked.audit));
  if (object && verdict.verdict !== 'TAMPERED')
    lines.push(...linesOfVersion(object), ...linesOfApprovals(object, checked));
  if (checkpoint) lines.push(...linesOf(checked, checkpoint, trust));
  process.stdout.write(`${lines.join('\n')}\n`);
  if (verdict.verdict === 'TAMPERED') return 1;
  return trust.checkpoints.length > 0 && !checked.historyKnown ? 2 : 0;
}

/** An imported version has two dates: the one given by the import, and when this service stored it. */
function linesOfVersion(proof: ObjectProof): string[] {
  const { modificationDate, modificationUserId, importedDate, importedUserId } = proof.version;
  const { reason, changeSetId } = proof.version;
  const erasure = reasonErasureIn(proof);
  const by = (userId: string | null) => {
    if (userId === null) return '';
    const name = nameIn(proof, userId);
    return name === undefined ? ` by ${userId}` : ` by ${userId}, whom the bundle calls “${name}”`;
  };
  const namesNote = [modificationUserId, importedUserId].some(
    (userId) => userId !== null && nameIn(proof, userId) !== undefined,
  )
    ? row('', 'names are not proven, IDs are')
    : [];
  const why = [
    ...(reason === null ? [] : row('reason', reason)),
    ...(erasure ? row('reason', `erased on ${erasure.erasedDate}${by(erasure.erasedUserId)}`) : []),
    ...(changeSetId === null ? [] : row('change set', changeSetId)),
  ];
  if (importedDate === null)
    return [
      ...row('written', `${modificationDate}${by(modificationUserId)}`),
      ...namesNote,
      ...why,
    ];
  return [
    ...row('recorded', `as ${modificationDate}${by(modificationUserId)}`),
    ...row('imported', `on ${importedDate}${by(importedUserId)}`),
    ...namesNote,
    ...row('', 'unchanged since that import, which gave the recorded date and author'),
    ...why,
  ];
}

/** Who approved the change set of the version; a signer's name is part of what they signed. */
function linesOfApprovals(proof: ObjectProof, { approvals }: Checked): string[] {
  if (!approvals) return [];
  const reason = proof.changeSet?.entry.breakGlassReason ?? null;
  if (approvals.length === 0)
    return [
      ...row('approvals', 'none'),
      ...(reason === null ? [] : row('', `committed without them because: ${reason}`)),
    ];
  return approvals.flatMap(({ userId, name, date, meaning, method }) => {
    const called = nameIn(proof, userId);
    const who =
      name === null
        ? `${userId}${called === undefined ? '' : `, whom the bundle calls “${called}”`}`
        : `${name}, ${userId}`;
    const how =
      meaning === null || method === null
        ? approvalTexts.unsigned
        : `${approvalTexts.meanings[meaning]} – ${approvalTexts.methods[method]}`;
    return row('approved by', `${who} ${approvalTexts.on} ${date} – ${how}`);
  });
}

const row = (name: string, value: string): string[] => [`  ${name.padEnd(12)}${printable(value)}`];

function linesOf(checked: Checked, checkpoint: Checkpoint, known: KnownThings): string[] {
  const { key, keyKnown, knownSize, entry, events, anchor } = checked;
  const serviceSize = serviceSizeToAsk(checked, known);
  const history =
    known.checkpoints.length === 0
      ? 'not compared: no checkpoint given'
      : knownSize !== undefined
        ? `consistent with the given checkpoint of ${knownSize} entries${entry !== undefined && entry >= knownSize ? '; this version came later' : ''}`
        : 'NOT COMPARED: the bundle does not lead to any given checkpoint';
  const rows = [
    ['checkpoint', checkpoint.origin],
    ['size', String(checkpoint.size)],
    ['root', toBase64(checkpoint.root)],
    ...(entry === undefined ? [] : [['entry', String(entry)]]),
    ...(events === undefined ? [] : [['events', eventsText(events)]]),
    ['signed by', key ?? ''],
    [
      'the key',
      keyKnown
        ? 'was given'
        : 'not given: it is the one named in the bundle, so compare it with a key you trust',
    ],
    ['history', history],
    ...(serviceSize === undefined
      ? []
      : [
          [
            '',
            `the checkpoint of the service was NOT COMPARED: request the proof with serviceSize=${serviceSize}`,
          ],
        ]),
    ...(anchor
      ? [['stands in', `${anchor.origin}, size ${anchor.size}, root ${toBase64(anchor.root)}`]]
      : []),
  ];
  return rows.map(([name = '', value]) => `  ${name.padEnd(12)}${value}`);
}

const linesOfAudit = (audit: NonNullable<Checked['audit']>): string[] => [
  ...row(
    'audited by',
    `${audit.name}, ${audit.userId} on ${audit.signedDate} – signed with a passkey`,
  ),
  ...row('sample', `${audit.entries} entries, drawn as announced`),
  ...row(
    'conclusions',
    `${audit.inOrder} in order, ${audit.findings} with a finding, ${audit.notJudged} not judged`,
  ),
];

const membersText = ({ proven, unknown }: NonNullable<CheckedEvidence['membership']>): string =>
  `${proven} as events in the log of events say${unknown.length === 0 ? '' : `; unknown: ${unknown.join(', ')}`}`;

const eventsText = ({ from, to }: NonNullable<Checked['events']>): string =>
  from === to ? 'none' : `all from number ${from + 1} to ${to}`;

const linesOfEvidence = ({
  files,
  proofs,
  versions,
  others,
  membership,
}: CheckedEvidence): string[] => [
  ...(others.length === 0
    ? []
    : row(
        'added',
        `${others.join(', ')}: added by the program that packed it again; not verified, and no part of the evidence`,
      )),
  ...(membership ? row('members', membersText(membership)) : []),
  ...row('files', `${files}, all as the service made them`),
  ...row('proofs', String(proofs)),
  ...row('versions', `${versions} in the data, each as it is proven`),
];

interface CheckedFile {
  checked: Checked;
  evidence?: CheckedEvidence;
  /** For a proof of one version. */
  object?: ObjectProof;
}

async function checkFile(file: string, known: KnownThings): Promise<CheckedFile> {
  try {
    const { blob: zip, lines } = await open(file);
    if (zip && (await isZip(zip))) {
      const status = new StatusLine(process.stderr);
      const evidence = await verifyEvidence(zip, known, (done, size) =>
        status.show(`${done} of ${size} files`),
      );
      status.clear();
      return { checked: evidence, evidence };
    }
    return await checkLines(file, lines, known);
  } catch (error) {
    if (error instanceof FileError)
      throw new CommandError(`${file}, line ${error.line}: ${error.message}`, 2);
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new CommandError(`${file} is not a complete gzip file.`, 2);
    throw unreadable(file, error);
  }
}

/** A file is read from any place in it; the standard input and other pipes only if they have a ZIP, which must be. */
async function open(file: string): Promise<{ blob?: Blob; lines: AsyncIterable<Line> }> {
  if (file !== '-' && (await stat(file)).isFile())
    return { blob: await openAsBlob(file), lines: readLines(file) };
  const source = file === '-' ? process.stdin : createReadStream(file);
  const lines = readLines(file, source);
  const start = await startOf(source);
  if (start === undefined || !(await isZip(new Blob([start])))) return { lines };
  return { blob: await blob(source), lines };
}

/** The first bytes of a stream, which remain in it; undefined if it is empty. */
async function startOf(source: Readable): Promise<Uint8Array<ArrayBuffer> | undefined> {
  await Promise.race([once(source, 'readable'), once(source, 'end')]);
  const chunk = source.read() as Buffer<ArrayBuffer> | null;
  if (chunk === null) return undefined;
  source.unshift(chunk);
  return chunk;
}

async function checkLines(
  file: string,
  source: AsyncIterable<Line>,
  known: KnownThings,
): Promise<CheckedFile> {
  const status = new StatusLine(process.stderr);
  // The lines of a bundle of one version, which may be formatted over several.
  const lines: string[] = [];
  let length = 0;
  let proof: PartitionVerification | EventsVerification | undefined;
  let entries = 0;
  for await (const { text, part } of source) {
    if (proof) {
      proof.add(read(text), text);
      entries += 1;
      const share = part === undefined ? '' : `${Math.floor(part * 100)}%  `;
      if (entries % 1000 === 0) status.show(`${share}${entries} entries`);
      continue;
    }
    const bundle = lines.length === 0 ? read(text) : undefined;
    const format = formatOf(bundle);
    if (format === partitionProofFormat) proof = new PartitionVerification(bundle, known, text);
    else if (format === eventsProofFormat) proof = new EventsVerification(bundle, known, text);
    else if (format === membershipProofFormat)
      throw new CommandError(
        `${file} proves the members of a partition only together with the other files of its evidence. Verify the ZIP file that contains it.`,
        2,
      );
    else {
      lines.push(text);
      length += text.length;
      if (length > maxProofBytes) break;
    }
  }
  status.clear();
  if (proof) return { checked: proof.finish() };
  const text = lines.join('\n');
  const bundle = read(text);
  if (formatOf(bundle) === auditResultFormat)
    return { checked: verifyAuditResult(bundle, known, text) };
  if (formatOf(bundle) === objectProofFormat) {
    const checked = verifyObjectProof(bundle, known, text);
    const { data: object } = objectProof.safeParse(bundle);
    return { checked, ...(object ? { object } : {}) };
  }
  throw new CommandError(
    `${file} is not a bundle. Download one with "Download proof" on the page of an object, "Download bundle" on that of a partition, "Evidence", "Download proof" on that of the audit log, or "Download result" on that of a sample.`,
    2,
  );
}

/** In UTF-16 units: far more than the proof of the largest version. */
const maxProofBytes = 64 * 1024 * 1024;

/** Undefined for invalid JSON, which the verification reports as a finding. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
