import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { withoutLimits } from '@annals/kit/limits/steps';
import { conflict } from '@annals/kit/problem';
import { partitionProofFormat, type Anchor, type ObjectProof } from '@annals/proofs/bundle';
import { evidenceFileNames } from '@annals/proofs/evidence-format';
import type { Checkpoints } from '../log/checkpoints.ts';
import { listEntries } from '../log/log-entries.ts';
import { proveAll } from '../log/object-proof.ts';
import { objectVersionOf, type VersionRow } from '../versions/version.ts';
import {
  isAccessKnown,
  type Choice,
  type EvidenceContent,
  type EvidenceRequest,
} from './evidence-content.ts';
import { isErasedSince } from './evidence.sql.ts';
import { evidenceTexts, shownMoment } from './evidence.texts.ts';
import { leftOutOf, reportOf } from './report.ts';
import type { FileOfZip } from './zip.ts';

export interface EvidenceSources {
  /** Ends with the request. */
  queryable: Queryable;
  checkpoints: Checkpoints;
  /** The page that verifies proofs; undefined if there is none. */
  verifier: Uint8Array | undefined;
  /** The proof of the members, as a file; undefined if there is none. */
  membersProof: string | undefined;
  /** Throws if the requester may no longer read. */
  requireReader: () => Promise<void>;
  /** Called with the amount of work, and whenever a part of it is done. */
  progress?: { expect: (steps: number) => void; step: (steps: number) => void };
}

const entryBatchSize = 500;
const changeSetBatchSize = 50;

/**
 * The files of evidence, each created when it is its turn.
 * @throws Problem 409 if values are erased meanwhile, because some of it may contain them
 */
export async function* evidenceFiles(
  content: EvidenceContent,
  sources: EvidenceSources,
): AsyncGenerator<FileOfZip> {
  const { queryable, checkpoints, verifier, membersProof, requireReader, progress } = sources;
  const { request } = content;
  const { partitionId, log, subject, sizeWhenMade } = request;
  const { logKey } = checkpoints;
  const hasVerifier = verifier !== undefined;
  // Starts before anything slow, so that the client sees the response begin.
  let chosen: Choice | undefined;
  const readme = async function* () {
    yield readmeBefore(content);
    chosen = await content.choose();
    yield readmeAfter(request, chosen, hasVerifier);
  };
  yield { name: 'README.txt', content: readme() };
  const choice = chosen ?? (await content.choose());
  progress?.expect(stepsOf(request, choice));
  const anchor = await checkpoints.anchorOf(queryable, log);
  const partOf: Parts = { content, sources, choice, anchor };
  const key = logKey.verifierKey(partitionId);
  yield {
    name: 'report.html',
    content: reportOf(content, {
      choice,
      origin: logKey.logName(partitionId),
      key,
      hasVerifier,
    }),
  };
  await requireReader();
  yield { name: 'data/objects.ndjson', content: objectLines(partOf) };
  await requireReader();
  yield { name: 'data/versions.ndjson', content: versionLines(partOf) };
  await requireReader();
  yield { name: 'data/members.ndjson', content: memberLines(content) };
  if (request.access) yield { name: 'data/roles.ndjson', content: roleLines(content) };
  yield { name: 'data/change-sets.ndjson', content: changeSetLines(partOf) };
  await requireReader();
  if (subject.kind === 'PARTITION')
    yield { name: 'proofs/partition.proof.ndjson', content: partitionProof(partOf) };
  else yield* objectProofs(partOf);
  if (membersProof !== undefined)
    yield { name: evidenceFileNames.membershipProof, content: [membersProof] };
  yield { name: 'checkpoints/partition.txt', content: [checkpoints.noteOf(log)] };
  if (anchor) yield { name: 'checkpoints/service.txt', content: [anchor.checkpoint] };
  const keys = [key, ...(anchor ? [anchor.key] : [])];
  yield { name: 'checkpoints/keys.txt', content: [keys.map((line) => `${line}\n`).join('')] };
  if (verifier) yield { name: 'verifier.html', content: [verifier] };
  await requireReader();
  if (await isErasedSince(queryable, partitionId, sizeWhenMade)) throw erasedMeanwhile();
}

