import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

// Asked later it is what this process may still use.
export const processors = availableParallelism();

/**
 * Puts this process and what it starts from now on onto the first processor ('measured') or onto the others ('load'), so
 * that asking for more takes nothing from what answers; 'all' takes that back.
 * @returns false where the system cannot
 */
export function runAs(side: 'measured' | 'load' | 'all'): boolean {
  if (side === 'all') return runOn(0, processors);
  return side === 'measured' ? runOn(0, 1) : runOn(1, processors);
}

/**
 * Puts this process and what it starts from now on onto the processors from `first` to before `end`.
 * @returns false where the system cannot
 */
export function runOn(first: number, end: number): boolean {
  if (processors < 2) return false;
  const list = `${first}-${end - 1}`;
  return spawnSync('taskset', ['-acp', list, String(process.pid)]).status === 0;
}
