import { readdir, readFile } from 'node:fs/promises';
import type { Program } from './program.ts';
import { mean, sum } from './statistics.ts';

export interface Use {
  /** Seconds since the start of the measurement. */
  at: number;
  /** Bytes in use after a garbage collection. */
  heap: number;
  /** Resident memory of the process in bytes. */
  resident: number;
  descriptors: number;
}

export async function useOf(program: Program, since: number): Promise<Use> {
  const heap = await program.heapInUse();
  const [status, descriptors] = await Promise.all([
    readFile(`/proc/${program.pid}/status`, 'utf8'),
    readdir(`/proc/${program.pid}/fd`),
  ]);
  return {
    at: (performance.now() - since) / 1000,
    heap,
    resident: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024,
    descriptors: descriptors.length,
  };
}

/** The growth per hour of the best-fitting straight line. */
export function growthPerHour(uses: readonly Use[], figure: (use: Use) => number): number {
  const meanAt = mean(uses.map(({ at }) => at));
  const meanFigure = mean(uses.map(figure));
  const slope =
    sum(uses.map((use) => (use.at - meanAt) * (figure(use) - meanFigure))) /
    sum(uses.map(({ at }) => (at - meanAt) ** 2));
  return slope * 3600;
}
