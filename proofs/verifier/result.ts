import { nameIn, reasonErasureIn, type ObjectProof } from '../src/bundle.ts';
import { toBase64 } from '../src/bytes.ts';
import type { Approval } from '../src/change-set-check.ts';
import type { Checked, Known } from '../src/checked.ts';
import { findingText } from '../src/finding-text.ts';
import type { NamedFinding } from '../src/verdict.ts';
import { serviceSizeToAsk } from '../src/verify-anchor.ts';
import type { CheckedFile } from '../src/check-file.ts';
import { code, element, facts } from './elements.ts';
import type { Texts } from './texts.ts';

/** For a file that is not a proof. */
export const noProofSheet = (t: Texts, name: string): HTMLElement =>
  element(
    'section',
    { class: 'sheet' },
    element('p', { class: 'verdict' }, t.noProof),
    element('p', {}, t.noProofMeans),
    facts([[t.file, code(name)]]),
  );

/** The result of a check, as a sheet. */
export function resultSheet(
  t: Texts,
  name: string,
  result: CheckedFile,
  known: Known,
): HTMLElement {
  const { checked, object } = result;
  const { checkpoints = [] } = known;
  const serviceSize = serviceSizeToAsk(checked, known);
  const { verdict, checkpoint } = checked;
  const sheet = element(
    'section',
    { class: 'sheet' },
    element('p', { class: `verdict ${verdict.verdict}` }, verdictText(t, checked.verdict)),
    element('p', {}, meaningOf(t, result)),
  );
  if (verdict.verdict === 'TAMPERED') sheet.append(findingList(t, verdict.findings, result));
  else if (!checked.keyKnown) sheet.append(element('p', { class: 'quiet' }, t.selfSigned));
  sheet.append(
    facts([
      [t.file, code(name)],
      [t.contents, result.evidence && t.contentsOf(result.evidence)],
      [t.others, result.evidence?.others.length ? t.othersOf(result.evidence.others) : undefined],
      [t.members, result.evidence?.membership && t.membersOf(result.evidence.membership)],
      [t.events, checked.events && t.eventsOf(checked.events)],
      [t.auditor, checked.audit && auditorOf(checked.audit)],
      [t.conclusions, checked.audit && t.conclusionsOf(checked.audit)],
      [t.origin, checkpoint && code(checkpoint.origin)],
      [t.size, checkpoint && checkpoint.size.toLocaleString(document.documentElement.lang)],
      [t.root, checkpoint && code(toBase64(checkpoint.root))],
      [t.key, checked.key === undefined ? undefined : keyOf(t, checked.key, checked.keyKnown)],
      [
        t.history,
        checkpoints.length === 0
          ? undefined
          : checked.historyKnown
            ? historyOf(t, checked)
            : t.historyUnknown,
      ],
      [t.serviceHistory, serviceSize === undefined ? undefined : t.askWith(serviceSize)],
      [
        t.anchor,
        checked.anchor && code(`${checked.anchor.origin} ${t.anchorSize(checked.anchor.size)}`),
      ],
    ]),
  );
  if (object && verdict.verdict !== 'TAMPERED')
    sheet.append(...objectParts(t, object, checked.approvals));
  return sheet;
}

function verdictText(t: Texts, verdict: CheckedFile['checked']['verdict']): string {
  return verdict.verdict === 'ERASED' ? t.ERASED(verdict.receipts.join(', ')) : t[verdict.verdict];
}

function meaningOf(t: Texts, { checked, object, evidence }: CheckedFile): string {
  switch (checked.verdict.verdict) {
    case 'INTACT':
      if (evidence) return t.INTACTevidence;
      if (checked.audit) return t.INTACTaudit;
      if (checked.events) return t.INTACTevents;
      return object ? t.INTACTobject : t.INTACTpartition;
    case 'ERASED':
      return t.ERASEDmeans;
    case 'TAMPERED':
      return t.TAMPEREDmeans;
  }
}

function historyOf(t: Texts, { knownSize = 0, entry }: CheckedFile['checked']): string {
  return entry === undefined || entry < knownSize
    ? t.historyKnown(knownSize)
    : t.historyBefore(knownSize);
}

/** The name is part of what the auditor signed. */
const auditorOf = ({ name, userId, signedDate }: NonNullable<Checked['audit']>): HTMLElement =>
  element('span', {}, element('bdi', {}, name), ' ', code(userId), ' ', code(signedDate));

const keyOf = (t: Texts, key: string, known: boolean): HTMLElement =>
  element('span', {}, code(key), known ? ` (${t.keyKnown})` : '');

