import type { Transfer } from '@annals/contracts/transfers';
import { runStore } from '../../../shared/long-work/run-store.ts';
import type { Judgement } from './judge.ts';

/**
 * CHECKING is the dry run, COMPARING the look at whether it is the file that an import was begun with. STOPPED: by an
 * error; the import can go on from where it is.
 */
export type ImportPhase =
  | 'CHECKING'
  | 'CHECKED'
  | 'COMPARING'
  | 'IMPORTING'
  | 'DONE'
  | 'CANCELLED'
  | 'STOPPED';

export interface RowProblem {
  /** From 1 on. */
  row: number;
  kind: 'unreadable' | 'refused' | 'unjudged';
  message: string;
}

export type ImportCounts = Record<Judgement, number>;

/** An import that goes on in this tab, or what became of it. */
export interface ImportRun {
  partition: { id: string; name: string };
  file: File;
  phase: ImportPhase;
  /** When this part of it began, in milliseconds since 1970. */
  startedAt: number;
  /** When it was last found out how far it is. */
  lookedAt: number;
  /** Of the file, that were read in this part. */
  bytes: number;
  /** Rows that were dealt with in this part, and that an earlier part had dealt with. */
  rows: number;
  skipped: number;
  /** Known at the end of the dry run. */
  total: number | undefined;
  hash: string | undefined;
  counts: ImportCounts;
  unreadable: number;
  /** The first ones. */
  problems: readonly RowProblem[];
  transfer: Transfer | undefined;
  /** Another import of the same file into the same partition. */
  twin: Transfer | undefined;
  error: unknown;
}

/** So many are kept to be shown and downloaded. */
export const mostProblems = 10_000;

const noCounts: ImportCounts = {
  created: 0,
  changed: 0,
  ended: 0,
  existing: 0,
  refused: 0,
  unjudged: 0,
};

export const isBusy = (run: ImportRun | undefined): boolean =>
  run !== undefined && ['CHECKING', 'COMPARING', 'IMPORTING'].includes(run.phase);

export const importRuns = runStore<ImportRun>(isBusy);

export function emptyRun(partition: ImportRun['partition'], file: File): ImportRun {
  return {
    partition,
    file,
    phase: 'STOPPED',
    startedAt: Date.now(),
    lookedAt: Date.now(),
    bytes: 0,
    rows: 0,
    skipped: 0,
    total: undefined,
    hash: undefined,
    counts: noCounts,
    unreadable: 0,
    problems: [],
    transfer: undefined,
    twin: undefined,
    error: undefined,
  };
}

export function addProblems(problems: readonly RowProblem[]): void {
  const kept = importRuns.get()?.problems ?? [];
  if (problems.length > 0 && kept.length < mostProblems)
    importRuns.change({ problems: [...kept, ...problems].slice(0, mostProblems) });
}

export function addUnreadable(row: number, message: string): void {
  importRuns.change({ unreadable: (importRuns.get()?.unreadable ?? 0) + 1 });
  addProblems([{ row, kind: 'unreadable', message }]);
}
