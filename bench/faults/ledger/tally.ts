import type { Start } from '../server-process.ts';

type FaultKind = 'lost' | 'partial' | 'other';

/** Counts over all rounds. */
export class Tally {
  acknowledged = {
    objects: 0,
    importedRows: 0,
    operations: 0,
    setOperations: 0,
    users: 0,
    administration: 0,
    refreshes: 0,
  };
  /** Writes without a response: those that are stored, and those that are not. */
  unanswered = { written: 0, notWritten: 0 };
  repeated = 0;
  verifications = 0;
  /** Events of partitions that were compared with the changes. */
  eventsCompared = 0;
  readonly starts: Start[] = [];
  readonly faults: string[] = [];

  /** Records a violation. */
  fault(kind: FaultKind, what: string): void {
    this.faults.push(`${kind}: ${what}`);
  }

  /** The number of acknowledged writes of all kinds. */
  get acknowledgedWrites(): number {
    const { objects, importedRows, operations, setOperations, users, administration } =
      this.acknowledged;
    return objects + importedRows + operations + setOperations + users + administration;
  }

  count(kind: FaultKind): number {
    return this.faults.filter((fault) => fault.startsWith(`${kind}:`)).length;
  }
}

/** The summary for the result file. */
export function summaryOf(tally: Tally) {
  return {
    acknowledged: tally.acknowledged,
    unanswered: tally.unanswered,
    repeatedWithTheSameKey: tally.repeated,
    verifications: tally.verifications,
    eventsCompared: tally.eventsCompared,
    lost: tally.count('lost'),
    partial: tally.count('partial'),
    otherFaults: tally.count('other'),
    faults: tally.faults.slice(0, 20),
    readyMs: percentilesOf(tally.starts.map(({ ms }) => ms)),
    readyProcessorMs: percentilesOf(tally.starts.flatMap(({ processorMs }) => processorMs ?? [])),
  };
}

export function percentilesOf(figures: readonly number[]) {
  const sorted = figures.toSorted((left, right) => left - right).map(Math.round);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) };
}
