import { escapeHtml } from '@annals/kit/escape-html';
import { openSignature } from '@annals/proofs/approval-signature';
import { toBase64 } from '@annals/proofs/bytes';
import type { ChangeSetEntry } from '@annals/proofs/log-entry';
import { titleProperties } from '@annals/rules/object-title';
import type { Erasure } from '@annals/contracts/proofs';
import type { PartitionMember } from '../members/members.sql.ts';
import type { VersionRow } from '../versions/version.ts';
import type { RoleHolder } from './evidence-access.ts';
import {
  isAccessKnown,
  type ChosenTimeline,
  type Choice,
  type EvidenceContent,
  type EvidenceRequest,
} from './evidence-content.ts';
import type { CommittedSet } from './evidence.sql.ts';
import { evidenceTexts, shownMoment, shownNumber, type EvidenceTexts } from './evidence.texts.ts';
import { changesBetween, alignPaths, valuesOf, type ShownValue } from './value-changes.ts';

export interface ReportFacts {
  choice: Choice;
  /** The origin of the checkpoint that the proofs lead to. */
  origin: string;
  key: string;
  hasVerifier: boolean;
}

/** The most rows of one table, and characters of one value; the data contains all of them. */
const maxRows = 500;
/** The most rows of a report that can still be printed. Beyond it each table has only the first few. */
const maxBatchRows = 20_000;
const fewRows = 10;
const maxValueLength = 2000;
const changeSetBatchSize = 50;

/** The report as self-contained HTML, piece by piece. */
export async function* reportOf(
  content: EvidenceContent,
  facts: ReportFacts,
): AsyncGenerator<string> {
  const report = new Report(content.request);
  yield report.head(facts, await nameOf(content, facts.choice));
  if (isAccessKnown(content.request)) yield* accessIn(report, content);
  else yield report.accessUnknown();
  yield report.beforeObjects(facts.choice);
  const changeSetIds = new Set<string>();
  if (facts.choice.timelines.length > 1) {
    yield report.beforeContents();
    for (const timeline of facts.choice.timelines)
      for await (const newest of content.versionsOf({ ...timeline, first: timeline.count }))
        yield report.contentsOf(timeline, newest);
    yield report.afterContents();
  }
  for (const timeline of facts.choice.timelines) {
    const state = await stateOf(content, timeline);
    if (!state) continue;
    yield report.object(timeline, state);
    let before: VersionRow | undefined;
    for await (const version of content.versionsOf(timeline)) {
      if (version.changeSetId !== null) changeSetIds.add(version.changeSetId);
      const { importedUserId } = version;
      const importer = importedUserId === null ? undefined : await content.nameOf(importedUserId);
      yield report.version(version, { before, importer }, await content.erasureOf(version));
      before = version;
    }
    yield report.afterObject();
  }
  yield report.beforeChangeSets(changeSetIds.size);
  for (const ids of inPieces([...changeSetIds], changeSetBatchSize))
    for (const set of await content.committedSets(ids)) yield report.changeSet(set);
  yield report.end();
}

async function* accessIn(report: Report, content: EvidenceContent): AsyncGenerator<string> {
  yield report.beforeMembers();
  let members = 0;
  for await (const member of content.members()) {
    members += 1;
    yield report.member(member, await content.nameOf(member.byId));
  }
  yield report.afterMembers(members);
  if (!content.request.access) return;
  yield report.beforeRoles();
  let holders = 0;
  for await (const holder of content.roleHolders()) {
    holders += 1;
    yield report.roleHolder(holder);
  }
  yield report.afterRoles(holders);
}

/** The name of its object, if there is only one. */
async function nameOf(
  content: EvidenceContent,
  { timelines }: Choice,
): Promise<string | undefined> {
  const [only] = timelines;
  if (content.request.subject.kind !== 'OBJECT' || !only) return undefined;
  for await (const newest of content.versionsOf({ ...only, first: only.count }))
    return titleOf(newest);
  return undefined;
}

