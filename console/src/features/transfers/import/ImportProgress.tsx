import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Transfer } from '@annals/contracts/transfers';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { shownName } from '../../../ui/ids/display-names.ts';
import { pathTo } from '../../../platform/links.ts';
import progress from '../../../platform/long-work/Progress.module.css';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { ReasonField } from '../../../domain/reasons/ReasonField.tsx';
import { RowTable } from '../shared/RowTable.tsx';
import classes from '../shared/transfers.module.css';
import { type ImportRun, isBusy, maxProblems, type RowProblem } from './import-run.ts';
import {
  cancelImport,
  changeMapping,
  changeReason,
  checkFile,
  closeImport,
  importFile,
  isPending,
  openFile,
  resumeImport,
} from './import-work.ts';
import { useImportTexts } from './import.texts.ts';
import type { ReviewedRow } from './review.ts';
import { useReviewTexts } from './review.texts.ts';
import { useIntoSetTexts } from './into-set.texts.ts';
import { useMappingTexts } from './mapping.texts.ts';
import panels from '../../../ui/page/Panels.module.css';

const loadReview = async () => ({ default: (await import('./ReviewRows.tsx')).ReviewRows });
const ReviewRows = lazy(loadReview);

/** The progress of a dry run or an import, and the results of its rows. */
export function ImportProgress({ run }: { run: ImportRun }) {
  const t = useImportTexts();
  const s = useIntoSetTexts();
  const { phase, transfer, unreadable, counts, into, adds } = run;
  const dry = transfer === undefined && phase !== 'IMPORTING' && !adds;
  const r = useReviewTexts();
  const [chosen, setFilter] = useState<ReviewedRow['outcome']>();
  // After another check there may be no such rows any more.
  const filter = run.reviewed.some(({ outcome }) => outcome === chosen) ? chosen : undefined;
  useEffect(() => {
    if (dry) void loadReview();
  }, [dry]);
  return (
    <div className={panels.panels}>
      <Panel
        title={t.into(run.file.name, run.partition.name)}
        beside={adds && phase === 'DONE' ? s.added : t.phases[phase]}
      >
        <div className={panels.panels}>
          {into && <p className={classes.hint}>{s.intoSet(into.title)}</p>}
          <Progress run={run} />
          <Counts
            run={run}
            label={dry ? t.preview : t.result}
            filter={filter}
            onFilter={phase === 'CHECKED' ? setFilter : undefined}
          />
          {isBusy(run) && <p className={classes.hint}>{t.goesOn}</p>}
          {phase === 'CHECKED' && <Advice run={run} />}
          {phase === 'CHECKED' && isPending(run) && <p className={classes.hint}>{r.pending}</p>}
          {phase === 'CHECKED' && run.twin && wantedOf(counts) > 0 && <Twin transfer={run.twin} />}
          {phase === 'CHECKED' && into && wantedOf(counts) > 0 && run.omitsFields && (
            <Notice>{s.omitsFields}</Notice>
          )}
          {phase === 'CHECKED' && into?.id === undefined && wantedOf(counts) > 0 && (
            <div className={classes.form}>
              <ReasonField
                value={run.reason}
                onChange={changeReason}
                description={into ? s.reasonHint : t.reasonHint}
                isRequired={run.needsReason}
                isMissing={run.isReasonMissing}
              />
            </div>
          )}
          {phase === 'STOPPED' && (
            <ErrorPanel
              title={dry ? t.notChecked : adds ? s.stopped : t.stopped}
              error={run.error}
            />
          )}
          <div className={classes.line}>
            <Buttons run={run} />
            {transfer && (
              <PathLink to={pathTo('migrations', {}, { tab: 'runs', run: transfer.id })}>
                {t.toRun}
              </PathLink>
            )}
            {adds && into?.id !== undefined && !isBusy(run) && (
              <PathLink
                to={pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
                  partitionId: run.partition.id,
                  changeSetId: into.id,
                })}
              >
                {s.toSet}
              </PathLink>
            )}
            {phase === 'DONE' && !adds && <ResultLinks run={run} />}
          </div>
        </div>
      </Panel>
      {phase === 'CHECKED' && run.reviewed.length > 0 && (
        <Suspense fallback={null}>
          {/* Remounted for each dry run, so that it starts with its results. */}
          <ReviewRows key={run.startedAt} run={run} filter={filter} />
        </Suspense>
      )}
      {run.problems.length > 0 && !(phase === 'CHECKED' && run.sheet) && (
        <RowProblems
          problems={run.problems}
          complete={unreadable + counts.refused + counts.unjudged <= maxProblems}
          filename={dry ? 'import-check' : 'import-refused'}
        />
      )}
    </div>
  );
}