/** For its versions, the data and the proofs. */
const stepsOf = ({ subject, upTo, log }: EvidenceRequest, { timelines }: Choice): number =>
  subject.kind === 'PARTITION'
    ? upTo + log.size
    : 2 * timelines.reduce((sum, { first, count }) => sum + count - first + 1, 0);

export const erasedMeanwhile = () => conflict('erased_since', say('erasedDuringEvidence'));

interface Parts {
  content: EvidenceContent;
  sources: EvidenceSources;
  choice: Choice;
  anchor: Anchor | undefined;
}

/** A version with its line break, in the format of the service. */
const lineOf = (partitionId: string, version: VersionRow & { hasMore?: boolean }): string => {
  const { hasMore: _hasMore, ...row } = version;
  return `${JSON.stringify(objectVersionOf(partitionId, row))}\n`;
};

/** For a partition everything that had not ended, otherwise the chosen objects. */
async function* objectLines({ content, choice }: Parts): AsyncGenerator<string> {
  const { partitionId, subject } = content.request;
  if (subject.kind === 'PARTITION') {
    for await (const version of content.allObjects()) yield lineOf(partitionId, version);
    return;
  }
  for (const timeline of choice.timelines)
    for await (const version of content.versionsOf({ ...timeline, first: timeline.count }))
      yield lineOf(partitionId, version);
}

async function* versionLines({ content, choice, sources }: Parts): AsyncGenerator<string> {
  const { partitionId, subject } = content.request;
  const versions =
    subject.kind === 'PARTITION' ? content.allVersions() : versionsOfAll(content, choice);
  for await (const version of versions) {
    yield lineOf(partitionId, version);
    sources.progress?.step(1);
  }
}

/** The only line of a file about access at a time of which it is not known. */
const notRecorded = ({ accessKnownSince }: EvidenceRequest): string =>
  `${JSON.stringify({ recorded: false, accessKnownSince })}\n`;

async function* memberLines(content: EvidenceContent): AsyncGenerator<string> {
  if (!isAccessKnown(content.request)) return yield notRecorded(content.request);
  for await (const member of content.members()) {
    const { userId, role, username, name, sinceDate, byId: givenUserId } = member;
    const givenUserName = (await content.nameOf(givenUserId)) ?? null;
    yield `${JSON.stringify({ userId, role, username, name, sinceDate, givenUserId, givenUserName })}\n`;
  }
}

async function* roleLines(content: EvidenceContent): AsyncGenerator<string> {
  if (!isAccessKnown(content.request)) return yield notRecorded(content.request);
  for await (const holder of content.roleHolders()) yield `${JSON.stringify(holder)}\n`;
}

/** The change sets of the versions, each once, including those of versions that are left out. */
async function* changeSetLines({ content, choice }: Parts): AsyncGenerator<string> {
  const seen = new Set<string>();
  let ids: string[] = [];
  const versions =
    content.request.subject.kind === 'PARTITION'
      ? content.allVersions()
      : versionsOfAll(content, choice);
  for await (const { changeSetId } of versions) {
    if (changeSetId === null || seen.has(changeSetId)) continue;
    seen.add(changeSetId);
    ids.push(changeSetId);
    if (ids.length < changeSetBatchSize) continue;
    yield* setLines(content, ids);
    ids = [];
  }
  yield* setLines(content, ids);
}

async function* versionsOfAll(
  content: EvidenceContent,
  { timelines }: Choice,
): AsyncGenerator<VersionRow> {
  for (const timeline of timelines) yield* content.versionsOf(timeline);
}

async function* setLines(content: EvidenceContent, ids: readonly string[]): AsyncGenerator<string> {
  for (const set of await content.committedSets(ids)) yield `${JSON.stringify(set)}\n`;
}

