import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

// Read at the start, because later it is limited by the process's affinity.
export const processors = availableParallelism();

/**
 * Pins this process and its future children to the first processor ('measured') or the others ('load'), so that
 * generating load takes no time from the measured program; 'all' undoes that.
 * @returns false if the system does not support it
 */
export function pinTo(side: 'measured' | 'load' | 'all'): boolean {
  if (side === 'all') return pinToProcessors(0, processors);
  return side === 'measured' ? pinToProcessors(0, 1) : pinToProcessors(1, processors);
}

/**
 * Pins this process and its future children to the processors from `first` up to `end`.
 * @returns false if the system does not support it
 */
export function pinToProcessors(first: number, end: number): boolean {
  if (processors < 2) return false;
  const list = `${first}-${end - 1}`;
  return spawnSync('taskset', ['-acp', list, String(process.pid)]).status === 0;
}
