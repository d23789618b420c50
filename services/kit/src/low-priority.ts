import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';

/**
 * Lowers the priority of a process, where the system allows that: it gets what requests leave of the processors.
 * @param pid of a process, or on Linux of a thread (setpriority(2), "C library/kernel differences")
 */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It shares the processors evenly then.
  }
}

/** Lowers the priority of the thread that calls this, on Linux. */
export function lowerThreadPriority(): void {
  const id = threadId();
  if (id !== undefined) lowerPriority(id);
}

/** What the system calls this thread; Node has numbers of its own. */
function threadId(): number | undefined {
  try {
    return Number(path.basename(readlinkSync('/proc/thread-self')));
  } catch {
    return undefined;
  }
}