/** The proof of each version. */
async function* objectProofs(parts: Parts): AsyncGenerator<FileOfZip> {
  const { content, sources, choice, anchor } = parts;
  const { log } = content.request;
  for (const timeline of choice.timelines) {
    for await (const versions of content.loggedPagesOf(timeline)) {
      // No snapshot is needed: the log only grows, and if values are erased meanwhile, all of it is thrown away.
      const proofs = proveAll(sources.queryable, sources.checkpoints, log, versions);
      for await (const proof of proofs) {
        // Its receipt is not an entry of this log, so the proof would look like that of a removed value.
        if (proof.receipts.some(({ index }) => index >= log.size)) throw erasedMeanwhile();
        const withAnchor: ObjectProof = anchor ? { ...proof, anchor } : proof;
        const { modificationCount } = proof.version;
        yield {
          name: `proofs/${timeline.timelineId}/${String(modificationCount).padStart(4, '0')}.proof.json`,
          content: [`${JSON.stringify(withAnchor, null, 2)}\n`],
        };
        sources.progress?.step(1);
      }
    }
    await sources.requireReader();
  }
}

/** The log up to its size when this was requested, or at the moment. */
async function* partitionProof({ content, sources, anchor }: Parts): AsyncGenerator<string> {
  const { partitionId, log } = content.request;
  const { queryable, checkpoints, requireReader } = sources;
  const { logKey } = checkpoints;
  const head = {
    format: partitionProofFormat,
    key: logKey.verifierKey(partitionId),
    checkpoint: checkpoints.noteOf(log),
    ...(anchor ? { anchor } : {}),
  };
  yield `${JSON.stringify(head)}\n`;
  for (let from: number | null = 0; from !== null && from < log.size;) {
    const query = { partitionId, from, size: log.size, pageSize: entryBatchSize };
    const page: Awaited<ReturnType<typeof listEntries>> = await listEntries(
      queryable,
      checkpoints,
      query,
      withoutLimits,
    );
    yield page.items.map((entry) => `${entry.toString()}\n`).join('');
    sources.progress?.step(page.items.length);
    from = page.nextIndex;
    await requireReader();
  }
}

function readmeBefore({ request }: EvidenceContent): string {
  const { language, partitionName, partitionId, subject, asOf, isNow, madeDate, madeBy } = request;
  const t = evidenceTexts[language];
  const subjects = {
    PARTITION: [t.partition, partitionId],
    OBJECT: [t.object, subject.kind === 'OBJECT' ? subject.timeline.timelineId : ''],
    SEARCH: [t.search, subject.kind === 'SEARCH' ? oneLine(subject.query) : ''],
  } as const;
  const [kind, what] = subjects[subject.kind];
  return `${t.evidence} · ${kind}: ${what}
${t.partition}: ${oneLine(partitionName)} (${partitionId})
${t.moment}: ${asOf.moment} = ${shownMoment(language, asOf.moment)} (${isNow ? t.now : asOf.held ? t.held : t.recorded})
${t.made}: ${madeDate} ${t.by} ${oneLine(madeBy.name)} (${madeBy.userId})

`;
}

function readmeAfter(request: EvidenceRequest, choice: Choice, hasVerifier: boolean): string {
  const t = evidenceTexts[request.language];
  const files = Object.entries(t.fileNames).filter(
    ([name]) =>
      (hasVerifier || name !== 'verifier.html') && (request.access || name !== 'data/roles.ndjson'),
  );
  return `${t.leftOut}

${leftOutOf(request, choice, hasVerifier)
  .map((line) => `- ${line}`)
  .join('\n')}

${t.check}

${t.checkLead}

${t.steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}

${t.files}

${files.map(([name, description]) => `${name}: ${description}`).join('\n')}
`;
}

/** A line break in a name must not look like another line of this text. */
const oneLine = (value: string): string =>
  value.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ');