function ResultLinks({ run: { partition, mapping } }: { run: ImportRun }) {
  const t = useMappingTexts();
  const of = { partitionId: partition.id };
  return (
    <>
      <PathLink
        to={pathTo('v1-partitions-partitionId-objects', of, mapping && { type: mapping.type })}
      >
        {t.toObjects}
      </PathLink>
      <PathLink to={pathTo('v1-partitions-partitionId-objects-recent', of)}>{t.toRecent}</PathLink>
    </>
  );
}

function Progress({ run }: { run: ImportRun }) {
  const t = useImportTexts();
  const {
    rows,
    skipped,
    total: readable,
    unreadable,
    startedAt,
    lookedAt,
    bytes,
    found,
    file,
  } = run;
  const seconds = (lookedAt - startedAt) / 1000;
  // Unreadable rows count as rows of the file.
  const done = rows + skipped + unreadable;
  const total = readable === undefined ? undefined : readable + unreadable;
  const isFinding = found > 0 && done === 0 && isBusy(run);
  const progressText = isFinding
    ? t.found(found)
    : total === undefined
      ? t.rows(done)
      : t.rowsOf(done, total);
  const max = total ?? Math.max(file.size, 1);
  return (
    <div className={progress.progress}>
      <progress
        max={Math.max(max, 1)}
        // How long it takes to find the rows, nobody knows before.
        value={
          run.phase === 'OPENING' || isFinding
            ? undefined
            : total === undefined || run.phase === 'COMPARING'
              ? bytes
              : done
        }
        aria-label={t.phases[run.phase]}
      />
      <span>
        {progressText}
        {isBusy(run) && seconds > 2 && rows > 0 && ` · ${t.rate(Math.round(rows / seconds))}`}
      </span>
    </div>
  );
}

interface CountsProps {
  run: ImportRun;
  label: string;
  filter: ReviewedRow['outcome'] | undefined;
  /** Undefined where there are no rows to filter. */
  onFilter: ((filter: ReviewedRow['outcome'] | undefined) => void) | undefined;
}

/** The number of rows by their outcome; a click shows only these. */
function Counts({ run, label, filter, onFilter }: CountsProps) {
  const t = useImportTexts();
  const r = useReviewTexts();
  const { counts, unreadable } = run;
  const shown = [
    ['created', counts.created],
    ['changed', counts.changed],
    ['ended', counts.ended],
    ['existing', counts.existing],
    ['refused', counts.refused],
    ['unjudged', counts.unjudged],
    ['unreadable', unreadable],
  ] as const;
  if (!isBusy(run) && shown.every(([, count]) => count === 0)) return null;
  return (
    <div className={classes.counts} role="group" aria-label={label}>
      {shown
        .filter(([, count]) => count > 0)
        .map(([name, count]) => {
          const tone = toneOf(name);
          const text = t.counts[name](count);
          if (!onFilter)
            return (
              <span key={name} data-tone={tone}>
                {text}
              </span>
            );
          return (
            <button
              key={name}
              type="button"
              className={classes.count}
              data-tone={tone}
              aria-pressed={filter === name}
              title={r.filter}
              onClick={() => onFilter(filter === name ? undefined : name)}
            >
              {text}
            </button>
          );
        })}
    </div>
  );
}

