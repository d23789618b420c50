import type { Worker } from 'node:worker_threads';

/** Milliseconds of processor time since the clock was started. */
export type ProcessorClock = () => Promise<number>;

interface CpuUsage {
  user: number;
  system: number;
}

/** Node 24.6 and newer. */
type MeasuredWorker = Worker & { cpuUsage?: () => Promise<CpuUsage> };

const milliseconds = ({ user, system }: CpuUsage) => (user + system) / 1000;

/**
 * Measures how long a thread has worked, which does not depend on what else the machine does. Before Node 24.6 only the
 * whole process can be measured: its time is at least that of the thread.
 */
export function startProcessorClock(worker: MeasuredWorker): ProcessorClock {
  const readUsed = async () => {
    // A thread that has ended meanwhile has no usage of its own any more.
    const ofThread = await worker.cpuUsage?.().catch(() => undefined);
    return ofThread && milliseconds(ofThread);
  };
  const processBefore = process.cpuUsage();
  const threadBefore = readUsed();
  return async () => {
    const [before, now] = await Promise.all([threadBefore, readUsed()]);
    return before === undefined || now === undefined
      ? milliseconds(process.cpuUsage(processBefore))
      : now - before;
  };
}
