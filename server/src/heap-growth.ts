import { setFlagsFromString } from 'node:v8';

/**
 * How much the heap may grow beyond what is in use before garbage is collected, in percent of it. V8 lets a heap of 45 MB,
 * such as that of a worker, grow to several times as much, and the process keeps what it once had for long. It reads the
 * flag at each collection.
 */
export function limitHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
