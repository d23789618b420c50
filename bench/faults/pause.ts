import { setTimeout as after } from 'node:timers/promises';

export const pause = (milliseconds: number): Promise<void> => after(milliseconds);

/** A random duration. */
export const anyOf = (shortestMs: number, longestMs: number): number =>
  shortestMs + Math.random() * (longestMs - shortestMs);
