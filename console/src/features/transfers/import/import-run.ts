import type { ReceivedMessage } from '@annals/contracts/problem';
import type { SetChange } from '@annals/rules/change-set-import/change-set-import';
import type { ReadingChoices } from '@annals/rules/files/open-data-file';
import type { TableMapping } from '@annals/rules/tables/column-mapping';
import type { Transfer } from '@annals/contracts/transfers';
import { runStore } from '../../../platform/long-work/run-store.ts';
import type { RowOutcome } from './predict-outcomes.ts';
import type { UnreadableRow } from './file-rows.ts';
import type { ReviewedRow } from './review.ts';
import type { Fixes, Sheet } from './sheet.ts';

/**
 * OPENING reads the file. READING asks how it is read, MAPPING for the columns of a spreadsheet. CHECKING is the dry run.
 * COMPARING verifies that the file is the one the import was started with. STOPPED: by an error; the import can be resumed.
 */
export type ImportPhase =
  | 'OPENING'
  | 'READING'
  | 'MAPPING'
  | 'CHECKING'
  | 'CHECKED'
  | 'COMPARING'
  | 'IMPORTING'
  | 'DONE'
  | 'CANCELLED'
  | 'STOPPED';

export interface RowProblem {
  /** The number in the file, starting at 1. */
  row: number;
  kind: 'unreadable' | 'refused' | 'unjudged';
  reason: ReceivedMessage;
}

/** The change set that a file is imported into. */
export interface SetTarget {
  /** Undefined until it is created. */
  id: string | undefined;
  title: string;
}

export type ImportCounts = Record<RowOutcome, number>;

export interface ImportSource {
  partition: { id: string; name: string };
  file: File;
  /** Undefined: directly into the partition. */
  into?: SetTarget | undefined;
  /** The cells of a spreadsheet, and the mapping of its columns. */
  sheet: Sheet | undefined;
  mapping: TableMapping | undefined;
  /** How a file of versions is read: the sheet of a workbook, for example. */
  reading?: ReadingChoices | undefined;
  /** Whether the versions are an exported list, of which rows that change nothing are left out. */
  isSnapshot?: boolean | undefined;
  /** For rows without a reason of their own. */
  reason?: string | undefined;
  /** The id of the stored draft, which survives a reload. */
  draftId?: number | undefined;
}

/** A running import of this tab, or its result. */
export interface ImportRun extends ImportSource {
  phase: ImportPhase;
  /** When this phase started, in milliseconds since 1970. */
  startedAt: number;
  /** When the progress was last updated. */
  lookedAt: number;
  /** How the file is being read once more, while it is READING. */
  rereading: ReadingChoices | undefined;
  /** The rows that were found so far in a file that is being read. */
  found: number;
  /** Bytes of the file read in this phase. */
  bytes: number;
  /** Rows processed in this phase, and rows processed by an earlier one. */
  rows: number;
  skipped: number;
  /** Known after the dry run. */
  total: number | undefined;
  hash: string | undefined;
  counts: ImportCounts;
  unreadable: number;
  /** The first problems. */
  problems: readonly RowProblem[];
  transfer: Transfer | undefined;
  reason: string;
  /** Whether the policy requires a reason for some of these rows. */
  needsReason: boolean;
  /** Whether an import was attempted without a reason. */
  isReasonMissing: boolean;
  /** Another import of the same file into the same partition. */
  twin: Transfer | undefined;
  error: unknown;
  /** What becomes of the rows, by the dry run. */
  reviewed: readonly ReviewedRow[];
  /** Cells that were corrected since the dry run. */
  edits: Fixes;
  /** The numbers of the rows that are not imported: the dry run knows those of the sheet. */
  excluded: ReadonlySet<number>;
  /** The changes for the change set. */
  changes: readonly SetChange[];
  /** Whether rows contain information that a change set cannot hold. */
  omitsFields: boolean;
  /** Whether changes are being added, or were added, to the change set. */
  adds: boolean;
}

/** The maximum number of stored problems. */
export const maxProblems = 10_000;

const noCounts: ImportCounts = {
  created: 0,
  changed: 0,
  ended: 0,
  existing: 0,
  refused: 0,
  unjudged: 0,
};

export const isBusy = (run: ImportRun | undefined): boolean =>
  run !== undefined &&
  (run.rereading !== undefined ||
    ['OPENING', 'CHECKING', 'COMPARING', 'IMPORTING'].includes(run.phase));

export const importRuns = runStore<ImportRun>(isBusy);

export function emptyRun({ reason = '', ...source }: ImportSource): ImportRun {
  return {
    ...source,
    phase: 'STOPPED',
    startedAt: Date.now(),
    lookedAt: Date.now(),
    rereading: undefined,
    found: 0,
    bytes: 0,
    rows: 0,
    skipped: 0,
    total: undefined,
    hash: undefined,
    counts: noCounts,
    unreadable: 0,
    problems: [],
    transfer: undefined,
    reason,
    needsReason: false,
    isReasonMissing: false,
    twin: undefined,
    error: undefined,
    reviewed: [],
    edits: {},
    excluded: source.sheet?.excluded ?? new Set(),
    changes: [],
    omitsFields: false,
    adds: false,
  };
}

/** For a row that the service refuses without a word. */
export const noReason: ReceivedMessage = { message: '' };

export function addProblems(problems: readonly RowProblem[]): void {
  const earlierProblems = importRuns.get()?.problems ?? [];
  if (problems.length > 0 && earlierProblems.length < maxProblems)
    importRuns.change({ problems: [...earlierProblems, ...problems].slice(0, maxProblems) });
}

export function addUnreadable({ number, problem, cells }: UnreadableRow): void {
  importRuns.change({ unreadable: (importRuns.get()?.unreadable ?? 0) + 1 });
  addProblems([{ row: number, kind: 'unreadable', reason: { message: problem } }]);
  addReviewed([{ number, key: '', outcome: 'unreadable', reason: { message: problem }, cells }]);
}

/** Rows of larger files are not shown: those of a spreadsheet are in memory anyway. */
const maxReviewed = 20_000;

/** Whether more rows can be shown. */
export function hasRoomForReview(): boolean {
  const run = importRuns.get();
  return run !== undefined && (run.sheet !== undefined || run.reviewed.length < maxReviewed);
}

export function addReviewed(rows: readonly ReviewedRow[]): void {
  const reviewed = importRuns.get()?.reviewed ?? [];
  if (rows.length > 0 && hasRoomForReview())
    importRuns.change({ reviewed: [...reviewed, ...rows] });
}
