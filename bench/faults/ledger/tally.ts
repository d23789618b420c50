import type { Start } from '../server-process.ts';

/** Counts over all rounds. */
export class Tally {
  acknowledged = {
    objects: 0,
    importedRows: 0,
    operations: 0,
    setOperations: 0,
    users: 0,
    refreshes: 0,
  };
  /** Writes without a response: those that are stored, and those that are not. */
  unanswered = { written: 0, notWritten: 0 };
  repeated = 0;
  verifications = 0;
  readonly starts: Start[] = [];
  readonly faults: string[] = [];

  /** Records a violation. */
  fault(kind: 'lost' | 'half' | 'other', what: string): void {
    this.faults.push(`${kind}: ${what}`);
  }

  /** The number of acknowledged writes of all kinds. */
  get acknowledgedWrites(): number {
    const { objects, importedRows, operations, setOperations, users } = this.acknowledged;
    return objects + importedRows + operations + setOperations + users;
  }

  count(kind: 'lost' | 'half' | 'other'): number {
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
    lost: tally.count('lost'),
    half: tally.count('half'),
    otherFaults: tally.count('other'),
    faults: tally.faults.slice(0, 20),
    readyMs: spread(tally.starts.map(({ ms }) => ms)),
    readyProcessorMs: spread(tally.starts.flatMap(({ processorMs }) => processorMs ?? [])),
  };
}

export function spread(figures: readonly number[]) {
  const sorted = figures.toSorted((left, right) => left - right).map(Math.round);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) };
}
