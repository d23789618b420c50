export interface NamedPartition {
  id: string;
  name: string;
}

/** Work through the whole log of a partition that goes on in this tab, or what became of it. */
export interface LogRun {
  partition: NamedPartition;
  phase: 'RUNNING' | 'DONE' | 'CANCELLED' | 'STOPPED';
  startedAt: number;
  /** When it was last found out how far it is. */
  lookedAt: number;
  entries: number;
  /** How many the checkpoint signs; undefined until it is there. */
  size: number | undefined;
  error: unknown;
}

export const isRunning = ({ phase }: LogRun): boolean => phase === 'RUNNING';

/** Of a partition, at its beginning. */
export const startedRun = (partition: NamedPartition): LogRun => ({
  partition,
  phase: 'RUNNING',
  startedAt: Date.now(),
  lookedAt: Date.now(),
  entries: 0,
  size: undefined,
  error: undefined,
});
