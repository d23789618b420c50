import { setTimeout as after } from 'node:timers/promises';

export const pause = (milliseconds: number): Promise<void> => after(milliseconds);

/** A random duration. */
export const randomBetween = (minMs: number, maxMs: number): number =>
  minMs + Math.random() * (maxMs - minMs);