interface Blamed extends ShownValue {
  /** The version that set this value; undefined if it is unknown, because it was erased. */
  by: VersionRow | undefined;
  /** It may be older: earlier versions were left out. */
  maybeEarlier: boolean;
}

interface State {
  newest: VersionRow;
  values: Map<string, Blamed>;
}

/** The content of a timeline's newest version, and since when each value applies. */
async function stateOf(
  content: EvidenceContent,
  timeline: ChosenTimeline,
): Promise<State | undefined> {
  let state: State | undefined;
  for await (const version of content.versionsOf(timeline)) {
    const known: Map<string, Blamed> = state
      ? alignPaths(state.values, state.newest, version)
      : new Map<string, Blamed>();
    const values = new Map<string, Blamed>();
    for (const [path, value] of valuesOf(version)) {
      const before = known.get(path);
      const isSame = before?.text === value.text && before.receipt === value.receipt;
      if (value.receipt !== undefined)
        values.set(path, { ...value, by: undefined, maybeEarlier: false });
      else if (before && isSame) values.set(path, before);
      else
        values.set(path, {
          ...value,
          by: version,
          maybeEarlier: state === undefined && timeline.first > 1,
        });
    }
    state = { newest: version, values };
  }
  return state;
}

/** Sentences about what is left out of evidence. */
export function leftOutOf(
  request: EvidenceRequest,
  { timelines, isCut }: Choice,
  hasVerifier: boolean,
): string[] {
  const { subject, language, logIsLonger, access, madeBy, accessKnownSince } = request;
  const t = evidenceTexts[language];
  const roles = access ? t.someWithAccess(madeBy.name) : t.othersWithAccess;
  const versions = timelines.reduce((sum, { first, count }) => sum + count - first + 1, 0);
  const cut = [shownNumber(language, timelines.length), shownNumber(language, versions)] as const;
  const cutText = subject.kind === 'PARTITION' ? t.cutReport : t.cutEvidence;
  return [
    isCut ? cutText(...cut) : t.nothingLeftOut,
    t.erasedStay,
    ...(isAccessKnown(request)
      ? access?.isComplete
        ? []
        : [roles]
      : [t.accessUnknown(shownMoment(language, accessKnownSince))]),
    ...(logIsLonger ? [t.longerLog] : []),
    ...(hasVerifier ? [] : [t.noVerifier]),
  ];
}

class Report {
  readonly #request: EvidenceRequest;
  readonly #t: EvidenceTexts;
  #rows = 0;

  constructor(request: EvidenceRequest) {
    this.#request = request;
    this.#t = evidenceTexts[request.language];
  }