function toneOf(outcome: ReviewedRow['outcome']): 'failed' | 'quiet' | undefined {
  if (outcome === 'refused' || outcome === 'unreadable') return 'failed';
  return outcome === 'existing' || outcome === 'unjudged' ? 'quiet' : undefined;
}

function Advice({ run: { total, unreadable, counts, sheet } }: { run: ImportRun }) {
  const t = useImportTexts();
  const advice = [
    total === 0 && unreadable === 0 && t.nothing,
    total !== 0 && wantedOf(counts) === 0 && t.nothingNew,
    unreadable > 0 && (sheet ? t.fixHint : t.unreadableHint),
    unreadable === 0 && counts.refused > 0 && t.refusedHint,
    counts.unjudged > 0 && t.unjudgedHint,
  ].filter((each) => each !== false);
  return advice.map((each) => (
    <p key={each} className={classes.hint}>
      {each}
    </p>
  ));
}

function Twin({ transfer }: { transfer: Transfer }) {
  const t = useImportTexts();
  const by = shownName(transfer.createdUserName, transfer.createdUserId);
  return (
    <div role="alert" className={classes.warning}>
      <p>{transfer.state === 'RUNNING' ? t.alreadyRunning(by) : t.twinBefore(by)}</p>
      <PathLink to={pathTo('migrations', {}, { tab: 'runs', run: transfer.id })}>
        {t.showRunning}
      </PathLink>
    </div>
  );
}

/** Rows that an import would write, as far as known. */
const wantedOf = ({ created, changed, ended, unjudged }: ImportRun['counts']): number =>
  created + changed + ended + unjudged;

function Buttons({ run }: { run: ImportRun }) {
  const t = useImportTexts();
  const s = useIntoSetTexts();
  const m = useMappingTexts();
  const { phase, transfer, hash, counts, unreadable, into } = run;
  const isFinished = run.adds
    ? phase === 'DONE'
    : transfer !== undefined && transfer.fileHash === hash;
  if (isBusy(run))
    return (
      <Button variant="default" onClick={cancelImport}>
        {t.cancel}
      </Button>
    );
  const other = (
    <Button variant="default" onClick={closeImport}>
      {isFinished ? t.finished : t.other}
    </Button>
  );
  if (phase === 'CHECKED') {
    const wanted = wantedOf(counts);
    return (
      <>
        <Button
          onClick={importFile}
          disabled={(unreadable > 0 && run.sheet === undefined) || wanted === 0 || isPending(run)}
        >
          {into ? s.add(wanted) : t.begin(wanted)}
        </Button>
        {run.sheet && (
          <Button variant="default" onClick={changeMapping}>
            {m.back}
          </Button>
        )}
        {other}
      </>
    );
  }
  if (phase === 'DONE') return other;
  return (
    <>
      {transfer === undefined && (
        <Button onClick={() => (run.sheet ? checkFile(run) : openFile(run))}>{t.again}</Button>
      )}
      {/* Not offered if the file turned out to be a different one. */}
      {transfer !== undefined && transfer.fileHash === hash && (
        <Button onClick={resumeImport}>{t.resume}</Button>
      )}
      {other}
    </>
  );
}

/** The number of shown problems; the CSV contains all stored ones. */
const maxShown = 200;

interface RowProblemsProps {
  problems: readonly RowProblem[];
  /** Whether the list is complete. */
  complete: boolean;
  filename: string;
}

/** The rejected rows by their number in the file. */
function RowProblems({ problems, complete, filename }: RowProblemsProps) {
  const t = useImportTexts();
  return (
    <RowTable
      title={t.problems}
      beside={
        problems.length > maxShown
          ? t.shownProblems(maxShown)
          : !complete && t.firstProblems(problems.length)
      }
      head={[t.row, t.kind, t.why]}
      lines={problems.map(({ row, kind, reason }) => [row, t.kinds[kind], reason])}
      maxShown={maxShown}
      download={t.download}
      filename={filename}
    />
  );
}
