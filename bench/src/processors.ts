import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

// Asked later it is what this process may still use.
const processors = availableParallelism();

/**
 * Puts this process and what it starts from now on onto the first processor ('measured') or onto the others ('load'), so
 * that asking for more takes nothing from what answers; 'all' takes that back.
 * @returns false where the system cannot
 */
export function runAs(side: 'measured' | 'load' | 'all'): boolean {
  if (processors < 2) return false;
  const lists = { measured: '0', load: `1-${processors - 1}`, all: `0-${processors - 1}` };
  return spawnSync('taskset', ['-acp', lists[side], String(process.pid)]).status === 0;
}
