export interface NamedPartition {
  id: string;
  name: string;
}

/** Work on the whole log of a partition that is running in this tab, or its result. */
export interface LogRun {
  partition: NamedPartition;
  phase: 'RUNNING' | 'DONE' | 'CANCELLED' | 'STOPPED';
  startedAt: number;
  /** When the progress was last updated. */
  lookedAt: number;
  entries: number;
  /** The number of signed entries; undefined until the checkpoint is loaded. */
  size: number | undefined;
  error: unknown;
}

export const isRunning = ({ phase }: LogRun): boolean => phase === 'RUNNING';

/** The initial state for a partition. */
export const createRun = (partition: NamedPartition): LogRun => ({
  partition,
  phase: 'RUNNING',
  startedAt: Date.now(),
  lookedAt: Date.now(),
  entries: 0,
  size: undefined,
  error: undefined,
});
