/**
 * Settings of glibc, which other C libraries ignore. By default each thread gets its own heap, and once a buffer of a
 * megabyte was freed, the next ones come from a heap with small pieces among them that does not shrink. After an import
 * that was 27 MB of a worker.
 */
const settings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/** The variables for the start of a process that its environment does not set already. */
export const allocationSettings = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => environment[name] === undefined));