function findingList(
  t: Texts,
  findings: readonly NamedFinding[],
  { brokenLine }: CheckedFile,
): HTMLElement {
  const list = element('ul');
  if (brokenLine !== undefined) list.append(element('li', {}, t.line(brokenLine)));
  for (const finding of findings) {
    const { code: kind, where } = finding;
    const place = [
      where.file,
      where.index === undefined ? undefined : `${t.entry} ${where.index}`,
      where.objectId === undefined ? undefined : `${t.object} ${where.objectId}`,
      where.pointer,
      where.receipt === undefined ? undefined : `${t.receipt} ${where.receipt}`,
    ].filter((part) => part !== undefined);
    list.append(
      element(
        'li',
        {},
        element('strong', {}, `${t.codes[kind] ?? kind}: `),
        element('span', {}, findingText(finding, t.sentences)),
        place.length > 0 ? element('div', { class: 'quiet value' }, place.join(' · ')) : '',
      ),
    );
  }
  return list;
}

function objectParts(
  t: Texts,
  proof: ObjectProof,
  approvals: readonly Approval[] | undefined,
): HTMLElement[] {
  const { version, index, receipts } = proof;
  const person = (userId: string) => personOf(t, userId, nameIn(proof, userId));
  const parts = [
    facts([
      [t.object, code(version.id)],
      [t.type, version.type],
      [t.count, String(version.modificationCount)],
      [t.index, String(index)],
      [version.importedDate === null ? t.written : t.recorded, code(version.modificationDate)],
      [t.by, person(version.modificationUserId)],
      [t.imported, version.importedDate === null ? undefined : code(version.importedDate)],
      [t.importedBy, version.importedUserId === null ? undefined : person(version.importedUserId)],
      [t.why, version.reason ?? erasedReason(t, proof)],
      [t.changeSet, version.changeSetId !== null ? code(version.changeSetId) : undefined],
    ]),
    ...(version.importedDate === null ? [] : [element('p', { class: 'quiet' }, t.importedMeans)]),
    ...(approvals ? approvalParts(t, proof, approvals) : []),
    element('h2', {}, t.data),
    element(
      'pre',
      { tabindex: '0' },
      JSON.stringify(
        { objectData: version.objectData, references: version.references },
        undefined,
        2,
      ),
    ),
  ];
  for (const receipt of new Set(version.sealed.map((one) => one.receipt))) {
    const entry = receipts.find((one) => one.entry.receipt === receipt)?.entry;
    const pointers = version.sealed.filter((one) => one.receipt === receipt);
    parts.push(
      element('h2', {}, t.receiptTitle(receipt)),
      facts([
        [t.erasedValues, element('div', {}, ...pointers.map(({ pointer }) => line(pointer)))],
        [t.erasedDate, entry && code(entry.erasedDate)],
        [t.by, entry && person(entry.erasedUserId)],
        [t.reason, entry?.reason],
        [t.legalBasis, entry?.legalBasis],
      ]),
    );
  }
  return parts;
}

/** Shown in place of the reason: who erased it, and when. */
function erasedReason(t: Texts, proof: ObjectProof): HTMLElement | undefined {
  const erasure = reasonErasureIn(proof);
  if (!erasure) return undefined;
  const { erasedDate, erasedUserId } = erasure;
  return element(
    'span',
    {},
    `${t.erasedOn} `,
    code(erasedDate),
    ` ${t.erasedBy} `,
    personOf(t, erasedUserId, nameIn(proof, erasedUserId)),
  );
}

/** Who approved what was written, and how. The names of signers are proven by their signatures. */
function approvalParts(
  t: Texts,
  proof: ObjectProof,
  approvals: readonly Approval[],
): HTMLElement[] {
  const title = element('h2', {}, t.approvals);
  if (approvals.length === 0) {
    const because = proof.changeSet?.entry.breakGlassReason ?? undefined;
    return [title, element('p', {}, t.noApprovals), facts([[t.reason, because]])];
  }
  const words = t.approval;
  const items = approvals.map(({ userId, name, date, meaning, method }) => {
    const rest = [
      meaning === null ? words.unsigned : words.meanings[meaning],
      ...(method === null ? [] : [words.methods[method]]),
    ];
    return element(
      'li',
      {},
      `${words.approvedBy} `,
      ...(name === null
        ? [personOf(t, userId, nameIn(proof, userId))]
        : [element('bdi', {}, name), ' ', code(userId)]),
      ` ${words.on} `,
      code(date),
      rest.map((each) => ` – ${each}`).join(''),
    );
  });
  return [title, element('ul', {}, ...items)];
}

/** The name is what the file contains: the proof covers only the id. */
const personOf = (t: Texts, userId: string, name: string | undefined): HTMLElement =>
  name === undefined
    ? code(userId)
    : element(
        'span',
        {},
        element('bdi', {}, name),
        element('span', { class: 'quiet' }, ` ${t.nameNotProven} `),
        code(userId),
      );

const line = (text: string): HTMLElement => element('div', { class: 'value' }, text);