  head({ choice, origin, key, hasVerifier }: ReportFacts, name: string | undefined): string {
    const t = this.#t;
    const { partitionName, partitionId, subject, asOf, isNow, madeDate, madeBy, log, upTo } =
      this.#request;
    const { language } = this.#request;
    const kind = { PARTITION: t.partition, OBJECT: t.object, SEARCH: t.search }[subject.kind];
    const title = `${t.evidence} · ${name === undefined ? kind : `${kind}: ${name}`}`;
    const left = leftOutOf(this.#request, choice, hasVerifier);
    return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${escapeHtml(partitionName)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header><h1>${text(title)}</h1>
${facts([
  [t.partition, `${text(partitionName)} <code class="id">${partitionId}</code>`],
  ...(subject.kind === 'SEARCH' ? [[t.query, code(subject.query)] as const] : []),
  ...(subject.kind === 'OBJECT' ? [[t.timeline, code(subject.timeline.timelineId)] as const] : []),
  [
    t.moment,
    `${this.#moment(asOf.moment)} <small>(${escapeHtml(isNow ? t.now : asOf.held ? t.held : t.recorded)})</small>`,
  ],
  [t.sequence, upTo === 0 ? escapeHtml(t.none) : escapeHtml(t.sequenceOf(this.#number(upTo)))],
  ...this.#imports(),
  [
    t.made,
    `${this.#moment(madeDate)} ${escapeHtml(t.by)} ${this.#person(madeBy.name, madeBy.userId)}`,
  ],
  [t.checkpoint, `${code(origin)}, ${escapeHtml(t.checkpointOf(this.#number(log.size)))}`],
  [t.root, code(toBase64(log.root))],
  [t.key, code(key)],
])}
</header>
<section><h2>${escapeHtml(t.leftOut)}</h2><ul>${left.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul></section>
<section><h2>${escapeHtml(t.check)}</h2><p>${escapeHtml(t.checkLead)}</p><ol>${t.steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ol></section>
`;
  }

  accessUnknown(): string {
    const t = this.#t;
    const since = t.accessUnknown(this.#date(this.#request.accessKnownSince));
    return `<section><h2>${escapeHtml(t.access)}</h2>${note(since)}\n`;
  }

  /** Of versions that this service stored only after the moment. */
  #imports(): (readonly [string, string])[] {
    const t = this.#t;
    const { recordedVersionCount, heldVersionCount, firstImport, lastImport } =
      this.#request.stored;
    if (!firstImport || !lastImport) return [];
    const sentence = t.storedLater(
      this.#number(recordedVersionCount - heldVersionCount),
      this.#number(recordedVersionCount),
    );
    const imports = [firstImport, lastImport].map(
      ({ importedDate, importedUserId, importedUserName }) =>
        t.imported(this.#date(importedDate), importedUserName ?? importedUserId),
    );
    return [[t.imports, text(`${sentence} ${[...new Set(imports)].join('; ')}`)]];
  }

  beforeMembers(): string {
    const t = this.#t;
    return `<section><h2>${escapeHtml(t.access)}</h2><p>${escapeHtml(t.accessHint)}</p>
<table><thead><tr>${headings([t.person, t.role, t.since, t.givenBy])}</tr></thead><tbody>
`;
  }

  member(member: PartitionMember, giver: string | undefined): string {
    const { userId, role, username, name, sinceDate, byId } = member;
    return `<tr><td>${this.#person(name || username, userId)}</td><td>${escapeHtml(this.#t.roles[role])}</td><td>${this.#moment(sinceDate)}</td><td>${this.#person(giver, byId)}</td></tr>\n`;
  }

  afterMembers(members: number): string {
    return `</tbody></table>${members === 0 ? note(this.#t.noMembers) : ''}\n`;
  }

  beforeRoles(): string {
    const t = this.#t;
    return `<h3>${escapeHtml(t.byRole)}</h3><p>${escapeHtml(t.byRoleHint)}</p>
<table><thead><tr>${headings([t.person, t.role, t.since, t.givenBy])}</tr></thead><tbody>
`;
  }

  roleHolder(holder: RoleHolder): string {
    const { userId, username, name, role, level, organizationalUnit, sinceDate } = holder;
    const { givenUserId, givenUserName } = holder;
    const t = this.#t;
    const through = organizationalUnit === null ? '' : `<br>${text(t.through(organizationalUnit))}`;
    const since = sinceDate === null ? '–' : this.#moment(sinceDate);
    const by = givenUserId === null ? '–' : this.#person(givenUserName, givenUserId);
    return `<tr><td>${this.#person(name || username, userId)}</td><td>${code(role)} (${escapeHtml(t.levels[level])})${through}</td><td>${since}</td><td>${by}</td></tr>\n`;
  }

  afterRoles(holders: number): string {
    const { access, madeBy } = this.#request;
    // Invisible holders may exist.
    const none = access?.isComplete ? this.#t.noHolders : this.#t.noHoldersSeen(madeBy.name);
    return `</tbody></table>${holders === 0 ? note(none) : ''}\n`;
  }

  beforeObjects({ timelines }: Choice): string {
    const { objects, noObjects } = this.#t;
    return `</section>\n<section><h2>${escapeHtml(objects)}</h2>${timelines.length === 0 ? note(noObjects) : ''}</section>\n`;
  }

  beforeContents(): string {
    const t = this.#t;
    return `<table><thead><tr>${headings([t.object, t.type, t.newestThen, t.since, t.changedBy])}</tr></thead><tbody>
`;
  }

  contentsOf({ timelineId }: ChosenTimeline, newest: VersionRow): string {
    const { type, modificationCount, modificationDate } = newest;
    return `<tr><td><a href="#object-${timelineId}">${text(titleOf(newest))}</a></td><td>${code(type)}</td><td>${escapeHtml(this.#number(modificationCount))}</td><td>${this.#moment(modificationDate)}</td><td>${this.#name(newest)}</td></tr>\n`;
  }

  afterContents(): string {
    return '</tbody></table>\n';
  }

  object({ timelineId, first }: ChosenTimeline, { newest, values }: State): string {
    const t = this.#t;
    const { endedDate } = newest;
    const most = this.#maxRows(values.size);
    const rows = [...values].slice(0, most).map(([path, value]) => {
      const { by, maybeEarlier } = value;
      // On one line, and in UTC as the column header says.
      const date = by?.modificationDate.slice(0, 19).replace('T', ' ');
      return `<tr><td>${code(path)}</td><td>${this.#value(value)}</td>
<td>${date === undefined ? '–' : this.#linkTo(by, maybeEarlier ? t.earlierOr(date) : date)}</td>
<td>${by ? this.#name(by) : '–'}</td></tr>`;
    });
    const more = values.size > most ? note(t.moreValues(this.#number(values.size - most))) : '';
    return `<article id="object-${timelineId}"><h3>${text(titleOf(newest))}</h3>
${facts([
  [t.type, code(newest.type)],
  [t.timeline, code(timelineId)],
  [t.newestThen, escapeHtml(t.versionOf(this.#number(newest.modificationCount), newest.id))],
  ...(endedDate === null ? [] : [['', escapeHtml(t.ended(this.#date(endedDate)))] as const]),
])}
<h4>${escapeHtml(t.content)}</h4>
<table class="values"><thead><tr>${headings([t.path, t.value, `${t.since} (UTC)`, t.changedBy])}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>${more}
<h4>${escapeHtml(t.history)}</h4>
${first > 1 ? note(t.earlierLeftOut(this.#number(first - 1))) : ''}`;
  }

  version(
    version: VersionRow,
    { before, importer }: { before: VersionRow | undefined; importer: string | undefined },
    erasure: Erasure | undefined,
  ): string {
    const t = this.#t;
    const {
      modificationCount,
      modificationDate,
      reason,
      reasonReceipt,
      changeSetId,
      importedDate,
    } = version;
    const { importedUserId, endedDate } = version;
    const head = [
      `<strong>${escapeHtml(t.version(this.#number(modificationCount)))}</strong> · ${this.#moment(modificationDate)} · ${this.#author(version)}`,
      ...(importedDate === null
        ? []
        : [
            `<small>${text(t.imported(this.#date(importedDate), importer ?? importedUserId ?? '–'))}${importer === undefined ? '' : ` <code class="id">${importedUserId}</code>`}</small>`,
          ]),
      ...(reason === null && !reasonReceipt
        ? []
        : [`${escapeHtml(t.reason)}: ${this.#reason(version, erasure)}`]),
      ...(changeSetId === null
        ? []
        : [`${escapeHtml(t.changeSet)}: <a href="#set-${changeSetId}">${code(changeSetId)}</a>`]),
    ];
    return `<div class="version" id="version-${version.id}"><p>${head.join('<br>')}</p>${this.#changes(version, before, endedDate !== null)}</div>\n`;
  }

  #changes(version: VersionRow, before: VersionRow | undefined, isEnd: boolean): string {
    const t = this.#t;
    if (isEnd) return note(t.endedHere);
    if (!before) return version.modificationCount === 1 ? note(t.began) : '';
    const changes = changesBetween(before, version);
    if (changes.length === 0) return note(t.unchanged);
    const most = this.#maxRows(changes.length);
    const rows = changes
      .slice(0, most)
      .map(
        ({ path, before: old, after }) =>
          `<tr><td>${code(path)}</td><td>${this.#value(old)}</td><td>${this.#value(after)}</td></tr>`,
      );
    const more =
      changes.length > most ? note(t.moreChanges(this.#number(changes.length - most))) : '';
    return `<table><thead><tr>${headings([t.path, t.before, t.after])}</tr></thead><tbody>${rows.join('\n')}</tbody></table>${more}`;
  }

  /** The number of rows of the next table. */
  #maxRows(wanted: number): number {
    const most = this.#rows < maxBatchRows ? maxRows : fewRows;
    this.#rows += Math.min(wanted, most);
    return most;
  }

  afterObject(): string {
    return '</article>\n';
  }

  beforeChangeSets(count: number): string {
    const t = this.#t;
    return `<section><h2>${escapeHtml(t.changeSets)}</h2>${count === 0 ? note(t.noChangeSets) : ''}</section>\n`;
  }

  changeSet({ id, title, authorId, authorName, entry }: CommittedSet): string {
    const t = this.#t;
    const { committedDate, committedUserId, automatic, breakGlassReason, approvals } = entry;
    const approvalItems = approvals.map((approval) => `<li>${this.#approval(approval)}</li>`);
    return `<article id="set-${id}"><h3>${text(title)}</h3>
${facts([
  [t.changeSet, code(id)],
  [t.author, this.#person(authorName, authorId)],
  [
    t.committed,
    `${this.#moment(committedDate)} ${automatic ? escapeHtml(t.automatic) : `${escapeHtml(t.by)} ${code(committedUserId)}`}`,
  ],
  ...(breakGlassReason === null ? [] : [[t.breakGlass, text(breakGlassReason)] as const]),
  [
    t.approvals,
    approvalItems.length === 0 ? escapeHtml(t.noApprovals) : `<ul>${approvalItems.join('')}</ul>`,
  ],
])}
</article>\n`;
  }

  #approval({ userId, approvedDate, signature }: ChangeSetEntry['approvals'][number]): string {
    const { approval, badSignature } = this.#t;
    if (signature === null)
      return `${code(userId)} · ${this.#moment(approvedDate)} · ${escapeHtml(approval.unsigned)}`;
    const opened = openSignature(signature);
    if ('problem' in opened)
      return `${code(userId)} · ${this.#moment(approvedDate)} · <strong>${escapeHtml(badSignature)}</strong>`;
    const { statement, method } = opened;
    return `${this.#person(statement.name, userId)} · ${this.#moment(approvedDate)} · ${escapeHtml(approval.meanings[statement.meaning])} · ${escapeHtml(approval.methods[method])}`;
  }

  end(): string {
    return '</body>\n</html>\n';
  }

  #number(value: number): string {
    return shownNumber(this.#request.language, value);
  }

  #date(moment: string): string {
    return shownMoment(this.#request.language, moment);
  }

  #moment(moment: string): string {
    return `<time datetime="${escapeHtml(moment)}">${escapeHtml(this.#date(moment))}</time>`;
  }

  /** The version itself shows the full name and the reason. */
  #linkTo(version: VersionRow | undefined, words: string): string {
    return version
      ? `<a href="#version-${version.id}">${escapeHtml(words)}</a>`
      : escapeHtml(words);
  }

  #name({ modificationUserId, modificationUserName }: VersionRow): string {
    return modificationUserName ? text(modificationUserName) : code(modificationUserId);
  }

  #author({ modificationUserId, modificationUserName }: VersionRow): string {
    return this.#person(modificationUserName, modificationUserId);
  }

  #person(name: string | null | undefined, userId: string): string {
    return name ? `${text(name)} <code class="id">${escapeHtml(userId)}</code>` : code(userId);
  }

  /** Why a version was written, or who erased the reason. */
  #reason(version: VersionRow | undefined, erasure: Erasure | undefined): string {
    if (!version?.reasonReceipt) return text(version?.reason ?? '');
    const t = this.#t;
    const receipt = t.erased(this.#number(version.reasonReceipt));
    if (!erasure) return `<em>${escapeHtml(receipt)}</em>`;
    const { erasedDate, erasedUserName, erasedUserId } = erasure;
    const erasureText = t.erasedBy(this.#date(erasedDate), erasedUserName ?? erasedUserId);
    return `<em>${escapeHtml(erasureText)} (${escapeHtml(receipt)})</em>`;
  }

  #value(value: ShownValue | undefined): string {
    const t = this.#t;
    if (!value) return `<em>${escapeHtml(t.absent)}</em>`;
    if (value.receipt !== undefined)
      return `<em>${escapeHtml(t.erased(this.#number(value.receipt)))}</em>`;
    if (value.text.length <= maxValueLength) return text(value.text);
    const cut = t.cutText(this.#number(value.text.length));
    return `${text(value.text.slice(0, maxValueLength).toWellFormed())}<em>${escapeHtml(cut)}</em>`;
  }
}

/** The first of the usual title properties; the id if it has none, or it was erased. */
function titleOf({ objectData, timelineId }: VersionRow): string {
  const title = titleProperties
    .map((name) => (Object.hasOwn(objectData, name) ? objectData[name] : undefined))
    .find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof title === 'string' ? title.slice(0, 200).toWellFormed() : timelineId;
}

const beyondLatin = /[\u0250-\uffff]/;
/**
 * User text, isolated so that its writing direction does not affect its surroundings. Latin letters need no isolation,
 * and tens of thousands of elements are slow to print.
 */
const text = (value: string): string =>
  beyondLatin.test(value) ? `<bdi>${escapeHtml(value)}</bdi>` : escapeHtml(value);
const code = (value: string): string => `<code>${text(value)}</code>`;
const note = (value: string): string => `<p class="note">${escapeHtml(value)}</p>`;
const headings = (names: readonly string[]): string =>
  names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
/** @param rows names, and their values as HTML */
const facts = (rows: readonly (readonly [string, string])[]): string =>
  `<dl>${rows.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${value}</dd></div>`).join('')}</dl>`;

function* inPieces<Item>(items: readonly Item[], length: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += length) yield items.slice(at, at + length);
}

/** On screen and on paper. */
const reportStyle = `
:root { color-scheme: light; }
body { font: 14px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 60rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.7rem; margin: 0 0 1rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #999; }
h3 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1rem 0 .4rem; }
p, ul, ol { margin: .4rem 0; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 1rem; padding: .1rem 0; }
dt { color: #555; }
dd { margin: 0; overflow-wrap: anywhere; }
dd > ul { margin: 0; padding-left: 1rem; }
code { font: 12px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
small, .note { color: #555; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; white-space: pre-wrap; }
th { font-weight: 600; border-bottom-color: #999; }
table.values th:nth-child(1) { width: 32%; }
table.values th:nth-child(3) { width: 19%; }
table.values th:nth-child(4) { width: 14%; }
article { content-visibility: auto; contain-intrinsic-size: auto 60rem; }
.id { color: #666; }
.version { margin: .8rem 0 .8rem .5rem; padding-left: .8rem; border-left: 3px solid #ccc; }
a { color: inherit; }
@page { size: A4; margin: 18mm 15mm; }
@media print {
  body { font-size: 8.5pt; line-height: 1.3; max-width: none; margin: 0; padding: 0; }
  code { font-size: 7.5pt; line-height: 1.3; }
  a { text-decoration: none; }
  article { content-visibility: visible; }
  th, td { padding-block: .1rem; }
  h2, h3, h4 { break-after: avoid; }
  dl > div { break-inside: avoid; }
}
`;
